//===- BlockOrder.h - Does a schedule keep the order? --------- -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Proves a schedule right: see L75.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_STAIRCASE_BLOCKORDER_H
#define GEMMIFY_PASS_REWRITE_STAIRCASE_BLOCKORDER_H

#include "BlockSchedule.h"

namespace gemmify {

/// Whether all instances of two statements that touch one element, one of them
/// writing it, come in the source's order.
bool keepsOrder(const ModelNest &Nest, const BlockSchedule &Blocks);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_STAIRCASE_BLOCKORDER_H
