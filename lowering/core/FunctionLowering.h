//===- FunctionLowering.h - Lowers one function -----------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The state of lowering one function: each instruction that has a layout is
/// replaced, in reverse post order, by instructions on its pieces, which are
/// put before it; the original instructions are erased at the end.
///
/// Loads are lazy: a multiply that finds its operand's memory unchanged reads
/// single vectors and elements when it needs them. Multiplies are lazy too when
/// their only user, an addition or a store of the same block, can take them in.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_CORE_FUNCTIONLOWERING_H
#define GEMMIFY_LOWERING_CORE_FUNCTIONLOWERING_H

#include "CarriedSums.h"
#include "LoopedProduct.h"
#include "MemoryOrder.h"
#include "Product.h"
#include "SiteEmitter.h"
#include "lowering/matrix/ShapeInference.h"
#include "lowering/target/TargetTable.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include <deque>

namespace gemmify {

/// What a table row says about one kind of product.
struct KindTarget {
  ProductKind Asked; ///< What was asked for.
  ProductKind Kind;  ///< What the row is to compute.
  TargetRecord Record;
  unsigned Lanes = 1; ///< Sums in a vector.
  const SiteEmitter *Emitter = nullptr;
};

/// Removes matrix calls from blocks that cannot be reached, where nothing has a
/// meaning to keep. To be called before a FunctionLowering is made.
void dropUnreachableMatrixCalls(llvm::Function &F);

class FunctionLowering {
public:
  FunctionLowering(llvm::Function &F, const llvm::TargetTransformInfo &TTI,
                   llvm::AAResults &AA, llvm::StringRef RowName);

  /// Lowers everything; no `llvm.matrix.*` call is left in the function.
  void run();

private:
  // FunctionLowering.cpp: the order of things.
  void visit(llvm::Instruction &I);
  void completePhis();
  void replaceRemainingUses();
  void eraseLowered();
  const KindTarget &targetFor(const ProductKind &Kind);

  // LowerValues.cpp: values other than products.
  Matrix matrixAt(llvm::Value *V, unsigned Rows, unsigned Cols,
                  llvm::Instruction *At);
  Matrix operandAt(llvm::Value *V, unsigned Rows, unsigned Cols,
                   llvm::Instruction *At, bool MayBeTransposed);
  bool isOperandForm(const llvm::Instruction &I) const;
  std::optional<Matrix> groupedAt(llvm::Value *V, unsigned Rows, unsigned Cols,
                                  llvm::Instruction *At);
  void lowerOperandForm(llvm::Value *V);
  llvm::Value *flatValue(llvm::Value *V);
  llvm::Value *flattenIn(llvm::Instruction &I, llvm::BasicBlock &BB);
  Layout cutFor(llvm::Type *ElemTy, unsigned Rows, unsigned Cols);
  Matrix loadedPieces(llvm::LoadInst &Load, unsigned Rows, unsigned Cols);
  Matrix lowerColumnLoad(llvm::IntrinsicInst &Call);
  void lowerPhi(llvm::PHINode &Phi);
  void lowerElementwise(llvm::Instruction &I);
  void lowerTranspose(llvm::IntrinsicInst &Call);
  void lowerColumnStore(llvm::IntrinsicInst &Call);
  void lowerStore(llvm::StoreInst &Store);
  void setPieces(llvm::Instruction &I, llvm::ArrayRef<llvm::Value *> Pieces);

  // LowerProducts.cpp: products and what they are fused with.
  bool isDelayed(llvm::Instruction &I);
  bool lowerStoredProduct(llvm::Instruction &Store, const MatrixMemory &Dest,
                          llvm::Value *Stored);
  void lowerProduct(const Product &P);
  void emitProduct(const Product &P, llvm::Instruction *At,
                   const MatrixMemory *Dest);
  void emitUnrolled(const Product &P, llvm::Instruction *At,
                    const MatrixMemory *Dest);
  void emitLooped(const Product &P, llvm::Instruction *At,
                  const MatrixMemory *Dest);
  std::optional<CarriedSum> carriedBy(const Product &P);
  bool usesState(llvm::Instruction &I);
  const KindTarget &targetOf(const Product &P);
  std::pair<Matrix, Matrix> operandsAt(const Product &P, llvm::Instruction *At);
  Matrix startAt(const Product &P, llvm::Instruction *At);
  MatrixMemory memoryAt(llvm::Value *V, unsigned Rows, unsigned Cols,
                        llvm::Instruction *At);
  bool mayStoreSections(const MatrixMemory &Dest, llvm::Instruction *At,
                        const Matrix &A, const Matrix &B, const Matrix *Start);

  // LowerCarriedSums.cpp: sums that stay in accumulators.
  void lowerCarriedPhi(llvm::PHINode &Phi, const CarriedSum &Sum);
  void lowerCarriedProduct(const Product &P, const CarriedSum &Sum);
  Accumulators accumulatorsAt(llvm::Value *V, const CarriedSum &Sum,
                              llvm::Instruction *At);
  Matrix finishedIn(llvm::Value *V, llvm::BasicBlock *BB);
  llvm::Value *flatCarried(llvm::Value *V, llvm::BasicBlock *BB);
  bool storeCarried(llvm::Value *V, const MatrixMemory &To,
                    llvm::IntrinsicInst &At);
  void completeCarriedPhis();

  llvm::Function &F;
  const llvm::TargetTransformInfo &TTI;
  llvm::StringRef RowName;
  MemoryOrder Order;
  std::deque<KindTarget> Targets;
  bool RefusedRow = false; ///< The user has been told.
  LayoutMap Layouts;
  llvm::DenseMap<const llvm::Value *, Matrix> Lowered;
  llvm::DenseMap<const llvm::Value *, llvm::Value *> Flattened;
  llvm::DenseMap<const llvm::Value *, MatrixMemory> Copies;
  CarriedSums Sums;
  llvm::MapVector<const llvm::Value *, Accumulators> Carried;
  llvm::DenseMap<std::pair<const llvm::Value *, const llvm::BasicBlock *>,
                 llvm::SmallVector<llvm::Value *>>
      Finished;
  llvm::SmallPtrSet<const llvm::Value *, 8> OperandForms; ///< Not lowered yet.
  llvm::SetVector<llvm::Instruction *> Dead;
  llvm::SmallVector<llvm::PHINode *, 8> Phis;
  llvm::SmallVector<LoopedProduct, 2> Loops;
};

/// The bytes of a \p Rows×\p Cols matrix in \p M, for alias queries.
llvm::MemoryLocation locationOf(const MatrixMemory &M, unsigned Rows,
                                unsigned Cols, const llvm::DataLayout &DL);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_CORE_FUNCTIONLOWERING_H
