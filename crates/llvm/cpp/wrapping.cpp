// Loops whose indices wrap around in their first or last iteration, as with periodic boundaries.
#include "analyses.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopPeel.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

// Loops with more instructions are not written twice.
constexpr unsigned LargestPeeled = 200;

// A remainder that is what it is the remainder of, less a multiple of the period, but for one iteration.
struct Wrap {
  BinaryOperator *Remainder;
  // What is left to subtract elsewhere: nothing if it wraps in the last iteration, the period if it does so after the first.
  APInt Less;
  // What it is in that iteration.
  APInt There;
  bool IsLast;
};

bool findPeriod(BinaryOperator &I, APInt &Period) {
  const APInt *C;
  if (match(&I, m_And(m_Value(), m_APInt(C))) && C->isMask() && !C->isAllOnes())
    Period = *C + 1;
  else if (match(&I, m_URem(m_Value(), m_APInt(C))))
    Period = *C;
  else
    return false;
  return Period.ugt(1);
}

// Values `Start`, `Start + 1`, … in so many iterations: do they reach the period in the last one, or after the first?
std::optional<Wrap> asWrap(BinaryOperator &I, Loop &L, ScalarEvolution &SE, uint64_t Iterations) {
  APInt Period;
  if (!findPeriod(I, Period))
    return std::nullopt;
  auto *Index = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(I.getOperand(0)));
  if (!Index || Index->getLoop() != &L || !Index->isAffine())
    return std::nullopt;
  auto *Start = dyn_cast<SCEVConstant>(Index->getStart());
  auto *Step = dyn_cast<SCEVConstant>(Index->getStepRecurrence(SE));
  if (!Start || !Step || !Step->getAPInt().isOne())
    return std::nullopt;
  const APInt &First = Start->getAPInt();
  APInt Zero = APInt::getZero(Period.getBitWidth());
  bool Overflows = false;
  APInt Behind = First.uadd_ov(APInt(Period.getBitWidth(), Iterations), Overflows);
  if (Overflows || First.ugt(Period))
    return std::nullopt;
  if (Behind == Period + 1)
    return Wrap{&I, Zero, Zero, true};
  if (First == Period - 1 && Behind.ule(Period + Period))
    return Wrap{&I, Period, First, false};
  return std::nullopt;
}

// Is a number part of an address?
bool isIndex(Value *V, unsigned Levels = 3) {
  return any_of(V->users(), [&](User *U) {
    return isa<GetElementPtrInst>(U) || (Levels && (isa<CastInst>(U) || isa<BinaryOperator>(U)) && isIndex(U, Levels - 1));
  });
}

// Splits one iteration off; false where that is not possible.
bool peel(Loop &L, bool Last, ArrayRef<Wrap> Wraps, Analyses &A, Function &F) {
  ScalarEvolution &SE = A.FAM.getResult<ScalarEvolutionAnalysis>(F);
  if (!canPeel(&L) || (Last && !canPeelLastIteration(L, SE)))
    return false;
  DominatorTree &DT = A.FAM.getResult<DominatorTreeAnalysis>(F);
  LoopInfo &LI = A.FAM.getResult<LoopAnalysis>(F);
  ValueToValueMapTy Copies;
  peelLoop(&L, 1, Last, &LI, &SE, DT, &A.FAM.getResult<AssumptionAnalysis>(F), true, Copies);
  for (const Wrap &W : Wraps) {
    if (Value *Copy = Copies.lookup(W.Remainder))
      Copy->replaceAllUsesWith(ConstantInt::get(Copy->getType(), W.There));
    IRBuilder<> Builder(W.Remainder);
    Value *Index = W.Remainder->getOperand(0);
    Value *Less = ConstantInt::get(Index->getType(), W.Less);
    W.Remainder->replaceAllUsesWith(W.Less.isZero() ? Index : Builder.CreateNUWSub(Index, Less));
    W.Remainder->eraseFromParent();
  }
  return true;
}

bool mayWrap(Instruction &I) {
  APInt Period;
  auto *Remainder = dyn_cast<BinaryOperator>(&I);
  return Remainder && findPeriod(*Remainder, Period) && isIndex(Remainder);
}

bool unwrap(Loop &L, Analyses &A, Function &F) {
  ScalarEvolution &SE = A.FAM.getResult<ScalarEvolutionAnalysis>(F);
  unsigned Iterations = SE.getSmallConstantTripCount(&L), Size = 0;
  // At least one is left when two are split off.
  if (Iterations < 3)
    return false;
  SmallVector<Wrap, 4> First, Last;
  for (BasicBlock *Block : L.blocks()) {
    Size += Block->size();
    for (Instruction &I : *Block)
      if (auto *Remainder = dyn_cast<BinaryOperator>(&I); Remainder && isIndex(Remainder))
        if (std::optional<Wrap> Found = asWrap(*Remainder, L, SE, Iterations))
          (Found->IsLast ? Last : First).push_back(*Found);
  }
  if (Size > LargestPeeled)
    return false;
  bool Changed = !Last.empty() && peel(L, true, Last, A, F);
  return (!First.empty() && peel(L, false, First, A, F)) || Changed;
}
} // namespace

// Splits iterations off in which an index of an innermost loop wraps around; in all others it is even then.
extern "C" bool zymase_unwrap_indices(LLVMValueRef Where) {
  Function &F = *unwrap<Function>(Where);
  if (none_of(instructions(F), mayWrap))
    return false;
  Analyses A(F);
  A.FAM.invalidate(F, LoopSimplifyPass().run(F, A.FAM));
  A.FAM.invalidate(F, LCSSAPass().run(F, A.FAM));
  SmallVector<Loop *, 8> Innermost;
  for (Loop *L : A.FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    if (L->isInnermost() && L->isLoopSimplifyForm())
      Innermost.push_back(L);
  bool Changed = false;
  for (Loop *L : Innermost)
    Changed |= ::unwrap(*L, A, F);
  return Changed;
}
