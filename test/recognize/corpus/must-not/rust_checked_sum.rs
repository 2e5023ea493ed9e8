// A checked sum stops the program where it overflows: no product.
// expect: 0
pub fn gemm(a: &[i32], b: &[i32], c: &mut [i32], n: usize) {
    for i in 0..n {
        for j in 0..n {
            let mut sum = 0i32;
            for k in 0..n {
                sum = sum.checked_add(a[i * n + k].wrapping_mul(b[k * n + j])).unwrap();
            }
            c[i * n + j] = sum;
        }
    }
}
