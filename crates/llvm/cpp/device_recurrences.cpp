// Integers of loops in code for a GPU that derivatives compute again from the number of the iteration.
#include "device.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace {

// By how much the count of steps may change in an iteration: of loops that were unrolled.
constexpr int64_t MostSteps = 64;

// x * Factor + Summand.
struct Affine {
  APInt Factor, Summand;

  Affine after(const Affine &First) const { return {Factor * First.Factor, Factor * First.Summand + Summand}; }
};

// What takes one step back. Only odd numbers have an inverse.
std::optional<Affine> inverse(const Affine &Step) {
  if (!Step.Factor[0])
    return std::nullopt;
  // Newton's method: each round doubles the bits that are right.
  APInt Inverse = Step.Factor, Two(Step.Factor.getBitWidth(), 2);
  for (unsigned Bits = 3; Bits < Step.Factor.getBitWidth(); Bits *= 2)
    Inverse = Inverse * (Two - Step.Factor * Inverse);
  return Affine{Inverse, -(Inverse * Step.Summand)};
}

bool carry(CallInst *Call, LoopInfo &Loops, ScalarEvolution &SE) {
  auto *Factor = dyn_cast<ConstantInt>(Call->getArgOperand(1)), *Summand = dyn_cast<ConstantInt>(Call->getArgOperand(2));
  Loop *L = Loops.getLoopFor(Call->getParent());
  if (!Factor || !Summand || !L || !L->getLoopPreheader() || !L->getLoopLatch() || !L->isLoopInvariant(Call->getArgOperand(0)))
    return false;
  auto *Count = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Call->getArgOperand(3)));
  auto *Change = Count && Count->getLoop() == L && Count->isAffine() ? dyn_cast<SCEVConstant>(Count->getStepRecurrence(SE)) : nullptr;
  if (!Change || Change->getAPInt().abs().ugt(MostSteps) || Change->isZero())
    return false;
  Affine One{Factor->getValue(), Summand->getValue()};
  int64_t Steps = Change->getAPInt().getSExtValue();
  if (Steps < 0) {
    std::optional<Affine> Back = inverse(One);
    if (!Back)
      return false;
    One = *Back;
  }
  Affine All = One;
  for (int64_t K = 1; K < std::abs(Steps); ++K)
    All = One.after(All);

  // The count of the first iteration: a number that is at hand.
  const SCEV *First = Count->getStart();
  Instruction *Before = L->getLoopPreheader()->getTerminator();
  Value *Known = nullptr;
  int64_t More = 0;
  auto Matches = [&](Value *V) {
    if (V->getType() != Call->getArgOperand(3)->getType())
      return false;
    auto *Distance = dyn_cast<SCEVConstant>(SE.getMinusSCEV(First, SE.getSCEV(V)));
    if (!Distance || Distance->getAPInt().getSignificantBits() > 32)
      return false;
    Known = V;
    More = Distance->getAPInt().getSExtValue();
    return true;
  };
  for (PHINode &Phi : L->getHeader()->phis())
    if (SE.isSCEVable(Phi.getType()) && Matches(Phi.getIncomingValueForBlock(L->getLoopPreheader())))
      break;
  if (!Known)
    return false;

  IRBuilder<> Start(Before);
  Value *FirstCount = Start.CreateAdd(Known, ConstantInt::getSigned(Known->getType(), More));
  Value *Begin = Start.CreateCall(Call->getFunctionType(), Call->getCalledOperand(),
                                  {Call->getArgOperand(0), Factor, Summand, FirstCount});
  IRBuilder<> Head(L->getHeader(), L->getHeader()->begin());
  PHINode *Phi = Head.CreatePHI(Call->getType(), 2, "number");
  Head.SetInsertPoint(L->getHeader(), L->getHeader()->getFirstInsertionPt());
  Value *Next = Head.CreateAdd(Head.CreateMul(Phi, ConstantInt::get(Call->getType(), All.Factor)),
                               ConstantInt::get(Call->getType(), All.Summand));
  Phi->addIncoming(Begin, L->getLoopPreheader());
  Phi->addIncoming(Next, L->getLoopLatch());
  Call->replaceAllUsesWith(Phi);
  Call->eraseFromParent();
  return true;
}

} // namespace

PreservedAnalyses IntegerRecurrencesPass::run(Function &F, FunctionAnalysisManager &AM) {
  SmallVector<CallInst *, 8> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (Function *Callee = Call->getCalledFunction(); Callee && Callee->getName().starts_with("__zymase_affine_steps_"))
        Calls.push_back(Call);
  bool Changed = false;
  for (CallInst *Call : Calls)
    Changed |= carry(Call, AM.getResult<LoopAnalysis>(F), AM.getResult<ScalarEvolutionAnalysis>(F));
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
