/* Products that tests of faults run. products.c is compiled without the plugin
 * (plain) and with it, once for each way to rewrite them. */

#ifndef PRODUCTS_H
#define PRODUCTS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct product {
  const char *name;
  long m, n, k; /* 0 where any size will do. */
  size_t in, out; /* Bytes of an element of A and B, and of C. */
  /* C is m×n with rows of ldc elements, A m×k and B k×n without gaps. */
  void (*run)(long m, long n, long k, const void *a, const void *b, void *c,
              long ldc);
};

enum { PRODUCTS = 8 };
typedef const struct product product_set[PRODUCTS];
extern product_set plain_products, auto_products, packing_products,
    stack_products, tiling_products;

/* Those with the plugin, and how they were built. */
static const struct {
  const char *name;
  const struct product *products;
} product_sets[] = {{"auto", auto_products},
                    {"packing", packing_products},
                    {"stack", stack_products},
                    {"tiling", tiling_products}};
enum { SETS = 4 };

/* A product with operands of its own. */
struct operands {
  long m, n, k;
  void *a, *b, *c, *want, *start;
  size_t bytes; /* Of C. */
};

static void fill_operand(void *to, size_t count, size_t size, uint32_t seed) {
  for (size_t i = 0; i < count; ++i) {
    seed = seed * 1664525 + 1013904223;
    double x = (int32_t)seed / 2147483648.0;
    float f = (float)x;
    int8_t whole = (int8_t)(seed >> 24);
    memcpy((char *)to + i * size, size == 8   ? (void *)&x
                                  : size == 4 ? (void *)&f
                                              : (void *)&whole,
           size);
  }
}

static void *checked(void *p) {
  if (!p) {
    puts("the test has no memory");
    exit(2);
  }
  return p;
}

/* Operands for product \p which, and what the plain one makes of them. */
static struct operands make_operands(int which, long m, long n, long k) {
  const struct product *p = &plain_products[which];
  struct operands o = {p->m ? p->m : m, p->n ? p->n : n, p->k ? p->k : k};
  o.bytes = (size_t)(o.m * o.n) * p->out;
  o.a = checked(malloc((size_t)(o.m * o.k) * p->in));
  o.b = checked(malloc((size_t)(o.k * o.n) * p->in));
  o.c = checked(malloc(o.bytes));
  o.want = checked(malloc(o.bytes));
  o.start = checked(malloc(o.bytes));
  fill_operand(o.a, (size_t)(o.m * o.k), p->in, 1);
  fill_operand(o.b, (size_t)(o.k * o.n), p->in, 2);
  fill_operand(o.start, (size_t)(o.m * o.n), p->in == 1 ? 1 : p->out, 3);
  memcpy(o.want, o.start, o.bytes);
  p->run(o.m, o.n, o.k, o.a, o.b, o.want, o.n);
  return o;
}

static void free_operands(struct operands *o) {
  free(o->a);
  free(o->b);
  free(o->c);
  free(o->want);
  free(o->start);
}

/* Whether \p p computes what the plain product does. Calls nothing else. */
static int computes(const struct product *p, const struct operands *o) {
  memcpy(o->c, o->start, o->bytes);
  p->run(o->m, o->n, o->k, o->a, o->b, o->c, o->n);
  return !memcmp(o->c, o->want, o->bytes);
}

static int failures;
static void check(int holds, const char *set, const char *product,
                  const char *what) {
  if (!holds && failures++ < 20)
    printf("FAIL %s %s: %s\n", set, product, what);
}

/* Where kernels keep workspace between two products: null, or a mapping that
 * begins with its size; and behind them, how many bytes these have. */
extern void *workspaces[65] __asm__("gemmify.workspaces.64.64.counted")
    __attribute__((weak));

static int waiting_workspaces(void) {
  int count = 0;
  for (int i = 0; workspaces && i < 64; ++i)
    count += workspaces[i] != NULL;
  return count;
}

#endif
