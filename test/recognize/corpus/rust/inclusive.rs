// Ranges that include their end.
// expect: 3
pub fn gemm(a: &[f32], b: &[f32], c: &mut [f32], m: usize, n: usize, k: usize) {
    for i in 0..=m - 1 {
        for j in 0..=n - 1 {
            let mut sum = 0.0;
            for p in 0..=k - 1 {
                sum += a[i * k + p] * b[p * n + j];
            }
            c[i * n + j] = sum;
        }
    }
}
pub fn from_one(a: &[Vec<f64>], b: &[Vec<f64>], c: &mut [Vec<f64>], n: usize) {
    for i in 1..=n {
        for k in 1..=n {
            for j in 1..=n {
                c[i][j] += a[i][k] * b[k][j];
            }
        }
    }
}
pub fn syrk(a: &[f64], c: &mut [f64], n: usize, k: usize) {
    for i in 0..n {
        for j in 0..=i {
            let mut sum = 0.0;
            for p in 0..k {
                sum += a[i * k + p] * a[j * k + p];
            }
            c[i * n + j] = sum;
        }
    }
}
