!===- fortran-arrays.F90 - Fortran arrays that know their shape --------------===!
!
! Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
!
! Allocatable arrays, pointers, sections as arguments, MATMUL; see fortran.F90.
! Below -O3 flang leaves MATMUL to its library.
!
! REQUIRES: flang
! RUN: %exec %s --sizes=small
! RUN: %exec %s --flags=-O2 --sizes=small \
! RUN:   --only=allocatable_arguments,module_arrays,components,pointers,pointers_to_sections,strided_sections,reversed_sections,copied_sections,contained
!
!===------------------------------------------------------------------------===!

#define EXPLICIT(name) subroutine name(m, n, l, alpha, beta, a, lda, b, ldb, c, ldc)
#define SCALARS integer :: m, n, l, lda, ldb, ldc, i, j, k; real(RK) :: alpha, beta, t
#define DECLARE SCALARS; real(RK) :: a(lda, *), b(ldb, *), c(ldc, *)
#define DECLARE_TARGETS SCALARS; real(RK), target :: a(lda, *), b(ldb, *), c(ldc, *)

! c = c + a b for arrays that know their shape, by columns and by dot products.
#define COLUMNS(a, b, c) do j = 1, size(c, 2); do k = 1, size(a, 2); do i = 1, size(c, 1); c(i, j) = c(i, j) + a(i, k) * b(k, j); end do; end do; end do
#define DOTS(a, b, c) do j = 1, size(c, 2); do i = 1, size(c, 1); t = 0; do k = 1, size(a, 2); t = t + a(i, k) * b(k, j); end do; c(i, j) = t; end do; end do

module MOD
  implicit none
  real(RK), allocatable :: xa(:, :), xb(:, :), xc(:, :)
  type :: matrix
    integer :: rows, columns
    real(RK), allocatable :: x(:, :)
  end type
contains

  EXPLICIT(allocatable_arguments)
    DECLARE
    real(RK), allocatable :: ya(:, :), yb(:, :), yc(:, :)
    ya = a(1:m, 1:l)
    yb = b(1:l, 1:n)
    yc = c(1:m, 1:n)
    call allocatable_arguments_impl(ya, yb, yc)
    c(1:m, 1:n) = yc
  end subroutine

  subroutine allocatable_arguments_impl(a, b, c)
    real(RK), allocatable, intent(in) :: a(:, :), b(:, :)
    real(RK), allocatable, intent(inout) :: c(:, :)
    integer :: i, j, k
    COLUMNS(a, b, c)
  end subroutine

  EXPLICIT(module_arrays)
    DECLARE
    xa = a(1:m, 1:l)
    xb = b(1:l, 1:n)
    xc = c(1:m, 1:n)
    call module_arrays_impl
    c(1:m, 1:n) = xc
    deallocate(xa, xb, xc)
  end subroutine

  subroutine module_arrays_impl
    integer :: i, j, k
    COLUMNS(xa, xb, xc)
  end subroutine

  EXPLICIT(components)
    DECLARE
    type(matrix) :: ya, yb, yc
    ya = matrix(m, l, a(1:m, 1:l))
    yb = matrix(l, n, b(1:l, 1:n))
    yc = matrix(m, n, c(1:m, 1:n))
    call components_impl(ya, yb, yc)
    c(1:m, 1:n) = yc%x
  end subroutine

  subroutine components_impl(a, b, c)
    type(matrix), intent(in) :: a, b
    type(matrix), intent(inout) :: c
    integer :: i, j, k
    do j = 1, c%columns
      do i = 1, c%rows
        do k = 1, a%columns
          c%x(i, j) = c%x(i, j) + a%x(i, k) * b%x(k, j)
        end do
      end do
    end do
  end subroutine

  ! What pointers point at may be the same.
  EXPLICIT(pointers)
    DECLARE_TARGETS
    real(RK), pointer :: pa(:, :), pb(:, :), pc(:, :)
    pa => a(1:m, 1:l)
    pb => b(1:l, 1:n)
    pc => c(1:m, 1:n)
    call pointers_impl(pa, pb, pc)
  end subroutine

  subroutine pointers_impl(a, b, c)
    real(RK), pointer, intent(in) :: a(:, :), b(:, :), c(:, :)
    real(RK) :: t
    integer :: i, j, k
    DOTS(a, b, c)
  end subroutine

  EXPLICIT(pointers_to_sections)
    DECLARE_TARGETS
    real(RK), pointer :: pa(:, :), pb(:, :), pc(:, :)
    pa => a(m:1:-1, 1:l:2)
    pb => b(1:l:2, 1:n)
    pc => c(1:m, 1:n)
    call pointers_to_sections_impl(pa, pb, pc)
  end subroutine

  subroutine pointers_to_sections_impl(a, b, c)
    real(RK), pointer, intent(in) :: a(:, :), b(:, :), c(:, :)
    integer :: i, j, k
    COLUMNS(a, b, c)
  end subroutine

  ! Every other row, every third column.
  EXPLICIT(strided_sections)
    DECLARE
    call strided_sections_impl(a(1:m:2, 1:l:3), b(1:l:3, 1:n), c(1:m:2, 1:n:3))
  end subroutine

  subroutine strided_sections_impl(a, b, c)
    real(RK), intent(in) :: a(:, :), b(:, :)
    real(RK), intent(inout) :: c(:, :)
    integer :: i, j, k
    COLUMNS(a, b, c)
  end subroutine

  EXPLICIT(reversed_sections)
    DECLARE
    call reversed_sections_impl(a(m:1:-1, 1:l), b(1:l, n:1:-1), c(m:1:-1, 1:n))
  end subroutine

  subroutine reversed_sections_impl(a, b, c)
    real(RK), intent(in) :: a(:, :), b(:, :)
    real(RK), intent(inout) :: c(:, :)
    real(RK) :: t
    integer :: i, j, k
    DOTS(a, b, c)
  end subroutine

  ! Sections that are copied to make them contiguous, and back.
  EXPLICIT(copied_sections)
    DECLARE
    call copied_sections_impl((m + 1) / 2, n, l, a(1:m:2, 1:l), b(1:l, 1:n), c(1:m:2, 1:n))
  end subroutine

  subroutine copied_sections_impl(m, n, l, a, b, c)
    integer, intent(in) :: m, n, l
    real(RK), intent(in) :: a(m, l), b(l, n)
    real(RK), intent(inout) :: c(m, n)
    integer :: i, j, k
    COLUMNS(a, b, c)
  end subroutine

  ! An internal procedure that uses what belongs to its host.
  EXPLICIT(contained)
    DECLARE
    call product_of_host
  contains
    subroutine product_of_host
      do j = 1, n
        do i = 1, m
          do k = 1, l
            c(i, j) = c(i, j) - a(i, k) * b(k, j)
          end do
        end do
      end do
    end subroutine
  end subroutine

  EXPLICIT(matmul_of_sections)
    DECLARE
    c(1:m, 1:n) = matmul(a(1:m, 1:l), b(1:l, 1:n))
  end subroutine

  EXPLICIT(matmul_explicit)
    DECLARE
    if (lda == m .and. ldb == l .and. ldc == m) &
      call matmul_explicit_impl(m, n, l, a, b, c)
  end subroutine

  subroutine matmul_explicit_impl(m, n, l, a, b, c)
    integer, intent(in) :: m, n, l
    real(RK), intent(in) :: a(m, l), b(l, n)
    real(RK), intent(inout) :: c(m, n)
    c = matmul(a, b)
  end subroutine

  EXPLICIT(matmul_added)
    DECLARE
    if (lda == m .and. ldb == l .and. ldc == m) &
      call matmul_added_impl(m, n, l, a, b, c)
  end subroutine

  subroutine matmul_added_impl(m, n, l, a, b, c)
    integer, intent(in) :: m, n, l
    real(RK), intent(in) :: a(m, l), b(l, n)
    real(RK), intent(inout) :: c(m, n)
    c = c + matmul(a, b)
  end subroutine

  EXPLICIT(matmul_assumed)
    DECLARE
    call matmul_assumed_impl(a(1:m:2, 1:l), b(1:l, n:1:-1), c(1:m:2, 1:n))
  end subroutine

  subroutine matmul_assumed_impl(a, b, c)
    real(RK), intent(in) :: a(:, :), b(:, :)
    real(RK), intent(inout) :: c(:, :)
    c = matmul(a, b)
  end subroutine

  EXPLICIT(matmul_allocated)
    DECLARE
    real(RK), allocatable :: yc(:, :)
    yc = matmul(a(1:m, 1:l), b(1:l, 1:n))
    c(1:m, 1:n) = yc
  end subroutine

  ! Here a has m columns.
  EXPLICIT(matmul_transposed)
    DECLARE
    if (lda == l .and. ldb == l .and. ldc == m) &
      call matmul_transposed_impl(m, n, l, a, b, c)
  end subroutine

  subroutine matmul_transposed_impl(m, n, l, a, b, c)
    integer, intent(in) :: m, n, l
    real(RK), intent(in) :: a(l, m), b(l, n)
    real(RK), intent(inout) :: c(m, n)
    c = matmul(transpose(a), b)
  end subroutine

end module
