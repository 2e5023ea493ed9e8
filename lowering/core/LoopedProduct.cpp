//===- LoopedProduct.cpp - Products too large to unroll -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopedProduct.h"
#include "intrinsic/Llvm.h"

using namespace llvm;

namespace gemmify {

namespace {

/// Columns of A that one iteration of the k loop multiplies.
constexpr unsigned StepsPerIteration = 4;

/// A loop of \p Trips iterations before \p At that is not unrolled: its loads
/// would then be shared between iterations and spilled. Returns where its body
/// goes and the iteration number, i64.
std::pair<Instruction *, Value *> insertLoop(unsigned Trips, Instruction *At) {
  LLVMContext &C = At->getContext();
  auto [InLoop, IV] =
      insertCountedLoop(ConstantInt::get(Type::getInt64Ty(C), Trips), *At);
  MDNode *Disable =
      MDNode::get(C, MDString::get(C, "llvm.loop.unroll.disable"));
  MDNode *ID = MDNode::getDistinct(C, {nullptr, Disable});
  ID->replaceOperandWith(0, ID);
  InLoop->getParent()->getTerminator()->setMetadata(LLVMContext::MD_loop, ID);
  return {InLoop, IV};
}

class LoopWriter {
public:
  explicit LoopWriter(const LoopedProduct &P) : P(P) {}

  void run() {
    forBlocks(P.Shape.N, P.Section.Cols, P.Marker,
              [&](Instruction *At, Value *Col, unsigned Cols) {
                forBlocks(P.Shape.M, P.Section.Rows, At,
                          [&](Instruction *At, Value *Row, unsigned Rows) {
                            section(At, Row, Col, P.Section.part(Rows, Cols));
                          });
              });
  }

private:
  /// Runs \p Body for each block of \p Block out of \p Total in a loop, and for
  /// the rest after it.
  void forBlocks(unsigned Total, unsigned Block, Instruction *At,
                 function_ref<void(Instruction *, Value *, unsigned)> Body) {
    IRBuilder<> B(At);
    unsigned Full = Total / Block, Rest = Total % Block;
    if (Full) {
      auto [InLoop, IV] = insertLoop(Full, At);
      IRBuilder<> Inner(InLoop);
      Body(InLoop, Inner.CreateMul(IV, Inner.getInt64(Block)), Block);
    }
    if (Rest)
      Body(At, B.getInt64(uint64_t(Full) * Block), Rest);
  }

  void section(Instruction *At, Value *Row, Value *Col, Layout Cut) {
    IRBuilder<> B(At);
    Section S{0, 0, Cut};
    Value *Zero = B.getInt64(0);
    MatrixMemory A = P.A.from(B, Row, Zero), Bmat = P.B.from(B, Zero, Col);
    Matrix R = Matrix::memory(P.R.from(B, Row, Col), Cut.Rows, Cut.Cols);

    SmallVector<Value *> Start;
    if (P.StartsFromR)
      Start = R.cut(B, Cut);
    Accumulators Acc = P.Emitter->begin(B, S, P.Math, Start);
    unsigned Done = 0, K = P.Shape.K;
    if (!P.StartsFromR)
      Done = steps(B, S, Acc, A, Bmat, Zero, 1);
    unsigned Iterations = (K - Done) / StepsPerIteration;
    if (Iterations > 1) {
      loop(At, S, Acc, A, Bmat, Done, Iterations);
      Done += Iterations * StepsPerIteration;
      B.SetInsertPoint(At);
    }
    steps(B, S, Acc, A, Bmat, B.getInt64(Done), K - Done);
    storePieces(B, *R.memory(), Cut, P.Emitter->finish(B, S, P.Math, Acc));
  }

  /// \p Count steps from \p K on; returns \p Count.
  unsigned steps(IRBuilder<> &B, const Section &S, Accumulators &Acc,
                 const MatrixMemory &A, const MatrixMemory &Bmat, Value *K,
                 unsigned Count) {
    if (!Count)
      return 0;
    Value *Zero = B.getInt64(0);
    Matrix Columns = Matrix::memory(A.from(B, Zero, K), S.Cut.Rows, Count);
    Matrix Rows = Matrix::memory(Bmat.from(B, K, Zero), Count, S.Cut.Cols);
    P.Emitter->step(B, S, P.Math, Acc, Columns, Rows, 0, Count);
    return Count;
  }

  /// The k loop, in which the accumulators are phis. On return \p Acc holds
  /// their final values.
  void loop(Instruction *At, const Section &S, Accumulators &Acc,
            const MatrixMemory &A, const MatrixMemory &Bmat, unsigned First,
            unsigned Iterations) {
    BasicBlock *Before = At->getParent();
    IRBuilder<> B(At);
    auto [InLoop, IV] = insertLoop(Iterations, At);
    BasicBlock *Body = InLoop->getParent();
    B.SetInsertPoint(Body, Body->begin());
    SmallVector<PHINode *> Carried;
    for (Value *&Sum : Acc) {
      Carried.push_back(B.CreatePHI(Sum->getType(), 2));
      Carried.back()->addIncoming(Sum, Before);
      Sum = Carried.back();
    }
    B.SetInsertPoint(InLoop);
    Value *K = B.CreateAdd(B.CreateMul(IV, B.getInt64(StepsPerIteration)),
                           B.getInt64(First));
    steps(B, S, Acc, A, Bmat, K, StepsPerIteration);
    for (auto [Phi, Sum] : zip_equal(Carried, Acc))
      Phi->addIncoming(Sum, Body);
  }

  const LoopedProduct &P;
};

} // namespace

void LoopedProduct::expand() const {
  LoopWriter(*this).run();
  Marker->eraseFromParent();
}

} // namespace gemmify
