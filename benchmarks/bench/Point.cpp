//===- Point.cpp - Reads what one run measures ----------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Point.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>

[[noreturn]] static void fail(const std::string &Argument) {
  std::fprintf(stderr, "measure: cannot use the argument '%s'\n",
               Argument.c_str());
  std::exit(2);
}

static double number(const std::string &Text, const std::string &Argument) {
  char *End = nullptr;
  double Value = std::strtod(Text.c_str(), &End);
  if (Text.empty() || *End || Value < 0)
    fail(Argument);
  return Value;
}

static RowSpec parseRow(const std::string &Text, const std::string &Argument) {
  std::istringstream Stream(Text);
  std::string Bits, Limit;
  RowSpec Row;
  std::getline(Stream, Bits, ',');
  std::getline(Stream, Row.Name, ',');
  std::getline(Stream, Limit, ',');
  std::getline(Stream, Row.Object);
  if (Bits == "reference")
    Row.Bits = Role::Reference;
  else if (Bits == "strict")
    Row.Bits = Role::Strict;
  else if (Bits != "free")
    fail(Argument);
  Row.Limit = number(Limit, Argument);
  return Row;
}

static void set(Point &P, const std::string &Argument) {
  size_t Equals = Argument.find('=');
  if (Equals == std::string::npos)
    fail(Argument);
  std::string Key = Argument.substr(0, Equals);
  std::string Value = Argument.substr(Equals + 1);
  if (Key == "types") {
    P.Types = Value;
  } else if (Key == "row") {
    P.Rows.push_back(parseRow(Value, Argument));
  } else if (Key == "layout") {
    if (Value.size() != 3 || Value.find_first_not_of("rc") != Value.npos)
      fail(Argument);
    P.ColumnA = Value[0] == 'c';
    P.ColumnB = Value[1] == 'c';
    P.ColumnC = Value[2] == 'c';
  } else if (Key.rfind("context.", 0) == 0) {
    P.Context.emplace_back(Key.substr(8), Value);
  } else {
    double Number = number(Value, Argument);
    struct {
      const char *Name;
      long *Of;
    } Longs[] = {{"m", &P.M},
                 {"n", &P.N},
                 {"k", &P.K},
                 {"batch", &P.Batch},
                 {"pad", &P.Pad}};
    for (auto &L : Longs)
      if (Key == L.Name) {
        *L.Of = long(Number);
        return;
      }
    if (Key == "alpha")
      P.Alpha = Number;
    else if (Key == "beta")
      P.Beta = Number;
    else if (Key == "processor")
      P.Processor = int(Number);
    else if (Key == "threads")
      P.Threads = int(Number);
    else if (Key == "repetitions")
      P.Repetitions = int(Number);
    else if (Key == "seconds")
      P.Seconds = Number;
    else if (Key == "mintime")
      P.MinTime = Number;
    else
      fail(Argument);
  }
}

Point Point::parse(int &Argc, char **Argv) {
  Point P;
  int Kept = 1;
  for (int I = 1; I < Argc; ++I)
    if (std::strncmp(Argv[I], "--", 2) == 0)
      Argv[Kept++] = Argv[I];
    else
      set(P, Argv[I]);
  Argc = Kept;
  return P;
}
