//===- products.rs - Checked products and the same without checks ---------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// C += A * B of n x n, in safe Rust, and with get_unchecked. What is measured is
// called through a table of functions, so that nothing is known about sizes.
//
//===----------------------------------------------------------------------===//

#[inline(never)]
fn slices(a: &[f32], b: &[f32], c: &mut [f32], n: usize) {
    for i in 0..n {
        for j in 0..n {
            let mut s = c[i * n + j];
            for k in 0..n {
                s += a[i * n + k] * b[k * n + j];
            }
            c[i * n + j] = s;
        }
    }
}

#[inline(never)]
fn slices_unchecked(a: &[f32], b: &[f32], c: &mut [f32], n: usize) {
    for i in 0..n {
        for j in 0..n {
            unsafe {
                let mut s = *c.get_unchecked(i * n + j);
                for k in 0..n {
                    s += a.get_unchecked(i * n + k) * b.get_unchecked(k * n + j);
                }
                *c.get_unchecked_mut(i * n + j) = s;
            }
        }
    }
}

#[inline(never)]
fn rows(a: &[Vec<f32>], b: &[Vec<f32>], c: &mut [Vec<f32>], n: usize) {
    for i in 0..n {
        for j in 0..n {
            let mut s = c[i][j];
            for k in 0..n {
                s += a[i][k] * b[k][j];
            }
            c[i][j] = s;
        }
    }
}

#[inline(never)]
fn rows_unchecked(a: &[Vec<f32>], b: &[Vec<f32>], c: &mut [Vec<f32>], n: usize) {
    for i in 0..n {
        for j in 0..n {
            unsafe {
                let mut s = *c.get_unchecked(i).get_unchecked(j);
                for k in 0..n {
                    s += a.get_unchecked(i).get_unchecked(k) * b.get_unchecked(k).get_unchecked(j);
                }
                *c.get_unchecked_mut(i).get_unchecked_mut(j) = s;
            }
        }
    }
}

pub struct Rows(Vec<Vec<f32>>);

/// # Safety
/// `from` holds n x n numbers.
#[no_mangle]
pub unsafe extern "C" fn rows_of(from: *const f32, n: usize) -> *mut Rows {
    let all = std::slice::from_raw_parts(from, n * n);
    Box::into_raw(Box::new(Rows(all.chunks_exact(n).map(|r| r.to_vec()).collect())))
}

/// # Safety
/// `to` has room for n x n numbers, and `rows` is from `rows_of`.
#[no_mangle]
pub unsafe extern "C" fn rows_into(rows: *mut Rows, to: *mut f32, n: usize) {
    let all = std::slice::from_raw_parts_mut(to, n * n);
    for (row, out) in (*rows).0.iter().zip(all.chunks_exact_mut(n)) {
        out.copy_from_slice(row);
    }
    drop(Box::from_raw(rows));
}

/// # Safety
/// Pointers hold n x n numbers each.
#[no_mangle]
pub unsafe extern "C" fn multiply(checked: bool, a: *const f32, b: *const f32, c: *mut f32, n: usize) {
    let run = if checked { slices } else { slices_unchecked };
    run(
        std::slice::from_raw_parts(a, n * n),
        std::slice::from_raw_parts(b, n * n),
        std::slice::from_raw_parts_mut(c, n * n),
        n,
    );
}

/// # Safety
/// All are from `rows_of`, of different calls.
#[no_mangle]
pub unsafe extern "C" fn multiply_rows(checked: bool, a: *const Rows, b: *const Rows, c: *mut Rows, n: usize) {
    let run = if checked { rows } else { rows_unchecked };
    run(&(*a).0, &(*b).0, &mut (*c).0, n);
}
