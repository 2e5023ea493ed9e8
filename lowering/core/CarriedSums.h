//===- CarriedSums.h - Sums that stay in accumulators -----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where accumulators are no vectors (MMA's `<512 x i1>`), a sum should be put
/// into them once and taken out once, not in each iteration of its loop (Kuzma
/// et al. 2022, section 3.2). A *carried sum* is a set of products and phis,
/// connected by start values and by edges into the phis, that hold one sum at
/// different times. All of them become accumulators, and only values that enter
/// or leave the set are converted.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_CORE_CARRIEDSUMS_H
#define GEMMIFY_LOWERING_CORE_CARRIEDSUMS_H

#include "Product.h"
#include "lowering/matrix/ShapeInference.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace gemmify {

/// How one carried sum is computed; a single section.
struct CarriedSum {
  const SiteEmitter *Emitter = nullptr;
  Section Where;
  ProductMath Math;
  llvm::SmallVector<llvm::Type *> Types; ///< Of the accumulators.

  /// Whether products of the two can add to the same accumulators.
  bool operator==(const CarriedSum &O) const {
    return Emitter == O.Emitter && Where.Cut == O.Where.Cut &&
           Math.Subtract == O.Math.Subtract && Math.Fuse == O.Math.Fuse &&
           Math.Kind == O.Math.Kind;
  }
};

class CarriedSums {
public:
  /// Finds the carried sums among \p Instructions, in reverse post-order.
  /// \p Describe says how a product would be computed, or nothing when its
  /// accumulators are not to be carried.
  void
  find(llvm::ArrayRef<llvm::Instruction *> Instructions,
       const LayoutMap &Layouts,
       llvm::function_ref<std::optional<CarriedSum>(const Product &)> Describe);

  /// The carried sum that \p V belongs to, or null.
  const CarriedSum *of(const llvm::Value *V) const {
    auto It = Members.find(V);
    return It == Members.end() ? nullptr : &It->second;
  }

  /// Drops the sums that live in processor state.
  void dropStates();

private:
  llvm::DenseMap<const llvm::Value *, CarriedSum> Members;
};

} // namespace gemmify

#endif // GEMMIFY_LOWERING_CORE_CARRIEDSUMS_H
