// Vectors of vectors.
// expect: 2
pub fn gemm(a: &Vec<Vec<f64>>, b: &Vec<Vec<f64>>, c: &mut Vec<Vec<f64>>) {
    let (m, n, k) = (a.len(), b[0].len(), b.len());
    for i in 0..m {
        for j in 0..n {
            let mut sum = 0.0;
            for p in 0..k {
                sum += a[i][p] * b[p][j];
            }
            c[i][j] = sum;
        }
    }
}
pub fn in_memory(a: &[Vec<f32>], b: &[Vec<f32>], c: &mut [Vec<f32>]) {
    for i in 0..a.len() {
        for j in 0..b[0].len() {
            for k in 0..b.len() {
                c[i][j] += a[i][k] * b[k][j];
            }
        }
    }
}
