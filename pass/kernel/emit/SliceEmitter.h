//===- SliceEmitter.h - A slice evaluated in a kernel -----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Clones the expression of a slice into a kernel, at given indices: for one
/// element, or for several consecutive ones as a vector. Each lane of a vector
/// performs exactly the operations of the source's expression.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_EMIT_SLICEEMITTER_H
#define GEMMIFY_PASS_KERNEL_EMIT_SLICEEMITTER_H

#include "AddressEmitter.h"

namespace gemmify {

class SliceEmitter {
public:
  SliceEmitter(llvm::IRBuilderBase &B, const GemmNest &Nest,
               const KernelSignature &Sig)
      : B(B), Nest(Nest), Sig(Sig), Addresses(B, Nest, Sig) {}

  /// The value of \p S at \p At. \p Acc stands for the sum.
  llvm::Value *element(const Slice &S, const Indices &At,
                       llvm::Value *Acc = nullptr);

  /// The values of \p S at \p Lanes consecutive indices of \p Along, the first
  /// of them \p At. \p Acc is a vector.
  llvm::Value *vector(const Slice &S, const Indices &At, LoopDim Along,
                      unsigned Lanes, llvm::Value *Acc = nullptr);

  /// The values of \p S, which is for lines of one part of elements, at \p At
  /// or, unless \p Count is 0, at as many consecutive elements along \p
  /// Direction as vectors. \p Even and \p Odd stand for the sums of both parts.
  llvm::Value *ofElements(const Slice &S, const Indices &At, LoopDim Direction,
                          unsigned Count, llvm::Value *Even, llvm::Value *Odd);

  /// The address of \p R at \p At.
  llvm::Value *address(const AffineRef &R, const Indices &At) {
    return Addresses.address(R, At);
  }

  AddressEmitter &addresses() { return Addresses; }

  /// Vectors along \p D that \p Emit asks for are each in one run of all loads.
  /// See runLength(). With \p First, an index of it, all are in one of the
  /// counters as well.
  void inOneRun(LoopDim D, llvm::function_ref<void()> Emit,
                llvm::Value *First = nullptr) {
    const std::optional<LoopDim> Before = std::exchange(OneRun, D);
    llvm::Value *const AllBefore = std::exchange(RunOfAll, First);
    Emit();
    OneRun = Before;
    RunOfAll = AllBefore;
  }
  bool isInOneRun(LoopDim D) const { return OneRun == D; }

private:
  bool isVector(const AffineRef &R) const;
  llvm::Value *emitPartsOfC(const AffineRef &R);
  llvm::Value *emit(llvm::Value *V);
  llvm::Value *emitFactor(const Factor &F);
  llvm::Value *lanes(llvm::Value *V);
  void alike(llvm::ArrayRef<llvm::Value **> Values);
  llvm::Value *emitLoad(const AffineRef &R);
  llvm::Value *load(const AffineRef &R);
  llvm::Value *emitCounter(const Counter &C);
  llvm::Value *stepsOfAxis(LoopDim D, llvm::Value *Inside);
  llvm::Value *emitMerge(const llvm::PHINode &Phi);
  llvm::Value *runs(const llvm::BasicBlock &BB);
  llvm::Value *takes(const llvm::BasicBlock &From, const llvm::BasicBlock &To);
  llvm::Value *loadIf(const AffineRef &R, llvm::Value *Runs);
  llvm::Value *loadLanesIf(const AffineRef &R, llvm::Value *Runs);
  llvm::Value *loadElement(const AffineRef &R, const Indices &Where);
  llvm::Value *emitOperation(llvm::Instruction &I,
                             llvm::ArrayRef<llvm::Value *> Ops);
  llvm::Value *emitFused(llvm::Instruction &Add, unsigned Product);
  llvm::Value *emitVectorOperation(llvm::Instruction &I,
                                   llvm::MutableArrayRef<llvm::Value *> Ops);
  llvm::Value *emitLaneByLane(llvm::Instruction &I,
                              llvm::ArrayRef<llvm::Value *> Ops);

  llvm::IRBuilderBase &B;
  const GemmNest &Nest;
  const KernelSignature &Sig;
  AddressEmitter Addresses;
  std::optional<LoopDim> OneRun;   ///< See inOneRun().
  llvm::Value *RunOfAll = nullptr; ///< Its First; null where there is none.

  // The evaluation in progress. Lanes is 0 for a single element.
  const Slice *Current = nullptr;
  Indices At = {};
  LoopDim Along = DimI;
  unsigned Lanes = 0;
  unsigned Step = 1; ///< Lines from one lane to the next.
  llvm::Value *Acc = nullptr, *OddAcc = nullptr;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> Done; ///< Blocks: runs.
};

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_EMIT_SLICEEMITTER_H
