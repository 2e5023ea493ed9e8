//===- Tensors.cpp - Reads what one run multiplies ------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Arguments are `axis=SIZE,A,B,C`, `sizes=N,...`, `elements=A,B,C`,
/// `row=KIND,NAME,OBJECT`, and `types`, `processor`, `rounds`, `mintime`.
///
//===----------------------------------------------------------------------===//

#include "Tensors.h"
#include <cstdio>
#include <cstdlib>
#include <sstream>

static std::vector<std::string> split(const std::string &Text) {
  std::vector<std::string> Parts;
  std::istringstream Stream(Text);
  for (std::string Part; std::getline(Stream, Part, ',');)
    Parts.push_back(Part);
  return Parts;
}

static std::vector<long> numbers(const std::string &Text, size_t Count = 0) {
  std::vector<long> Values;
  for (const std::string &Part : split(Text)) {
    char *End = nullptr;
    Values.push_back(std::strtol(Part.c_str(), &End, 10));
    if (Part.empty() || *End)
      Values.clear();
  }
  if (Values.empty() || (Count && Values.size() != Count)) {
    std::fprintf(stderr, "measure: not numbers: '%s'\n", Text.c_str());
    std::exit(2);
  }
  return Values;
}

Problem Problem::parse(int Argc, char **Argv) {
  Problem P;
  for (int I = 1; I < Argc; ++I) {
    std::string Argument = Argv[I];
    size_t Equals = Argument.find('=');
    std::string Key = Argument.substr(0, Equals);
    std::string Value =
        Equals == Argument.npos ? "" : Argument.substr(Equals + 1);
    if (Key == "types") {
      P.Types = Value;
    } else if (Key == "axis") {
      std::vector<long> V = numbers(Value, 4);
      P.Axes.push_back({V[0], V[1], V[2], V[3]});
    } else if (Key == "sizes") {
      P.Sizes = numbers(Value);
    } else if (Key == "elements") {
      std::vector<long> V = numbers(Value, 3);
      P.ElementsA = V[0], P.ElementsB = V[1], P.ElementsC = V[2];
    } else if (Key == "row") {
      std::vector<std::string> Parts = split(Value);
      Parts.resize(3);
      P.Rows.push_back({Parts[0], Parts[1], Parts[2]});
    } else if (Key == "processor") {
      P.Processor = int(numbers(Value, 1)[0]);
    } else if (Key == "rounds") {
      P.Rounds = int(numbers(Value, 1)[0]);
    } else if (Key == "mintime") {
      P.MinTime = std::atof(Value.c_str());
    } else {
      std::fprintf(stderr, "measure: cannot use the argument '%s'\n", Argv[I]);
      std::exit(2);
    }
  }
  return P;
}

template <typename Is>
static long product(const std::vector<Axis> &Axes, Is Of) {
  long Result = 1;
  for (const Axis &X : Axes)
    Result *= Of(X) ? X.Size : 1;
  return Result;
}

long Problem::m() const {
  return product(Axes, [](const Axis &X) { return X.isOfRows(); });
}
long Problem::n() const {
  return product(Axes,
                 [](const Axis &X) { return !X.isOfRows() && !X.isOfSum(); });
}
long Problem::k() const {
  return product(Axes, [](const Axis &X) { return X.isOfSum(); });
}
