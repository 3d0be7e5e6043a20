// Packs what several lanes of a derivative compute in the same way into vectors.
//
// The vectoriser of LLVM starts from stores to neighbouring places, and the shadows of several lanes are in different memory. Here it is
// known which values belong together. Loops without numbers that go from one iteration to the next are left to the vectoriser, which
// takes several iterations at once.
#include "shim.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include <map>

using namespace llvm;

namespace {
// The widest vectors: of doubles, and of narrower numbers.
constexpr unsigned MostDoubles = 4, MostOthers = 8;

using Lanes = SmallVector<Value *, 8>;

struct Packer {
  DominatorTree DT;
  LoopInfo LI;
  std::map<std::vector<Value *>, Value *> Known;
  // What became a part of a vector.
  SmallVector<std::pair<Lanes, Instruction *>, 32> Packed;
  DenseMap<Value *, bool> IsPacked;

  explicit Packer(Function &F) : DT(F), LI(DT) {}

  static bool isNumber(Type *T) { return T->isDoubleTy() || T->isFloatTy(); }

  static bool isFlag(Type *T) { return T->isIntegerTy(1); }

  // Is a block outside loops, or in one whose iterations depend on each other by numbers?
  bool isFor(BasicBlock *B) {
    Loop *L = LI.getLoopFor(B);
    return !L || any_of(L->getHeader()->phis(), [](PHINode &P) { return P.getType()->isFloatingPointTy(); });
  }

  static bool isElementwise(Instruction *I) {
    switch (I->getOpcode()) {
    case Instruction::FAdd:
    case Instruction::FSub:
    case Instruction::FMul:
    case Instruction::FDiv:
    case Instruction::FNeg:
    case Instruction::Select:
      return isNumber(I->getType());
    case Instruction::FCmp:
      return isNumber(I->getOperand(0)->getType());
    case Instruction::And:
    case Instruction::Or:
    case Instruction::Xor:
      return isFlag(I->getType());
    case Instruction::Call:
      if (auto *Call = dyn_cast<IntrinsicInst>(I))
        switch (Call->getIntrinsicID()) {
        case Intrinsic::fabs:
        case Intrinsic::sqrt:
        case Intrinsic::fma:
        case Intrinsic::fmuladd:
        case Intrinsic::copysign:
          return isNumber(I->getType());
        default:
          return false;
        }
      return false;
    default:
      return false;
    }
  }

  // Do all lanes do the same, in one block?
  static bool isSame(ArrayRef<Value *> L) {
    auto *First = dyn_cast<Instruction>(L[0]);
    if (!First || !isElementwise(First))
      return false;
    return all_of(L.drop_front(), [&](Value *V) {
      auto *I = dyn_cast<Instruction>(V);
      if (!I || I->getParent() != First->getParent() || !I->isSameOperationAs(First, Instruction::CompareIgnoringAlignment))
        return false;
      auto *A = dyn_cast<CallBase>(I), *B = dyn_cast<CallBase>(First);
      return !A || A->getCalledOperand() == B->getCalledOperand();
    });
  }

  static Instruction *last(ArrayRef<Value *> L) {
    auto *Last = cast<Instruction>(L[0]);
    for (Value *V : L.drop_front())
      if (Last->comesBefore(cast<Instruction>(V)))
        Last = cast<Instruction>(V);
    return Last;
  }

  // The first place at which all lanes are there; null if there is none.
  Instruction *placeAfter(ArrayRef<Value *> L, Function &F) {
    Instruction *Latest = nullptr;
    for (Value *V : L) {
      auto *I = dyn_cast<Instruction>(V);
      if (!I)
        continue;
      if (I->isTerminator())
        return nullptr;
      if (!Latest || DT.dominates(Latest, I))
        Latest = I;
      else if (Latest != I && !DT.dominates(I, Latest))
        return nullptr;
    }
    if (!Latest)
      return &*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
    return behind(Latest);
  }

  static Instruction *behind(Instruction *I) {
    return isa<PHINode>(I) ? &*I->getParent()->getFirstInsertionPt() : I->getNextNode();
  }

  // A vector of the lanes; null if there is no place for it.
  Value *pack(ArrayRef<Value *> L, Function &F) {
    std::vector<Value *> Key(L.begin(), L.end());
    auto Found = Known.find(Key);
    if (Found != Known.end())
      return Found->second;
    if (isMerge(L))
      return merge(L, Key, F);
    Value *Result = isSame(L) ? same(L, F) : nullptr;
    if (!Result)
      Result = gather(L, F);
    return Known[Key] = Result;
  }

  // Are they numbers that are merged in one block?
  static bool isMerge(ArrayRef<Value *> L) {
    auto *First = dyn_cast<PHINode>(L[0]);
    return First && isNumber(First->getType()) && all_of(L, [&](Value *V) {
             auto *P = dyn_cast<PHINode>(V);
             return P && P->getParent() == First->getParent();
           });
  }

  Value *merge(ArrayRef<Value *> L, const std::vector<Value *> &Key, Function &F) {
    auto *First = cast<PHINode>(L[0]);
    PHINode *New = PHINode::Create(FixedVectorType::get(First->getType(), L.size()), First->getNumIncomingValues(), "",
                                   First->getIterator());
    Known[Key] = New;
    for (Value *V : L)
      IsPacked[V] = true;
    Packed.emplace_back(Lanes(L.begin(), L.end()), New);
    for (BasicBlock *From : First->blocks()) {
      Lanes Each;
      for (Value *V : L)
        Each.push_back(cast<PHINode>(V)->getIncomingValueForBlock(From));
      Value *Incoming = pack(Each, F);
      New->addIncoming(Incoming ? Incoming : together(Each, From->getTerminator()), From);
    }
    return New;
  }

  static Value *together(ArrayRef<Value *> L, Instruction *At) {
    IRBuilder<> B(At);
    if (all_equal(L))
      return B.CreateVectorSplat(L.size(), L[0]);
    Value *Result = PoisonValue::get(FixedVectorType::get(L[0]->getType(), L.size()));
    for (unsigned K = 0; K < L.size(); ++K)
      Result = B.CreateInsertElement(Result, L[K], K);
    return Result;
  }

  Value *gather(ArrayRef<Value *> L, Function &F) {
    if (all_of(L, [](Value *V) { return isa<Constant>(V); })) {
      SmallVector<Constant *, 8> Elements;
      for (Value *V : L)
        Elements.push_back(cast<Constant>(V));
      return ConstantVector::get(Elements);
    }
    Instruction *At = placeAfter(L, F);
    return At ? together(L, At) : nullptr;
  }

  Value *same(ArrayRef<Value *> L, Function &F) {
    auto *First = cast<Instruction>(L[0]);
    SmallVector<Value *, 4> Operands;
    unsigned Count = isa<CallBase>(First) ? cast<CallBase>(First)->arg_size() : First->getNumOperands();
    for (unsigned K = 0; K < Count; ++K) {
      Lanes Each;
      for (Value *V : L)
        Each.push_back(cast<Instruction>(V)->getOperand(K));
      // One condition chooses between whole vectors.
      bool Whole = isa<SelectInst>(First) && K == 0 && all_equal(Each);
      Value *Operand = Whole ? Each[0] : pack(Each, F);
      if (!Operand)
        return nullptr;
      Operands.push_back(Operand);
    }
    Instruction *Last = last(L);
    IRBuilder<> B(Last->getNextNode());
    B.SetCurrentDebugLocation(Last->getDebugLoc());
    Instruction *New = create(B, First, Operands);
    if (!New)
      return nullptr;
    New->copyIRFlags(First);
    for (Value *V : L.drop_front())
      New->andIRFlags(V);
    for (Value *V : L)
      IsPacked[V] = true;
    Packed.emplace_back(Lanes(L.begin(), L.end()), New);
    return New;
  }

  static Instruction *create(IRBuilder<> &B, Instruction *Like, ArrayRef<Value *> Operands) {
    Value *New = nullptr;
    if (auto *Binary = dyn_cast<BinaryOperator>(Like))
      New = B.Insert(BinaryOperator::Create(Binary->getOpcode(), Operands[0], Operands[1]));
    else if (isa<UnaryOperator>(Like))
      New = B.Insert(UnaryOperator::CreateFNeg(Operands[0]));
    else if (auto *Compare = dyn_cast<FCmpInst>(Like))
      New = B.Insert(new FCmpInst(Compare->getPredicate(), Operands[0], Operands[1]));
    else if (isa<SelectInst>(Like))
      New = B.Insert(SelectInst::Create(Operands[0], Operands[1], Operands[2]));
    else if (auto *Call = dyn_cast<IntrinsicInst>(Like))
      New = B.CreateIntrinsic(Call->getIntrinsicID(), {Operands[0]->getType()}, Operands);
    return dyn_cast_or_null<Instruction>(New);
  }

  // Whoever is not a part of a vector takes its lane out of one.
  void finish() {
    for (auto &[L, Vector] : Packed)
      for (unsigned K = 0; K < L.size(); ++K) {
        Instruction *Lane = nullptr;
        for (Use &U : make_early_inc_range(L[K]->uses())) {
          if (IsPacked.lookup(U.getUser()) || U.getUser() == Lane)
            continue;
          if (!DT.dominates(Vector, U))
            continue;
          if (!Lane)
            Lane = cast<Instruction>(IRBuilder<>(behind(Vector)).CreateExtractElement(Vector, K));
          U.set(Lane);
        }
      }
  }
};
} // namespace

extern "C" {

// The `Count` groups of `Width` values each are numbers of the same kind in so many lanes.
void zymase_pack_lanes(LLVMValueRef F, LLVMValueRef *Values, size_t Count, unsigned Width) {
  auto *Of = unwrap<Function>(F);
  Packer P(*Of);
  for (size_t G = 0; G < Count; ++G) {
    ArrayRef<LLVMValueRef> Group(Values + G * Width, Width);
    auto *First = dyn_cast<Instruction>(unwrap(Group[0]));
    if (!First || !Packer::isNumber(First->getType()) || !P.isFor(First->getParent()))
      continue;
    unsigned Most = First->getType()->isDoubleTy() ? MostDoubles : MostOthers;
    for (unsigned At = 0; At + 1 < Width;) {
      unsigned Lanes = Most;
      while (Lanes > Width - At)
        Lanes /= 2;
      SmallVector<Value *, 8> Part;
      for (unsigned K = 0; K < Lanes; ++K)
        Part.push_back(unwrap(Group[At + K]));
      if (Lanes > 1 && (Packer::isSame(Part) || Packer::isMerge(Part)))
        P.pack(Part, *Of);
      At += Lanes;
    }
  }
  P.finish();
}
}
