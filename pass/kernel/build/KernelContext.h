//===- KernelContext.h - What the parts of a kernel share -------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_BUILD_KERNELCONTEXT_H
#define GEMMIFY_PASS_KERNEL_BUILD_KERNELCONTEXT_H

#include "pass/kernel/emit/EmitLoop.h"
#include "pass/kernel/emit/SliceEmitter.h"
#include "pass/kernel/pack/PackedOperand.h"

namespace gemmify {

/// State of building one kernel.
struct KernelContext {
  llvm::IRBuilderBase &B;
  const Product &P;
  const OperandOrder &View; ///< That of P, or its transposed.
  const BlockingPlan &Plan;
  const KernelSignature &Sig;
  SliceEmitter Slices;
  const llvm::DataLayout &DL;
  llvm::Type *ElemTy; ///< Of the sums.
  uint64_t ElemBytes;
  PackedOperand Left, Right;
  /// Those of the further products of a step.
  llvm::SmallVector<std::pair<PackedOperand, PackedOperand>, 0> More;
  bool MayAllocate = false; ///< Whether it may take workspace.
  llvm::SmallVector<llvm::AllocaInst *, 4> Buffers; ///< On the stack.

  KernelContext(llvm::IRBuilderBase &B, const OperandOrder &View,
                const BlockingPlan &Plan, const KernelSignature &Sig)
      : B(B), P(Sig.product()), View(View), Plan(Plan), Sig(Sig),
        Slices(B, View.Nest, Sig), DL(B.GetInsertBlock()->getDataLayout()),
        ElemTy(View.Nest.Elem.Ty), ElemBytes(DL.getTypeStoreSize(ElemTy)) {
    std::tie(Left, Right) = PackedOperand::both(View, Plan);
    for (const StepProduct &Each : View.Nest.Step.More)
      More.push_back(PackedOperand::bothOf(View, Each));
  }

  llvm::Value *size(LoopDim D) const {
    return Sig.get(View.Nest.Index[D].Trip);
  }
  /// Whether the size of \p D is known to be a multiple of \p Tile: no tile has
  /// an edge there.
  bool isWhole(LoopDim D, unsigned Tile) const {
    auto *Size = llvm::dyn_cast<llvm::ConstantInt>(size(D));
    return Size && Size->getZExtValue() % Tile == 0;
  }
  /// How much of a tile at \p Offset of \p Size lies in \p D's range.
  llvm::Value *valid(LoopDim D, llvm::Value *Size, llvm::Value *Offset,
                     unsigned Tile) const {
    return isWhole(D, Tile)
               ? B.getInt64(Tile)
               : smaller(B.CreateSub(Size, Offset), B.getInt64(Tile));
  }
  /// \p Rows rounded up to vectors.
  llvm::Value *wholeVectors(llvm::Value *Rows) const {
    llvm::Value *Lanes = B.getInt64(Plan.Lanes);
    llvm::Value *Up = B.CreateAdd(Rows, B.getInt64(Plan.Lanes - 1));
    return B.CreateSub(Up, B.CreateURem(Up, Lanes));
  }
  /// \p Ptr plus \p Index times \p Bytes.
  llvm::Value *stepPtr(llvm::Value *Ptr, llvm::Value *Index,
                       uint64_t Bytes) const {
    llvm::Value *Offset = B.CreateMul(Index, B.getInt64(Bytes));
    auto *Known = llvm::dyn_cast<llvm::ConstantInt>(Offset);
    return Known && Known->isZero() ? Ptr : B.CreatePtrAdd(Ptr, Offset);
  }
  /// \p Ptr plus \p Index elements.
  llvm::Value *elementPtr(llvm::Value *Ptr, llvm::Value *Index) const {
    return stepPtr(Ptr, Index, ElemBytes);
  }
  /// \p Bytes in elements; unspecified if they are not a whole number of
  /// elements.
  llvm::Value *inElements(llvm::Value *Bytes) const {
    if (llvm::isPowerOf2_64(ElemBytes))
      return B.CreateAShr(Bytes, llvm::Log2_64(ElemBytes));
    return B.CreateSDiv(Bytes, B.getInt64(ElemBytes));
  }
  llvm::Value *smaller(llvm::Value *X, llvm::Value *Y) const {
    return select(B.CreateICmpSLT(X, Y), X, Y);
  }
  /// \p Ptr plus \p Index elements of a packed operand.
  llvm::Value *packedPtr(const PackedOperand &Operand, llvm::Value *Ptr,
                         llvm::Value *Index) const {
    return stepPtr(Ptr, Index, Operand.Bytes);
  }
  /// The same as alignmentOf, for elements of a packed operand.
  llvm::Align packedAlign(const PackedOperand &Operand,
                          uint64_t Elements) const {
    return llvm::commonAlignment(llvm::Align(64), Elements * Operand.Bytes);
  }
  /// A select, or one of its values if the condition is known.
  llvm::Value *select(llvm::Value *Cond, llvm::Value *X, llvm::Value *Y) const {
    if (auto *Known = llvm::dyn_cast<llvm::ConstantInt>(Cond))
      return Known->isOne() ? X : Y;
    return B.CreateSelect(Cond, X, Y);
  }
  /// i1: whether a matrix of the tiles' rows and \p Cols columns of sums has
  /// more than the plan's FetchBytes.
  llvm::Value *exceedsFetchBytes(llvm::Value *Cols) const {
    return productExceeds(B, size(View.Row), Cols, Plan.FetchBytes / ElemBytes);
  }
  /// i1: whether columns of the right operand, a plain one, are whole elements
  /// apart, or there is only one.
  llvm::Value *hasWholeColumns() const {
    llvm::Value *Stride = Sig.get(View.Right.plain()->Stride[View.Col]);
    llvm::Value *Size = B.getInt64(ElemBytes);
    llvm::Value *Whole =
        B.CreateAnd({B.CreateICmpEQ(B.CreateSRem(Stride, Size), B.getInt64(0)),
                     B.CreateICmpSGE(Stride, Size)});
    return B.CreateOr(Whole, B.CreateICmpEQ(size(View.Col), B.getInt64(1)));
  }
  /// i1: whether all of \p Conds hold; a constant if one is known to be false.
  llvm::Value *all(llvm::ArrayRef<llvm::Value *> Conds) const {
    if (llvm::is_contained(Conds, B.getFalse()))
      return B.getFalse();
    llvm::Value *All = Conds.front();
    for (llvm::Value *Cond : Conds.drop_front())
      All = B.CreateAnd(All, Cond);
    return All;
  }
  /// Alignment of address `64-byte boundary + n·Elements` for any n.
  llvm::Align alignmentOf(uint64_t Elements) const {
    return llvm::commonAlignment(llvm::Align(64), Elements * ElemBytes);
  }
  /// Whether loads of some lanes of \p Bytes each are cheap.
  bool hasMaskedLoads(uint64_t Bytes) const {
    return Plan.MaskedLoads && Bytes >= Plan.MaskedLoads;
  }
  /// The same for stores.
  bool hasMaskedStores(uint64_t Bytes) const {
    return Plan.MaskedStores && Bytes >= Plan.MaskedStores;
  }
  /// A mask of the first \p Count (i64) of \p Lanes lanes.
  llvm::Value *firstLanes(llvm::Value *Count, unsigned Lanes) const {
    llvm::SmallVector<llvm::Constant *, 64> Numbers;
    for (unsigned Lane = 0; Lane != Lanes; ++Lane)
      Numbers.push_back(B.getInt32(Lane));
    llvm::Value *Bound =
        B.CreateVectorSplat(Lanes, B.CreateTrunc(Count, B.getInt32Ty()));
    return B.CreateICmpSLT(llvm::ConstantVector::get(Numbers), Bound);
  }
  /// A buffer of \p Elements in the entry block.
  llvm::AllocaInst *createBuffer(uint64_t Elements, const llvm::Twine &Name) {
    return createBuffer(ElemTy, Elements, Name);
  }
  /// The same of \p Elements of \p Ty.
  llvm::AllocaInst *createBuffer(llvm::Type *Ty, uint64_t Elements,
                                 const llvm::Twine &Name) {
    llvm::BasicBlock &Entry = B.GetInsertBlock()->getParent()->getEntryBlock();
    llvm::IRBuilder<> AtEntry(&Entry, Entry.begin());
    auto *Buffer =
        AtEntry.CreateAlloca(llvm::ArrayType::get(Ty, Elements), nullptr, Name);
    Buffer->setAlignment(llvm::Align(64));
    Buffers.push_back(Buffer);
    return Buffer;
  }
  /// Emits \p Body, one of several alternatives in a kernel, whose buffers may
  /// share stack space.
  void emitWay(llvm::function_ref<void()> Body) {
    llvm::BasicBlock *Way = llvm::BasicBlock::Create(
        B.getContext(), "way", B.GetInsertBlock()->getParent());
    llvm::Instruction *Begin = B.CreateBr(Way);
    B.SetInsertPoint(Way);
    Body();
    for (llvm::AllocaInst *Buffer : Buffers) {
      llvm::IRBuilder<>(Begin).CreateLifetimeStart(Buffer);
      B.CreateLifetimeEnd(Buffer);
    }
  }
};

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_BUILD_KERNELCONTEXT_H
