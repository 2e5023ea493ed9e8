//===- ResidualLegality.cpp - May a product be split off? -----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResidualLegality.h"
#include "ArrayExpansion.h"
#include "pass/kernel/runtime/ErrnoPlace.h"
#include "pass/rewrite/guard/NestAlias.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace gemmify {

/// Beyond this, a test costs more than it gains.
constexpr unsigned MaxPairs = 96;

namespace {

class RestExaminer {
public:
  RestExaminer(const GemmNest &N, Legality &Legal, AAResults &AA,
               const NestAnalyses &A)
      : N(N), Legal(Legal), AA(AA), Alias(N, AA), A(A) {}

  void run() {
    if (N.Besides.empty() || Legal.Impossible != Reason::None)
      return;
    if (N.Elem.ByFlags && !N.Elem.Reassoc && storesBeside()) {
      Legal.Impossible = Reason::ProductsContracted;
      return;
    }
    if (mayBeErrno()) {
      Legal.Impossible = Reason::SetsErrno;
      return;
    }
    if ((Legal.Expansion && !findRow()) || !findPairs())
      return;
    // Only the kernel could tell whether rows of C overlap or overwrite values
    // that other addresses depend on.
    if (N.C.hasRows() && !N.Besides.Results.empty())
      Legal.Impossible = Reason::NotApartFromRest;
    if (llvm::any_of(Legal.RowsApart, [&](const AffineRef &R) {
          return N.isFixedLoad(R.Access);
        }))
      Legal.Impossible = Reason::NotApartFromRest;
    // Accesses to the same array determine the order.
    bool Before = false, After = false;
    for (const AccessPair &P : Legal.Pairs)
      if (!P.TakeTurns && A.SE.getPointerBase(P.Product.Ref.Start) ==
                              A.SE.getPointerBase(P.Rest.Ref.Start))
        (P.InOrder ? After : Before) = true;
    Legal.RestFirst =
        Before && !After && N.Besides.Results.empty() && !Legal.Expansion;
    for (AccessPair &P : Legal.Pairs) {
      P.InOrder ^= Legal.RestFirst;
      if (certainlyConflicts(P))
        Legal.Impossible = Reason::Entangled;
    }
  }

private:
  using Pointers = SmallVector<AccessedPointer, 8>;

  /// Whether the rest stores so near to C's element that LLVM may compute both
  /// in one vector, whose operations are fused together or not at all.
  bool storesBeside() const {
    constexpr uint64_t MostVectorBytes = 64;
    auto AddressOf = [&](const Instruction *I) {
      return A.SE.getSCEV(const_cast<Value *>(getLoadStorePointerOperand(I)));
    };
    return llvm::any_of(N.Besides.Writes, [&](const Instruction *W) {
      if (!isa<StoreInst>(W))
        return false;
      const auto *Apart = dyn_cast<SCEVConstant>(
          A.SE.getMinusSCEV(AddressOf(W), AddressOf(N.C.Access)));
      return Apart && !Apart->isZero() &&
             Apart->getAPInt().abs().ult(MostVectorBytes);
    });
  }

  /// Whether a function that sets errno may change what the product reads, or
  /// errno be what that writes.
  bool mayBeErrno() {
    Pointers Product = pointersOfAll(N.Writes);
    llvm::append_range(Product, pointersOfAll(N.Besides.ProductReads));
    return llvm::any_of(N.Besides.Writes, [&](const Instruction *W) {
      const auto *Call = dyn_cast<CallBase>(W);
      return Call && !isa<MemIntrinsic>(Call) &&
             llvm::any_of(Product, [&](const AccessedPointer &X) {
               const MemoryLocation Of(X.Ptr,
                                       LocationSize::beforeOrAfterPointer(),
                                       X.Access->getAAMetadata());
               return isModSet(AA.getModRefInfo(Call, Of)) && !askForErrno(X);
             });
    });
  }

  /// Has the guard test that \p X, of the product, is not errno. Whether it
  /// can.
  bool askForErrno(const AccessedPointer &X) {
    if (llvm::any_of(Legal.NotErrno, [&](const NestAccess &Known) {
          return Known.Ref.Access == X.Access && Known.Writes == X.Writes;
        }))
      return true;
    std::optional<NestAccess> Access = describeAccess(X, N, A);
    if (!Access || !mayAskForErrno(*X.Access->getModule()))
      return false;
    Legal.NotErrno.push_back(std::move(*Access));
    return true;
  }

  static Pointers pointersOfAll(ArrayRef<Instruction *> Accesses) {
    Pointers All;
    for (Instruction *I : Accesses)
      llvm::append_range(All, pointersOf(*I));
    return All;
  }

  /// The product's accesses to the row in workspace that replaces C.
  bool findRow() {
    // Only the kernel could tell whether rows of an operand overlap it.
    if (!Legal.RowsApart.empty())
      return keepRow();
    Pointers Product = pointersOfAll(N.Writes);
    llvm::append_range(Product, pointersOfAll(N.Besides.ProductReads));
    for (const AccessedPointer &X : Product) {
      if (!X.Writes && isTested(*X.Access))
        continue;
      std::optional<NestAccess> Touched = describeAccess(X, N, A);
      if (!Touched || !touchesRow(*Touched, N, A.SE))
        return keepRow();
      Legal.Expansion->Accesses.push_back(X);
    }
    return true;
  }
  bool keepRow() {
    Legal.Impossible = Reason::SameElements;
    return false;
  }

  /// Whether the product reads something else there, which the guard shows to
  /// be apart from the row.
  bool isTested(const Instruction &Read) const {
    auto IsRead = [&](const AffineRef &R) { return R.Access == &Read; };
    return N.isFixedLoad(&Read) || llvm::any_of(N.RowLoads, IsRead) ||
           llvm::any_of(N.slices(), [&](const Slice *S) {
             return llvm::any_of(S->Loads, IsRead);
           });
  }

  bool isOfRow(const AccessedPointer &X) const {
    return Legal.Expansion && llvm::any_of(Legal.Expansion->Accesses,
                                           [&](const AccessedPointer &Other) {
                                             return Other.Access == X.Access;
                                           });
  }

  /// Where \p Y of the rest reads the row, it has to read workspace.
  void noteRowRead(const AccessedPointer &Y, const NestAccess &Read) {
    if (isOfRow(Y))
      return;
    Legal.Expansion->Accesses.push_back(Y);
    Legal.Expansion->Reads.push_back(Read);
  }

  bool findPairs() {
    Pointers Product = pointersOfAll(N.Writes);
    llvm::append_range(Product, pointersOfAll(N.Besides.ProductReads));
    Pointers Rest = pointersOfAll(N.Besides.Writes);
    llvm::append_range(Rest, pointersOfAll(N.Besides.Reads));
    for (const AccessedPointer &X : Product)
      for (const AccessedPointer &Y : Rest)
        if ((X.Writes || Y.Writes) && !addPair(X, Y))
          return false;
    return true;
  }

  bool addPair(const AccessedPointer &X, const AccessedPointer &Y) {
    if (Alias.neverAliases(*X.Access, *X.Ptr, *Y.Access, *Y.Ptr))
      return true;
    std::optional<NestAccess> Product = describeAccess(X, N, A);
    std::optional<NestAccess> Rest = describeAccess(Y, N, A);
    if (!Product || !Rest || Legal.Pairs.size() == MaxPairs) {
      Legal.Impossible = Reason::NotApartFromRest;
      return false;
    }
    bool InOrder = N.Besides.precedes(X.Access, Y.Access);
    bool OfRow = isOfRow(X);
    if (OfRow && InOrder && followsRow(*Rest, N, A.SE)) {
      noteRowRead(Y, *Rest);
      return true;
    }
    bool Moved = OfRow || N.isFixedLoad(X.Access) || N.isFixedLoad(Y.Access);
    auto Same = [&](const AccessPair &P) {
      return isSame(P.Product, *Product) && isSame(P.Rest, *Rest) &&
             P.InOrder == InOrder && P.Moved == Moved;
    };
    const bool TakeTurns = takeTurns(*Product, *Rest, A.SE);
    if (llvm::none_of(Legal.Pairs, Same))
      Legal.Pairs.push_back(
          {std::move(*Product), std::move(*Rest), InOrder, Moved, TakeTurns});
    return true;
  }

  static bool isSame(const NestAccess &X, const NestAccess &Y) {
    return X.Ref.Start == Y.Ref.Start && X.Ref.Stride == Y.Ref.Stride &&
           X.Ref.ElemTy == Y.Ref.ElemTy && X.Loops == Y.Loops &&
           X.Trip == Y.Trip && X.WrapChecks == Y.WrapChecks;
  }

  /// Their first elements are the same, but in the wrong order or touched by
  /// other iterations, too.
  bool certainlyConflicts(const AccessPair &P) {
    return A.SE.getMinusSCEV(P.Product.Ref.Start, P.Rest.Ref.Start)->isZero() &&
           !(P.InOrder && canMoveAlike(P, A.SE));
  }

  const GemmNest &N;
  Legality &Legal;
  AAResults &AA;
  NestAlias Alias;
  const NestAnalyses &A;
};

} // namespace

bool canMoveAlike(const AccessPair &P, ScalarEvolution &SE) {
  if (P.Moved)
    return false;
  unsigned Common = P.Product.commonLoops(P.Rest);
  for (unsigned D = 0; D != Common; ++D) {
    if (P.Product.Trip[D]->isOne())
      continue;
    const SCEV *X = P.Product.Ref.Stride[D], *Y = P.Rest.Ref.Stride[D];
    if (X->isZero() || Y->isZero() ||
        SE.isKnownPredicate(ICmpInst::ICMP_NE, X, Y))
      return false;
  }
  return Common != NumDims;
}

void examineResidual(const GemmNest &N, Legality &Legal, AAResults &AA,
                     const NestAnalyses &A) {
  RestExaminer(N, Legal, AA, A).run();
}

} // namespace gemmify
