#include "nowhere.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace {
// No system maps the first page.
constexpr uint64_t FirstPage = 4096;

} // namespace

bool isNowhere(const Value *Address) {
  if (!Address->getType()->isPointerTy() || Address->getType()->getPointerAddressSpace() != 0)
    return false;
  if (isa<UndefValue, ConstantPointerNull>(Address))
    return true;
  auto *Made = dyn_cast<ConstantExpr>(Address);
  if (!Made || Made->getOpcode() != Instruction::IntToPtr)
    return false;
  auto *Number = dyn_cast<ConstantInt>(Made->getOperand(0));
  return Number && Number->getValue().ult(FirstPage);
}

SmallVector<const Value *, 4> objectsBehind(const Value *Pointer) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects, nullptr, 0);
  erase_if(Objects, isNowhere);
  return Objects;
}

AnalysisKey NowhereAA::Key;

AliasResult NowhereAAResult::alias(const MemoryLocation &A, const MemoryLocation &B, AAQueryInfo &Query, const Instruction *) {
  const Value *P = getUnderlyingObject(A.Ptr, 0), *Q = getUnderlyingObject(B.Ptr, 0);
  if (P == Q || (!isa<PHINode, SelectInst>(P) && !isa<PHINode, SelectInst>(Q)))
    return AliasResult::MayAlias;
  SmallVector<const Value *, 4> Left = objectsBehind(P), Right = objectsBehind(Q);
  bool Apart = all_of(Left, [&](const Value *X) {
    return all_of(Right, [&](const Value *Y) {
      return X != Y && Query.AAR.alias(MemoryLocation::getBeforeOrAfter(X), MemoryLocation::getBeforeOrAfter(Y), Query) ==
                           AliasResult::NoAlias;
    });
  });
  return Apart ? AliasResult::NoAlias : AliasResult::MayAlias;
}
