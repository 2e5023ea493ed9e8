// Matrices that panic with a message of index and size, by Index and by get and set.
// expect: 2
pub struct Matrix {
    data: Vec<f64>,
    rows: usize,
    cols: usize,
}
impl std::ops::Index<(usize, usize)> for Matrix {
    type Output = f64;
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        assert!(
            i < self.rows && j < self.cols,
            "({}, {}) is outside of {} by {}",
            i,
            j,
            self.rows,
            self.cols
        );
        &self.data[i * self.cols + j]
    }
}
impl std::ops::IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        assert!(
            i < self.rows && j < self.cols,
            "({}, {}) is outside of {} by {}",
            i,
            j,
            self.rows,
            self.cols
        );
        &mut self.data[i * self.cols + j]
    }
}
impl std::ops::Mul for &Matrix {
    type Output = Matrix;
    fn mul(self, b: &Matrix) -> Matrix {
        let mut c = Matrix {
            data: vec![0.0; self.rows * b.cols],
            rows: self.rows,
            cols: b.cols,
        };
        for i in 0..self.rows {
            for j in 0..b.cols {
                let mut s = 0.0;
                for k in 0..self.cols {
                    s += self[(i, k)] * b[(k, j)];
                }
                c[(i, j)] = s;
            }
        }
        c
    }
}
impl Matrix {
    pub fn get(&self, i: usize, j: usize) -> f64 {
        if i >= self.rows || j >= self.cols {
            panic!("({}, {}) of {} by {}", i, j, self.rows, self.cols);
        }
        self.data[i * self.cols + j]
    }
    pub fn set(&mut self, i: usize, j: usize, x: f64) {
        if i >= self.rows || j >= self.cols {
            panic!("({}, {}) of {} by {}", i, j, self.rows, self.cols);
        }
        self.data[i * self.cols + j] = x;
    }
    pub fn add_product(&mut self, a: &Matrix, b: &Matrix) {
        for i in 0..a.rows {
            for k in 0..a.cols {
                let x = a.get(i, k);
                for j in 0..b.cols {
                    self.set(i, j, self.get(i, j) + x * b.get(k, j));
                }
            }
        }
    }
}
