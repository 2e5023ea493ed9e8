//===- MmlaEmitter.h - Arm's products of small blocks -----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sections of products by SMMLA, UMMLA and USMMLA on bytes (Arm ARM, C7.2,
/// FEAT_I8MM) or BFMMLA on bfloats (FEAT_BF16): two rows of A by two columns of
/// B, 16 bytes of each, are added to a block of 2×2 sums of 32 bits. USMMLA
/// takes the unsigned operand first; where that is the right one, blocks are
/// transposed. Sums of bytes are exact modulo 2³²; Bf16Operands.h says how
/// those of bfloats are rounded.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_ARM_MMLAEMITTER_H
#define GEMMIFY_LOWERING_ARM_MMLAEMITTER_H

#include "lowering/core/SiteEmitter.h"

namespace gemmify {

/// What an instruction multiplies.
enum class MmlaForm { Bytes, Bfloats };

/// Steps of k that one instruction of \p Form multiplies.
unsigned mmlaRank(MmlaForm Form);

/// Whether the right operand comes first: USMMLA's first one is unsigned.
/// Bfloats count as signed.
bool mmlaSwaps(const ProductMath &Math);

/// Piece \p Chunk of column \p Col of \p Start as \p Ty, with zeros after its
/// last row; negated where bytes are subtracted. A missing piece is zero (-0
/// for floats), which changes no sum.
llvm::Value *mmlaPiece(llvm::IRBuilderBase &B, const Section &S,
                       const ProductMath &Math,
                       llvm::ArrayRef<llvm::Value *> Start, unsigned Col,
                       unsigned Chunk, llvm::FixedVectorType *Ty);

/// \p Sum plus the products of \p Rows and \p Cols: of a block, or of those of
/// all segments where Sum is a vector of SVE's.
llvm::Value *multiplyBlocks(llvm::IRBuilderBase &B, const ProductMath &Math,
                            llvm::Value *Sum, llvm::Value *Rows,
                            llvm::Value *Cols);

/// Whether \p Kind multiplies bytes, of any signs, that are summed in 32 bits.
bool isProductOfBytes(const ProductKind &Kind);

/// Multiplies bytes of any signs, or bfloats.
const SiteEmitter &mmlaEmitter(MmlaForm Form);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_ARM_MMLAEMITTER_H
