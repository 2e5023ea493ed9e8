//===- KeptPacking.h - A packed operand for several runs --------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop around a nest may multiply by the same operand in each run. The host
/// then has a record in its frame, which a kernel is called with
/// (Product::Kept):
///
///     struct { ptr memory; i64 bytes, kernel, layout, runs, key[8]; }
///
/// A kernel that packs takes memory for all of the operand in the third run,
/// packs each block to a place of its own, and packs nothing in later runs that
/// are cut the same way: those whose kernel and layout, never 0, are the
/// record's. The host asks whether the key, whatever of the operand's address,
/// strides and sizes may change, is the same. Where there is no memory, or too
/// little of it, or the operand is small, all goes on as without the record.
///
/// A global of the module may hold a constant operand that way, too
/// (PackConstant.h).
///
/// Blocks of k follow each other; in each, the lines are in order:
///
///     block of k · all lines · bytes of a line + line · bytes of its block
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_PACK_KEPTPACKING_H
#define GEMMIFY_PASS_KERNEL_PACK_KEPTPACKING_H

#include "pass/kernel/build/KernelContext.h"
#include "pass/kernel/emit/CarryTable.h"

namespace gemmify {

/// The type of the record.
llvm::StructType *getKeptRecordType(llvm::LLVMContext &C);
/// Emits code that makes \p Record say that nothing is kept.
void emitForgetKept(llvm::IRBuilderBase &B, llvm::Value *Record);
/// Makes what is packed useless until resumeKept(); returns what that needs.
llvm::Value *suspendKept(llvm::IRBuilderBase &B, llvm::Value *Record);
/// Says the same as before if the record's key is \p Key, values of i64 or
/// pointers; notes it.
void resumeKept(llvm::IRBuilderBase &B, llvm::Value *Record,
                llvm::Value *Suspended, llvm::ArrayRef<llvm::Value *> Key);
/// The most values of a key.
constexpr unsigned MaxKeptKey = 8;
/// Makes what is packed useless unless \p Done (i1).
void keepIf(llvm::IRBuilderBase &B, llvm::Value *Record, llvm::Value *Done);
/// The memory of \p Record, or null.
llvm::Value *loadKeptMemory(llvm::IRBuilderBase &B, llvm::Value *Record);

/// How the lines of an operand are cut in one run of a kernel.
struct KeptCut {
  const PackedOperand &Operand;
  LoopDim Dim;        ///< Along which lines are counted.
  unsigned Width;     ///< Of a sliver.
  llvm::Value *Depth; ///< Steps of k of a block, i64.
  /// What tells other ways of cutting that have the same depth, i64 below
  /// Ways.
  llvm::Value *Way;
  static constexpr uint64_t Ways = 16;
};

/// Lines with room for slivers of \p Width, of \p Lines (i64).
llvm::Value *wholeSlivers(llvm::IRBuilderBase &B, llvm::Value *Lines,
                          unsigned Width);

/// How many bytes (i64) lie before the block or sliver of \p Line in steps
/// \p Ks, of \p Lines in all.
llvm::Value *keptOffset(llvm::IRBuilderBase &B, const KeptCut &Cut,
                        llvm::Value *Lines, llvm::Value *Line, IndexRange Ks);

/// What a kernel keeps of an operand, or finds kept.
class KeptPacking {
public:
  /// Emits the look into the record; takes memory if it is time to.
  KeptPacking(KernelContext &Ctx, const KeptCut &Cut);
  /// The operand has been packed in blocks of some depth: this one, or all is
  /// packed.
  KeptPacking(KernelContext &Ctx, const KeptCut &Cut,
              const PackedConstant &Packed);

  /// Whether it is known that nothing has to be packed.
  bool isAlwaysPacked() const { return IsPacked == B.getTrue(); }

  /// Where the block or sliver of \p Line in steps \p Ks lies; \p Otherwise if
  /// nothing is kept.
  llvm::Value *place(llvm::Value *Line, IndexRange Ks, llvm::Value *Otherwise);
  /// i1: whether it has to be packed where \p IsFirst (i1) says whether this
  /// run comes to it for the first time.
  llvm::Value *packs(llvm::Value *IsFirst);

private:
  llvm::Value *load(unsigned Number);
  void store(unsigned Number, llvm::Value *V);
  void look();
  llvm::Value *fits(llvm::Value *Bytes);
  void takeMemory(llvm::Value *Bytes, llvm::Value *Fits);
  void claim(llvm::Value *NewLayout);

  KernelContext &Ctx;
  llvm::IRBuilderBase &B;
  const KeptCut Cut;
  llvm::Value *const Record; ///< Null: there is none.
  llvm::Value *Lines;        ///< Of the operand, and room for one sliver more.
  llvm::Value *Memory;       ///< Null, or of all blocks.
  llvm::Value *IsKept;       ///< i1: there is memory.
  llvm::Value *IsPacked;     ///< i1: and it holds the operand.
};

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_PACK_KEPTPACKING_H
