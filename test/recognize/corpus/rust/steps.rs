// Every second number, and accesses that return an Option.
// expect: 2
pub fn every_second(a: &[f32], b: &[f32], c: &mut [f32], m: usize, n: usize, k: usize) {
    for i in (0..m).step_by(2) {
        for j in 0..n {
            let mut sum = 0.0;
            for p in 0..k {
                sum += a[i * k + p] * b[p * n + j];
            }
            c[i * n + j] = sum;
        }
    }
}
pub fn unwrapped(a: &[f32], b: &[f32], c: &mut [f32], m: usize, n: usize, k: usize) {
    for i in 0..m {
        for j in 0..n {
            let mut sum = 0.0;
            for p in 0..k {
                sum += a.get(i * k + p).unwrap() * b.get(p * n + j).unwrap();
            }
            *c.get_mut(i * n + j).unwrap() = sum;
        }
    }
}
