//===- AddedFunction.cpp - Functions that the pass adds -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AddedFunction.h"
#include "../../intrinsic/MatrixCall.h"
#include "../../lowering/GemmifyFinish.h"
#include "../../lowering/SeparateProducts.h"
#include "../../lowering/TargetTable.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MD5.h"
#include "llvm/Transforms/Utils/FunctionComparator.h"

using namespace llvm;

namespace gemmify {

/// Attributes of the host that decide how code is generated or instrumented.
static bool isTargetAttribute(const Attribute &A) {
  if (A.isStringAttribute()) {
    StringRef Name = A.getKindAsString();
    static constexpr StringLiteral Kept[] = {"target-cpu",
                                             "target-features",
                                             "target-abi",
                                             "tune-cpu",
                                             "denormal-fp-math",
                                             "denormal-fp-math-f32",
                                             "prefer-vector-width",
                                             "frame-pointer",
                                             "probe-stack",
                                             "stack-probe-size",
                                             "no-stack-arg-probe",
                                             "no-trapping-math",
                                             "no-builtins",
                                             "use-soft-float",
                                             "no-infs-fp-math",
                                             "no-nans-fp-math",
                                             "unsafe-fp-math",
                                             "warn-stack-size",
                                             "no-signed-zeros-fp-math",
                                             "approx-func-fp-math",
                                             "stackrealign",
                                             "split-stack",
                                             "zero-call-used-regs",
                                             SeparateAttribute,
                                             MayUseTilesAttribute,
                                             MayStreamAttribute};
    return is_contained(Kept, Name) || Name.starts_with("no-builtin-") ||
           Name.starts_with("sign-return-address") ||
           Name.starts_with("branch-target-enforcement") ||
           Name.starts_with("indirect-tls") ||
           Name.starts_with("stack-protector");
  }
  switch (A.getKindAsEnum()) {
  case Attribute::UWTable:
  case Attribute::StackProtect:
  case Attribute::StackProtectReq:
  case Attribute::StackProtectStrong:
  case Attribute::SafeStack:
  case Attribute::ShadowCallStack:
  case Attribute::SanitizeAddress:
  case Attribute::SanitizeHWAddress:
  case Attribute::SanitizeMemTag:
  case Attribute::SanitizeMemory:
  case Attribute::SanitizeThread:
  case Attribute::SpeculativeLoadHardening:
  case Attribute::NoRedZone:
  case Attribute::FnRetThunkExtern:
  case Attribute::NoImplicitFloat:
  case Attribute::NullPointerIsValid:
  case Attribute::NoCfCheck:
  case Attribute::VScaleRange:
    return true;
  default:
    return false;
  }
}

AttrBuilder targetAttributesOf(const Function &F) {
  AttrBuilder Result(F.getContext());
  for (const Attribute &A : F.getAttributes().getFnAttrs())
    if (isTargetAttribute(A))
      Result.addAttribute(A);
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

/// Whether \p F multiplies matrices or, where \p Calls, calls a local function
/// that does. Settled ones do, and no pass that specializes has run since.
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

/// Whether \p F is what \p Fresh is: no pass has specialized it.
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
    Fresh->setName(Name); // To be found by the next one.
  }
  return Fresh;
}

} // namespace gemmify
