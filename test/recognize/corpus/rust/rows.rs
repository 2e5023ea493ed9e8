// Vectors of vectors.
// expect: 4
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
pub fn fresh(a: &Vec<Vec<f64>>, b: &Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let mut c = vec![vec![0.0; b[0].len()]; a.len()];
    for i in 0..a.len() {
        for j in 0..b[0].len() {
            for k in 0..b.len() {
                c[i][j] += a[i][k] * b[k][j];
            }
        }
    }
    c
}
pub fn by_iterators(a: &Vec<Vec<f64>>, b: &Vec<Vec<f64>>, c: &mut Vec<Vec<f64>>) {
    for (row, out) in a.iter().zip(c.iter_mut()) {
        for j in 0..b[0].len() {
            let mut sum = 0.0;
            for (k, x) in row.iter().enumerate() {
                sum += x * b[k][j];
            }
            out[j] = sum;
        }
    }
}
