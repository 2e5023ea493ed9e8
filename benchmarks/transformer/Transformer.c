//===- Transformer.c - The layers of a small language model ---------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// As a programmer writes them who wants to be read. -DBYTES computes with
/// weights of one byte, -DBLAS calls a library for products of floats.
///
//===----------------------------------------------------------------------===//

#include "Transformer.h"
#include <math.h>
#include <string.h>
#ifdef BLAS
#include <cblas.h>
#endif

static void normalize(float *restrict out, const float *restrict x,
                      const float *restrict weight, int tokens, int dim) {
  for (int t = 0; t < tokens; t++) {
    float squares = 0;
    for (int i = 0; i < dim; i++)
      squares += x[t * dim + i] * x[t * dim + i];
    float scale = 1 / sqrtf(squares / dim + 1e-5f);
    for (int i = 0; i < dim; i++)
      out[t * dim + i] = weight[i] * (scale * x[t * dim + i]);
  }
}

//===----------------------------------------------------------------------===//
// out (tokens×n) = x (tokens×d) times the transpose of w (n×d)
//===----------------------------------------------------------------------===//

#ifdef BYTES

/// Bytes and their scales for each group of a row.
static void quantize(const float *restrict x, int8_t *restrict bytes,
                     float *restrict scales, int count) {
  for (int g = 0; g < count / GROUP; g++) {
    float largest = 0;
    for (int i = 0; i < GROUP; i++)
      largest = fmaxf(largest, fabsf(x[g * GROUP + i]));
    float scale = largest / 127;
    scales[g] = scale;
    for (int i = 0; i < GROUP; i++)
      bytes[g * GROUP + i] =
          largest > 0 ? (int8_t)roundf(x[g * GROUP + i] / scale) : 0;
  }
}

static void one_token(float *restrict out, const int8_t *restrict x,
                      const float *restrict xs, const int8_t *restrict w,
                      const float *restrict ws, int n, int d) {
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int g = 0; g < d / GROUP; g++) {
      int32_t inner = 0;
      for (int k = 0; k < GROUP; k++)
        inner += (int32_t)x[g * GROUP + k] * (int32_t)w[i * d + g * GROUP + k];
      sum += (float)inner * ws[i * (d / GROUP) + g] * xs[g];
    }
    out[i] = sum;
  }
}

static void many_tokens(float *restrict out, const int8_t *restrict x,
                        const float *restrict xs, const int8_t *restrict w,
                        const float *restrict ws, int tokens, int n, int d) {
  for (int t = 0; t < tokens; t++)
    for (int i = 0; i < n; i++) {
      float sum = 0;
      for (int g = 0; g < d / GROUP; g++) {
        int32_t inner = 0;
        for (int k = 0; k < GROUP; k++)
          inner += (int32_t)x[t * d + g * GROUP + k] *
                   (int32_t)w[i * d + g * GROUP + k];
        sum += (float)inner * ws[i * (d / GROUP) + g] *
               xs[t * (d / GROUP) + g];
      }
      out[t * n + i] = sum;
    }
}

static void multiply(struct state *s, float *out, const float *x,
                     struct matrix w, int tokens, int n, int d) {
  quantize(x, s->bytes, s->scales, tokens * d);
  if (tokens == 1)
    one_token(out, s->bytes, s->scales, w.bytes, w.scales, n, d);
  else
    many_tokens(out, s->bytes, s->scales, w.bytes, w.scales, tokens, n, d);
}

#elif defined(BLAS)

static void multiply(struct state *s, float *out, const float *x,
                     struct matrix w, int tokens, int n, int d) {
  if (tokens == 1)
    cblas_sgemv(CblasRowMajor, CblasNoTrans, n, d, 1, w.floats, d, x, 1, 0, out,
                1);
  else
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, tokens, n, d, 1, x, d,
                w.floats, d, 0, out, n);
}

#else

static void one_token(float *restrict out, const float *restrict x,
                      const float *restrict w, int n, int d) {
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int k = 0; k < d; k++)
      sum += w[i * d + k] * x[k];
    out[i] = sum;
  }
}

static void many_tokens(float *restrict out, const float *restrict x,
                        const float *restrict w, int tokens, int n, int d) {
  for (int t = 0; t < tokens; t++)
    for (int i = 0; i < n; i++) {
      float sum = 0;
      for (int k = 0; k < d; k++)
        sum += w[i * d + k] * x[t * d + k];
      out[t * n + i] = sum;
    }
}

static void multiply(struct state *s, float *out, const float *x,
                     struct matrix w, int tokens, int n, int d) {
  if (tokens == 1)
    one_token(out, x, w.floats, n, d);
  else
    many_tokens(out, x, w.floats, tokens, n, d);
}

#endif

//===----------------------------------------------------------------------===//
// Attention
//===----------------------------------------------------------------------===//

/// Rotates pairs of elements of each head by the token's position.
static void rotate(const struct model *m, float *x, int tokens, int at) {
  int dim = m->shape.dim, half = dim / m->shape.heads / 2;
  for (int t = 0; t < tokens; t++)
    for (int i = 0; i < dim / 2; i++) {
      float c = m->cosines[(at + t) * half + i % half],
            s = m->sines[(at + t) * half + i % half];
      float *pair = x + t * dim + 2 * i, first = pair[0], second = pair[1];
      pair[0] = first * c - second * s;
      pair[1] = first * s + second * c;
    }
}

static void softmax(float *x, int count) {
  float largest = x[0], sum = 0;
  for (int i = 1; i < count; i++)
    largest = x[i] > largest ? x[i] : largest;
  for (int i = 0; i < count; i++) {
    x[i] = expf(x[i] - largest);
    sum += x[i];
  }
  for (int i = 0; i < count; i++)
    x[i] /= sum;
}

/// One head's part of a row of the result, for a token that sees \p count.
static void attend_head(float *restrict out, const float *restrict query,
                        const float *restrict keys,
                        const float *restrict values, float *restrict scores,
                        int count, int size, int dim) {
  for (int u = 0; u < count; u++) {
    float score = 0;
    for (int i = 0; i < size; i++)
      score += query[i] * keys[u * dim + i];
    scores[u] = score / sqrtf((float)size);
  }
  softmax(scores, count);
  for (int i = 0; i < size; i++)
    out[i] = 0;
  for (int u = 0; u < count; u++)
    for (int i = 0; i < size; i++)
      out[i] += scores[u] * values[u * dim + i];
}

static void attend(const struct model *m, struct state *s, int l, int tokens,
                   int at) {
  int dim = m->shape.dim, size = dim / m->shape.heads;
  const float *keys = s->keys + (long)l * m->shape.length * dim;
  const float *values = s->values + (long)l * m->shape.length * dim;
  for (int t = 0; t < tokens; t++)
    for (int h = 0; h < m->shape.heads; h++)
      attend_head(s->attended + t * dim + h * size,
                  s->query + t * dim + h * size, keys + h * size,
                  values + h * size, s->scores, at + t + 1, size, dim);
}

static void add(float *restrict x, const float *restrict y, int count) {
  for (int i = 0; i < count; i++)
    x[i] += y[i];
}

static void attention(const struct model *m, struct state *s, int l, int tokens,
                      int at) {
  const struct layer *layer = &m->layer[l];
  int dim = m->shape.dim;
  long here = ((long)l * m->shape.length + at) * dim;
  normalize(s->normed, s->x, layer->attention_norm, tokens, dim);
  multiply(s, s->query, s->normed, layer->query, tokens, dim, dim);
  multiply(s, s->keys + here, s->normed, layer->key, tokens, dim, dim);
  multiply(s, s->values + here, s->normed, layer->value, tokens, dim, dim);
  rotate(m, s->query, tokens, at);
  rotate(m, s->keys + here, tokens, at);
  attend(m, s, l, tokens, at);
  multiply(s, s->projected, s->attended, layer->output, tokens, dim, dim);
  add(s->x, s->projected, tokens * dim);
}

static void feed_forward(const struct model *m, struct state *s, int l,
                         int tokens) {
  const struct layer *layer = &m->layer[l];
  int dim = m->shape.dim, hidden = m->shape.hidden;
  normalize(s->normed, s->x, layer->forward_norm, tokens, dim);
  multiply(s, s->gate, s->normed, layer->gate, tokens, hidden, dim);
  multiply(s, s->up, s->normed, layer->up, tokens, hidden, dim);
  for (int i = 0; i < tokens * hidden; i++) {
    float x = s->gate[i];
    s->gate[i] = x / (1 + expf(-x)) * s->up[i];
  }
  multiply(s, s->projected, s->gate, layer->down, tokens, dim, hidden);
  add(s->x, s->projected, tokens * dim);
}

void forward(const struct model *m, struct state *s, const int *tokens,
             int count, int at) {
  int dim = m->shape.dim;
  for (int t = 0; t < count; t++)
    memcpy(s->x + t * dim, m->embedding + (long)tokens[t] * dim,
           dim * sizeof(float));
  for (int l = 0; l < m->shape.layers; l++) {
    attention(m, s, l, count, at);
    feed_forward(m, s, l, count);
  }
  normalize(s->normed, s->x + (count - 1) * dim, m->final_norm, 1, dim);
  multiply(s, s->logits, s->normed, m->classifier, 1, m->shape.words, dim);
}
