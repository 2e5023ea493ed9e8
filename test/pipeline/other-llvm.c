// A program with another LLVM is told which one the plugin is for. The library
// here says that it is another one.
//
// REQUIRES: native-x86
// UNSUPPORTED: asan
// RUN: %clang -shared -fPIC -DSHIM %s -o %t.so
// RUN: not env LD_PRELOAD=%t.so %clang -O1 -fpass-plugin=%gemmify -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not env LD_PRELOAD=%t.so %opt -passes=gemmify -disable-output /dev/null 2>&1 | FileCheck %s
// CHECK: error: Gemmify.so was built for LLVM [[OWN:[0-9]+]], and this program has LLVM 18.1.3; use clang-[[OWN]], flang-[[OWN]] or opt-[[OWN]]

#ifdef SHIM
void LLVMGetVersion(unsigned *Major, unsigned *Minor, unsigned *Patch) {
  *Major = 18;
  *Minor = 1;
  *Patch = 3;
}
#else
int answer(void) { return 42; }
#endif
