//===- Transformer.h - A small language model in plain C --------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the model's layers (Transformer.c) and the measuring program share. The
/// architecture is Llama's: RMSNorm, rotary positions, attention over a cache
/// of keys and values, SwiGLU. All matrices are row-major, n×d: n outputs, d
/// inputs.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_BENCHMARKS_TRANSFORMER_H
#define GEMMIFY_BENCHMARKS_TRANSFORMER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Elements that share a scale where weights are bytes.
enum { GROUP = 32 };

struct shape {
  int dim;    ///< Elements that stand for a token.
  int hidden; ///< Elements between the two steps of a feed-forward part.
  int layers, heads;
  int words;  ///< Of the vocabulary.
  int length; ///< The most tokens.
};

/// An n×d matrix of weights: of floats, or of bytes with a scale for each group
/// of a row.
struct matrix {
  const float *floats;
  const int8_t *bytes;
  const float *scales;
};

struct layer {
  const float *attention_norm, *forward_norm; ///< dim
  struct matrix query, key, value, output;    ///< dim×dim
  struct matrix gate, up;                     ///< hidden×dim
  struct matrix down;                         ///< dim×hidden
};

struct model {
  struct shape shape;
  const float *embedding;       ///< words×dim
  const struct layer *layer;    ///< Of each one.
  const float *final_norm;      ///< dim
  struct matrix classifier;     ///< words×dim
  const float *cosines, *sines; ///< length×(dim/heads/2), of the rotations.
};

/// What the layers write. Rows are tokens of one call.
struct state {
  float *x, *normed, *attended, *query; ///< length×dim
  float *projected;                     ///< length×dim
  float *gate, *up;                     ///< length×hidden
  float *scores;                        ///< length: one head's of one token
  float *keys, *values;                 ///< layers×length×dim: the cache
  float *logits;                        ///< words: of the last token
  int8_t *bytes;                        ///< length×max(dim, hidden)
  float *scales;                        ///< of its groups
};

/// Runs \p count tokens, the first of which stands at position \p at, behind
/// those of earlier calls. Leaves the last one's logits.
void forward(const struct model *m, struct state *s, const int *tokens,
             int count, int at);

#ifdef __cplusplus
}
#endif

#endif // GEMMIFY_BENCHMARKS_TRANSFORMER_H
