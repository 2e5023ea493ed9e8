// A struct with Index, as ndarray has it, and a product in integers.
// expect: 2
use std::ops::{Index, IndexMut};
pub struct Matrix<T> {
    pub rows: usize,
    pub columns: usize,
    pub data: Vec<T>,
}
impl<T> Index<(usize, usize)> for Matrix<T> {
    type Output = T;
    fn index(&self, (i, j): (usize, usize)) -> &T {
        assert!(i < self.rows && j < self.columns);
        &self.data[i * self.columns + j]
    }
}
impl<T> IndexMut<(usize, usize)> for Matrix<T> {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut T {
        assert!(i < self.rows && j < self.columns);
        &mut self.data[i * self.columns + j]
    }
}
pub fn gemm(a: &Matrix<f64>, b: &Matrix<f64>, c: &mut Matrix<f64>) {
    let (m, n, k) = (c.rows, c.columns, a.columns);
    for i in 0..m {
        for j in 0..n {
            let mut sum = 0.0;
            for p in 0..k {
                sum += a[(i, p)] * b[(p, j)];
            }
            c[(i, j)] = sum;
        }
    }
}
pub fn bytes(a: &[i8], b: &[i8], c: &mut [i32], m: usize, n: usize, k: usize) {
    for i in 0..m {
        for j in 0..n {
            let mut sum = 0i32;
            for p in 0..k {
                sum = sum.wrapping_add(a[i * k + p] as i32 * b[p * n + j] as i32);
            }
            c[i * n + j] = sum;
        }
    }
}
