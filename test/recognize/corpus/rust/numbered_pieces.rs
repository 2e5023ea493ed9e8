// Chunks whose last one may be shorter, numbered, or beside indices.
// expect: 9
pub fn indexed(a: &[f32], b: &[f32], c: &mut [f32], n: usize, k: usize) {
    for (i, row) in c.chunks_mut(n).enumerate() {
        for j in 0..n {
            let mut sum = 0.0;
            for p in 0..k {
                sum += a[i * k + p] * b[p * n + j];
            }
            row[j] = sum;
        }
    }
}
pub fn in_memory(a: &[f64], b: &[f64], c: &mut [f64], n: usize, k: usize) {
    for (i, out) in c.chunks_mut(n).enumerate() {
        for p in 0..k {
            let x = a[i * k + p];
            for j in 0..n {
                out[j] += x * b[p * n + j];
            }
        }
    }
}
pub fn with_rows(a: &[f64], b: &[f64], c: &mut [f64], n: usize, k: usize) {
    for (i, out) in c.chunks_mut(n).enumerate() {
        let row = &a[i * k..(i + 1) * k];
        for j in 0..n {
            out[j] = row.iter().enumerate().map(|(p, x)| x * b[p * n + j]).sum();
        }
    }
}
pub fn of_operand(a: &[f64], b: &[f64], c: &mut [f64], n: usize, k: usize) {
    for (i, row) in a.chunks(k).enumerate() {
        for j in 0..n {
            let mut sum = 0.0;
            for (p, x) in row.iter().enumerate() {
                sum += x * b[p * n + j];
            }
            c[i * n + j] = sum;
        }
    }
}
pub fn bytes(a: &[i8], bt: &[i8], c: &mut [i32], n: usize, k: usize) {
    for (i, out) in c.chunks_mut(n).enumerate() {
        for (j, o) in out.iter_mut().enumerate() {
            let mut sum = 0;
            for p in 0..k {
                sum += a[i * k + p] as i32 * bt[j * k + p] as i32;
            }
            *o = sum;
        }
    }
}
pub fn closures(a: &[f32], b: &[f32], c: &mut [f32], n: usize, k: usize) {
    c.chunks_mut(n).enumerate().for_each(|(i, out)| {
        out.iter_mut().enumerate().for_each(|(j, o)| {
            *o = (0..k).map(|p| a[i * k + p] * b[p * n + j]).sum::<f32>();
        })
    });
}
pub fn zipped(a: &[f32], b: &[f32], c: &mut [f32], n: usize, k: usize) {
    for (out, row) in c.chunks_mut(n).zip(a.chunks(k)) {
        for (j, o) in out.iter_mut().enumerate() {
            let mut sum = 0.0;
            for p in 0..k {
                sum += row[p] * b[p * n + j];
            }
            *o = sum;
        }
    }
}
pub fn all_numbered(a: &[f64], b: &[f64], c: &mut [f64], n: usize, k: usize) {
    for (i, out) in c.chunks_mut(n).enumerate() {
        for (p, line) in b.chunks(n).enumerate() {
            let x = a[i * k + p];
            for (o, y) in out.iter_mut().zip(line) {
                *o += x * y;
            }
        }
    }
}
pub fn dots(a: &[f32], bt: &[f32], c: &mut [f32], n: usize, k: usize) {
    for (i, row) in a.chunks(k).enumerate() {
        for (j, column) in bt.chunks(k).enumerate() {
            let mut sum = 0.0;
            for (x, y) in row.iter().zip(column) {
                sum += x * y;
            }
            c[i * n + j] = sum;
        }
    }
}
