// Triangles, and sums that end at the row.
// expect: 3
pub fn upper(a: &[f64], c: &mut [f64], n: usize, k: usize) {
    for i in 0..n {
        for j in i..n {
            let mut sum = 0.0;
            for p in 0..k {
                sum += a[i * k + p] * a[j * k + p];
            }
            c[i * n + j] += sum;
        }
    }
}
pub fn lower(a: &[f64], c: &mut [f64], n: usize, k: usize) {
    for i in 0..n {
        for j in 0..i + 1 {
            let mut sum = 0.0;
            for p in 0..k {
                sum += a[i * k + p] * a[j * k + p];
            }
            c[i * n + j] += sum;
        }
    }
}
pub fn trsm(l: &[f64], b: &mut [f64], m: usize, n: usize) {
    for i in 0..m {
        for p in 0..i {
            let x = l[i * m + p];
            for j in 0..n {
                b[i * n + j] -= x * b[p * n + j];
            }
        }
    }
}
