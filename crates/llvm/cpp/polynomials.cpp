// Addresses and trip counts as polynomials in loop counters and values that do not change.
//
// A polynomial is written as words: the number of terms, then for each its factor, the number of its symbols, and these: the
// index of a loop for its counter, or -1 - n for the n-th atom, an expression that is not looked into.
#include "analyses.h"

#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

#include <map>
#include <optional>

using namespace llvm;

namespace {
constexpr unsigned MostTerms = 24, MostSymbols = 4, MostMerges = 3, MostBitsOfCount = 40;
constexpr int64_t MostFactor = int64_t(1) << 40;

using Polynomial = std::map<SmallVector<int64_t, 4>, int64_t>;

struct Converter {
  Analyses &A;
  ScalarEvolution &SE;
  BasicBlock *At;
  unsigned Depth = 0;

  Polynomial symbol(int64_t S) {
    Polynomial P;
    P[{S}] = 1;
    return P;
  }

  std::optional<Polynomial> limited(Polynomial P) {
    for (auto I = P.begin(); I != P.end();) {
      if (I->second == 0)
        I = P.erase(I);
      else if (I->second > MostFactor || I->second < -MostFactor || I->first.size() > MostSymbols)
        return std::nullopt;
      else
        ++I;
    }
    return P.size() > MostTerms ? std::nullopt : std::optional<Polynomial>(std::move(P));
  }

  std::optional<Polynomial> sum(const Polynomial &X, const Polynomial &Y) {
    Polynomial P = X;
    for (auto &[Symbols, Factor] : Y)
      P[Symbols] += Factor;
    return limited(std::move(P));
  }

  std::optional<Polynomial> product(const Polynomial &X, const Polynomial &Y) {
    Polynomial P;
    for (auto &[S1, F1] : X)
      for (auto &[S2, F2] : Y) {
        SmallVector<int64_t, 4> Symbols(S1);
        Symbols.append(S2.begin(), S2.end());
        llvm::sort(Symbols);
        int64_t Factor;
        if (MulOverflow(F1, F2, Factor) || AddOverflow(P[Symbols], Factor, P[Symbols]))
          return std::nullopt;
      }
    return limited(std::move(P));
  }

  Polynomial atom(const SCEV *S) {
    auto *Found = find(A.Atoms, S);
    if (Found == A.Atoms.end())
      Found = A.Atoms.insert(A.Atoms.end(), S);
    return symbol(-1 - int64_t(Found - A.Atoms.begin()));
  }

  bool isNonNegative(const SCEV *S) {
    const SCEV *Zero = SE.getZero(S->getType());
    if (SE.isKnownNonNegative(S))
      return true;
    for (Loop *L = A.FAM.getResult<LoopAnalysis>(A.F).getLoopFor(At); L; L = L->getParentLoop())
      if (SE.isLoopInvariant(S, L) && SE.isLoopEntryGuardedByCond(L, ICmpInst::ICMP_SGE, S, Zero))
        return true;
    return false;
  }

  // A narrow expression that is not negative. A sum of a constant and of what is not negative has not wrapped around then.
  Polynomial narrow(const SCEV *S) {
    auto *Sum = dyn_cast<SCEVAddExpr>(S);
    auto *Constant = Sum && Sum->getNumOperands() == 2 ? dyn_cast<SCEVConstant>(Sum->getOperand(0)) : nullptr;
    if (!Constant || !isNonNegative(Sum->getOperand(1)))
      return atom(S);
    Polynomial P = narrow(Sum->getOperand(1));
    if ((P[{}] += Constant->getAPInt().getSExtValue()) == 0)
      P.erase(SmallVector<int64_t, 4>());
    return P;
  }

  std::optional<Polynomial> convert(const SCEV *S) {
    if (auto *C = dyn_cast<SCEVConstant>(S)) {
      if (C->getAPInt().getSignificantBits() > 40)
        return std::nullopt;
      Polynomial P;
      if (int64_t Value = C->getAPInt().getSExtValue())
        P[{}] = Value;
      return P;
    }
    if (isa<SCEVAddExpr, SCEVMulExpr>(S)) {
      std::optional<Polynomial> P;
      for (const SCEV *Operand : cast<SCEVNAryExpr>(S)->operands()) {
        auto Q = convert(Operand);
        if (!Q)
          return std::nullopt;
        P = !P ? Q : isa<SCEVAddExpr>(S) ? sum(*P, *Q) : product(*P, *Q);
        if (!P)
          return std::nullopt;
      }
      return P;
    }
    if (auto *R = dyn_cast<SCEVAddRecExpr>(S)) {
      // The counter of a loop that is over has no value here.
      if (!R->isAffine() || !R->getLoop()->contains(At))
        return std::nullopt;
      auto Start = convert(R->getStart()), Step = convert(R->getStepRecurrence(SE));
      if (!Start || !Step)
        return std::nullopt;
      auto Index = find(A.Loops, R->getLoop()) - A.Loops.begin();
      auto Moved = product(*Step, symbol(Index));
      return Moved ? sum(*Start, *Moved) : std::nullopt;
    }
    // Of a number that is not negative both extensions are the same.
    if (isa<SCEVZeroExtendExpr, SCEVSignExtendExpr>(S)) {
      const SCEV *Narrow = cast<SCEVCastExpr>(S)->getOperand();
      if (isNonNegative(Narrow))
        return narrow(Narrow);
    }
    if (const SCEV *Same = resolve(S))
      return convert(Same);
    return atom(S);
  }

  // An address as what it is based on (null for an integer) and the distance from there.
  std::optional<std::pair<const SCEV *, Polynomial>> address(const SCEV *S) {
    const SCEV *Base = S->getType()->isPointerTy() ? SE.getPointerBase(S) : nullptr;
    auto Distance = convert(Base ? SE.removePointerBase(S) : S);
    const SCEV *Same = Base ? resolve(Base) : nullptr;
    if (!Distance || !Same)
      return Distance ? std::optional(std::pair(Base, std::move(*Distance))) : std::nullopt;
    auto Further = address(Same);
    if (!Further)
      return std::nullopt;
    auto Total = sum(*Distance, Further->second);
    return Total ? std::optional(std::pair(Further->first, std::move(*Total))) : std::nullopt;
  }

  // Optimisation puts the constant into what is computed where a counter is known to be one: `i == 0 ? 0 : i * n`. A merge of
  // such values is the one that was computed without knowing.
  const SCEV *resolve(const SCEV *S) {
    auto *Unknown = dyn_cast<SCEVUnknown>(S);
    auto *Phi = Unknown ? dyn_cast<PHINode>(Unknown->getValue()) : nullptr;
    LoopInfo &LI = A.FAM.getResult<LoopAnalysis>(A.F);
    if (!Phi || Phi->getNumIncomingValues() != 2 || LI.isLoopHeader(Phi->getParent()) || Depth == MostMerges)
      return nullptr;
    ++Depth;
    const SCEV *Found = nullptr;
    for (unsigned General : {0, 1})
      if (!Found && isSpecialCase(Phi, 1 - General, General))
        Found = scoped(Phi->getIncomingValue(General));
    --Depth;
    return Found;
  }

  const SCEV *scoped(Value *V) { return SE.getSCEVAtScope(V, A.FAM.getResult<LoopAnalysis>(A.F).getLoopFor(At)); }

  // Is one incoming value what the other is when a counter has the constant that is known on its edge?
  bool isSpecialCase(PHINode *Phi, unsigned Special, unsigned General) {
    auto Known = constantOnEdge(Phi->getIncomingBlock(Special), Phi->getParent());
    auto X = Known ? address(scoped(Phi->getIncomingValue(General))) : std::nullopt;
    auto Y = X ? address(scoped(Phi->getIncomingValue(Special))) : std::nullopt;
    if (!Y || X->first != Y->first)
      return false;
    Polynomial Replaced;
    for (auto &[Symbols, Factor] : X->second) {
      SmallVector<int64_t, 4> Rest;
      int64_t Value = Factor;
      for (int64_t Symbol : Symbols) {
        if (Symbol != Known->first)
          Rest.push_back(Symbol);
        else if (MulOverflow(Value, Known->second, Value))
          return false;
      }
      if (AddOverflow(Replaced[Rest], Value, Replaced[Rest]))
        return false;
    }
    return limited(std::move(Replaced)) == Y->second;
  }

  // The counter that is known to have a certain value when control goes from one block to another.
  std::optional<std::pair<int64_t, int64_t>> constantOnEdge(BasicBlock *From, BasicBlock *To) {
    for (; From; To = From, From = From->getSinglePredecessor()) {
      auto *Branch = dyn_cast<BranchInst>(From->getTerminator());
      if (!Branch)
        return std::nullopt;
      if (Branch->isUnconditional())
        continue;
      auto *Compare = dyn_cast<ICmpInst>(Branch->getCondition());
      bool Taken = Branch->getSuccessor(0) == To;
      if (!Compare || !Compare->isEquality() || Branch->getSuccessor(0) == Branch->getSuccessor(1) ||
          Taken != (Compare->getPredicate() == ICmpInst::ICMP_EQ))
        return std::nullopt;
      auto *Counter = dyn_cast<SCEVAddRecExpr>(scoped(Compare->getOperand(0)));
      auto *Value = dyn_cast<ConstantInt>(Compare->getOperand(1));
      if (!Counter || !Value || !Counter->isAffine() || !Counter->getStart()->isZero() ||
          !Counter->getStepRecurrence(SE)->isOne() || !Counter->getLoop()->contains(At) ||
          !Counter->getType()->isIntegerTy(64))
        return std::nullopt;
      return std::pair(int64_t(find(A.Loops, Counter->getLoop()) - A.Loops.begin()), Value->getSExtValue());
    }
    return std::nullopt;
  }
};

int64_t write(const std::optional<Polynomial> &P, int64_t *Out, int64_t Room) {
  if (!P)
    return -1;
  SmallVector<int64_t, 64> Words = {int64_t(P->size())};
  for (auto &[Symbols, Factor] : *P) {
    Words.push_back(Factor);
    Words.push_back(Symbols.size());
    Words.append(Symbols.begin(), Symbols.end());
  }
  if (int64_t(Words.size()) > Room)
    return -1;
  copy(Words, Out);
  return Words.size();
}
} // namespace

extern "C" {

// The distance of an address from its base, as it is in a block; the base as an atom.
int64_t zymase_address_polynomial(void *Handle, LLVMValueRef Pointer, LLVMBasicBlockRef Where, int64_t *Base, int64_t *Out,
                                  int64_t Room) {
  Analyses *A = get(Handle);
  ScalarEvolution &SE = A->FAM.getResult<ScalarEvolutionAnalysis>(A->F);
  BasicBlock *At = unwrap(Where);
  const SCEV *Address =
      SE.getSCEVAtScope(unwrap(Pointer), A->FAM.getResult<LoopAnalysis>(A->F).getLoopFor(At));
  Converter C{*A, SE, At};
  if (SE.getTypeSizeInBits(Address->getType()) != 64)
    return -1;
  auto Found = C.address(Address);
  if (!Found || !isa<SCEVUnknown>(Found->first))
    return -1;
  *Base = C.atom(Found->first).begin()->first[0];
  return write(Found->second, Out, Room);
}

// An integer, as it is in a block.
int64_t zymase_integer_polynomial(void *Handle, LLVMValueRef Integer, LLVMBasicBlockRef Where, int64_t *Out, int64_t Room) {
  Analyses *A = get(Handle);
  ScalarEvolution &SE = A->FAM.getResult<ScalarEvolutionAnalysis>(A->F);
  BasicBlock *At = unwrap(Where);
  const SCEV *Value = SE.getSCEVAtScope(unwrap(Integer), A->FAM.getResult<LoopAnalysis>(A->F).getLoopFor(At));
  if (SE.getTypeSizeInBits(Value->getType()) != 64)
    return -1;
  return write(Converter{*A, SE, At}.convert(Value), Out, Room);
}

// What the counter of a loop never exceeds. A loop that always runs to its end shows that its count is no absurd number; one
// that may be left early must have a count that cannot be one (`size_t` -1 for "until it ends").
int64_t zymase_most_back_edges(void *Handle, unsigned Index, bool OnlyExact, int64_t *Out, int64_t Room) {
  Analyses *A = get(Handle);
  ScalarEvolution &SE = A->FAM.getResult<ScalarEvolutionAnalysis>(A->F);
  const SCEV *Count = A->backEdges(SE, A->Loops[Index]);
  bool Exact = !isa<SCEVCouldNotCompute>(Count);
  if (!Exact && OnlyExact)
    return -1;
  if (!Exact)
    Count = SE.getSymbolicMaxBackedgeTakenCount(A->Loops[Index]);
  if (isa<SCEVCouldNotCompute>(Count) || !Count->getType()->isIntegerTy() || SE.getTypeSizeInBits(Count->getType()) > 64 ||
      (!Exact && SE.getUnsignedRangeMax(Count).getActiveBits() > MostBitsOfCount))
    return -1;
  Converter C{*A, SE, A->Loops[Index]->getHeader()};
  return write(C.convert(SE.getNoopOrZeroExtend(Count, Type::getInt64Ty(A->F.getContext()))), Out, Room);
}

// The value an atom stands for; null for a longer expression.
LLVMValueRef zymase_atom_value(void *Handle, int64_t Symbol) {
  auto *Unknown = dyn_cast<SCEVUnknown>(get(Handle)->Atoms[-1 - Symbol]);
  return Unknown ? wrap(Unknown->getValue()) : nullptr;
}

bool zymase_atom_is_invariant(void *Handle, int64_t Symbol, unsigned Index) {
  Analyses *A = get(Handle);
  ScalarEvolution &SE = A->FAM.getResult<ScalarEvolutionAnalysis>(A->F);
  return SE.isLoopInvariant(A->Atoms[-1 - Symbol], A->Loops[Index]);
}

bool zymase_atom_is_nonnegative(void *Handle, int64_t Symbol) {
  Analyses *A = get(Handle);
  ScalarEvolution &SE = A->FAM.getResult<ScalarEvolutionAnalysis>(A->F);
  const SCEV *S = A->Atoms[-1 - Symbol];
  // Narrow ones stand for extensions of what is not negative where it is used.
  return S->getType()->isIntegerTy() && (SE.getTypeSizeInBits(S->getType()) < 64 || SE.isKnownNonNegative(S));
}
}
