//===- Measure.cpp - Tokens per second of a small language model ----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
///     measure dim=N hidden=N layers=N heads=N words=N length=N bytes=0|1
///             processor=N rounds=N prompt=N tokens=N row=KIND,NAME,OBJECT...
///
/// Loads each row's layers (Transformer.c) and runs them with the same weights,
/// one row after the other in each round: a prompt at once, then tokens one by
/// one. The logits behind both are compared with those of the first row: bit by
/// bit for a row of the kind strict, with a bound for one that is free. Prints
/// for each row "NAME/prompt SECONDS..." and "NAME/tokens SECONDS...", of one
/// token each, and "NAME: wrong..." where the logits differ; as "read" how long
/// it takes to read all weights that a token needs, and as "version" what
/// OpenBLAS is.
///
//===----------------------------------------------------------------------===//

#include "../compare/Clock.h"
#include "../libraries/Kernels.h"
#include "Transformer.h"
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <dlfcn.h>
#include <map>
#include <sched.h>
#include <string>
#include <vector>

namespace {

[[noreturn]] void fail(const std::string &Why) {
  std::fprintf(stderr, "measure: %s\n", Why.c_str());
  std::exit(2);
}

/// Uniform numbers of a 64-bit congruential generator (Knuth's MMIX).
class Random {
public:
  float between(float Low, float High) {
    State = State * 6364136223846793005u + 1442695040888963407u;
    return Low + (High - Low) * float(State >> 40) * 0x1p-24f;
  }

private:
  uint64_t State = 2022;
};

/// A model with random weights. Keeps what the C structures point to.
class Weights {
public:
  Weights(shape S, bool Bytes) : Bytes(Bytes) {
    Model.shape = S;
    const long Dim = S.dim, Hidden = S.hidden;
    Model.embedding = floats(S.words * Dim, -1, 1);
    for (int L = 0; L < S.layers; ++L)
      Layers.push_back({floats(Dim, 0.5, 1.5), floats(Dim, 0.5, 1.5),
                        matrixOf(Dim, Dim), matrixOf(Dim, Dim),
                        matrixOf(Dim, Dim), matrixOf(Dim, Dim),
                        matrixOf(Hidden, Dim), matrixOf(Hidden, Dim),
                        matrixOf(Dim, Hidden)});
    Model.layer = Layers.data();
    Model.final_norm = floats(Dim, 0.5, 1.5);
    Model.classifier = matrixOf(S.words, Dim);
    rotations();
  }

  /// Reads all matrices but the embedding, of which a token needs a row. Adds
  /// up all of it, so that the compiler cannot leave it out.
  float read() const {
    typedef float Vector __attribute__((vector_size(64), aligned(4)));
    Vector Sums[8] = {};
    for (const auto &[Start, Length] : Parts) {
      const char *At = static_cast<const char *>(Start);
      for (size_t I = 0; I + 512 <= Length; I += 512)
        for (int V = 0; V < 8; ++V)
          Sums[V] += *reinterpret_cast<const Vector *>(At + I + 64 * V);
    }
    for (int V = 1; V < 8; ++V)
      Sums[0] += Sums[V];
    return Sums[0][0];
  }

  model Model = {};

private:
  float *floats(long Count, float Low, float High) {
    std::vector<float> &New = Floats.emplace_back(Count);
    for (float &Each : New)
      Each = Numbers.between(Low, High);
    return New.data();
  }

  /// So small that sums of Inputs products stay near one.
  matrix matrixOf(long Outputs, long Inputs) {
    const float Most = std::sqrt(3.0f / Inputs);
    const long Count = Outputs * Inputs;
    if (!Bytes) {
      const float *Data = floats(Count, -Most, Most);
      Parts.push_back({Data, Count * sizeof(float)});
      return {Data, nullptr, nullptr};
    }
    std::vector<int8_t> &New = Small.emplace_back(Count);
    for (int8_t &Each : New)
      Each = int8_t(Numbers.between(-127, 127));
    const float *Scales =
        floats(Count / GROUP, 0.5f * Most / 127, 1.5f * Most / 127);
    Parts.push_back({New.data(), Count});
    Parts.push_back({Scales, Count / GROUP * sizeof(float)});
    return {nullptr, New.data(), Scales};
  }

  void rotations() {
    const long Half = Model.shape.dim / Model.shape.heads / 2;
    float *Cosines = floats(Model.shape.length * Half, 0, 1),
          *Sines = floats(Model.shape.length * Half, 0, 1);
    for (long At = 0; At < Model.shape.length; ++At)
      for (long I = 0; I < Half; ++I) {
        const double Angle = At * std::pow(10000.0, -double(I) / Half);
        Cosines[At * Half + I] = float(std::cos(Angle));
        Sines[At * Half + I] = float(std::sin(Angle));
      }
    Model.cosines = Cosines;
    Model.sines = Sines;
  }

  const bool Bytes;
  Random Numbers;
  std::deque<std::vector<float>> Floats;
  std::deque<std::vector<int8_t>> Small;
  std::vector<layer> Layers;
  std::vector<std::pair<const void *, size_t>> Parts;
};

/// What one row writes.
class Buffers {
public:
  explicit Buffers(const shape &S) {
    const long Rows = S.length, Wide = std::max(S.dim, S.hidden);
    for (float **Each : {&State.x, &State.normed, &State.attended, &State.query,
                         &State.projected})
      *Each = floats(Rows * S.dim);
    State.gate = floats(Rows * S.hidden);
    State.up = floats(Rows * S.hidden);
    State.scores = floats(Rows);
    State.keys = floats(S.layers * Rows * S.dim);
    State.values = floats(S.layers * Rows * S.dim);
    State.logits = floats(S.words);
    State.scales = floats(Rows * Wide / GROUP);
    Bytes.resize(Rows * Wide);
    State.bytes = Bytes.data();
  }

  state State = {};

private:
  float *floats(long Count) { return Floats.emplace_back(Count).data(); }

  std::deque<std::vector<float>> Floats;
  std::vector<int8_t> Bytes;
};

struct Row {
  std::string Name;
  bool Strict;
  decltype(&forward) Run;
  std::vector<float> Logits; ///< Behind the prompt, then behind the tokens.
  std::vector<double> Prompt, Tokens; ///< Seconds of one token, each round.
  std::string Wrong;
};

Row load(const std::string &Text) {
  const size_t First = Text.find(','), Second = Text.find(',', First + 1);
  if (Second == std::string::npos)
    fail("row= wants KIND,NAME,OBJECT");
  const std::string Path = Text.substr(Second + 1);
  void *Object = dlopen(Path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!Object)
    fail(dlerror());
  auto Run = reinterpret_cast<decltype(&forward)>(dlsym(Object, "forward"));
  if (!Run)
    fail(Path + " has no forward()");
  return {Text.substr(First + 1, Second - First - 1),
          Text.substr(0, First) == "strict",
          Run,
          {},
          {},
          {},
          {}};
}

/// One round: tokens are the same for all rows, whatever their logits.
void measure(Row &R, const Weights &W, Buffers &B, int Prompt, int Tokens) {
  std::vector<int> Words(Prompt + Tokens);
  for (size_t I = 0; I < Words.size(); ++I)
    Words[I] = int((I * 7919 + 1) % W.Model.shape.words);
  R.Logits.clear();
  auto Keep = [&] {
    R.Logits.insert(R.Logits.end(), B.State.logits,
                    B.State.logits + W.Model.shape.words);
  };
  double Start = processorSeconds();
  R.Run(&W.Model, &B.State, Words.data(), Prompt, 0);
  R.Prompt.push_back((processorSeconds() - Start) / Prompt);
  Keep();
  Start = processorSeconds();
  for (int T = 0; T < Tokens; ++T)
    R.Run(&W.Model, &B.State, &Words[Prompt + T], 1, Prompt + T);
  R.Tokens.push_back((processorSeconds() - Start) / Tokens);
  Keep();
}

/// Compares with the first row's logits.
void check(Row &R, const Row &First) {
  const size_t Count = First.Logits.size();
  if (R.Strict) {
    if (std::memcmp(R.Logits.data(), First.Logits.data(), 4 * Count))
      R.Wrong = "wrong: other bits than " + First.Name;
    return;
  }
  float Difference = 0, Largest = 0;
  for (size_t I = 0; I < Count; ++I) {
    Difference =
        std::fmax(Difference, std::fabs(R.Logits[I] - First.Logits[I]));
    Largest = std::fmax(Largest, std::fabs(First.Logits[I]));
  }
  if (!(Difference <= 0.05f * Largest))
    R.Wrong = "wrong: logits differ by " + std::to_string(Difference);
}

void print(const std::string &Name, const std::vector<double> &Seconds) {
  std::printf("%s", Name.c_str());
  for (double Each : Seconds)
    std::printf(" %.9g", Each);
  std::printf("\n");
}

} // namespace

int main(int argc, char **argv) {
  kernels::takeTheBest();
  setenv("OPENBLAS_NUM_THREADS", "1", 1);
  std::map<std::string, long> Numbers;
  std::vector<Row> Rows;
  for (int I = 1; I < argc; ++I) {
    const std::string Text = argv[I];
    const size_t Equals = Text.find('=');
    if (Equals == std::string::npos)
      fail("'" + Text + "' is no NAME=VALUE");
    if (Text.substr(0, Equals) == "row")
      Rows.push_back(load(Text.substr(Equals + 1)));
    else
      Numbers[Text.substr(0, Equals)] = std::atol(Text.c_str() + Equals + 1);
  }
  for (const char *Name :
       {"dim", "hidden", "layers", "heads", "words", "length", "bytes",
        "processor", "rounds", "prompt", "tokens"})
    if (!Numbers.count(Name))
      fail(std::string(Name) + "= is missing");
  cpu_set_t One;
  CPU_ZERO(&One);
  CPU_SET(Numbers["processor"], &One);
  sched_setaffinity(0, sizeof One, &One);

  const shape S = {int(Numbers["dim"]),    int(Numbers["hidden"]),
                   int(Numbers["layers"]), int(Numbers["heads"]),
                   int(Numbers["words"]),  int(Numbers["length"])};
  const int Prompt = int(Numbers["prompt"]), Tokens = int(Numbers["tokens"]);
  if (Prompt + Tokens > S.length)
    fail("prompt and tokens are more than length");
  const Weights W(S, Numbers["bytes"] != 0);
  Buffers B(S);
  std::vector<double> Read;
  [[maybe_unused]] volatile float Sink = 0;
  for (long Round = 0; Round <= Numbers["rounds"]; ++Round) {
    const double Start = processorSeconds();
    Sink = W.read();
    Read.push_back(processorSeconds() - Start);
    for (Row &R : Rows) {
      measure(R, W, B, Prompt, Tokens);
      check(R, Rows.front());
    }
    if (Round == 0) { // Caches and pages are cold.
      Read.clear();
      for (Row &R : Rows)
        R.Prompt.clear(), R.Tokens.clear();
    }
  }
  if (void *OpenBlas = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_NOLOAD))
    std::printf("version %s\n", kernels::versionOf(OpenBlas).c_str());
  print("read", Read);
  for (const Row &R : Rows) {
    if (!R.Wrong.empty())
      std::printf("%s: %s\n", R.Name.c_str(), R.Wrong.c_str());
    print(R.Name + "/prompt", R.Prompt);
    print(R.Name + "/tokens", R.Tokens);
  }
  return 0;
}
