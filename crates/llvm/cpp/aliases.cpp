// Other names of functions and variables.
#include "shim.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace {

// The lists of what must stay, by name.
bool isList(const User *U) {
  if (auto *List = dyn_cast<GlobalVariable>(U))
    return List->getName() == "llvm.used" || List->getName() == "llvm.compiler.used";
  return isa<Constant>(U) && !isa<GlobalValue>(U) && !U->user_empty() && all_of(U->users(), isList);
}

// A function of the same name that hands everything on: as replaceable as the alias was, and a function to all that
// looks for one.
bool makeFunction(GlobalAlias &A) {
  auto *Aliasee = dyn_cast<Function>(A.getAliaseeObject());
  if (!Aliasee || Aliasee != A.getAliasee()->stripPointerCasts() || Aliasee->isVarArg())
    return false;
  Function *Made = Function::Create(Aliasee->getFunctionType(), A.getLinkage(), A.getAddressSpace(), "", A.getParent());
  Made->copyAttributesFrom(Aliasee);
  Made->setComdat(nullptr);
  Made->setPersonalityFn(nullptr);
  Made->setVisibility(A.getVisibility());
  Made->setDSOLocal(A.isDSOLocal());
  IRBuilder<> Builder(BasicBlock::Create(A.getContext(), "", Made));
  SmallVector<Value *, 8> Arguments;
  for (Argument &Each : Made->args())
    Arguments.push_back(&Each);
  CallInst *Call = Builder.CreateCall(Aliasee->getFunctionType(), Aliasee, Arguments);
  Call->setCallingConv(Aliasee->getCallingConv());
  Call->setAttributes(Aliasee->getAttributes().removeFnAttributes(A.getContext()));
  if (Made->getReturnType()->isVoidTy())
    Builder.CreateRetVoid();
  else
    Builder.CreateRet(Call);
  Made->takeName(&A);
  A.replaceAllUsesWith(Made);
  A.eraseFromParent();
  return true;
}

} // namespace

extern "C" {

// Lets everything name what aliases stand for. One that the linker may set to something else becomes a function of its
// own, if it can.
bool zymase_resolve_aliases(LLVMModuleRef Raw) {
  bool Changed = false;
  for (GlobalAlias &A : make_early_inc_range(unwrap(Raw)->aliases())) {
    if (A.isInterposable()) {
      Changed |= makeFunction(A);
      continue;
    }
    A.replaceUsesWithIf(A.getAliasee(), [&](Use &U) {
      bool Replaced = !isList(U.getUser());
      Changed |= Replaced;
      return Replaced;
    });
  }
  return Changed;
}

bool zymase_is_alias(LLVMValueRef V) { return isa<GlobalAlias>(unwrap(V)); }

bool zymase_is_chosen_at_start(LLVMValueRef V) { return isa<GlobalIFunc>(unwrap(V)); }

// Is the address of a function used for anything but calls? Other names of it, which nobody uses, do not count.
bool zymase_has_address_taken(LLVMValueRef F) {
  auto *Asked = unwrap<Function>(F);
  bool HasOtherNames = any_of(Asked->users(), [](const User *U) { return isa<GlobalAlias>(U); });
  if (!HasOtherNames)
    return Asked->hasAddressTaken();
  return any_of(Asked->uses(), [&](const Use &U) {
    auto *Call = dyn_cast<CallBase>(U.getUser());
    bool IsCalled = Call && Call->isCallee(&U) && Call->getFunctionType() == Asked->getFunctionType();
    return !IsCalled && !isa<GlobalAlias, BlockAddress>(U.getUser());
  });
}
}
