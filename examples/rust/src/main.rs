//! A product of slices: each access is checked, and the result is the same.

#[inline(never)]
fn product(m: usize, n: usize, kk: usize, a: &[f32], b: &[f32], c: &mut [f32]) {
    for i in 0..m {
        for j in 0..n {
            for k in 0..kk {
                c[i * n + j] += a[i * kk + k] * b[k * n + j];
            }
        }
    }
}

fn main() {
    let n = std::env::args().count() * 64; // Known at run time.
    let a: Vec<f32> = (0..n * n).map(|i| (i % 5) as f32).collect();
    let b: Vec<f32> = (0..n * n).map(|i| (i % 3) as f32).collect();
    let mut c = vec![0.0; n * n];
    product(n, n, n, &a, &b, &mut c);
    println!("{} {}", c[0], c[n * n - 1]);
}
