// What memory a loop touches, as expressions that can be computed before it starts.
#include "analyses.h"

#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace {
// The smallest and largest value of an expression while a loop runs, inner loops included. All it is made of is linear in
// loop counters, so the extremes are at their ends, and are taken on.
struct Bounds {
  ScalarEvolution &SE;
  Loop *Outer;
  // Does the outer loop itself move the address?
  bool Moves = false;
  // Narrow sums that are extended afterwards: exact only while the bounds, computed wide, fit.
  SmallVector<std::pair<const SCEV *, std::pair<unsigned, bool>>, 4> MustFit;

  const SCEV *count(const Loop *L, Type *Ty) {
    Moves |= L == Outer;
    const SCEV *Count = SE.getBackedgeTakenCount(L);
    if (isa<SCEVCouldNotCompute>(Count) || SE.getTypeSizeInBits(Count->getType()) > SE.getTypeSizeInBits(Ty))
      return nullptr;
    return SE.getNoopOrZeroExtend(Count, Ty);
  }

  // The expression with every part in the wide type, as if nothing wrapped around.
  const SCEV *widen(const SCEV *S, Type *Wide, bool Signed) {
    auto extend = [&](const SCEV *X) { return Signed ? SE.getSignExtendExpr(X, Wide) : SE.getZeroExtendExpr(X, Wide); };
    if (SE.isLoopInvariant(S, Outer))
      return extend(S);
    SmallVector<const SCEV *, 4> Parts;
    auto each = [&](ArrayRef<const SCEV *> Operands) {
      for (const SCEV *Operand : Operands) {
        const SCEV *Part = widen(Operand, Wide, Signed);
        if (!Part)
          return false;
        Parts.push_back(Part);
      }
      return true;
    };
    if (auto *R = dyn_cast<SCEVAddRecExpr>(S))
      return R->isAffine() && each(R->operands()) ? SE.getAddRecExpr(Parts, R->getLoop(), SCEV::FlagAnyWrap) : nullptr;
    if (auto *A = dyn_cast<SCEVAddExpr>(S))
      return each(A->operands()) ? SE.getAddExpr(Parts) : nullptr;
    if (auto *M = dyn_cast<SCEVMulExpr>(S))
      return each(M->operands()) ? SE.getMulExpr(Parts) : nullptr;
    return nullptr;
  }

  const SCEV *bound(const SCEV *S, bool Upper) {
    if (SE.isLoopInvariant(S, Outer))
      return S;
    if (auto *R = dyn_cast<SCEVAddRecExpr>(S)) {
      const SCEV *Count = R->isAffine() ? count(R->getLoop(), R->getType()) : nullptr;
      if (!Count)
        return nullptr;
      const SCEV *Step = R->getStepRecurrence(SE);
      const SCEV *First = bound(R->getStart(), Upper);
      const SCEV *Last = bound(SE.getAddExpr(R->getStart(), SE.getMulExpr(Step, Count)), Upper);
      if (!First || !Last)
        return nullptr;
      if (SE.isKnownNonNegative(Step))
        return Upper ? Last : First;
      if (SE.isKnownNonPositive(Step))
        return Upper ? First : Last;
      return Upper ? SE.getSMaxExpr(First, Last) : SE.getSMinExpr(First, Last);
    }
    if (auto *A = dyn_cast<SCEVAddExpr>(S)) {
      SmallVector<const SCEV *, 4> Parts;
      for (const SCEV *Operand : A->operands()) {
        const SCEV *Part = bound(Operand, Upper);
        if (!Part)
          return nullptr;
        Parts.push_back(Part);
      }
      return SE.getAddExpr(Parts);
    }
    if (auto *M = dyn_cast<SCEVMulExpr>(S); M && M->getNumOperands() == 2)
      if (auto *Factor = dyn_cast<SCEVConstant>(M->getOperand(0))) {
        const SCEV *Part = bound(M->getOperand(1), Factor->getAPInt().isNegative() ? !Upper : Upper);
        return Part ? SE.getMulExpr(Factor, Part) : nullptr;
      }
    if (isa<SCEVSignExtendExpr, SCEVZeroExtendExpr>(S)) {
      const SCEV *Narrow = cast<SCEVCastExpr>(S)->getOperand();
      bool Signed = isa<SCEVSignExtendExpr>(S);
      const SCEV *Wide = widen(Narrow, S->getType(), Signed);
      const SCEV *Low = Wide ? bound(Wide, false) : nullptr, *High = Wide ? bound(Wide, true) : nullptr;
      if (!Low || !High)
        return nullptr;
      unsigned Bits = SE.getTypeSizeInBits(Narrow->getType());
      MustFit.push_back({Low, {Bits, Signed}});
      MustFit.push_back({High, {Bits, Signed}});
      return Upper ? High : Low;
    }
    return nullptr;
  }
};

// Does a block run in the last iteration of every loop around it, up to `Outer`? Then it touches both ends of what it
// seems to touch. Conditions that are known before `Outer` starts may keep it from running at all: they are found. If
// `Every`, it must run in the last iteration of `Outer` too; else that one may pass it by.
struct Last {
  DominatorTree &DT;
  LoopInfo &LI;
  Loop *Outer;
  SmallVector<std::pair<Value *, bool>, 4> Guards;

  // The side of the branch that ends `Above` through which every way to `Where` leads; -1 if there is none.
  int side(BasicBlock *Above, BasicBlock *Where) {
    auto *Branch = dyn_cast<BranchInst>(Above->getTerminator());
    if (Branch && Branch->isConditional() && Branch->getSuccessor(0) != Branch->getSuccessor(1))
      for (int Side = 0; Side < 2; ++Side)
        if (DT.dominates(BasicBlockEdge(Above, Branch->getSuccessor(Side)), Where))
          return Side;
    return -1;
  }

  bool in(Loop *L, BasicBlock *Where, bool Lenient) {
    SmallVector<BasicBlock *, 4> Exits;
    L->getExitingBlocks(Exits);
    for (BasicBlock *At = Where; At != L->getHeader();) {
      erase_if(Exits, [&](BasicBlock *Exit) { return DT.dominates(At, Exit); });
      BasicBlock *Above = DT.getNode(At)->getIDom()->getBlock();
      int Side = side(Above, At);
      if (Side >= 0) {
        auto *Branch = cast<BranchInst>(Above->getTerminator());
        if (Outer->isLoopInvariant(Branch->getCondition())) {
          Guards.push_back({Branch->getCondition(), Side == 0});
          BasicBlockEdge Other(Above, Branch->getSuccessor(1 - Side));
          erase_if(Exits, [&](BasicBlock *Exit) { return Exit == Above || DT.dominates(Other, Exit); });
        } else if (!Lenient)
          return false;
      } else if (!Lenient && any_of(Exits, [&](BasicBlock *Exit) { return DT.dominates(Above, Exit); }))
        return false;
      At = Above;
    }
    return true;
  }

  bool runs(BasicBlock *Where, bool Every) {
    for (Loop *L = LI.getLoopFor(Where);; L = L->getParentLoop()) {
      if (!in(L, Where, L == Outer && !Every))
        return false;
      if (L == Outer)
        return true;
      if (!(Where = L->getLoopPreheader()))
        return false;
    }
  }
};
} // namespace

extern "C" {

// The bytes that accesses of `Size` bytes through `Pointer` in block `Where` touch while loop I runs: *Base plus *Low, *Bytes
// of them, computed in the preheader (the base may be a value of the loop). *Bytes is negative when an index was found
// to wrap around. Not all of them need be touched with `AtMost`. False when it is not known.
bool zymase_loop_extent(void *Handle, unsigned I, LLVMValueRef Pointer, LLVMBasicBlockRef Where, LLVMValueRef Size,
                        bool AtMost, LLVMValueRef *Base, LLVMValueRef *Low, LLVMValueRef *Bytes) {
  Analyses *A = get(Handle);
  Loop *L = A->Loops[I];
  ScalarEvolution &SE = A->FAM.getResult<ScalarEvolutionAnalysis>(A->F);
  const SCEV *Address = SE.getSCEV(unwrap(Pointer));
  auto *Root = dyn_cast<SCEVUnknown>(SE.getPointerBase(Address));
  if (!Root || !Root->getType()->isPointerTy() || !L->getLoopPreheader())
    return false;
  const SCEV *Offset = SE.removePointerBase(Address);
  Type *I64 = Type::getInt64Ty(A->F.getContext());
  if (Offset->getType() != I64)
    return false;
  Bounds Found{SE, L};
  const SCEV *First = Found.bound(Offset, false), *Final = Found.bound(Offset, true);
  const SCEV *Each = Found.bound(SE.getNoopOrZeroExtend(SE.getSCEV(unwrap(Size)), I64), true);
  Last Ends{A->FAM.getResult<DominatorTreeAnalysis>(A->F), A->FAM.getResult<LoopAnalysis>(A->F), L};
  if (!First || !Final || !Each || (!AtMost && !Ends.runs(unwrap(Where), Found.Moves)))
    return false;
  Instruction *At = L->getLoopPreheader()->getTerminator();
  SCEVExpander Expander(SE, "extent");
  const SCEV *Length = SE.getAddExpr(SE.getMinusSCEV(Final, First), Each);
  if (!Expander.isSafeToExpandAt(First, At) || !Expander.isSafeToExpandAt(Length, At))
    return false;
  for (auto &[Value, Fit] : Found.MustFit)
    if (!Expander.isSafeToExpandAt(Value, At))
      return false;
  *Base = wrap(Root->getValue());
  *Low = wrap(Expander.expandCodeFor(First, I64, At));
  Value *Result = Expander.expandCodeFor(Length, I64, At);
  SmallVector<Value *, 4> Wide;
  for (auto &[Value, Fit] : Found.MustFit)
    Wide.push_back(Expander.expandCodeFor(Value, I64, At));
  IRBuilder<> Builder(At);
  for (unsigned K = 0; K < Wide.size(); ++K) {
    auto [Bits, Signed] = Found.MustFit[K].second;
    Value *Narrow = Builder.CreateTrunc(Wide[K], Type::getIntNTy(A->F.getContext(), Bits));
    Value *Again = Signed ? Builder.CreateSExt(Narrow, I64) : Builder.CreateZExt(Narrow, I64);
    Result = Builder.CreateSelect(Builder.CreateICmpEQ(Wide[K], Again), Result, ConstantInt::getSigned(I64, -1));
  }
  for (auto [Condition, Runs] : Ends.Guards) {
    Value *None = ConstantInt::get(I64, 0);
    Result = Builder.CreateSelect(Condition, Runs ? Result : None, Runs ? None : Result);
  }
  *Bytes = wrap(Result);
  return true;
}
}
