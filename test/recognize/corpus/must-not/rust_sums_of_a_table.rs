// Chunks beside a place that moves by what a table says, and a check of both.
// expect: 0
pub fn placed(
    a: &[f32], b: &[f32], c: &mut [f32], lengths: &[usize], others: &[usize], n: usize, k: usize, most: usize,
) {
    let mut place = 0;
    for (i, row) in c.chunks_mut(n).enumerate() {
        assert!(place + others[i] < most);
        place += lengths[i];
        for j in 0..n {
            let mut sum = 0.0;
            for p in 0..k {
                sum += a[i * k + p] * b[p * n + j];
            }
            row[j] = sum;
        }
    }
}
