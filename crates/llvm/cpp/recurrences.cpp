// Shorter recurrences: the adjoints that a loop carries, as linear forms of those of the iteration before.
#include "recurrences.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace {

// `Base * Factor`; without a factor, the base itself.
struct Term {
  Value *Base;
  Value *Factor;
};

// A sum of terms whose factors, and a rest, do not wait for the iteration before.
struct Form {
  SmallVector<Term, 4> Terms;
  Value *Rest = nullptr;
};

// More terms than this are more work than they save.
constexpr unsigned MostTerms = 4;
// Cycles that a sum or product takes to be ready, and instructions that begin in a cycle.
constexpr unsigned Latency = 4, Width = 4;
// What a division or call counts, in sums.
constexpr unsigned Slow = 4;

class Recurrences {
public:
  explicit Recurrences(Loop &L) : L(L) {
    for (PHINode &Phi : L.getHeader()->phis())
      // Products of factors of shorter floats overflow too soon.
      if (Phi.getType()->getScalarType()->isDoubleTy())
        Carried.push_back(&Phi);
    SmallVector<Instruction *, 32> Work(Carried.begin(), Carried.end());
    while (!Work.empty()) {
      Instruction *I = Work.pop_back_val();
      if (!Waiting.insert(I).second)
        continue;
      for (User *U : I->users())
        if (auto *Next = dyn_cast<Instruction>(U); Next && L.contains(Next))
          Work.push_back(Next);
    }
  }

  bool shorten() {
    BasicBlock *Latch = L.getLoopLatch();
    if (Carried.empty() || !Latch)
      return false;
    unsigned Size = 0;
    for (BasicBlock *Block : L.blocks())
      Size += Block->size();
    bool Changed = false;
    for (PHINode *Phi : Carried) {
      auto *Next = dyn_cast<Instruction>(Phi->getIncomingValueForBlock(Latch));
      // A loop that has more to do than to wait gains nothing.
      if (Next && L.contains(Next) && !isa<PHINode>(Next) && depth(Next) * Latency > Size / Width)
        Changed |= rewrite(Next);
    }
    for (WeakTrackingVH &I : Created)
      if (I)
        RecursivelyDeleteTriviallyDeadInstructions(I);
    return Changed;
  }

private:
  Loop &L;
  SmallVector<PHINode *, 8> Carried;
  SmallPtrSet<Value *, 32> Waiting;
  DenseMap<Value *, Form> Forms;
  DenseMap<Value *, unsigned> Depths;
  SmallVector<WeakTrackingVH, 32> Created;

  static bool isSum(const Instruction *I) {
    return (I->getOpcode() == Instruction::FAdd || I->getOpcode() == Instruction::FSub) && I->hasAllowReassoc();
  }
  static bool isProduct(const Instruction *I) { return I->getOpcode() == Instruction::FMul && I->hasAllowContract(); }

  // How many sums and products, one after another, a value waits for.
  unsigned depth(Value *V) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !Waiting.contains(V) || isa<PHINode>(I))
      return 0;
    auto Known = Depths.find(V);
    if (Known != Depths.end())
      return Known->second;
    unsigned Most = 0;
    for (Value *Operand : I->operands())
      Most = std::max(Most, depth(Operand));
    switch (I->getOpcode()) {
    case Instruction::FNeg:
      break;
    case Instruction::FDiv:
    case Instruction::Call:
      Most += Slow;
      break;
    default:
      Most += 1;
    }
    return Depths[V] = Most;
  }

  Value *note(Value *V) {
    if (auto *I = dyn_cast<Instruction>(V)) {
      if (isa<FPMathOperator>(I)) {
        I->setHasAllowReassoc(true);
        I->setHasAllowContract(true);
      }
      Created.push_back(I);
    }
    return V;
  }
  Value *multiply(IRBuilder<> &B, Value *X, Value *Y) { return !X ? Y : !Y ? X : note(B.CreateFMul(X, Y)); }
  Value *add(IRBuilder<> &B, Value *X, Value *Y, bool Minus) {
    if (!Y)
      return X;
    if (!X)
      return Minus ? note(B.CreateFNeg(Y)) : Y;
    return note(Minus ? B.CreateFSub(X, Y) : B.CreateFAdd(X, Y));
  }
  static Value *orOne(Value *Factor, Type *Ty) { return Factor ? Factor : ConstantFP::get(Ty, 1.0); }

  // What a value is made of. What the terms need is computed where the value is.
  Form form(Value *V) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !Waiting.contains(V)) {
      Form Fixed;
      Fixed.Rest = V;
      return Fixed;
    }
    auto Known = Forms.find(V);
    if (Known != Forms.end())
      return Known->second;
    Form Found = expand(I);
    Forms[V] = Found;
    return Found;
  }

  Form expand(Instruction *I) {
    Form Itself;
    Itself.Terms.push_back({I, nullptr});
    IRBuilder<> B(I);
    if (I->getOpcode() == Instruction::FNeg)
      return scaled(form(I->getOperand(0)), ConstantFP::get(I->getType(), -1.0), B);
    if (isProduct(I)) {
      Value *Left = I->getOperand(0), *Right = I->getOperand(1);
      if (Waiting.contains(Left))
        std::swap(Left, Right);
      if (Waiting.contains(Left))
        return Itself;
      return scaled(form(Right), Left, B);
    }
    if (!isSum(I))
      return Itself;
    bool Minus = I->getOpcode() == Instruction::FSub;
    Form Sum = form(I->getOperand(0));
    Form Other = form(I->getOperand(1));
    for (Term &T : Other.Terms) {
      auto *Same = find_if(Sum.Terms, [&](Term &Mine) { return Mine.Base == T.Base; });
      Type *Ty = I->getType();
      if (Same != Sum.Terms.end())
        Same->Factor = add(B, orOne(Same->Factor, Ty), orOne(T.Factor, Ty), Minus);
      else
        Sum.Terms.push_back({T.Base, Minus ? note(B.CreateFNeg(orOne(T.Factor, Ty))) : T.Factor});
    }
    if (Sum.Terms.size() > MostTerms)
      return Itself;
    Sum.Rest = add(B, Sum.Rest, Other.Rest, Minus);
    return Sum;
  }

  Form scaled(Form F, Value *By, IRBuilder<> &B) {
    for (Term &T : F.Terms)
      T.Factor = multiply(B, T.Factor, By);
    if (F.Rest)
      F.Rest = multiply(B, F.Rest, By);
    return F;
  }

  // The depth of the sum of a form, what is ready last being added last.
  unsigned depthOf(SmallVectorImpl<Term> &Terms, bool HasRest) {
    unsigned Ready = 0;
    bool Any = HasRest;
    for (Term &T : Terms) {
      unsigned Term = depth(T.Base) + (T.Factor ? 1 : 0);
      Ready = Any ? std::max(Ready, Term) + 1 : Term;
      Any = true;
    }
    return Ready;
  }

  bool rewrite(Instruction *Next) {
    Form F = form(Next);
    // A sum over iterations is left to the vectoriser.
    bool IsSum = F.Terms.size() == 1 && !F.Terms[0].Factor;
    if (F.Terms.empty() || IsSum)
      return false;
    sort(F.Terms, [&](const Term &A, const Term &C) { return depth(A.Base) < depth(C.Base); });
    if (depthOf(F.Terms, F.Rest) >= depth(Next))
      return false;
    IRBuilder<> B(Next);
    Value *Sum = F.Rest;
    for (Term &T : F.Terms)
      Sum = add(B, Sum, multiply(B, T.Base, T.Factor), false);
    if (Sum == Next)
      return false;
    // The vectoriser would do two of them at once, and wait for the lanes to be put in place.
    Sum = note(B.CreateArithmeticFence(Sum, Sum->getType()));
    Waiting.insert(Sum);
    Next->replaceAllUsesWith(Sum);
    Created.push_back(Next);
    return true;
  }
};

} // namespace

PreservedAnalyses RecurrencesPass::run(Function &F, FunctionAnalysisManager &AM) {
  LoopInfo &Loops = AM.getResult<LoopAnalysis>(F);
  bool Changed = false;
  for (Loop *L : Loops.getLoopsInPreorder())
    if (L->isInnermost())
      Changed |= Recurrences(*L).shorten();
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses Preserved;
  Preserved.preserveSet<CFGAnalyses>();
  return Preserved;
}
