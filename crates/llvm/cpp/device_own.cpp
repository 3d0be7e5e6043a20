// Atomic updates of what belongs to one thread, in code for a GPU: its variables have the same addresses in all threads, and the machine does not
// update them atomically.
#include "device.h"
#include "device_additions.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace {

enum class Owner { Thread, Others, Unknown };

// Whose memory does a pointer point to? What a kernel is given, and what lies there, is of others.
Owner ownerOf(const Value *Place, const Function &F) {
  const Value *Object = getUnderlyingObject(Place, /*MaxLookup=*/0);
  if (isa<AllocaInst>(Object))
    return Owner::Thread;
  unsigned Space = Object->getType()->getPointerAddressSpace();
  bool IsGiven = isa<Argument>(Object) && F.getCallingConv() == CallingConv::PTX_Kernel;
  if (IsGiven || isa<GlobalValue>(Object) || Space == GlobalSpace || Space == SharedSpace)
    return Owner::Others;
  if (auto *Load = dyn_cast<LoadInst>(Object))
    return ownerOf(Load->getPointerOperand(), F) == Owner::Others ? Owner::Others : Owner::Unknown;
  return Owner::Unknown;
}

struct Update {
  Instruction *I;
  Value *Place, *Amount;
  bool Adds;
};

std::optional<Update> asUpdate(Instruction &I) {
  if (CallInst *Add = asAddition(I))
    return Update{&I, Add->getArgOperand(0), Add->getArgOperand(1), true};
  auto *Atomic = dyn_cast<AtomicRMWInst>(&I);
  if (!Atomic || !Atomic->getType()->isFloatingPointTy())
    return std::nullopt;
  bool Adds = Atomic->getOperation() == AtomicRMWInst::FAdd;
  if (!Adds && Atomic->getOperation() != AtomicRMWInst::Xchg)
    return std::nullopt;
  return Update{&I, Atomic->getPointerOperand(), Atomic->getValOperand(), Adds};
}

// The same by one thread; what was there before.
Value *writePlainly(const Update &U, IRBuilder<> &Builder) {
  Type *Number = U.Amount->getType();
  Value *Before = Builder.CreateLoad(Number, U.Place);
  Builder.CreateStore(U.Adds ? Builder.CreateFAdd(Before, U.Amount) : U.Amount, U.Place);
  return Before;
}

void askWhose(const Update &U) {
  IRBuilder<> Builder(U.I);
  Value *Generic = Builder.CreatePointerBitCastOrAddrSpaceCast(U.Place, Builder.getPtrTy());
  Value *IsOwn = Builder.CreateIntrinsic(Intrinsic::nvvm_isspacep_local, ArrayRef<Type *>(), {Generic});
  Instruction *Own, *Others;
  SplitBlockAndInsertIfThenElse(IsOwn, U.I->getIterator(), &Own, &Others);
  IRBuilder<> Plainly(Own), After(U.I);
  Value *Before = writePlainly(U, Plainly);
  if (!U.I->use_empty()) {
    PHINode *Either = After.CreatePHI(U.I->getType(), 2);
    U.I->replaceAllUsesWith(Either);
    Either->addIncoming(Before, Own->getParent());
    Either->addIncoming(U.I, Others->getParent());
  }
  U.I->moveBefore(Others->getIterator());
}

} // namespace

PreservedAnalyses OwnUpdatesPass::run(Function &F, FunctionAnalysisManager &) {
  SmallVector<Update, 16> Updates;
  for (Instruction &I : instructions(F))
    if (std::optional<Update> Found = asUpdate(I))
      Updates.push_back(*Found);
  bool Changed = false;
  for (const Update &U : Updates) {
    Owner Whose = ownerOf(U.Place, F);
    if (Whose == Owner::Others)
      continue;
    Changed = true;
    if (Whose == Owner::Unknown) {
      askWhose(U);
      continue;
    }
    IRBuilder<> Builder(U.I);
    Value *Before = writePlainly(U, Builder);
    if (!U.I->use_empty())
      U.I->replaceAllUsesWith(Before);
    U.I->eraseFromParent();
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
