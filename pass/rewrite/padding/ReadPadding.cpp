//===- ReadPadding.cpp - A padded convolution is one for each box ---------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadPadding.h"
#include "PaddingGuard.h"
#include "pass/recognize/arith/Contraction.h"

using namespace llvm;

namespace gemmify {

std::unique_ptr<TrialNest> readPadding(Loop &Innermost, const NestAnalyses &A) {
  for (Loop *Root : TrialNest::rootsAround(Innermost)) {
    if (!TrialNest::canCopy(*Root))
      continue;
    std::optional<PaddedNest> Nest = findPadding(*Root, Innermost, A);
    if (!Nest || mayFuseWithoutBranches(*Root, A.LI))
      continue;
    auto Trial = std::make_unique<TrialNest>(*Root, ".box", A);
    auto Boxes = std::make_shared<BoxLoops>(*Nest, *Trial, A);
    if (!Boxes->build())
      return nullptr;
    auto Guard = std::make_shared<PaddingGuard>(*Boxes, *Trial, A);
    Trial->readAt(Boxes->copyOf(Innermost),
                  [Boxes, Guard](IRBuilderBase &B) { return Guard->emit(B); });
    Trial->askFirst(
        [Guard](IRBuilderBase &B) { return Guard->emitIsLarge(B); });
    Trial->admitIf([Guard](const GemmNest &N, AAResults &AA) {
      return Guard->admit(N, AA);
    });
    if (Trial->recognizeWhole())
      return Trial;
  }
  return nullptr;
}

} // namespace gemmify
