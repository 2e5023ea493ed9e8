; C = A * B for matrices of nibbles, two to the byte, column by column: the first
; 8x16 times 16x8, the second 5x13 times 13x7.

target triple = "powerpc64le-unknown-linux-gnu"

define void @whole(ptr %a, ptr %b, ptr %c) #0 {
  %a8 = load <64 x i8>, ptr %a, align 1
  %b8 = load <64 x i8>, ptr %b, align 1
  %a4 = bitcast <64 x i8> %a8 to <128 x i4>
  %b4 = bitcast <64 x i8> %b8 to <128 x i4>
  %aw = sext <128 x i4> %a4 to <128 x i32>
  %bw = sext <128 x i4> %b4 to <128 x i32>
  %p = call <64 x i32> @llvm.matrix.multiply.v64i32.v128i32.v128i32(<128 x i32> %aw, <128 x i32> %bw, i32 8, i32 16, i32 8)
  store <64 x i32> %p, ptr %c, align 4
  ret void
}

define void @ragged(ptr %a, ptr %b, ptr %c) #0 {
  %a8 = load <33 x i8>, ptr %a, align 1
  %b8 = load <46 x i8>, ptr %b, align 1
  %a4 = bitcast <33 x i8> %a8 to <66 x i4>
  %b4 = bitcast <46 x i8> %b8 to <92 x i4>
  %aw = sext <66 x i4> %a4 to <66 x i32>
  %bw = sext <92 x i4> %b4 to <92 x i32>
  %am = shufflevector <66 x i32> %aw, <66 x i32> poison, <65 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63, i32 64>
  %bm = shufflevector <92 x i32> %bw, <92 x i32> poison, <91 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63, i32 64, i32 65, i32 66, i32 67, i32 68, i32 69, i32 70, i32 71, i32 72, i32 73, i32 74, i32 75, i32 76, i32 77, i32 78, i32 79, i32 80, i32 81, i32 82, i32 83, i32 84, i32 85, i32 86, i32 87, i32 88, i32 89, i32 90>
  %p = call <35 x i32> @llvm.matrix.multiply.v35i32.v65i32.v91i32(<65 x i32> %am, <91 x i32> %bm, i32 5, i32 13, i32 7)
  store <35 x i32> %p, ptr %c, align 4
  ret void
}

attributes #0 = { "target-cpu"="pwr10" }
