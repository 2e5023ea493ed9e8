//===- PlanCheck.cpp - Whether plan overrides can work --------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanCheck.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;

namespace gemmify {

static Error refuse(const char *Option, uint64_t Value, const Twine &Accepted) {
  return createStringError(inconvertibleErrorCode(),
                           Twine("-gemmify-") + Option + "=" + Twine(Value) +
                               " cannot work: " + Accepted);
}

static std::string tileText(const TileShape &T) {
  return ("mr=" + Twine(T.MR) + " nr=" + Twine(T.NR) + " kr=" + Twine(T.KR))
      .str();
}

/// A micro-kernel keeps mr×nr sums, one column of A and one element of B in
/// registers. \p Lanes is the number of elements in one vector register.
static Error checkRegisterFile(const PlanRequest &R, const PlanOverrides &O,
                               const TileShape &T) {
  uint64_t Regs = R.Target.VectorRegs;
  uint64_t SumBytes = R.SumBytes ? R.SumBytes : R.ElemBytes;
  uint64_t Lanes = R.Target.VectorBits / 8 / SumBytes;
  if ((!O.MR && !O.NR) || !Regs || !Lanes)
    return Error::success();
  uint64_t Column = divideCeil(T.MR, Lanes);
  if (Column * (uint64_t(T.NR) + 1) + 1 <= Regs)
    return Error::success();

  std::string File = ("row '" + R.Target.Row + "' has " + Twine(Regs) +
                      " vector registers of " + Twine(Lanes) + " elements")
                         .str();
  uint64_t MaxMR = (Regs - 1) / (uint64_t(T.NR) + 1) * Lanes;
  if (O.MR && MaxMR)
    return refuse("mr", O.MR,
                  File + "; with nr=" + Twine(T.NR) + " accepted are 1 to " +
                      Twine(MaxMR));
  uint64_t Columns = (Regs - 1) / Column;
  if (O.NR && Columns > 1)
    return refuse("nr", O.NR,
                  File + "; with mr=" + Twine(T.MR) + " accepted are 1 to " +
                      Twine(Columns - 1));
  return refuse(O.MR ? "mr" : "nr", O.MR ? O.MR : O.NR,
                File + ", which do not hold a tile of " + tileText(T) +
                    "; accepted are tiles of at most " + Twine(Regs - 1) +
                    " registers");
}

/// Sums that live in separate registers, AccCols columns in each.
static Error checkAccumulators(const PlanRequest &R, const PlanOverrides &O,
                               const TileShape &T) {
  const TargetRecord &Row = R.Target;
  const uint64_t SumBytes = R.SumBytes ? R.SumBytes : R.ElemBytes;
  const uint64_t Lanes = Row.VectorBits / 8 / SumBytes;
  if ((!O.MR && !O.NR) || !Row.SumRegs || !Lanes)
    return Error::success();
  const uint64_t Column = divideCeil(T.MR, Lanes);
  if (Column * alignTo(T.NR, Row.AccCols) <= Row.SumRegs)
    return Error::success();
  return refuse(O.MR ? "mr" : "nr", O.MR ? O.MR : O.NR,
                "the accumulators of row '" + Row.Row + "' do not hold " +
                    tileText(T) + "; accepted are tiles of at most " +
                    Twine(Row.SumRegs * Lanes) + " sums, with mr in steps of " +
                    Twine(Lanes) + " and nr in steps of " + Twine(Row.AccCols));
}

static Expected<TileShape> checkTile(const PlanRequest &R,
                                     const PlanOverrides &O) {
  const TileShape &Own = R.Target.Tile;
  if (!R.ElemBytes || !Own.MR || !Own.NR || !Own.KR)
    return createStringError(inconvertibleErrorCode(),
                             Twine("target row '") + R.Target.Row +
                                 "' describes no tile for this element type");
  TileShape T;
  T.MR = O.MR ? O.MR : Own.MR;
  T.NR = O.NR ? O.NR : Own.NR;
  T.KR = O.KR ? O.KR : Own.KR;
  if (T.KR > std::max(MaxKR, Own.KR) || T.KR % Own.KR)
    return refuse("kr", T.KR,
                  "accepted are multiples of " + Twine(Own.KR) + " up to " +
                      Twine(std::max(MaxKR, Own.KR)));
  if (O.MR > MaxTile)
    return refuse("mr", O.MR, "accepted are 1 to " + Twine(MaxTile));
  if (O.NR > MaxTile)
    return refuse("nr", O.NR, "accepted are 1 to " + Twine(MaxTile));
  if (Error E = checkAccumulators(R, O, T))
    return E;
  if (Error E = checkRegisterFile(R, O, T))
    return E;
  return T;
}

static Error checkBlock(const char *Option, uint64_t Block,
                        const char *TileName, uint64_t Tile) {
  if (Block % Tile == 0 && Block <= MaxBlock)
    return Error::success();
  return refuse(Option, Block,
                Twine("accepted are multiples of ") + TileName + "=" +
                    Twine(Tile) + " from " + Twine(Tile) + " to " +
                    Twine(MaxBlock - MaxBlock % Tile));
}

static Expected<CacheSizes>
checkCaches(const PlanRequest &R, const PlanOverrides &O, const TileShape &T) {
  auto Pick = [](uint64_t Wanted, uint64_t Own, uint64_t Common) {
    return Wanted ? Wanted : Own ? Own : Common;
  };
  CacheSizes C;
  C.L1 = Pick(O.Caches.L1, R.Target.Caches.L1, 32 * 1024);
  C.L2 = Pick(O.Caches.L2, R.Target.Caches.L2,
              std::max<uint64_t>(C.L1, 256 * 1024));
  C.L3 = Pick(O.Caches.L3, R.Target.Caches.L3,
              SaturatingMultiply<uint64_t>(C.L2, 4));

  const uint64_t Size = R.ElemBytes;
  const uint64_t A = uint64_t(T.MR) * T.KR * Size;
  const uint64_t B = uint64_t(T.NR) * T.KR * Size;
  const uint64_t MinL1 = std::max(2 * B, A + B + uint64_t(T.MR) * T.NR * Size);
  auto TooSmall = [&T](const char *Option, uint64_t Value, uint64_t Min) {
    return refuse(Option, Value,
                  "the micro-kernel's tile of " + tileText(T) +
                      " needs room; accepted are sizes from " + Twine(Min) +
                      " bytes");
  };
  if (C.L1 < MinL1)
    return TooSmall("l1-size", C.L1, MinL1);
  if (C.L2 < C.L1 && !O.Caches.L2)
    return refuse("l1-size", C.L1,
                  "the effective L2 has " + Twine(C.L2) +
                      " bytes; accepted are sizes from " + Twine(MinL1) +
                      " to " + Twine(C.L2) +
                      ", or more together with -gemmify-l2-size");
  const uint64_t MinL2 = std::max(C.L1, 4 * A);
  if (C.L2 < MinL2)
    return TooSmall("l2-size", C.L2, MinL2);
  if (C.L3 < 4 * B)
    return TooSmall("l3-size", C.L3, 4 * B);
  return C;
}

Expected<Machine> checkOverrides(const PlanRequest &R, const PlanOverrides &O) {
  Expected<TileShape> Tile = checkTile(R, O);
  if (!Tile)
    return Tile.takeError();
  if (Error E = checkBlock("mc", O.MC, "mr", Tile->MR))
    return E;
  if (Error E = checkBlock("kc", O.KC, "kr", Tile->KR))
    return E;
  if (Error E = checkBlock("nc", O.NC, "nr", Tile->NR))
    return E;
  Expected<CacheSizes> Caches = checkCaches(R, O, *Tile);
  if (!Caches)
    return Caches.takeError();
  return Machine{*Tile, *Caches};
}

} // namespace gemmify
