// Rows by iterators, and sums of zipped rows.
// expect: 2
pub fn rows(a: &[f32], b: &[f32], c: &mut [f32], n: usize, k: usize) {
    for (row, out) in a.chunks_exact(k).zip(c.chunks_exact_mut(n)) {
        for (j, x) in out.iter_mut().enumerate() {
            let mut sum = 0.0;
            for (p, y) in row.iter().enumerate() {
                sum += y * b[p * n + j];
            }
            *x = sum;
        }
    }
}
pub fn transposed(a: &[f64], bt: &[f64], c: &mut [f64], n: usize, k: usize) {
    for (i, row) in a.chunks_exact(k).enumerate() {
        for (j, column) in bt.chunks_exact(k).enumerate() {
            c[i * n + j] = row.iter().zip(column).map(|(x, y)| x * y).sum();
        }
    }
}
