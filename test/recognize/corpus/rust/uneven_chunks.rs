// Chunks whose last one may be shorter, zipped.
// expect: 3
pub fn in_memory(a: &[f64], b: &[f64], c: &mut [f64], n: usize, k: usize) {
    for (row, out) in a.chunks(k).zip(c.chunks_mut(n)) {
        for (x, line) in row.iter().zip(b.chunks(n)) {
            for (z, y) in out.iter_mut().zip(line) {
                *z += x * y;
            }
        }
    }
}
pub fn sums(a: &[f64], bt: &[f64], c: &mut [f64], n: usize, k: usize) {
    for (row, out) in a.chunks(k).zip(c.chunks_mut(n)) {
        for (column, z) in bt.chunks(k).zip(out.iter_mut()) {
            *z = row.iter().zip(column).map(|(x, y)| x * y).sum();
        }
    }
}
pub fn with_checks(a: &[f64], b: &[f64], c: &mut [f64], n: usize, k: usize) {
    for (row, out) in a.chunks(k).zip(c.chunks_mut(n)) {
        for (x, line) in row.iter().zip(b.chunks(n)) {
            for j in 0..n {
                out[j] += x * line[j];
            }
        }
    }
}
