//===- Options.cpp - The command line, parsed once ------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
///     clang-22 -O3 -fpass-plugin=build/lib/Gemmify.so
///         -mllvm -gemmify-strategy=packing -mllvm -gemmify-l2-size=512K x.c
///
/// LLVM sees all options as strings: if it rejected a value itself, it would
/// exit without naming the accepted ones.
///
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "PlanCheck.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

namespace gemmify {

namespace {

using StringOption = cl::opt<std::string>;

/// An option that exists once per process, even if two copies of the plugin are
/// loaded: the second copy uses the option of the first.
class SharedOption {
public:
  SharedOption(const char *Name, const char *Help, const char *ValueName,
               cl::ValueExpected Value = cl::ValueRequired)
      : Name(Name) {
    auto &Known = cl::getRegisteredOptions();
    auto It = Known.find(Name);
    if (It != Known.end())
      Opt = static_cast<StringOption *>(It->second);
    else // Never freed, as LLVM's parser may refer to it.
      Opt = new StringOption(StringRef(Name), cl::desc(Help),
                             cl::value_desc(ValueName), Value, cl::ZeroOrMore);
  }

  bool given() const { return Opt->getNumOccurrences() != 0; }
  StringRef value() const { return Opt->getValue(); }

  Error refuse(const Twine &Accepted) const {
    return createStringError(inconvertibleErrorCode(),
                             "invalid value '" + value() + "' for -" + Name +
                                 ": accepted are " + Accepted);
  }

private:
  const char *Name;
  StringOption *Opt;
};

constexpr char StrategyValues[] = "auto, intrinsic, tiling, packing and off";
constexpr char WorkspaceValues[] = "auto, heap and stack";

/// Registered when the plugin is loaded, before the command line is parsed.
struct CommandLine {
  SharedOption Strategy{"gemmify-strategy",
                        "How Gemmify rewrites a nest: auto, intrinsic, tiling, "
                        "packing or off",
                        "strategy"};
  SharedOption L1{"gemmify-l1-size", "Effective L1 data cache", "bytes"};
  SharedOption L2{"gemmify-l2-size", "Effective L2 cache", "bytes"};
  SharedOption L3{"gemmify-l3-size", "Effective L3 cache", "bytes"};
  SharedOption MR{"gemmify-mr", "Rows of the micro-kernel's tile", "n"};
  SharedOption NR{"gemmify-nr", "Columns of the micro-kernel's tile", "n"};
  SharedOption KR{"gemmify-kr", "Steps of k in one matrix.multiply", "n"};
  SharedOption MC{"gemmify-mc", "Rows of a block of A", "n"};
  SharedOption KC{"gemmify-kc", "Depth of the blocks of A and B", "n"};
  SharedOption NC{"gemmify-nc", "Columns of a block of B", "n"};
  SharedOption Target{"gemmify-target",
                      "Row of Gemmify's target table instead of the one that "
                      "fits the function",
                      "row"};
  SharedOption Workspace{"gemmify-workspace",
                         "Where packed blocks live: auto, heap or stack",
                         "where"};
  SharedOption Dispatch{"gemmify-dispatch",
                        "Kernels for better x86-64 processors, or longer "
                        "vectors of SVE, as well, chosen when the program "
                        "runs: on or off",
                        "whether", cl::ValueOptional};
  SharedOption Tiles{"gemmify-amx",
                     "Kernels for AMX as well, which ask Linux for tiles when "
                     "the program runs: on or off",
                     "whether", cl::ValueOptional};
  SharedOption Threads{"gemmify-threads",
                       "Threads of the program's OpenMP runtime that compute "
                       "one large product: off, on, or a number as an upper "
                       "bound",
                       "number", cl::ValueOptional};
  SharedOption Streaming{"gemmify-sme",
                         "Kernels for SME as well, which enter streaming mode: "
                         "on or off",
                         "whether", cl::ValueOptional};
  SharedOption ConstantBytes{"gemmify-constant-bytes",
                             "The most bytes of a module's constant operands "
                             "that are packed at compile time; 0: none",
                             "bytes"};
};

CommandLine TheCommandLine;

/// Bytes with an optional suffix K or M (binary); empty when malformed or 0.
std::optional<uint64_t> parseSize(StringRef Text) {
  unsigned Shift = 0;
  if (Text.consume_back_insensitive("k"))
    Shift = 10;
  else if (Text.consume_back_insensitive("m"))
    Shift = 20;
  uint64_t Number = 0;
  if (!all_of(Text, isDigit) || Text.getAsInteger(10, Number) || !Number ||
      Number > (MaxCacheBytes >> Shift))
    return std::nullopt;
  return Number << Shift;
}

Error readSize(const SharedOption &Opt, uint64_t &Out, bool MayBeNone = false) {
  if (!Opt.given())
    return Error::success();
  std::optional<uint64_t> Size = parseSize(Opt.value());
  if (MayBeNone && Opt.value() == "0")
    Size = 0;
  if (!Size)
    return Opt.refuse("sizes from " + Twine(MayBeNone ? 0 : 1) + " to " +
                      Twine(MaxCacheBytes) + " bytes, also as 32K or 8M");
  Out = *Size;
  return Error::success();
}

template <typename T>
Error readCount(const SharedOption &Opt, uint64_t Max, T &Out) {
  if (!Opt.given())
    return Error::success();
  uint64_t Number = 0;
  StringRef Text = Opt.value();
  if (!all_of(Text, isDigit) || Text.getAsInteger(10, Number) || !Number ||
      Number > Max)
    return Opt.refuse("whole numbers from 1 to " + Twine(Max));
  Out = static_cast<T>(Number);
  return Error::success();
}

Error readPlan(const CommandLine &CL, PlanOverrides &Plan) {
  if (CL.Strategy.given()) {
    bool Known = false;
    for (Strategy S : {Strategy::Auto, Strategy::Intrinsic, Strategy::Tiling,
                       Strategy::Packing, Strategy::Off})
      if (CL.Strategy.value() == strategyName(S)) {
        Plan.Wanted = S;
        Known = true;
      }
    if (!Known)
      return CL.Strategy.refuse(StrategyValues);
  }
  for (auto [Opt, Out] :
       {std::pair(&CL.L1, &Plan.Caches.L1), std::pair(&CL.L2, &Plan.Caches.L2),
        std::pair(&CL.L3, &Plan.Caches.L3)})
    if (Error E = readSize(*Opt, *Out))
      return E;
  for (auto [Opt, Out] :
       {std::pair(&CL.MR, &Plan.MR), std::pair(&CL.NR, &Plan.NR)})
    if (Error E = readCount(*Opt, MaxTile, *Out))
      return E;
  if (Error E = readCount(CL.KR, MaxKR, Plan.KR))
    return E;
  for (auto [Opt, Out] :
       {std::pair(&CL.MC, &Plan.MC), std::pair(&CL.KC, &Plan.KC),
        std::pair(&CL.NC, &Plan.NC)})
    if (Error E = readCount(*Opt, MaxBlock, *Out))
      return E;
  return Error::success();
}

Error readWorkspace(const CommandLine &CL, Workspace &Out) {
  if (!CL.Workspace.given())
    return Error::success();
  StringRef Value = CL.Workspace.value();
  if (Value == "auto")
    Out = Workspace::Auto;
  else if (Value == "heap")
    Out = Workspace::Heap;
  else if (Value == "stack")
    Out = Workspace::Stack;
  else
    return CL.Workspace.refuse(WorkspaceValues);
  return Error::success();
}

/// Without a value, it is on.
Error readSwitch(const SharedOption &Opt, std::optional<bool> &Out) {
  if (!Opt.given())
    return Error::success();
  StringRef Value = Opt.value();
  Out = Value != "off";
  return *Out && !Value.empty() && Value != "on" ? Opt.refuse("on and off")
                                                 : Error::success();
}

/// Without a value, as many as the runtime has.
Error readThreads(const SharedOption &Opt, unsigned &Out) {
  if (!Opt.given() || Opt.value() == "off")
    return Error::success();
  Out = MaxThreads;
  if (Opt.value().empty() || Opt.value() == "on")
    return Error::success();
  if (Error E = readCount(Opt, MaxThreads, Out)) {
    consumeError(std::move(E));
    return Opt.refuse("on, off and whole numbers from 1 to " +
                      Twine(MaxThreads));
  }
  return Error::success();
}

} // namespace

Expected<Options> parseOptions() {
  const CommandLine &CL = TheCommandLine;
  Options Opts;
  if (Error E = readPlan(CL, Opts.Plan))
    return E;
  if (Error E = readWorkspace(CL, Opts.Where))
    return E;
  if (Error E = readSwitch(CL.Dispatch, Opts.Dispatch))
    return E;
  std::optional<bool> Tiles;
  if (Error E = readSwitch(CL.Tiles, Tiles))
    return E;
  Opts.Tiles = Tiles.value_or(false);
  if (Error E = readThreads(CL.Threads, Opts.Threads))
    return E;
  std::optional<bool> Streaming;
  if (Error E = readSwitch(CL.Streaming, Streaming))
    return E;
  Opts.Streaming = Streaming.value_or(false);
  if (Error E = readSize(CL.ConstantBytes, Opts.ConstantBytes,
                         /*MayBeNone=*/true))
    return E;
  if (CL.Target.given())
    Opts.TargetRow = CL.Target.value().str();
  return Opts;
}

} // namespace gemmify
