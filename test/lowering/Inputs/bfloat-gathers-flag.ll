!llvm.module.flags = !{!0}
!0 = !{i32 7, !"gemmify-bfloat-gathers", i32 1}
