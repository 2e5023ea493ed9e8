//===- products.rs - Products in safe Rust --------------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints how each product ends, with a sum over the bits of the result, where
// all sizes are right and where each of them is too small in each place.
//
//===----------------------------------------------------------------------===//

use std::ops::{Index, IndexMut};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::Mutex;

type ByRows = fn(&Rows, &Rows, &mut Rows, usize, usize, usize);
type Slices = fn(&[f32], &[f32], &mut [f32], usize, usize, usize);

#[inline(never)]
fn indexed(a: &[f32], b: &[f32], c: &mut [f32], m: usize, n: usize, k: usize) {
    for i in 0..m {
        for j in 0..n {
            let mut s = 0.0;
            for p in 0..k {
                s += a[i * k + p] * b[p * n + j];
            }
            c[i * n + j] = s; // indexed
        }
    }
}

#[inline(never)]
fn accumulated(a: &[f32], b: &[f32], c: &mut [f32], m: usize, n: usize, k: usize) {
    for i in 0..m {
        for p in 0..k {
            for j in 0..n {
                c[i * n + j] += a[i * k + p] * b[p * n + j]; // accumulated
            }
        }
    }
}

#[inline(never)]
fn asserted(a: &[f32], b: &[f32], c: &mut [f32], m: usize, n: usize, k: usize) {
    assert_eq!(a.len(), m * k);
    assert_eq!(b.len(), k * n);
    assert!(c.len() >= m * n);
    for i in 0..m {
        for j in 0..n {
            let mut s = c[i * n + j];
            for p in 0..k {
                s += a[i * k + p] * b[p * n + j];
            }
            c[i * n + j] = s; // asserted
        }
    }
}

#[inline(never)]
fn downward(a: &[f32], b: &[f32], c: &mut [f32], m: usize, n: usize, k: usize) {
    for i in (0..m).rev() {
        for j in (0..n).rev() {
            let mut s = 0.0;
            for p in 0..k {
                s += a[i * k + p] * b[p * n + j];
            }
            c[i * n + j] = s; // downward
        }
    }
}

/// Rows of C and A by iterators, B by index.
#[inline(never)]
fn chunked(a: &[f32], b: &[f32], c: &mut [f32], _: usize, n: usize, k: usize) {
    if n == 0 || k == 0 {
        return;
    }
    for (row, out) in a.chunks_exact(k).zip(c.chunks_exact_mut(n)) {
        for (j, x) in out.iter_mut().enumerate() {
            let mut s = 0.0;
            for (p, y) in row.iter().enumerate() {
                s += y * b[p * n + j];
            }
            *x = s; // chunked
        }
    }
}

/// Rows and columns are numbered chunks.
#[inline(never)]
fn numbered(a: &[f32], b: &[f32], c: &mut [f32], _: usize, n: usize, k: usize) {
    if k == 0 {
        return;
    }
    for (i, row) in a.chunks_exact(k).enumerate() {
        for (j, column) in b.chunks_exact(k).enumerate() {
            let mut s = 0.0;
            for p in 0..k {
                s += row[p] * column[p];
            }
            c[i * n + j] = s; // numbered
        }
    }
}

/// The index of C does not change in the inner loop.
#[inline(never)]
fn in_place(a: &[f32], b: &[f32], c: &mut [f32], m: usize, n: usize, k: usize) {
    for i in 0..m {
        for j in 0..n {
            for p in 0..k {
                c[i * n + j] += a[i * k + p] * b[p * n + j]; // in_place
            }
        }
    }
}

/// A triangle of n rows.
#[inline(never)]
fn upper(a: &[f32], b: &[f32], c: &mut [f32], _: usize, n: usize, k: usize) {
    for i in 0..n {
        for j in i..n {
            let mut s = c[i * n + j];
            for p in 0..k {
                s += a[i * k + p] * b[p * n + j];
            }
            c[i * n + j] = s; // upper
        }
    }
}

/// Ranges that include their end, which is below their start where a size is 0,
/// unless that wraps.
#[inline(never)]
fn inclusive(a: &[f32], b: &[f32], c: &mut [f32], m: usize, n: usize, k: usize) {
    for i in 0..=m.wrapping_sub(1) {
        for j in 1..=n {
            let mut s = 0.0;
            for p in 0..=k.wrapping_sub(1) {
                s += a[i * k + p] * b[p * n + j - 1];
            }
            c[i * n + j - 1] = s; // inclusive
        }
    }
}

#[inline(never)]
fn from_one(a: &[f32], b: &[f32], c: &mut [f32], m: usize, n: usize, k: usize) {
    for i in 1..=m as i32 {
        for p in 1..=k as i32 {
            for j in 1..=n as i32 {
                let (row, column, step) = (i as usize - 1, j as usize - 1, p as usize - 1);
                c[row * n + column] += a[row * k + step] * b[step * n + column]; // from_one
            }
        }
    }
}

/// A triangle of n rows.
#[inline(never)]
fn lower(a: &[f32], b: &[f32], c: &mut [f32], _: usize, n: usize, k: usize) {
    for i in 0..n {
        for j in 0..=i {
            let mut s = c[i * n + j];
            for p in 0..k {
                s += a[i * k + p] * b[p * n + j];
            }
            c[i * n + j] = s; // lower
        }
    }
}

/// Counters reach the last number of their type.
#[inline(never)]
fn narrow(a: &[f32], b: &[f32], c: &mut [f32], m: u8, n: u8, k: u8) {
    for i in 0..=m {
        for p in 0..=k {
            for j in 0..=n {
                let (i, j, p) = (i as usize, j as usize, p as usize);
                c[i * 256 + j] += a[i * 256 + p] * b[p * 256 + j]; // narrow
            }
        }
    }
}

#[inline(never)]
fn general<T>(a: &[T], b: &[T], c: &mut [T], m: usize, n: usize, k: usize)
where
    T: Copy + Default + std::ops::Mul<Output = T> + std::ops::AddAssign,
{
    for i in 0..m {
        for j in 0..n {
            let mut s = T::default();
            for p in 0..k {
                s += a[i * k + p] * b[p * n + j];
            }
            c[i * n + j] = s; // general
        }
    }
}

#[inline(never)]
fn bytes(a: &[i8], b: &[i8], c: &mut [i32], m: usize, n: usize, k: usize) {
    for i in 0..m {
        for j in 0..n {
            let mut s = 0i32;
            for p in 0..k {
                s = s.wrapping_add(a[i * k + p] as i32 * b[p * n + j] as i32);
            }
            c[i * n + j] = s; // bytes
        }
    }
}

#[inline(never)]
fn arrays(a: &[[f64; 40]; 40], b: &[[f64; 40]; 40], c: &mut [[f64; 40]; 40], n: usize) {
    for i in 0..n {
        for j in 0..n {
            let mut s = 0.0;
            for p in 0..n {
                s += a[i][p] * b[p][j];
            }
            c[i][j] = s; // arrays
        }
    }
}

struct Matrix {
    rows: usize,
    columns: usize,
    data: Vec<f64>,
}
impl Index<(usize, usize)> for Matrix {
    type Output = f64;
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        assert!(i < self.rows && j < self.columns);
        &self.data[i * self.columns + j]
    }
}
impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        assert!(i < self.rows && j < self.columns);
        &mut self.data[i * self.columns + j]
    }
}

#[inline(never)]
fn matrices(a: &Matrix, b: &Matrix, c: &mut Matrix, m: usize, n: usize, k: usize) {
    for i in 0..m {
        for j in 0..n {
            let mut s = 0.0;
            for p in 0..k {
                s += a[(i, p)] * b[(p, j)];
            }
            c[(i, j)] = s; // matrices
        }
    }
}

type Rows = Vec<Vec<f64>>;

#[inline(never)]
fn rows(a: &Rows, b: &Rows, c: &mut Rows, m: usize, n: usize, k: usize) {
    for i in 0..m {
        for j in 0..n {
            let mut s = 0.0;
            for p in 0..k {
                s += a[i][p] * b[p][j];
            }
            c[i][j] = s; // rows
        }
    }
}

#[inline(never)]
fn rows_in_memory(a: &[Vec<f64>], b: &[Vec<f64>], c: &mut [Vec<f64>], m: usize, n: usize, k: usize) {
    for i in 0..m {
        for p in 0..k {
            for j in 0..n {
                c[i][j] += a[i][p] * b[p][j]; // rows_in_memory
            }
        }
    }
}

/// Bounds are sizes of what is multiplied.
#[inline(never)]
fn rows_sized(a: &[Vec<f64>], b: &[Vec<f64>], c: &mut [Vec<f64>], _: usize, _: usize, _: usize) {
    for i in 0..a.len() {
        for j in 0..b[0].len() {
            for p in 0..b.len() {
                c[i][j] += a[i][p] * b[p][j]; // rows_sized
            }
        }
    }
}

/// Rows are filled to their own ends before they are added to.
#[inline(never)]
fn rows_filled(a: &Rows, b: &Rows, c: &mut Rows, m: usize, n: usize, k: usize) {
    for i in 0..m {
        c[i].fill(0.0);
        for p in 0..k {
            for j in 0..n {
                c[i][j] += a[i][p] * b[p][j]; // rows_filled
            }
        }
    }
}

/// The ends say how much is added, too.
#[inline(never)]
fn rows_filled_sized(a: &Rows, b: &Rows, c: &mut Rows, _: usize, _: usize, _: usize) {
    for i in 0..c.len() {
        c[i].fill(0.0);
        for p in 0..b.len() {
            for j in 0..c[i].len() {
                c[i][j] += a[i][p] * b[p][j]; // rows_filled_sized
            }
        }
    }
}

/// Rows of A and C by iterators.
#[inline(never)]
fn iterated(a: &[Vec<f64>], b: &[Vec<f64>], c: &mut [Vec<f64>], _: usize, n: usize, _: usize) {
    for (row, out) in a.iter().zip(c.iter_mut()) {
        for j in 0..n {
            let mut s = 0.0;
            for (p, x) in row.iter().enumerate() {
                s += x * b[p][j];
            }
            out[j] = s; // iterated
        }
    }
}

/// All three loops are as long as a row, or as a table.
#[inline(never)]
fn enumerated(a: &[Vec<f64>], b: &[Vec<f64>], c: &mut [Vec<f64>], _: usize, _: usize, _: usize) {
    for (i, row) in a.iter().enumerate() {
        for (p, x) in row.iter().enumerate() {
            for (j, y) in b[p].iter().enumerate() {
                c[i][j] += x * y; // enumerated
            }
        }
    }
}

/// The bound is loaded before the nest, and again in each row.
#[inline(never)]
fn fresh(a: &Rows, b: &Rows, c: &mut Rows, _: usize, _: usize, _: usize) {
    *c = vec![vec![0.0; b[0].len()]; a.len()];
    for i in 0..a.len() {
        for j in 0..b[0].len() {
            for p in 0..b.len() {
                c[i][j] += a[i][p] * b[p][j]; // fresh
            }
        }
    }
}

#[inline(never)]
fn reloaded(a: &Rows, b: &Rows, c: &mut Rows, _: usize, _: usize, _: usize) {
    for (row, out) in a.iter().zip(c.iter_mut()) {
        for j in 0..b[0].len() {
            let mut s = 0.0;
            for (p, x) in row.iter().enumerate() {
                s += x * b[p][j];
            }
            out[j] = s; // reloaded
        }
    }
}

/// Where rows of A are empty, LLVM sets C to zero.
#[inline(never)]
fn summed(a: &[Vec<f64>], b: &[Vec<f64>], c: &mut [Vec<f64>], _: usize, _: usize, _: usize) {
    for (row, out) in a.iter().zip(c.iter_mut()) {
        for (j, z) in out.iter_mut().enumerate() {
            *z = row.iter().zip(b).map(|(x, line)| x * line[j]).sum(); // summed
        }
    }
}

/// The shorter one of each two rows counts: nothing is checked.
#[inline(never)]
fn zipped(a: &[Vec<f64>], b: &[Vec<f64>], c: &mut [Vec<f64>], _: usize, _: usize, _: usize) {
    for (row, out) in a.iter().zip(c.iter_mut()) {
        for (x, line) in row.iter().zip(b) {
            for (z, y) in out.iter_mut().zip(line) {
                *z += x * y; // zipped
            }
        }
    }
}

/// The shorter one of two rows counts, behind a check.
#[inline(never)]
fn half_zipped(a: &[Vec<f64>], b: &[Vec<f64>], c: &mut [Vec<f64>], _: usize, _: usize, _: usize) {
    for (row, out) in a.iter().zip(c.iter_mut()) {
        for (p, line) in b.iter().enumerate() {
            for (z, y) in out.iter_mut().zip(line.iter()) {
                *z += row[p] * y; // half_zipped
            }
        }
    }
}

static SAID: Mutex<String> = Mutex::new(String::new());

fn report(name: &str, case: &str, ended: bool, bits: impl Iterator<Item = u64>) {
    let hash = bits.fold(0u64, |h, x| (h.rotate_left(5) ^ x).wrapping_mul(0x9E3779B97F4A7C15));
    let said = std::mem::take(&mut *SAID.lock().unwrap());
    println!("{name} {case}: {} {hash:x} {said}", if ended { "ended" } else { "panicked" });
}

/// The last chunk of each may be shorter.
#[inline(never)]
fn uneven(a: &[f32], b: &[f32], c: &mut [f32], _: usize, n: usize, k: usize) {
    for (row, out) in a.chunks(k).zip(c.chunks_mut(n)) {
        for (x, line) in row.iter().zip(b.chunks(n)) {
            for (z, y) in out.iter_mut().zip(line) {
                *z += x * y;
            }
        }
    }
}

#[inline(never)]
fn uneven_sums(a: &[f32], bt: &[f32], c: &mut [f32], _: usize, n: usize, k: usize) {
    for (row, out) in a.chunks(k).zip(c.chunks_mut(n)) {
        for (column, z) in bt.chunks(k).zip(out.iter_mut()) {
            *z = row.iter().zip(column).map(|(x, y)| x * y).sum();
        }
    }
}

#[inline(never)]
fn pieces(a: &[f32], b: &[f32], c: &mut [f32], _: usize, n: usize, k: usize) {
    for (i, row) in c.chunks_mut(n).enumerate() {
        for j in 0..n {
            let mut s = 0.0;
            for p in 0..k {
                s += a[i * k + p] * b[p * n + j];
            }
            row[j] = s; // pieces
        }
    }
}

#[inline(never)]
fn pieces_in_place(a: &[f32], b: &[f32], c: &mut [f32], _: usize, n: usize, k: usize) {
    for (i, row) in c.chunks_mut(n).enumerate() {
        for p in 0..k {
            let x = a[i * k + p];
            for j in 0..n {
                row[j] += x * b[p * n + j]; // pieces_in_place
            }
        }
    }
}

#[inline(never)]
fn pieces_of_both(a: &[f32], b: &[f32], c: &mut [f32], _: usize, n: usize, k: usize) {
    for (out, row) in c.chunks_mut(n).zip(a.chunks(k)) {
        for (j, o) in out.iter_mut().enumerate() {
            let mut s = 0.0;
            for p in 0..k {
                s += row[p] * b[p * n + j];
            }
            *o = s; // pieces_of_both
        }
    }
}

#[inline(never)]
fn pieces_of_a(a: &[f32], b: &[f32], c: &mut [f32], _: usize, n: usize, k: usize) {
    for (i, row) in a.chunks(k).enumerate() {
        for j in 0..n {
            let mut s = 0.0;
            for (p, x) in row.iter().enumerate() {
                s += x * b[p * n + j];
            }
            c[i * n + j] = s; // pieces_of_a
        }
    }
}

#[inline(never)]
fn all_pieces(a: &[f32], b: &[f32], c: &mut [f32], _: usize, n: usize, k: usize) {
    for (i, out) in c.chunks_mut(n).enumerate() {
        for (p, line) in b.chunks(n).enumerate() {
            let x = a[i * k + p];
            for (o, y) in out.iter_mut().zip(line) {
                *o += x * y; // all_pieces
            }
        }
    }
}

#[inline(never)]
fn pieces_of_operands(a: &[f32], bt: &[f32], c: &mut [f32], _: usize, n: usize, k: usize) {
    for (i, row) in a.chunks(k).enumerate() {
        for (j, column) in bt.chunks(k).enumerate() {
            let mut s = 0.0;
            for (x, y) in row.iter().zip(column) {
                s += x * y;
            }
            c[i * n + j] = s; // pieces_of_operands
        }
    }
}

fn run(body: impl FnOnce()) -> bool {
    catch_unwind(AssertUnwindSafe(body)).is_ok()
}

fn number(i: usize) -> i32 {
    (i * 7 % 13) as i32 - 6
}

fn shorter(length: usize) -> [usize; 5] {
    [length, 0, length / 2, length.saturating_sub(1), length + 3]
}

fn main() {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().unwrap();
        let mut said = SAID.lock().unwrap();
        *said += &format!("{place} {}", info.payload_as_str().unwrap_or("?"));
    }));
    let forms: [(&str, Slices); 20] = [
        ("indexed", indexed),
        ("accumulated", accumulated),
        ("asserted", asserted),
        ("downward", downward),
        ("chunked", chunked),
        ("numbered", numbered),
        ("in_place", in_place),
        ("upper", upper),
        ("inclusive", inclusive),
        ("from_one", from_one),
        ("lower", lower),
        ("general", general::<f32>),
        ("uneven", uneven),
        ("uneven_sums", uneven_sums),
        ("pieces", pieces),
        ("pieces_in_place", pieces_in_place),
        ("pieces_of_both", pieces_of_both),
        ("pieces_of_a", pieces_of_a),
        ("all_pieces", all_pieces),
        ("pieces_of_operands", pieces_of_operands),
    ];
    for (m, n, k) in [(1, 1, 1), (5, 7, 9), (33, 20, 17), (40, 48, 30), (0, 2, 2), (2, 0, 2), (2, 2, 0)] {
        let full = [m * k, k * n, m * n];
        let mut cases = Vec::new();
        for of in 0..3 {
            for length in shorter(full[of]) {
                let mut lengths = full;
                lengths[of] = length;
                cases.push(lengths);
            }
        }
        for [la, lb, lc] in cases {
            let case = format!("{m}x{n}x{k} {la} {lb} {lc}");
            let a: Vec<f32> = (0..la).map(|i| number(i) as f32).collect();
            let b: Vec<f32> = (0..lb).map(|i| number(i + 1) as f32 / 4.0).collect();
            for (name, form) in forms {
                let mut c: Vec<f32> = (0..lc).map(|i| i as f32).collect();
                let ended = run(|| form(&a, &b, &mut c, m, n, k));
                report(name, &case, ended, c.iter().map(|x| x.to_bits() as u64));
            }
            let a: Vec<i8> = (0..la).map(|i| number(i) as i8).collect();
            let b: Vec<i8> = (0..lb).map(|i| number(i + 1) as i8).collect();
            let mut c: Vec<i32> = vec![7; lc];
            let ended = run(|| bytes(&a, &b, &mut c, m, n, k));
            report("bytes", &case, ended, c.iter().map(|x| *x as u64));
        }
        for of in 0..6 {
            for length in shorter([m, k, k, n, m, n][of]) {
                let mut sizes = [m, k, k, n, m, n];
                sizes[of] = length;
                let new = |rows: usize, columns: usize| Matrix {
                    rows,
                    columns,
                    data: (0..rows * columns).map(|i| number(i) as f64).collect(),
                };
                let (a, b) = (new(sizes[0], sizes[1]), new(sizes[2], sizes[3]));
                let mut c = new(sizes[4], sizes[5]);
                let case = format!("{m}x{n}x{k} {sizes:?}");
                let ended = run(|| matrices(&a, &b, &mut c, m, n, k));
                report("matrices", &case, ended, c.data.iter().map(|x| x.to_bits()));
            }
        }
    }
    let forms: [(&str, ByRows); 12] = [
        ("rows", rows),
        ("rows_in_memory", |a, b, c, m, n, k| rows_in_memory(a, b, c, m, n, k)),
        ("rows_sized", |a, b, c, m, n, k| rows_sized(a, b, c, m, n, k)),
        ("rows_filled", rows_filled),
        ("rows_filled_sized", rows_filled_sized),
        ("iterated", |a, b, c, m, n, k| iterated(a, b, c, m, n, k)),
        ("enumerated", |a, b, c, m, n, k| enumerated(a, b, c, m, n, k)),
        ("fresh", fresh),
        ("reloaded", reloaded),
        ("summed", |a, b, c, m, n, k| summed(a, b, c, m, n, k)),
        ("zipped", |a, b, c, m, n, k| zipped(a, b, c, m, n, k)),
        ("half_zipped", |a, b, c, m, n, k| half_zipped(a, b, c, m, n, k)),
    ];
    for (m, n, k) in [(1, 1, 1), (5, 7, 9), (33, 20, 17), (2, 0, 2)] {
        let counts = [m, k, m];
        let full = [k, n, n];
        for of in 0..3 {
            for row in [0, counts[of] / 2, counts[of] - 1] {
                for length in shorter(full[of]) {
                    for missing in [0, 1] {
                        let new = |o: usize| -> Rows {
                            let some = counts[o] - if o == of { missing } else { 0 };
                            (0..some).map(|i| {
                                let size = if o == of && i == row { length } else { full[o] };
                                (0..size).map(|j| number(i * 50 + j + o) as f64).collect()
                            }).collect()
                        };
                        let (a, b) = (new(0), new(1));
                        for (name, form) in forms {
                            let mut c = new(2);
                            let ended = run(|| form(&a, &b, &mut c, m, n, k));
                            let case = format!("{m}x{n}x{k} {of} {row} {length} {missing}");
                            report(name, &case, ended, c.iter().flatten().map(|x| x.to_bits()));
                        }
                    }
                }
            }
        }
    }
    let a: [[f64; 40]; 40] = std::array::from_fn(|i| std::array::from_fn(|j| number(i * 40 + j) as f64));
    for n in [0, 1, 20, 39, 40, 41] {
        let mut c = [[1.0; 40]; 40];
        let ended = run(|| arrays(&a, &a, &mut c, n));
        report("arrays", &n.to_string(), ended, c.iter().flatten().map(|x| x.to_bits()));
    }
    for (m, n, k) in [(0, 0, 0), (30, 255, 40), (255, 254, 255), (255, 255, 255)] {
        for short in [0, 1] {
            let of = |size: u8, row: u8| (size as usize) * 256 + row as usize + 1;
            let a: Vec<f32> = (0..of(m, k) - short).map(|i| number(i) as f32).collect();
            let b: Vec<f32> = (0..of(k, n)).map(|i| number(i + 1) as f32 / 4.0).collect();
            let mut c = vec![1.0f32; of(m, n)];
            let ended = run(|| narrow(&a, &b, &mut c, m, n, k));
            report("narrow", &format!("{m}x{n}x{k} {short}"), ended, c.iter().map(|x| x.to_bits() as u64));
        }
    }
}
