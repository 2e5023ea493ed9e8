; What dot instructions do (Intel SDM, volume 2), for machines without them:
; included in place of the intrinsics' declarations. Denormals are left as they are.

define internal <16 x i32> @vpdpbusd.512(<16 x i32> %acc, <64 x i8> %x, <64 x i8> %y) {
  %xe = zext <64 x i8> %x to <64 x i32>
  %ye = sext <64 x i8> %y to <64 x i32>
  %p = mul <64 x i32> %xe, %ye
  %s0 = shufflevector <64 x i32> %p, <64 x i32> poison, <16 x i32> <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28, i32 32, i32 36, i32 40, i32 44, i32 48, i32 52, i32 56, i32 60>
  %s1 = shufflevector <64 x i32> %p, <64 x i32> poison, <16 x i32> <i32 1, i32 5, i32 9, i32 13, i32 17, i32 21, i32 25, i32 29, i32 33, i32 37, i32 41, i32 45, i32 49, i32 53, i32 57, i32 61>
  %s2 = shufflevector <64 x i32> %p, <64 x i32> poison, <16 x i32> <i32 2, i32 6, i32 10, i32 14, i32 18, i32 22, i32 26, i32 30, i32 34, i32 38, i32 42, i32 46, i32 50, i32 54, i32 58, i32 62>
  %s3 = shufflevector <64 x i32> %p, <64 x i32> poison, <16 x i32> <i32 3, i32 7, i32 11, i32 15, i32 19, i32 23, i32 27, i32 31, i32 35, i32 39, i32 43, i32 47, i32 51, i32 55, i32 59, i32 63>
  %a0 = add <16 x i32> %acc, %s0
  %a1 = add <16 x i32> %a0, %s1
  %a2 = add <16 x i32> %a1, %s2
  %a3 = add <16 x i32> %a2, %s3
  ret <16 x i32> %a3
}

define internal <16 x i32> @vpdpwssd.512(<16 x i32> %acc, <32 x i16> %x, <32 x i16> %y) {
  %xe = sext <32 x i16> %x to <32 x i32>
  %ye = sext <32 x i16> %y to <32 x i32>
  %p = mul <32 x i32> %xe, %ye
  %s0 = shufflevector <32 x i32> %p, <32 x i32> poison, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %s1 = shufflevector <32 x i32> %p, <32 x i32> poison, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %a0 = add <16 x i32> %acc, %s0
  %a1 = add <16 x i32> %a0, %s1
  ret <16 x i32> %a1
}

define internal <8 x i32> @vpdpbusd.256(<8 x i32> %acc, <32 x i8> %x, <32 x i8> %y) {
  %xe = zext <32 x i8> %x to <32 x i32>
  %ye = sext <32 x i8> %y to <32 x i32>
  %p = mul <32 x i32> %xe, %ye
  %s0 = shufflevector <32 x i32> %p, <32 x i32> poison, <8 x i32> <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28>
  %s1 = shufflevector <32 x i32> %p, <32 x i32> poison, <8 x i32> <i32 1, i32 5, i32 9, i32 13, i32 17, i32 21, i32 25, i32 29>
  %s2 = shufflevector <32 x i32> %p, <32 x i32> poison, <8 x i32> <i32 2, i32 6, i32 10, i32 14, i32 18, i32 22, i32 26, i32 30>
  %s3 = shufflevector <32 x i32> %p, <32 x i32> poison, <8 x i32> <i32 3, i32 7, i32 11, i32 15, i32 19, i32 23, i32 27, i32 31>
  %a0 = add <8 x i32> %acc, %s0
  %a1 = add <8 x i32> %a0, %s1
  %a2 = add <8 x i32> %a1, %s2
  %a3 = add <8 x i32> %a2, %s3
  ret <8 x i32> %a3
}

define internal <8 x i32> @vpdpwssd.256(<8 x i32> %acc, <16 x i16> %x, <16 x i16> %y) {
  %xe = sext <16 x i16> %x to <16 x i32>
  %ye = sext <16 x i16> %y to <16 x i32>
  %p = mul <16 x i32> %xe, %ye
  %s0 = shufflevector <16 x i32> %p, <16 x i32> poison, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %s1 = shufflevector <16 x i32> %p, <16 x i32> poison, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %a0 = add <8 x i32> %acc, %s0
  %a1 = add <8 x i32> %a0, %s1
  ret <8 x i32> %a1
}

define internal <8 x i32> @vpdpbssd.256(<8 x i32> %acc, <32 x i8> %x, <32 x i8> %y) {
  %xe = sext <32 x i8> %x to <32 x i32>
  %ye = sext <32 x i8> %y to <32 x i32>
  %p = mul <32 x i32> %xe, %ye
  %s0 = shufflevector <32 x i32> %p, <32 x i32> poison, <8 x i32> <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28>
  %s1 = shufflevector <32 x i32> %p, <32 x i32> poison, <8 x i32> <i32 1, i32 5, i32 9, i32 13, i32 17, i32 21, i32 25, i32 29>
  %s2 = shufflevector <32 x i32> %p, <32 x i32> poison, <8 x i32> <i32 2, i32 6, i32 10, i32 14, i32 18, i32 22, i32 26, i32 30>
  %s3 = shufflevector <32 x i32> %p, <32 x i32> poison, <8 x i32> <i32 3, i32 7, i32 11, i32 15, i32 19, i32 23, i32 27, i32 31>
  %a0 = add <8 x i32> %acc, %s0
  %a1 = add <8 x i32> %a0, %s1
  %a2 = add <8 x i32> %a1, %s2
  %a3 = add <8 x i32> %a2, %s3
  ret <8 x i32> %a3
}

define internal <8 x i32> @vpdpbuud.256(<8 x i32> %acc, <32 x i8> %x, <32 x i8> %y) {
  %xe = zext <32 x i8> %x to <32 x i32>
  %ye = zext <32 x i8> %y to <32 x i32>
  %p = mul <32 x i32> %xe, %ye
  %s0 = shufflevector <32 x i32> %p, <32 x i32> poison, <8 x i32> <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28>
  %s1 = shufflevector <32 x i32> %p, <32 x i32> poison, <8 x i32> <i32 1, i32 5, i32 9, i32 13, i32 17, i32 21, i32 25, i32 29>
  %s2 = shufflevector <32 x i32> %p, <32 x i32> poison, <8 x i32> <i32 2, i32 6, i32 10, i32 14, i32 18, i32 22, i32 26, i32 30>
  %s3 = shufflevector <32 x i32> %p, <32 x i32> poison, <8 x i32> <i32 3, i32 7, i32 11, i32 15, i32 19, i32 23, i32 27, i32 31>
  %a0 = add <8 x i32> %acc, %s0
  %a1 = add <8 x i32> %a0, %s1
  %a2 = add <8 x i32> %a1, %s2
  %a3 = add <8 x i32> %a2, %s3
  ret <8 x i32> %a3
}

define internal <8 x i32> @vpdpwusd.256(<8 x i32> %acc, <16 x i16> %x, <16 x i16> %y) {
  %xe = zext <16 x i16> %x to <16 x i32>
  %ye = sext <16 x i16> %y to <16 x i32>
  %p = mul <16 x i32> %xe, %ye
  %s0 = shufflevector <16 x i32> %p, <16 x i32> poison, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %s1 = shufflevector <16 x i32> %p, <16 x i32> poison, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %a0 = add <8 x i32> %acc, %s0
  %a1 = add <8 x i32> %a0, %s1
  ret <8 x i32> %a1
}

define internal <8 x i32> @vpdpwuud.256(<8 x i32> %acc, <16 x i16> %x, <16 x i16> %y) {
  %xe = zext <16 x i16> %x to <16 x i32>
  %ye = zext <16 x i16> %y to <16 x i32>
  %p = mul <16 x i32> %xe, %ye
  %s0 = shufflevector <16 x i32> %p, <16 x i32> poison, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %s1 = shufflevector <16 x i32> %p, <16 x i32> poison, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %a0 = add <8 x i32> %acc, %s0
  %a1 = add <8 x i32> %a0, %s1
  ret <8 x i32> %a1
}

define internal <16 x i32> @vpdpbssd.512(<16 x i32> %acc, <64 x i8> %x, <64 x i8> %y) {
  %xe = sext <64 x i8> %x to <64 x i32>
  %ye = sext <64 x i8> %y to <64 x i32>
  %p = mul <64 x i32> %xe, %ye
  %s0 = shufflevector <64 x i32> %p, <64 x i32> poison, <16 x i32> <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28, i32 32, i32 36, i32 40, i32 44, i32 48, i32 52, i32 56, i32 60>
  %s1 = shufflevector <64 x i32> %p, <64 x i32> poison, <16 x i32> <i32 1, i32 5, i32 9, i32 13, i32 17, i32 21, i32 25, i32 29, i32 33, i32 37, i32 41, i32 45, i32 49, i32 53, i32 57, i32 61>
  %s2 = shufflevector <64 x i32> %p, <64 x i32> poison, <16 x i32> <i32 2, i32 6, i32 10, i32 14, i32 18, i32 22, i32 26, i32 30, i32 34, i32 38, i32 42, i32 46, i32 50, i32 54, i32 58, i32 62>
  %s3 = shufflevector <64 x i32> %p, <64 x i32> poison, <16 x i32> <i32 3, i32 7, i32 11, i32 15, i32 19, i32 23, i32 27, i32 31, i32 35, i32 39, i32 43, i32 47, i32 51, i32 55, i32 59, i32 63>
  %a0 = add <16 x i32> %acc, %s0
  %a1 = add <16 x i32> %a0, %s1
  %a2 = add <16 x i32> %a1, %s2
  %a3 = add <16 x i32> %a2, %s3
  ret <16 x i32> %a3
}

define internal <16 x i32> @vpdpbuud.512(<16 x i32> %acc, <64 x i8> %x, <64 x i8> %y) {
  %xe = zext <64 x i8> %x to <64 x i32>
  %ye = zext <64 x i8> %y to <64 x i32>
  %p = mul <64 x i32> %xe, %ye
  %s0 = shufflevector <64 x i32> %p, <64 x i32> poison, <16 x i32> <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28, i32 32, i32 36, i32 40, i32 44, i32 48, i32 52, i32 56, i32 60>
  %s1 = shufflevector <64 x i32> %p, <64 x i32> poison, <16 x i32> <i32 1, i32 5, i32 9, i32 13, i32 17, i32 21, i32 25, i32 29, i32 33, i32 37, i32 41, i32 45, i32 49, i32 53, i32 57, i32 61>
  %s2 = shufflevector <64 x i32> %p, <64 x i32> poison, <16 x i32> <i32 2, i32 6, i32 10, i32 14, i32 18, i32 22, i32 26, i32 30, i32 34, i32 38, i32 42, i32 46, i32 50, i32 54, i32 58, i32 62>
  %s3 = shufflevector <64 x i32> %p, <64 x i32> poison, <16 x i32> <i32 3, i32 7, i32 11, i32 15, i32 19, i32 23, i32 27, i32 31, i32 35, i32 39, i32 43, i32 47, i32 51, i32 55, i32 59, i32 63>
  %a0 = add <16 x i32> %acc, %s0
  %a1 = add <16 x i32> %a0, %s1
  %a2 = add <16 x i32> %a1, %s2
  %a3 = add <16 x i32> %a2, %s3
  ret <16 x i32> %a3
}

define internal <16 x i32> @vpdpwusd.512(<16 x i32> %acc, <32 x i16> %x, <32 x i16> %y) {
  %xe = zext <32 x i16> %x to <32 x i32>
  %ye = sext <32 x i16> %y to <32 x i32>
  %p = mul <32 x i32> %xe, %ye
  %s0 = shufflevector <32 x i32> %p, <32 x i32> poison, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %s1 = shufflevector <32 x i32> %p, <32 x i32> poison, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %a0 = add <16 x i32> %acc, %s0
  %a1 = add <16 x i32> %a0, %s1
  ret <16 x i32> %a1
}

define internal <16 x i32> @vpdpwuud.512(<16 x i32> %acc, <32 x i16> %x, <32 x i16> %y) {
  %xe = zext <32 x i16> %x to <32 x i32>
  %ye = zext <32 x i16> %y to <32 x i32>
  %p = mul <32 x i32> %xe, %ye
  %s0 = shufflevector <32 x i32> %p, <32 x i32> poison, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %s1 = shufflevector <32 x i32> %p, <32 x i32> poison, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %a0 = add <16 x i32> %acc, %s0
  %a1 = add <16 x i32> %a0, %s1
  ret <16 x i32> %a1
}

define internal <16 x float> @dpbf16ps.512(<16 x float> %acc, <32 x bfloat> %x, <32 x bfloat> %y) {
  %xe = fpext <32 x bfloat> %x to <32 x float>
  %ye = fpext <32 x bfloat> %y to <32 x float>
  %x1 = shufflevector <32 x float> %xe, <32 x float> poison, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %y1 = shufflevector <32 x float> %ye, <32 x float> poison, <16 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31>
  %x0 = shufflevector <32 x float> %xe, <32 x float> poison, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %y0 = shufflevector <32 x float> %ye, <32 x float> poison, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  %a0 = call <16 x float> @llvm.fma.v16f32(<16 x float> %x1, <16 x float> %y1, <16 x float> %acc)
  %a1 = call <16 x float> @llvm.fma.v16f32(<16 x float> %x0, <16 x float> %y0, <16 x float> %a0)
  ret <16 x float> %a1
}
declare <16 x float> @llvm.fma.v16f32(<16 x float>, <16 x float>, <16 x float>)

define internal <8 x float> @dpbf16ps.256(<8 x float> %acc, <16 x bfloat> %x, <16 x bfloat> %y) {
  %xe = fpext <16 x bfloat> %x to <16 x float>
  %ye = fpext <16 x bfloat> %y to <16 x float>
  %x1 = shufflevector <16 x float> %xe, <16 x float> poison, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %y1 = shufflevector <16 x float> %ye, <16 x float> poison, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
  %x0 = shufflevector <16 x float> %xe, <16 x float> poison, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %y0 = shufflevector <16 x float> %ye, <16 x float> poison, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %a0 = call <8 x float> @llvm.fma.v8f32(<8 x float> %x1, <8 x float> %y1, <8 x float> %acc)
  %a1 = call <8 x float> @llvm.fma.v8f32(<8 x float> %x0, <8 x float> %y0, <8 x float> %a0)
  ret <8 x float> %a1
}
declare <8 x float> @llvm.fma.v8f32(<8 x float>, <8 x float>, <8 x float>)
