//===- builds.h - Forms that are compiled three times -----------*- C -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A test names its forms in EACH(F) and their parameters in ARGS before it
// includes this. With -DV=plain, -DV=gemmify or -DV=blocks, F(NAME) begins the
// definition of a form; with -DMAIN, Forms are those of all three builds.
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_TEST_EXEC_BUILDS_H
#define GEMMIFY_TEST_EXEC_BUILDS_H

#define CAT_(X, Y) X##_##Y
#define CAT(X, Y) CAT_(X, Y)

#ifdef V
#define F(NAME) void CAT(NAME, V) ARGS
#endif

#ifdef MAIN
#define DECLARE(NAME)                                                          \
  void NAME##_plain ARGS;                                                      \
  void NAME##_gemmify ARGS;                                                    \
  void NAME##_blocks ARGS;
EACH(DECLARE)
typedef void Form ARGS;
static const struct {
  const char *Name;
  Form *Run[3]; ///< The plain one first.
} Forms[] = {
#define ROW(NAME) {#NAME, {NAME##_plain, NAME##_gemmify, NAME##_blocks}},
    EACH(ROW)};
#endif

#endif // GEMMIFY_TEST_EXEC_BUILDS_H
