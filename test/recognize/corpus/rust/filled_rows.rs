// Vectors of vectors whose rows are filled before they are added to.
// expect: 3
type Rows = Vec<Vec<f64>>;

pub fn filled(a: &Rows, b: &Rows, c: &mut Rows, m: usize, n: usize, l: usize) {
    for i in 0..m {
        c[i].fill(0.0);
        for k in 0..l {
            for j in 0..n {
                c[i][j] += a[i][k] * b[k][j];
            }
        }
    }
}
pub fn as_long_as_rows(a: &Rows, b: &Rows, c: &mut Rows) {
    for i in 0..c.len() {
        c[i].fill(0.0);
        for k in 0..b.len() {
            for j in 0..c[i].len() {
                c[i][j] += a[i][k] * b[k][j];
            }
        }
    }
}
pub fn filled_first(a: &Rows, b: &Rows, c: &mut Rows) {
    for row in c.iter_mut() {
        row.fill(0.0);
    }
    for i in 0..c.len() {
        for k in 0..b.len() {
            for j in 0..c[i].len() {
                c[i][j] += a[i][k] * b[k][j];
            }
        }
    }
}
