//===- HostLimits.cpp - What a host keeps kernels from --------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostLimits.h"
#include "TargetFeatures.h"
#include "lowering/arm/ArmMachine.h"

using namespace llvm;

namespace gemmify {

StringRef whyNoCalls(const Function &F) {
  if (mayStream(F) || hasZA(F))
    return "calls from a function that streams or has ZA need the support "
           "routines of SME's ABI; move the loops to a function without SME's "
           "attributes";
  return "";
}

StringRef whyNoBfloatVectors(const Function &F) {
  if (longVectorBits(F))
    return "LLVM cannot compute of bfloats in SVE vectors of this length; "
           "store floats, or build for another processor or without "
           "-msve-vector-bits";
  return "";
}

StringRef whyNoRegisters(const Function &F, const Type &Sum) {
  if (holdsMoreThanMemory(F, Sum))
    return "registers hold the sum with more precision than memory does; build "
           "with SSE2";
  if (!hasRegistersFor(F, Sum))
    return "the function may not use vector or floating-point registers; build "
           "without -mno-implicit-float, -mgeneral-regs-only, -msoft-float and "
           "-mno-sse2";
  return "";
}

bool mayCallOthers(CallingConv::ID CC) {
  switch (CC) {
  case CallingConv::C:
  case CallingConv::Fast:
  case CallingConv::Cold:
  case CallingConv::Tail:
  case CallingConv::Swift:
  case CallingConv::SwiftTail:
  case CallingConv::PreserveMost:
  case CallingConv::PreserveNone:
  case CallingConv::Win64:
  case CallingConv::X86_64_SysV:
  case CallingConv::X86_VectorCall:
  case CallingConv::X86_RegCall:
  case CallingConv::AArch64_VectorCall:
  case CallingConv::AArch64_SVE_VectorCall:
  case CallingConv::RISCV_VectorCall:
    return true;
  default:
    return false;
  }
}

bool mayAlignLoops(const Triple &T) {
  return !(T.isOSWindows() && T.isAArch64());
}

} // namespace gemmify
