!===- fortran.F90 - Fortran nests --------------------------------------------===!
!
! Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!
!===------------------------------------------------------------------------===!
!
! Compiled as module plain and as module gemmify; fortran.table.c calls each
! procedure with the same arguments.
!
! REQUIRES: flang
! RUN: %exec %s
! RUN: %exec %s --flags=-O2 --sizes=small
! RUN: %exec %s --flags="-O3 -march=native -ffast-math" --tolerance --sizes=small
!
!===------------------------------------------------------------------------===!

#define EXPLICIT(name) subroutine name(m, n, l, alpha, beta, a, lda, b, ldb, c, ldc)
#define DECLARE integer :: m, n, l, lda, ldb, ldc, i, j, k; real(RK) :: alpha, beta, t, a(lda, *), b(ldb, *), c(ldc, *)

module MOD
  implicit none
contains

  EXPLICIT(ijk)
    DECLARE
    do i = 1, m
      do j = 1, n
        do k = 1, l
          c(i, j) = c(i, j) + a(i, k) * b(k, j)
        end do
      end do
    end do
  end subroutine

  EXPLICIT(ikj)
    DECLARE
    do i = 1, m
      do k = 1, l
        do j = 1, n
          c(i, j) = c(i, j) + a(i, k) * b(k, j)
        end do
      end do
    end do
  end subroutine

  EXPLICIT(jik)
    DECLARE
    do j = 1, n
      do i = 1, m
        do k = 1, l
          c(i, j) = c(i, j) - a(i, k) * b(k, j)
        end do
      end do
    end do
  end subroutine

  EXPLICIT(jki)
    DECLARE
    do j = 1, n
      do k = 1, l
        do i = 1, m
          c(i, j) = c(i, j) + a(i, k) * b(k, j)
        end do
      end do
    end do
  end subroutine

  EXPLICIT(kji)
    DECLARE
    do k = 1, l
      do j = 1, n
        do i = 1, m
          c(i, j) = c(i, j) - a(i, k) * b(k, j)
        end do
      end do
    end do
  end subroutine

  EXPLICIT(kij)
    DECLARE
    do k = 1, l
      do i = 1, m
        do j = 1, n
          c(i, j) = c(i, j) + a(i, k) * b(k, j)
        end do
      end do
    end do
  end subroutine

  EXPLICIT(scalar_sum)
    DECLARE
    do j = 1, n
      do i = 1, m
        t = 0
        do k = 1, l
          t = t + a(i, k) * b(k, j)
        end do
        c(i, j) = t
      end do
    end do
  end subroutine

  EXPLICIT(scalar_alpha_beta)
    DECLARE
    do j = 1, n
      do i = 1, m
        t = 0
        do k = 1, l
          t = t + a(i, k) * b(k, j)
        end do
        c(i, j) = alpha * t + beta * c(i, j)
      end do
    end do
  end subroutine

  EXPLICIT(downward)
    DECLARE
    do j = n, 1, -1
      do k = l, 1, -1
        do i = 1, m
          c(i, j) = c(i, j) + a(i, k) * b(k, j)
        end do
      end do
    end do
  end subroutine

  ! The loops of the reference BLAS, not transposed.
  EXPLICIT(reference_blas)
    DECLARE
    do j = 1, n
      do i = 1, m
        c(i, j) = beta * c(i, j)
      end do
      do k = 1, l
        t = alpha * b(k, j)
        do i = 1, m
          c(i, j) = c(i, j) + t * a(i, k)
        end do
      end do
    end do
  end subroutine

  ! Zero first, whole columns, as array assignments.
  EXPLICIT(columns_by_section)
    DECLARE
    do j = 1, n
      c(1:m, j) = 0
      do k = 1, l
        c(1:m, j) = c(1:m, j) + a(1:m, k) * b(k, j)
      end do
    end do
  end subroutine

  ! 8-byte indices.
  EXPLICIT(long_indices)
    integer :: m, n, l, lda, ldb, ldc
    integer(8) :: i, j, k
    real(RK) :: alpha, beta, a(lda, *), b(ldb, *), c(ldc, *)
    do j = 1, n
      do k = 1, l
        do i = 1, m
          c(i, j) = c(i, j) + a(i, k) * b(k, j)
        end do
      end do
    end do
  end subroutine

  EXPLICIT(concurrent)
    DECLARE
    do concurrent(j=1:n, i=1:m) local(t)
      t = 0
      do k = 1, l
        t = t + a(i, k) * b(k, j)
      end do
      c(i, j) = t
    end do
  end subroutine

  EXPLICIT(concurrent_in_place)
    DECLARE
    do concurrent(j=1:n, i=1:m)
      do k = 1, l
        c(i, j) = c(i, j) + a(i, k) * b(k, j)
      end do
    end do
  end subroutine

  ! Assumed shape: the strides come from descriptors.
  EXPLICIT(assumed_shape)
    DECLARE
    call assumed_shape_impl(a(1:m, 1:l), b(1:l, 1:n), c(1:m, 1:n))
  end subroutine

  subroutine assumed_shape_impl(a, b, c)
    real(RK), intent(in) :: a(:, :), b(:, :)
    real(RK), intent(inout) :: c(:, :)
    integer :: i, j, k
    do j = 1, size(c, 2)
      do k = 1, size(a, 2)
        do i = 1, size(c, 1)
          c(i, j) = c(i, j) + a(i, k) * b(k, j)
        end do
      end do
    end do
  end subroutine

  EXPLICIT(assumed_shape_scalar)
    DECLARE
    call assumed_shape_scalar_impl(a(1:m, 1:l), b(1:l, 1:n), c(1:m, 1:n))
  end subroutine

  subroutine assumed_shape_scalar_impl(a, b, c)
    real(RK), intent(in) :: a(:, :), b(:, :)
    real(RK), intent(inout) :: c(:, :)
    real(RK) :: t
    integer :: i, j, k
    do i = 1, size(c, 1)
      do j = 1, size(c, 2)
        t = c(i, j)
        do k = 1, size(a, 2)
          t = t + a(i, k) * b(k, j)
        end do
        c(i, j) = t
      end do
    end do
  end subroutine

  EXPLICIT(contiguous_dummy)
    DECLARE
    if (lda == m .and. ldb == l .and. ldc == m) &
      call contiguous_dummy_impl(a(1:m, 1:l), b(1:l, 1:n), c(1:m, 1:n))
  end subroutine

  subroutine contiguous_dummy_impl(a, b, c)
    real(RK), intent(in), contiguous :: a(:, :), b(:, :)
    real(RK), intent(inout), contiguous :: c(:, :)
    integer :: i, j, k
    do j = 1, size(c, 2)
      do i = 1, size(c, 1)
        do k = 1, size(a, 2)
          c(i, j) = c(i, j) + a(i, k) * b(k, j)
        end do
      end do
    end do
  end subroutine

  ! Explicit shape without a leading dimension of its own.
  EXPLICIT(explicit_shape)
    DECLARE
    if (lda == m .and. ldb == l .and. ldc == m) &
      call explicit_shape_impl(m, n, l, a, b, c)
  end subroutine

  subroutine explicit_shape_impl(m, n, l, a, b, c)
    integer, intent(in) :: m, n, l
    real(RK), intent(in) :: a(m, l), b(l, n)
    real(RK), intent(inout) :: c(m, n)
    integer :: i, j, k
    do j = 1, n
      do k = 1, l
        do i = 1, m
          c(i, j) = c(i, j) + a(i, k) * b(k, j)
        end do
      end do
    end do
  end subroutine

  ! Lower bounds of the dummies other than one.
  EXPLICIT(lower_bounds)
    DECLARE
    call lower_bounds_impl(m, n, l, a, lda, b, ldb, c, ldc)
  end subroutine

  subroutine lower_bounds_impl(m, n, l, a, lda, b, ldb, c, ldc)
    integer, intent(in) :: m, n, l, lda, ldb, ldc
    real(RK), intent(in) :: a(0:lda - 1, 0:*), b(-1:ldb - 2, 5:*)
    real(RK), intent(inout) :: c(2:ldc + 1, -3:*)
    integer :: i, j, k
    do j = 0, n - 1
      do i = 0, m - 1
        do k = 0, l - 1
          c(i + 2, j - 3) = c(i + 2, j - 3) + a(i, k) * b(k - 1, j + 5)
        end do
      end do
    end do
  end subroutine

  ! Products and sums of 8 bytes, whatever the arrays have.
  EXPLICIT(double_sum)
    DECLARE
    real(8) :: s
    do j = 1, n
      do i = 1, m
        s = c(i, j)
        do k = 1, l
          s = s + real(a(i, k), 8) * b(k, j)
        end do
        c(i, j) = real(s, RK)
      end do
    end do
  end subroutine

end module
