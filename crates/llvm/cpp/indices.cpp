// Signed 32-bit index arithmetic in the width of addresses.
#include "analyses.h"

#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace {
// Sums and products of this many levels become wide; what they are made of is extended.
constexpr unsigned MostLevels = 6;

bool isSignedArithmetic(Value *V) {
  auto *O = dyn_cast<OverflowingBinaryOperator>(V);
  return O && isa<BinaryOperator>(V) && O->hasNoSignedWrap() &&
         (O->getOpcode() == Instruction::Add || O->getOpcode() == Instruction::Sub || O->getOpcode() == Instruction::Mul);
}

Value *widen(IRBuilder<> &Builder, Value *V, Type *Wide, unsigned Levels) {
  if (Levels == 0 || !isSignedArithmetic(V))
    return Builder.CreateSExt(V, Wide);
  auto *O = cast<BinaryOperator>(V);
  Value *A = widen(Builder, O->getOperand(0), Wide, Levels - 1);
  Value *B = widen(Builder, O->getOperand(1), Wide, Levels - 1);
  Value *Result = Builder.CreateBinOp(O->getOpcode(), A, B);
  if (auto *I = dyn_cast<BinaryOperator>(Result))
    I->setHasNoSignedWrap();
  return Result;
}
} // namespace

// `a[i * n + j]` computes in 32 bits and extends the result; a signed sum that may not overflow is the same when its parts are
// extended. Later passes lose the promise that it does not overflow, and with it what is known of the addresses.
extern "C" bool zymase_widen_indices(LLVMValueRef Where) {
  Function &F = *unwrap<Function>(Where);
  SmallVector<CastInst *, 16> Extensions;
  for (Instruction &I : instructions(F))
    if (auto *E = dyn_cast<CastInst>(&I);
        E && (isa<SExtInst>(E) || (isa<ZExtInst>(E) && E->hasNonNeg())) && E->getType()->isIntegerTy(64) && isSignedArithmetic(E->getOperand(0)) &&
        any_of(E->users(), [](User *U) { return isa<GetElementPtrInst, BinaryOperator>(U); }))
      Extensions.push_back(E);
  for (CastInst *E : Extensions) {
    IRBuilder<> Builder(E);
    E->replaceAllUsesWith(widen(Builder, E->getOperand(0), E->getType(), MostLevels));
    E->eraseFromParent();
  }
  return !Extensions.empty();
}

// Comparisons of shortened numbers with constants, where nothing was lost: loops are seen to count to them.
extern "C" void zymase_widen_comparisons(LLVMValueRef Where) {
  Function &F = *unwrap<Function>(Where);
  Analyses A(F);
  ScalarEvolution &SE = A.FAM.getResult<ScalarEvolutionAnalysis>(F);
  SmallVector<ICmpInst *, 16> Comparisons;
  for (Instruction &I : instructions(F))
    if (auto *C = dyn_cast<ICmpInst>(&I); C && C->isEquality())
      Comparisons.push_back(C);
  for (ICmpInst *C : Comparisons)
    for (unsigned Side = 0; Side < 2; ++Side) {
      auto *Short = dyn_cast<TruncInst>(C->getOperand(Side));
      auto *Constant = dyn_cast<ConstantInt>(C->getOperand(1 - Side));
      if (!Short || !Constant || !SE.isSCEVable(Short->getSrcTy()))
        continue;
      Value *Whole = Short->getOperand(0);
      if (SE.getUnsignedRange(SE.getSCEV(Whole)).getUnsignedMax().getActiveBits() > Short->getType()->getIntegerBitWidth())
        continue;
      IRBuilder<> Builder(C);
      Value *Limit = ConstantInt::get(Whole->getType(), Constant->getValue().zext(Whole->getType()->getIntegerBitWidth()));
      C->replaceAllUsesWith(Builder.CreateICmp(C->getPredicate(), Whole, Limit));
      break;
    }
}
