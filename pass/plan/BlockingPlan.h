//===- BlockingPlan.h - How a product is cut into blocks --------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The planner: pure arithmetic from shape, element size, caches and register
/// file to mc, kc, nc and a strategy (Kuzma et al. 2022, section 3.1,
/// constraints 1 to 7). It knows no IR and can be tested with invented
/// machines.
///
/// Here m is the vector direction of the micro-kernel: the rewrite has already
/// exchanged the operands when C is contiguous along j.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_PLAN_BLOCKINGPLAN_H
#define GEMMIFY_PASS_PLAN_BLOCKINGPLAN_H

#include "intrinsic/PackedForm.h"
#include "intrinsic/TargetRecord.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace gemmify {

/// Auto lets the planner choose; Off keeps every nest.
enum class Strategy { Auto, Intrinsic, Tiling, Packing, Off };

/// The option's spelling.
const char *strategyName(Strategy S);

/// What the user fixed on the command line; 0 and Auto mean "choose".
struct PlanOverrides {
  Strategy Wanted = Strategy::Auto;
  unsigned MR = 0, NR = 0, KR = 0;
  uint64_t MC = 0, KC = 0, NC = 0;
  CacheSizes Caches; ///< Effective sizes; 0 keeps the target's.
};

/// A product to plan. Sizes that are only known at run time are empty.
struct PlanRequest {
  std::optional<uint64_t> M, N, K;
  /// The most multiply-adds that the product can have, as far as its sizes are
  /// known.
  uint64_t MostWork = UINT64_MAX;
  unsigned ElemBytes = 4; ///< Of a packed element, for all products of a step.
  unsigned SumBytes = 0;  ///< Of an element of C; 0: the same.
  PackedForm Form;
  /// Whether the source's loops may add in any order, so that LLVM vectorizes
  /// them.
  bool AnyOrder = false;
  /// Whether tiles can read operands in place or from a copy of a sliver.
  bool CanTile = true;
  /// Whether they can read P in place: it is contiguous along i.
  bool CanReadLeft = true;
  /// Whether they can read Q in place.
  bool CanReadRight = true;
  /// Whether sums can be kept in C between two blocks of k. Otherwise tiling is
  /// only for one block.
  bool SumsRest = true;
  /// Bytes of the slivers that tiling copies to the stack at a time.
  uint64_t SliverBytes = 16 * 1024;
  /// Whether one matrix.multiply can express the whole product.
  bool CanUseIntrinsic = true;
  /// Whether all tiles are computed whole.
  bool WholeTiles = false;
  /// Whether the product is that of a matrix with a vector: each element of the
  /// matrix is used once.
  bool IsVector = false;
  /// Whether all operands have to be read before any of C is stored.
  bool MayOverlap = false;
  /// Whether rows are found through tables, which are checked first.
  bool LooksUpRows = false;
  /// Upper bound in bytes for packed buffers; 0: none may be allocated.
  uint64_t WorkspaceLimit = UINT64_MAX;
  TargetRecord Target;
};

/// The plan. mc, kc and nc are multiples of mr, kr and nr.
struct BlockingPlan {
  /// Never Auto. Off: this nest keeps its loops, and WhyOff says why.
  Strategy Chosen = Strategy::Packing;
  /// A reason for a missed remark, without a full stop; empty unless Off.
  std::string WhyOff;
  unsigned MR = 0, NR = 0, KR = 1;
  /// Sums per vector register, a divisor of mr.
  unsigned Lanes = 1;
  /// See TargetRecord.
  unsigned MaskedLoads = 0, MaskedStores = 0;
  /// Steps of k of one site, a multiple of kr.
  unsigned Depth = 1;
  /// See TargetRecord.
  bool LoadsPairs = false;
  unsigned TransposeBits = 256;
  /// Whether whole tiles are computed by functions that enter a processor mode
  /// for them.
  bool Streams = false;
  /// Whether all tiles are computed whole, from packed slivers.
  bool WholeTiles = false;
  /// See TargetRecord.
  unsigned MinDepth = 2;
  /// Columns of the narrowest tile of packed slivers, a divisor of nr.
  unsigned PartCols = 0;
  /// Steps of k of the left operand that are packed together; for the right one
  /// these are kr.
  unsigned LeftGroup = 1;
  PackedForm Form;
  unsigned PackedElemBytes = 4; ///< Of a packed element, for all products.
  uint64_t MC = 0, KC = 0, NC = 0;
  /// kc for a C of FarBytes or more, where each pass over C waits for memory;
  /// mc·kc and kc·nc do not grow. 0: no better one.
  uint64_t DeepKC = 0;
  uint64_t FarBytes = 0;
  uint64_t TiledKC = 0; ///< The largest block of k of tiling.
  /// Run-time choice, in multiply-adds (m·n·k): below MinWork the source's
  /// loops run; below MinPackWork an unpacked path runs, if there is one. Both
  /// are 0 when the sizes are constant or the user named the strategy.
  uint64_t MinWork = 0;
  uint64_t MinPackWork = 0;
  /// The same where columns evict each other from the cache, or where more than
  /// CrowdingDepth of them do not fit it.
  uint64_t MinPackWorkEvicting = 0;
  uint64_t CrowdingDepth = 0; ///< Steps of k of misaligned slivers that fit L1.
  /// With up to this many rows, a right operand that is contiguous along k is
  /// read in place; 0: the short side of C does not matter beyond a few tiles.
  uint64_t MaxFlatRows = 0;
  /// The least steps of k with which FlatLoops pay; 0: none.
  uint64_t FlatDepth = 0;
  /// Where C has more bytes than this, its tiles are prefetched.
  uint64_t FetchBytes = 0;
  /// An operand of this many bytes or more is read several times without a
  /// copy.
  uint64_t StreamedBytes = 0;
  /// Bytes of packed blocks that may lie on the stack.
  uint64_t StackBytes = 0;
  /// The row's numbers, for the kernel and the loops around it.
  Tuning Tune;
  /// The most bytes of packed A and B that the plan needs; 0 unless Packing.
  uint64_t PackedABytes = 0;
  uint64_t PackedBBytes = 0;

  /// The steps of k of a block should be a multiple of this: whole sites, for
  /// unrolled loops over them.
  uint64_t niceDepth() const {
    return Depth < Tune.Block.NiceSites ? Depth * Tune.Block.NiceSites : Depth;
  }
  /// Whether tiles may have other shapes than mr×nr.
  bool hasEdgeTiles() const {
    return Depth == 1 && KR == 1 && !Form.Narrow && !Streams && !WholeTiles;
  }
  /// Whether tiles of packed slivers may, in steps of PartCols.
  bool hasPartTiles() const { return !hasEdgeTiles() && PartCols != 0; }
};

/// Plans \p R under \p O. An override is followed exactly or refused:
///
/// * One that cannot work on R's target (a tile larger than the register file,
///   an L1 that does not hold one step of the micro-kernel, mc that is not a
///   multiple of mr) fails with a sentence that names the option and the
///   accepted values.
/// * One that does not suit this product (intrinsic for run-time sizes, blocks
///   larger than the workspace) plans Off with a reason: other nests of the
///   same program may still follow it.
llvm::Expected<BlockingPlan> planBlocking(const PlanRequest &R,
                                          const PlanOverrides &O);

/// The plan's numbers by name, in the order of describePlan(); none for a
/// strategy without blocks.
llvm::SmallVector<std::pair<const char *, uint64_t>, 6>
planNumbers(const BlockingPlan &P);

/// One line for printers and remarks, e.g.
/// "packing mr=16 nr=6 kr=1 mc=192 kc=256 nc=4080".
std::string describePlan(const BlockingPlan &P);

} // namespace gemmify

#endif // GEMMIFY_PASS_PLAN_BLOCKINGPLAN_H
