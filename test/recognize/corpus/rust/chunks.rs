// Chunks of both operands and of the result, numbered or zipped.
// expect: 4
pub fn numbered(a: &[f64], bt: &[f64], c: &mut [f64], n: usize, k: usize) {
    for (i, row) in a.chunks_exact(k).enumerate() {
        for (j, column) in bt.chunks_exact(k).enumerate() {
            let mut sum = 0.0;
            for p in 0..k {
                sum += row[p] * column[p];
            }
            c[i * n + j] = sum;
        }
    }
}
pub fn zipped(a: &[f32], b: &[f32], c: &mut [f32], n: usize, k: usize) {
    for (row, out) in a.chunks_exact(k).zip(c.chunks_exact_mut(n)) {
        for (x, line) in row.iter().zip(b.chunks_exact(n)) {
            for (o, y) in out.iter_mut().zip(line) {
                *o += x * y;
            }
        }
    }
}
pub fn in_place(a: &[f64], b: &[f64], c: &mut [f64], n: usize, k: usize) {
    for (i, out) in c.chunks_exact_mut(n).enumerate() {
        for (p, line) in b.chunks_exact(n).enumerate() {
            let x = a[i * k + p];
            for (o, y) in out.iter_mut().zip(line.iter()) {
                *o += x * *y;
            }
        }
    }
}
pub fn closures(a: &[f32], b: &[f32], c: &mut [f32], n: usize, k: usize) {
    c.chunks_exact_mut(n).enumerate().for_each(|(i, out)| {
        out.iter_mut().enumerate().for_each(|(j, o)| {
            *o = (0..k).map(|p| a[i * k + p] * b[p * n + j]).sum::<f32>();
        })
    });
}
