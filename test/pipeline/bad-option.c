//===- bad-option.c - A wrong option is an error, not a crash -------------===//
//
// RUN: not %clangplugin -O2 -mllvm -gemmify-mr=0 -c %s -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not="bug report" \
// RUN:       --implicit-check-not="Stack dump"
//
// CHECK: gemmify: error: invalid value '0' for -gemmify-mr: accepted are whole numbers from 1 to 4096
//
//===----------------------------------------------------------------------===//

void nothing(void) {}
