//===- CopyLegality.cpp - What has to hold for a trial's copy -------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyLegality.h"

using namespace llvm;

namespace gemmify {

std::optional<Legality> examineCopy(const GemmNest &Copied,
                                    const TrialNest &Trial, AAResults &AA,
                                    ScalarEvolution &SE, bool MayWriteMore) {
  const NestResidual &More = Copied.Besides;
  const bool HasMore =
      MayWriteMore ? More.Escapes || !More.Results.empty() : !More.empty();
  if (Copied.Root != &Trial.copy() || Copied.Rest || HasMore ||
      !Copied.RowLoads.empty() || !Copied.EqualRows.empty() || Copied.isTiled())
    return std::nullopt;
  Legality Legal = examine(Copied, AA, SE);
  if (Legal.Impossible != Reason::None || !Legal.RowsApart.empty() ||
      Legal.Expansion)
    return std::nullopt;
  return Legal;
}

} // namespace gemmify
