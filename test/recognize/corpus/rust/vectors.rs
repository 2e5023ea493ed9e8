// A matrix times a vector, with checks.
// expect: 2
#![crate_type = "lib"]
pub fn flat(a: &[f64], x: &[f64], y: &mut [f64], m: usize, n: usize) {
    for i in 0..m {
        let mut s = 0.0;
        for j in 0..n {
            s += a[i * n + j] * x[j];
        }
        y[i] = s;
    }
}
pub fn rows(a: &Vec<Vec<f32>>, x: &[f32], y: &mut [f32], m: usize, n: usize) {
    for i in 0..m {
        let mut s = 0.0;
        for j in 0..n {
            s += a[i][j] * x[j];
        }
        y[i] = s;
    }
}
