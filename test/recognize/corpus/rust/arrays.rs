// Arrays of constant size.
// expect: 1
pub fn gemm(a: &[[f32; 48]; 48], b: &[[f32; 48]; 48], c: &mut [[f32; 48]; 48]) {
    for i in 0..48 {
        for j in 0..48 {
            let mut sum = 0.0;
            for k in 0..48 {
                sum += a[i][k] * b[k][j];
            }
            c[i][j] = sum;
        }
    }
}
