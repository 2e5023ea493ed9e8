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

bool mustNotCall(const Function &F) { return mayStream(F) || hasZA(F); }

bool lacksBfloatVectors(const Function &F) { return longVectorBits(F) != 0; }

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
