// Strides, and checks of all index arithmetic, as debug builds have them.
// expect: 2
// flags: -C overflow-checks=on
use std::ops::{Index, IndexMut, Mul};
pub struct View {
    shape: [usize; 2],
    strides: [usize; 2],
    data: Vec<f32>,
}
impl Index<[usize; 2]> for View {
    type Output = f32;
    fn index(&self, at: [usize; 2]) -> &f32 {
        assert!(at[0] < self.shape[0] && at[1] < self.shape[1]);
        &self.data[at[0] * self.strides[0] + at[1] * self.strides[1]]
    }
}
impl IndexMut<[usize; 2]> for View {
    fn index_mut(&mut self, at: [usize; 2]) -> &mut f32 {
        assert!(at[0] < self.shape[0] && at[1] < self.shape[1]);
        &mut self.data[at[0] * self.strides[0] + at[1] * self.strides[1]]
    }
}
pub fn gemm(a: &View, b: &View, c: &mut View) {
    for i in 0..c.shape[0] {
        for j in 0..c.shape[1] {
            let mut sum = 0.0;
            for p in 0..a.shape[1] {
                sum += a[[i, p]] * b[[p, j]];
            }
            c[[i, j]] = sum;
        }
    }
}
pub struct Matrix {
    rows: usize,
    columns: usize,
    data: Vec<f32>,
}
impl<'a> Mul for &'a Matrix {
    type Output = Vec<f32>;
    fn mul(self, b: &Matrix) -> Vec<f32> {
        let mut c = vec![0.0; self.rows * b.columns];
        for i in 0..self.rows {
            for j in 0..b.columns {
                for p in 0..self.columns {
                    c[i * b.columns + j] += self.data[i * self.columns + p] * b.data[p * b.columns + j];
                }
            }
        }
        c
    }
}
