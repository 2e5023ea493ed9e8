//===- mutate.cpp - Mutated modules through the passes --------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Changes modules at random with LLVM's own mutator and runs the plugin's
/// passes over them, in one process:
///
///     gemmify-mutate --plugin=build/lib/Gemmify.so --seeds=0:1000 *.bc
///
/// What must not happen: a crash, a pass that takes longer than ten seconds,
/// IR that the verifier refuses, a matrix.multiply that is left over. The seed
/// is printed first, so that the last line names it when the process dies;
/// --emit writes the mutated module of the first seed instead of running.
///
//===----------------------------------------------------------------------===//

#include "intrinsic/Llvm.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/FuzzMutate/IRMutator.h"
#include "llvm/FuzzMutate/Operations.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/StandardInstrumentations.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include <random>
#include <sys/time.h>

using namespace llvm;

static cl::list<std::string> Inputs(cl::Positional, cl::OneOrMore,
                                    cl::desc("<bitcode files>"));
static cl::opt<std::string> Plugin("plugin", cl::Required,
                                   cl::desc("The plugin"));
static cl::opt<std::string> Seeds("seeds", cl::init("0:100"),
                                  cl::desc("FIRST:LAST, LAST excluded"));
static cl::opt<std::string> Emit("emit", cl::desc("Where to write bitcode"));
static cl::opt<unsigned> Minutes("minutes", cl::init(0),
                                 cl::desc("Stop earlier than LAST"));

constexpr time_t SecondsPerModule = 60;

static ExitOnError Check("gemmify-mutate: ");

/// The pipelines that are tried; the first also before the vectorizers.
static const char *const Pipelines[] = {
    "function(gemmify,gemmify-lower)",
    "function(gemmify-lower)",
    "function(gemmify),function(gemmify-lower),default<O2>",
    "function(loop-simplify,gemmify,gemmify,gemmify-lower,early-cse)",
    "default<O1>",
    "default<O3>",
};

static std::unique_ptr<IRMutator> createMutator() {
  std::vector<TypeGetter> Types;
  Types.push_back([](LLVMContext &C) { return Type::getInt1Ty(C); });
  Types.push_back([](LLVMContext &C) { return Type::getInt8Ty(C); });
  Types.push_back([](LLVMContext &C) { return Type::getInt32Ty(C); });
  Types.push_back([](LLVMContext &C) { return Type::getInt64Ty(C); });
  Types.push_back([](LLVMContext &C) { return Type::getFloatTy(C); });
  Types.push_back([](LLVMContext &C) { return Type::getDoubleTy(C); });
  Types.push_back([](LLVMContext &C) { return PointerType::get(C, 0); });
  std::vector<std::unique_ptr<IRMutationStrategy>> Strategies;
  Strategies.push_back(std::make_unique<InjectorIRStrategy>(
      InjectorIRStrategy::getDefaultOps()));
  Strategies.push_back(std::make_unique<InstDeleterIRStrategy>());
  Strategies.push_back(std::make_unique<InstModificationIRStrategy>());
  Strategies.push_back(std::make_unique<InsertCFGStrategy>());
  Strategies.push_back(std::make_unique<InsertPHIStrategy>());
  Strategies.push_back(std::make_unique<SinkInstructionStrategy>());
  Strategies.push_back(std::make_unique<ShuffleBlockStrategy>());
  return std::make_unique<IRMutator>(std::move(Types), std::move(Strategies));
}

static std::unique_ptr<Module> mutated(LLVMContext &Ctx, MemoryBuffer &Bitcode,
                                       std::mt19937 &Random) {
  std::unique_ptr<Module> M =
      Check(parseBitcodeFile(Bitcode.getMemBufferRef(), Ctx));
  std::unique_ptr<IRMutator> Mutator = createMutator();
  constexpr size_t MostBytes = size_t(1) << 20;
  for (unsigned Left = 1 + Random() % 6; Left != 0; --Left)
    Mutator->mutateModule(*M, int(Random() & 0x7fffffff), MostBytes);
  return M;
}

static void runPasses(Module &M, PassPlugin &P, StringRef Pipeline) {
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PassInstrumentationCallbacks PIC;
  StandardInstrumentations SI(M.getContext(), /*DebugLogging=*/false,
                              /*VerifyEach=*/true);
  SI.registerCallbacks(PIC, &MAM);
  PassBuilder PB(nullptr, PipelineTuningOptions(), {}, &PIC);
  P.registerPassBuilderCallbacks(PB);
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  ModulePassManager MPM;
  Check(PB.parsePassPipeline(MPM, Pipeline));
  MPM.run(M, MAM);
}

/// Leaves the process when something is wrong with \p M.
static void examine(Module &M) {
  if (verifyModule(M, &errs()))
    report_fatal_error("invalid IR");
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<IntrinsicInst>(&I))
        if (Call->getIntrinsicID() == Intrinsic::matrix_multiply)
          report_fatal_error("a matrix.multiply is left over");
}

int main(int argc, char **argv) {
  InitLLVM Init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv, "Mutated modules through the passes");
  PassPlugin P = Check(PassPlugin::Load(Plugin));
  std::vector<std::unique_ptr<MemoryBuffer>> Files;
  for (const std::string &Name : Inputs)
    Files.push_back(Check(errorOrToExpected(MemoryBuffer::getFile(Name))));
  unsigned First = 0, Last = 0;
  auto [From, To] = StringRef(Seeds).split(':');
  if (From.getAsInteger(10, First) || To.getAsInteger(10, Last)) {
    errs() << "gemmify-mutate: --seeds wants FIRST:LAST, as 0:1000\n";
    return 2;
  }
  time_t End = Minutes ? time(nullptr) + 60 * time_t(Minutes) : 0;
  unsigned Seed = First;
  for (; Seed != Last && (!End || time(nullptr) < End); ++Seed) {
    std::mt19937 Random(Seed);
    MemoryBuffer &Bitcode = *Files[Random() % Files.size()];
    StringRef Pipeline = Pipelines[Random() % std::size(Pipelines)];
    LLVMContext Ctx;
    std::unique_ptr<Module> M = mutated(Ctx, Bitcode, Random);
    if (verifyModule(*M))
      continue; // The mutator's fault.
    outs() << "seed " << Seed << ": " << Pipeline << ", "
           << M->getSourceFileName() << "\n";
    outs().flush();
    if (!Emit.empty()) {
      std::error_code EC;
      raw_fd_ostream OS(Emit, EC);
      WriteBitcodeToFile(*M, OS);
      return 0;
    }
    // The processor's time: the machine may be busy with something else.
    const itimerval Limit = {{0, 0}, {SecondsPerModule, 0}};
    setitimer(ITIMER_PROF, &Limit, nullptr);
    runPasses(*M, P, Pipeline);
    const itimerval None = {};
    setitimer(ITIMER_PROF, &None, nullptr);
    examine(*M);
  }
  outs() << Seed - First << " modules survived\n";
}
