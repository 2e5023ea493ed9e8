// Vectors of vectors by iterators: each row says how long it is.
// expect: 9
pub fn rows(a: &[Vec<f64>], b: &[Vec<f64>], c: &mut [Vec<f64>]) {
    let n = b[0].len();
    for (row, out) in a.iter().zip(c.iter_mut()) {
        for j in 0..n {
            let mut sum = 0.0;
            for (k, x) in row.iter().enumerate() {
                sum += x * b[k][j];
            }
            out[j] = sum;
        }
    }
}
pub fn elements(a: &[Vec<f64>], b: &[Vec<f64>], c: &mut [Vec<f64>]) {
    for (row, out) in a.iter().zip(c.iter_mut()) {
        for (j, z) in out.iter_mut().enumerate() {
            for (k, x) in row.iter().enumerate() {
                *z += x * b[k][j];
            }
        }
    }
}
pub fn zipped(a: &[Vec<f64>], b: &[Vec<f64>], c: &mut [Vec<f64>]) {
    for (row, out) in a.iter().zip(c.iter_mut()) {
        for (x, line) in row.iter().zip(b) {
            for (z, y) in out.iter_mut().zip(line) {
                *z += x * y;
            }
        }
    }
}
pub fn half_zipped(a: &[Vec<f64>], b: &[Vec<f64>], c: &mut [Vec<f64>]) {
    for (row, out) in a.iter().zip(c.iter_mut()) {
        for (k, line) in b.iter().enumerate() {
            for (z, y) in out.iter_mut().zip(line.iter()) {
                *z += row[k] * y;
            }
        }
    }
}
pub fn columns(a: &[Vec<f64>], b: &[Vec<f64>], c: &mut [Vec<f64>]) {
    for (row, out) in a.iter().zip(c.iter_mut()) {
        for (j, z) in out.iter_mut().enumerate() {
            *z = row.iter().zip(b.iter()).map(|(x, line)| x * line[j]).sum();
        }
    }
}
pub fn transposed(a: &[Vec<f32>], bt: &[Vec<f32>], c: &mut [Vec<f32>]) {
    for (row, out) in a.iter().zip(c.iter_mut()) {
        for (z, column) in out.iter_mut().zip(bt) {
            *z = row.iter().zip(column).map(|(x, y)| x * y).sum();
        }
    }
}
pub fn enumerated(a: &[Vec<f64>], b: &[Vec<f64>], c: &mut [Vec<f64>]) {
    for (i, row) in a.iter().enumerate() {
        for (k, x) in row.iter().enumerate() {
            for (j, y) in b[k].iter().enumerate() {
                c[i][j] += x * y;
            }
        }
    }
}
pub fn lengths(a: &[Vec<f64>], b: &[Vec<f64>], c: &mut [Vec<f64>]) {
    for i in 0..a.len() {
        for k in 0..a[i].len() {
            for j in 0..b[k].len() {
                c[i][j] += a[i][k] * b[k][j];
            }
        }
    }
}
pub fn folded(a: &[Vec<f64>], b: &[Vec<f64>], c: &mut [Vec<f64>]) {
    a.iter().zip(c.iter_mut()).for_each(|(row, out)| {
        out.iter_mut().enumerate().for_each(|(j, z)| {
            *z = row.iter().zip(b).fold(0.0, |sum, (x, line)| sum + x * line[j]);
        })
    });
}
