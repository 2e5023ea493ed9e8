//===- AddedFunction.cpp - Functions that the pass adds -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AddedFunction.h"
#include "intrinsic/Llvm.h"
#include "intrinsic/MatrixCall.h"
#include "lowering/core/GemmifyFinish.h"
#include "lowering/target/TargetVersion.h"
#include "lowering/target/VectorWidth.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MD5.h"
#include "llvm/Transforms/Utils/FunctionComparator.h"

using namespace llvm;

namespace gemmify {

/// Attributes of the host that are facts or wishes about its own body or its
/// callers, and say nothing about how code is to be generated.
constexpr Attribute::AttrKind OwnKinds[] = {
    Attribute::AllocKind,
    Attribute::AllocSize,
    Attribute::AlwaysInline,
    Attribute::Builtin,
    Attribute::Cold,
    Attribute::Convergent,
    Attribute::CoroDestroyOnlyWhenComplete,
    attribute::CoroElideSafe,
    Attribute::Hot,
    Attribute::HybridPatchable,
    Attribute::InlineHint,
    Attribute::JumpTable,
    Attribute::Memory,
    Attribute::MinSize,
    Attribute::MustProgress,
    Attribute::Naked,
    Attribute::NoBuiltin,
    Attribute::NoCallback,
    attribute::NoDivergenceSource,
    Attribute::NoDuplicate,
    Attribute::NoFree,
    Attribute::NoInline,
    Attribute::NoMerge,
    Attribute::NonLazyBind,
    Attribute::NoRecurse,
    Attribute::NoReturn,
    Attribute::NoSync,
    Attribute::NoUnwind,
    Attribute::OptimizeForSize,
    Attribute::OptimizeNone,
    Attribute::PresplitCoroutine,
    Attribute::ReturnsTwice,
    Attribute::Speculatable,
    Attribute::StrictFP,
    Attribute::WillReturn};

/// The same of string attributes: its name, its callers, its place, its
/// profile, its vectors.
constexpr StringLiteral OwnNames[] = {"alloc-family",
                                      "alloc-variant-zeroed",
                                      "cmse_nonsecure_entry",
                                      "dontcall-error",
                                      "dontcall-warn",
                                      "function-instrument",
                                      "implicit-section-name",
                                      "interrupt",
                                      "min-legal-vector-width",
                                      "modular-format",
                                      "no_callee_saved_registers",
                                      "no_caller_saved_registers",
                                      "profile-sample-accurate",
                                      "sample-profile-suffix-elision-policy",
                                      "thunk",
                                      "use-sample-profile",
                                      "vector-function-abi-variant",
                                      "xray-instruction-threshold",
                                      "xray-skip-entry",
                                      "xray-skip-exit"};

/// Whether \p A is about the host alone, and not for functions of its code.
static bool isOwnAttribute(Attribute A) {
  if (!A.isStringAttribute())
    return is_contained(OwnKinds, A.getKindAsEnum());
  const StringRef Name = A.getKindAsString();
  if (Name.starts_with("gemmify-"))
    return !isVersionAttribute(Name);
  // -finstrument-functions-after-inlining asks for calls of the user's own
  // functions when one of the source's begins and ends. A profiler's (-pg) are
  // for all code.
  if (Name.starts_with("instrument-function-"))
    return A.getValueAsString().starts_with("__cyg_profile");
  return is_contained(OwnNames, Name) || isModeAttribute(Name);
}

AttrBuilder targetAttributesOf(const Function &F) {
  AttrBuilder Result(F.getContext());
  for (const Attribute &A : F.getAttributes().getFnAttrs())
    if (!isOwnAttribute(A))
      Result.addAttribute(A);
  limitVectors(Result, F);
  return Result;
}

std::string describeAttributes(const AttrBuilder &Attrs) {
  std::string Text;
  for (const Attribute &A : Attrs.attrs())
    Text += A.getAsString() + ",";
  return Text;
}

std::string nameByKey(StringRef Prefix, StringRef Key) {
  return (Prefix + utohexstr(MD5Hash(Key), /*LowerCase=*/true, /*Width=*/16))
      .str();
}

/// Whether \p F multiplies matrices or, if \p Calls, calls a local function
/// that does. Settled functions do, and no pass that specializes has run since.
static bool multiplies(const Function &F, bool Calls) {
  if (F.hasFnAttribute(SettledAttribute))
    return true;
  for (const Instruction &I : instructions(F)) {
    if (getMultiplyShape(I))
      return true;
    const auto *Call = Calls ? dyn_cast<CallBase>(&I) : nullptr;
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (Callee && Callee->hasLocalLinkage() &&
        multiplies(*Callee, /*Calls=*/false))
      return true;
  }
  return false;
}

Function *findUntouched(Module &M, StringRef Name, FunctionType *Ty) {
  Function *F = M.getFunction(Name);
  if (!F || F->isDeclaration() || !F->hasLocalLinkage() ||
      F->getFunctionType() != Ty)
    return nullptr;
  return multiplies(*F, /*Calls=*/true) ? F : nullptr;
}

Function *createFunction(const Function &Host, FunctionType *Ty, StringRef Name,
                         const AttrBuilder &Attrs) {
  auto *M = const_cast<Module *>(Host.getParent());
  auto *F = Function::Create(Ty, GlobalValue::InternalLinkage,
                             Host.getAddressSpace(), Name, M);
  F->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  F->setDSOLocal(true);
  F->addFnAttrs(Attrs);
  F->addFnAttr(AddedAttribute);
  F->setDoesNotThrow();
  return F;
}

SmallVector<Function *, 4> findAddedFunctions(const Function &Kernel) {
  SmallSetVector<Function *, 4> Found;
  for (const Instruction &I : instructions(Kernel))
    if (const auto *Call = dyn_cast<CallBase>(&I))
      if (Function *Callee = Call->getCalledFunction();
          Callee && Callee->getName().starts_with(AddedPrefix))
        Found.insert(Callee);
  return Found.takeVector();
}

/// Whether \p F equals \p Fresh, so that no pass has specialized it.
static bool isSameAs(const Function &F, const Function &Fresh) {
  GlobalNumberState Numbers;
  return FunctionComparator(&F, &Fresh, &Numbers).compare() == 0;
}

Function *getSharedFunction(Function &Host, StringRef Prefix, const Twine &Key,
                            FunctionType *Ty,
                            function_ref<void(Function &)> Build) {
  const AttrBuilder Attrs = targetAttributesOf(Host);
  const std::string Name =
      nameByKey(Prefix, (Key + describeAttributes(Attrs)).str());
  Function *Known = Host.getParent()->getFunction(Name);
  if (Known && (Known->isDeclaration() || !Known->hasLocalLinkage() ||
                Known->getFunctionType() != Ty))
    Known = nullptr;
  if (Known && Known->hasFnAttribute(SettledAttribute))
    return Known;
  Function *Fresh = createFunction(Host, Ty, Name, Attrs);
  Fresh->addFnAttr(Attribute::NoInline);
  Fresh->addFnAttr(VectorsAttribute);
  Build(*Fresh);
  if (Known && isSameAs(*Known, *Fresh)) {
    Fresh->eraseFromParent();
    return Known;
  }
  if (Known) {
    Known->setName(Name + ".changed");
    Fresh->setName(Name); // So that the next lookup finds it.
  }
  return Fresh;
}

void dropDeclarationsBehind(Function &Last) {
  Module::FunctionListType &All = Last.getParent()->getFunctionList();
  while (&All.back() != &Last && All.back().isDeclaration() &&
         All.back().use_empty())
    All.back().eraseFromParent();
}

} // namespace gemmify
