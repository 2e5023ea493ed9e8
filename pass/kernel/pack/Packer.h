//===- Packer.h - Emits the code that packs one block -----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_PACK_PACKER_H
#define GEMMIFY_PASS_KERNEL_PACK_PACKER_H

#include "Pack.h"
#include "pass/kernel/emit/CarryTable.h"

namespace gemmify {

/// Elements in memory that are packed as they are: of line 0 and k 0 at Start.
/// Strides are i64, in bytes.
struct PackedLines {
  llvm::Value *Start, *LineStride, *KStride;
};

/// State of packing one block. See Pack.h for what is emitted.
class Packer {
public:
  /// \p Lines, where they are not null, stand for what the operand's source is
  /// made of: nothing else of the kernel is referred to then.
  Packer(KernelContext &Ctx, const PackedBlock &P,
         const PackedLines *Lines = nullptr)
      : Ctx(Ctx), B(Ctx.B), P(P), Lines(Lines), Source(P.Operand.Source),
        Group(P.Operand.Group),
        WordTy(Group == 1 ? P.Operand.Ty
                          : B.getIntNTy(Group * 8 * P.Operand.Bytes)),
        PerLane(std::max<uint64_t>(2, 16 / (Group * P.Operand.Bytes))),
        FirstK(P.K), EndK(B.CreateAdd(P.K, P.Depth)) {}

  /// Packs the block to \p Dest.
  void emit(llvm::Value *Dest);

private:
  bool mayAlternate() const;
  void emitSlivers(llvm::Value *Dest);
  void emitFullSliver(llvm::Value *First, llvm::Value *Dest);
  void emitPartialSliver(llvm::Value *First, llvm::Value *Count,
                         llvm::Value *Dest);
  void emitPartialColumns(llvm::Value *First, llvm::Value *Count,
                          llvm::Value *Dest);
  void emitGroups(llvm::Value *From, llvm::Value *First, llvm::Value *Count,
                  llvm::Value *Dest);
  void emitLongGroups(llvm::Value *First, llvm::Value *Count,
                      llvm::Value *Dest);
  llvm::Value *emitCopiedGroups(llvm::Value *First, llvm::Value *Count,
                                llvm::Value *Dest);
  void emitLongGroup(llvm::Value *First, llvm::Value *Count, llvm::Value *K,
                     llvm::Value *Ks, llvm::Value *To);
  void emitLineParts(llvm::Value *First, llvm::Value *Count, llvm::Value *K,
                     llvm::Value *Ks, unsigned Part, llvm::Value *To);
  void emitTransposedPart(llvm::Value *First, llvm::Value *Count,
                          llvm::Value *K, llvm::Value *To);
  void emitTransposedLines(llvm::Value *First, llvm::Value *K, unsigned Lines,
                           llvm::Value *To);
  void emitMissingGroups(llvm::Value *Dest);
  void emitElementColumns(llvm::Value *From, llvm::Value *First,
                          llvm::Value *Count, llvm::Value *Dest);
  void emitElements(llvm::Value *First, llvm::Value *Count, llvm::Value *K,
                    llvm::Value *Ks, unsigned PerLine, llvm::Value *To);
  void clearColumns(unsigned Ks, llvm::Value *To);
  llvm::Constant *filler(llvm::Type *Ty) const;
  void copyElements(llvm::Value *First, llvm::Value *Count, llvm::Value *K,
                    llvm::Value *Ks, unsigned PerLine, llvm::Value *To);
  void emitPartialGroup(llvm::Value *First, llvm::Value *Count, llvm::Value *K,
                        llvm::Value *To);
  llvm::Value *interleavedColumns(llvm::Value *First, llvm::Value *K,
                                  unsigned Lines);
  void storeInterleaved(llvm::Value *First, llvm::Value *K, llvm::Value *To);
  void emitSliver(llvm::Value *First, llvm::Value *Left,
                  const PackedSliver &Sliver);
  void emitCarriedSliver(llvm::Value *First, llvm::Value *Left,
                         const PackedSliver &Sliver);
  bool isInRunsOf(LoopDim D) const;
  void forEachRunOfK(IndexRange All, llvm::function_ref<void(IndexRange)> Body);
  void emitRunsOfK(llvm::Value *First, llvm::Value *Count, llvm::Value *Dest);
  void emitGroupsOfLines(llvm::Value *First, llvm::Value *Count,
                         llvm::Value *Dest);
  void emitRunsOfGroups(llvm::Value *First, llvm::Value *Count,
                        llvm::Value *Dest);
  void emitRunsOfLines(llvm::Value *First, llvm::Value *Count,
                       llvm::Value *Dest);
  void forEachStep(llvm::function_ref<void(llvm::Value *)> Body);
  void copyLines(IndexRange Run, llvm::Value *Dest);
  void copyVectors(llvm::Value *First, unsigned Lanes, llvm::Value *Dest);
  void copyLastLines(llvm::Value *First, llvm::Value *Count, llvm::Value *Dest);
  bool canMaskLines() const;
  void emitTransposed(llvm::Value *First, llvm::Value *Count,
                      llvm::Value *Dest);
  void emitTransposed(llvm::Value *From, llvm::Value *Depth, llvm::Value *First,
                      llvm::Value *Count, llvm::Value *Dest);
  llvm::Value *emitTransposedSteps(llvm::Value *From, llvm::Value *Depth,
                                   llvm::Value *First, llvm::Value *Count,
                                   llvm::Value *Dest);
  void emitTransposedRows(llvm::Value *First, llvm::Value *Count,
                          llvm::Value *K, unsigned Times, unsigned Row,
                          unsigned Rows, llvm::Value *Dest);
  void emitColumns(llvm::Value *From, llvm::Value *To, llvm::Value *First,
                   llvm::Value *Dest);
  llvm::Value *emitManyColumns(llvm::Value *From, llvm::Value *To,
                               llvm::Value *First, llvm::Value *Dest);
  bool isReadInPlace() const;
  llvm::Value *vector(const Indices &At, LoopDim Along, unsigned Lanes);
  llvm::Value *element(const Indices &At);
  llvm::Value *address(const Indices &At);
  llvm::Value *kStride();
  Indices at(llvm::Value *Index, llvm::Value *K) const {
    Indices I = {};
    I[P.Dim] = Index;
    I[DimK] = K;
    return I;
  }
  llvm::Value *slot(llvm::Value *Dest, llvm::Value *K) const {
    llvm::Value *Step = B.CreateSub(K, P.K);
    return Ctx.packedPtr(P.Operand, Dest,
                         B.CreateMul(Step, B.getInt64(P.Width)));
  }

  KernelContext &Ctx;
  llvm::IRBuilderBase &B;
  const PackedBlock &P;
  const PackedLines *const Lines;
  const Slice &Source;
  const unsigned Group;     ///< Steps of k that lie side by side,
  llvm::Type *const WordTy; ///< and what holds them.
  const unsigned PerLane;   ///< Words in 128 bits.
  /// Steps of k that are packed of one sliver before the next.
  llvm::Value *FirstK, *EndK;
  /// Rows that are transposed together.
  const unsigned Together = Ctx.Plan.TransposeBits / 128 * PerLane;
};

/// i1: whether all loads of the carried source of \p Block move by one element
/// along its dimension; null where that is known, or other reasons keep the
/// block from being packed by columns.
llvm::Value *movesByElements(KernelContext &Ctx, const PackedBlock &Block);

/// \p Operand where that holds for \p D.
PackedOperand byElements(const PackedOperand &Operand, LoopDim D);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_PACK_PACKER_H
