//===- BlockOrder.cpp - Does a schedule keep the order? -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockOrder.h"

using namespace llvm;

namespace gemmify {

namespace {
class OrderProof {
public:
  OrderProof(const ModelNest &Nest, const BlockSchedule &Blocks)
      : Nest(Nest), Blocks(Blocks) {}

  bool run() const {
    return llvm::all_of(Nest.Statements, [&](const Statement &X) {
      return llvm::all_of(Nest.Statements, [&](const Statement &Y) {
        return isKept({X, X.Target}, {Y, Y.Target}) &&
               (&X == &Y || areApart(X, Y, Y.Target)) &&
               llvm::all_of(Y.Reads, [&](const ModelRead &R) {
                 if (!R.Of)
                   return true;
                 Access Read{Y, *R.Of, unsigned(&R - Y.Reads.begin())};
                 if (R.Early)
                   Read.Early = Nest.whenRead(Y, R);
                 return isKept({X, X.Target}, Read) &&
                        isKept(Read, {X, X.Target}) &&
                        (*R.Of == Y.Target || areApart(X, Y, *R.Of));
               });
      });
    });
  }

private:
  unsigned numberOf(const Statement &S) const {
    return &S - Nest.Statements.begin();
  }

  /// A statement touches an element.
  struct Access {
    const Statement &S;
    const Element &Of;
    std::optional<unsigned> Read = std::nullopt; ///< Of the statement's.
    /// What an early read comes with in the source's order.
    std::optional<Statement> Early = std::nullopt;
    const Statement &when() const { return Early ? *Early : S; }
  };

  /// The piece in which \p A is done where its statement is in piece \p P. What
  /// is saved is read before all pieces.
  static int pieceOf(const Access &A, const SchedulePiece::Part &In,
                     unsigned P) {
    return A.Read && In.saves(*A.Read) ? -1 : int(P);
  }

  /// No instance of \p X that comes before one of \p Y that touches the same
  /// runs after it.
  bool isKept(const Access &X, const Access &Y) const {
    return !Nest.anyOrder(X.when(), Y.when(), [&](Differences Order) {
      for (unsigned D : {0, 1})
        Order.requireEqual(X.Of.At[D], 0, Y.Of.At[D], 1);
      return Order.isFeasible() && isReversed(X, Y, Order);
    });
  }

  bool isReversed(const Access &X, const Access &Y,
                  const Differences &Order) const {
    for (unsigned PX = 0; PX != Blocks.Pieces.size(); ++PX)
      for (unsigned PY = 0; PY != Blocks.Pieces.size(); ++PY) {
        const auto *PartX = Blocks.Pieces[PX].find(numberOf(X.S));
        const auto *PartY = Blocks.Pieces[PY].find(numberOf(Y.S));
        if (!PartX || !PartY)
          continue;
        Differences Later = Order;
        require(Later, *PartX, 0);
        require(Later, *PartY, 1);
        Differences SameBlock = Later;
        if (Blocks.Down)
          Later.require(Behind, 0, Begin, 1);
        else
          Later.require(Behind, 1, Begin, 0);
        SameBlock.requireEqual(Begin, 0, Begin, 1);
        SameBlock.requireEqual(Behind, 0, Behind, 1);
        // An early read comes with its statement, unless it is saved.
        const int IsBehind = pieceOf(X, *PartX, PX) - pieceOf(Y, *PartY, PY);
        if ((!Blocks.IsWhole && Later.isFeasible()) ||
            (IsBehind >= (X.Early || Y.Early ? 0 : 1) &&
             SameBlock.isFeasible()))
          return true;
      }
    return false;
  }

  /// In one product, \p X stores to no element that is \p R of \p Y.
  bool areApart(const Statement &X, const Statement &Y,
                const Element &R) const {
    for (const SchedulePiece &P : Blocks.Pieces) {
      const auto *PartX = P.find(numberOf(X)), *PartY = P.find(numberOf(Y));
      if (!P.IsProduct || !PartX || !PartY || Nest.areExclusive(X, Y))
        continue;
      Differences Meet;
      Meet.require(Nest.domain(X), 0);
      Meet.require(Nest.domain(Y), 1);
      require(Meet, *PartX, 0);
      require(Meet, *PartY, 1);
      Meet.requireEqual(Begin, 0, Begin, 1);
      Meet.requireEqual(Behind, 0, Behind, 1);
      for (unsigned D : {0, 1})
        Meet.requireEqual(X.Target.At[D], 0, R.At[D], 1);
      if (Meet.isFeasible())
        return false;
    }
    return true;
  }

  static void require(Differences &In, const SchedulePiece::Part &P,
                      unsigned Of) {
    In.require(P.Where, Of);
    In.require(Begin + 1, Of, Behind, Of);
  }

  const ModelNest &Nest;
  const BlockSchedule &Blocks;
};
} // namespace

bool keepsOrder(const ModelNest &Nest, const BlockSchedule &Blocks) {
  return OrderProof(Nest, Blocks).run();
}

} // namespace gemmify
