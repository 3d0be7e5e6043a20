// Stores that the next iteration of a loop overwrites: only that of the last iteration is left, behind the loop.
#include "recurrences.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace {

// Accesses of a loop beyond which it is left alone: each is compared with each.
constexpr unsigned MostAccesses = 64;

// A load or store whose address moves by the same number of bytes in every iteration.
struct Access {
  Instruction *I;
  const SCEV *Address;
  int64_t Step;
  uint64_t Bytes;
  bool Writes;
};

class CarriedSums {
public:
  CarriedSums(Loop &L, ScalarEvolution &SE, AAResults &AA, DominatorTree &DT, LoopInfo &LI)
      : L(L), SE(SE), AA(AA), DT(DT), LI(LI), Block(L.getHeader()) {}

  bool rewrite() {
    if (L.getNumBlocks() != 1 || !L.getLoopPreheader() || !L.getUniqueExitBlock() || !collect())
      return false;
    bool Changed = handOn();
    for (unsigned First = 0; First < Accesses.size();) {
      int Second = overwriter(First);
      if (Second < 0) {
        ++First;
        continue;
      }
      moveBehind(First);
      Changed = true;
    }
    if (Changed)
      useLate();
    return Changed;
  }

private:
  Loop &L;
  ScalarEvolution &SE;
  AAResults &AA;
  DominatorTree &DT;
  LoopInfo &LI;
  BasicBlock *Block;
  // In order.
  SmallVector<Access, 16> Accesses;

  // Everything that the loop does to memory; false where some of it is not understood.
  bool collect() {
    const DataLayout &Layout = Block->getModule()->getDataLayout();
    bool HasSums = false;
    for (Instruction &I : *Block) {
      // What such a declaration says holds for one iteration.
      if (isa<NoAliasScopeDeclInst>(I) || !isGuaranteedToTransferExecutionToSuccessor(&I))
        return false;
      if (!I.mayReadOrWriteMemory() || isa<AssumeInst>(I))
        continue;
      Value *Pointer = getLoadStorePointerOperand(&I);
      if (!Pointer || I.isVolatile() || I.isAtomic())
        return false;
      TypeSize Size = Layout.getTypeStoreSize(getLoadStoreType(&I));
      if (Size.isScalable())
        return false;
      auto *Address = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Pointer));
      Access Found{&I, SE.getSCEV(Pointer), 0, Size.getFixedValue(), isa<StoreInst>(I)};
      if (Address && Address->getLoop() == &L && Address->isAffine())
        if (auto *Step = dyn_cast<SCEVConstant>(Address->getStepRecurrence(SE)))
          Found.Step = Step->getAPInt().getSExtValue();
      Accesses.push_back(Found);
      HasSums |= isSum(I);
    }
    return HasSums && Accesses.size() <= MostAccesses;
  }

  // Only what is marked as a sum of adjoints.
  static bool isSum(const Instruction &I) {
    auto *Store = dyn_cast<StoreInst>(&I);
    auto *Sum = Store ? dyn_cast<FPMathOperator>(Store->getValueOperand()) : nullptr;
    return Sum && Sum->getOpcode() == Instruction::FAdd && Sum->hasAllowReassoc();
  }

  // How many bytes `To` is behind `From` in the same iteration.
  std::optional<int64_t> distance(const Access &From, const Access &To) {
    if (From.Address->getType() != To.Address->getType())
      return std::nullopt;
    auto *Difference = dyn_cast<SCEVConstant>(SE.getMinusSCEV(To.Address, From.Address));
    return Difference ? Difference->getAPInt().trySExtValue() : std::nullopt;
  }

  // May they touch the same bytes, one of them `Later` iterations later?
  bool conflict(const Access &Place, const Access &Other, int64_t Later) {
    if (Place.Step && Place.Step == Other.Step)
      if (std::optional<int64_t> Between = distance(Place, Other)) {
        int64_t At = *Between + Later * Other.Step;
        return At < (int64_t)Place.Bytes && -At < (int64_t)Other.Bytes;
      }
    // In no iteration at all: by the objects, which do not change in the loop.
    auto *A = dyn_cast<SCEVUnknown>(SE.getPointerBase(Place.Address));
    auto *B = dyn_cast<SCEVUnknown>(SE.getPointerBase(Other.Address));
    if (!A || !B || !L.isLoopInvariant(A->getValue()) || !L.isLoopInvariant(B->getValue()))
      return true;
    return !AA.isNoAlias(MemoryLocation::getBeforeOrAfter(A->getValue(), Place.I->getAAMetadata()),
                         MemoryLocation::getBeforeOrAfter(B->getValue(), Other.I->getAAMetadata()));
  }

  // Sums that are read where the iteration before stored them are phis instead.
  bool handOn() {
    bool Changed = false;
    for (unsigned Read = 0; Read < Accesses.size();) {
      Instruction *Stored = Accesses[Read].Writes ? nullptr : storedBefore(Read);
      if (!Stored) {
        ++Read;
        continue;
      }
      Instruction *Load = Accesses[Read].I;
      IRBuilder<> First(L.getLoopPreheader()->getTerminator());
      Value *Start = addressOfFirst(Accesses[Read], First);
      Instruction *Initial = Load->clone();
      Initial->setOperand(0, Start);
      First.Insert(Initial);
      auto *Phi = PHINode::Create(Load->getType(), 2, "", Block->begin());
      Phi->addIncoming(Initial, L.getLoopPreheader());
      Phi->addIncoming(cast<StoreInst>(Stored)->getValueOperand(), Block);
      Load->replaceAllUsesWith(Phi);
      Load->eraseFromParent();
      Accesses.erase(Accesses.begin() + Read);
      Changed = true;
    }
    return Changed;
  }

  // The address in the first iteration.
  Value *addressOfFirst(const Access &A, IRBuilder<> &Before) {
    SCEVExpander Expander(SE, "carried");
    return Expander.expandCodeFor(cast<SCEVAddRecExpr>(A.Address)->getStart(), nullptr,
                                  &*Before.GetInsertPoint());
  }

  // The store of a sum to the same place in the iteration before, if nothing is written there in between.
  Instruction *storedBefore(unsigned Read) {
    const Access &Load = Accesses[Read];
    auto *Address = dyn_cast<SCEVAddRecExpr>(Load.Address);
    if (!Load.Step || !Address || !SCEVExpander(SE, "").isSafeToExpandAt(Address->getStart(), L.getLoopPreheader()->getTerminator()))
      return nullptr;
    for (unsigned Before = 0; Before < Read; ++Before)
      if (Accesses[Before].Writes && conflict(Load, Accesses[Before], 0))
        return nullptr;
    // Backwards from the end of the iteration before.
    for (unsigned At = Accesses.size(); At-- > 0;) {
      const Access &Other = Accesses[At];
      if (!Other.Writes)
        continue;
      std::optional<int64_t> Between;
      if (Other.Step == Load.Step && isSum(*Other.I))
        Between = distance(Load, Other);
      if (Between && *Between == Load.Step && getLoadStoreType(Other.I) == getLoadStoreType(Load.I))
        return Other.I;
      if (conflict(Load, Other, -1))
        return nullptr;
    }
    return nullptr;
  }

  // The store that overwrites in every iteration what this one wrote in the iteration before, if nobody looks in between.
  int overwriter(unsigned First) {
    const Access &Stored = Accesses[First];
    if (!isSum(*Stored.I) || !Stored.Step || Stored.Bytes > (uint64_t)std::abs(Stored.Step))
      return -1;
    for (unsigned Later = First + 1; Later < Accesses.size(); ++Later)
      if (conflict(Stored, Accesses[Later], 0))
        return -1;
    for (unsigned Next = 0; Next < Accesses.size(); ++Next) {
      const Access &Other = Accesses[Next];
      if (Next != First && Other.Writes && Other.Step == Stored.Step && Other.Bytes == Stored.Bytes) {
        std::optional<int64_t> Between = distance(Other, Stored);
        if (Between && *Between == Stored.Step)
          return Next;
      }
      if (conflict(Stored, Other, 1))
        return -1;
    }
    return -1;
  }

  // The value, or what it was in the last iteration.
  Value *behind(Value *V, BasicBlock *Exit) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !L.contains(I))
      return V;
    auto *Phi = PHINode::Create(V->getType(), 1, "", Exit->begin());
    Phi->addIncoming(V, Block);
    return Phi;
  }

  void moveBehind(unsigned Index) {
    BasicBlock *Exit = L.getUniqueExitBlock();
    if (Exit->getUniquePredecessor() != Block)
      Exit = SplitEdge(Block, Exit, &DT, &LI);
    auto *Store = cast<StoreInst>(Accesses[Index].I);
    Value *Stored = behind(Store->getValueOperand(), Exit), *Pointer = behind(Store->getPointerOperand(), Exit);
    Store->moveBefore(Exit->getFirstInsertionPt());
    // What is moved first belongs first.
    if (LastMoved)
      Store->moveAfter(LastMoved);
    LastMoved = Store;
    Store->setOperand(0, Stored);
    Store->setOperand(1, Pointer);
    Accesses.erase(Accesses.begin() + Index);
  }
  Instruction *LastMoved = nullptr;

  // Everything that waits for the iteration before, as far as it is only stored, comes last: the vectoriser asks for that.
  void useLate() {
    for (PHINode &Phi : Block->phis()) {
      if (!Phi.getType()->isFloatingPointTy())
        continue;
      SmallVector<Instruction *, 8> Waiting;
      if (waiting(Phi, Waiting))
        for (Instruction *I : Waiting)
          I->moveBefore(Block->getTerminator()->getIterator());
    }
  }

  // What is computed from a phi in the same iteration, in order, if all of it can be done at the end.
  bool waiting(PHINode &Phi, SmallVectorImpl<Instruction *> &Found) {
    SmallPtrSet<Value *, 8> All;
    All.insert(&Phi);
    for (Instruction &I : *Block) {
      if (isa<PHINode>(I) || none_of(I.operands(), [&](Use &U) { return All.contains(U); }))
        continue;
      unsigned At = find_if(Accesses, [&](Access &A) { return A.I == &I; }) - Accesses.begin();
      if (I.isTerminator() || (I.mayReadOrWriteMemory() && !isa<StoreInst>(I)) || &I == Phi.getIncomingValueForBlock(Block))
        return false;
      if (isa<StoreInst>(I))
        for (unsigned Later = At + 1; Later < Accesses.size(); ++Later)
          if (conflict(Accesses[At], Accesses[Later], 0))
            return false;
      All.insert(&I);
      Found.push_back(&I);
    }
    return true;
  }
};

} // namespace

PreservedAnalyses CarriedSumsPass::run(Function &F, FunctionAnalysisManager &AM) {
  LoopInfo &LI = AM.getResult<LoopAnalysis>(F);
  if (LI.empty())
    return PreservedAnalyses::all();
  ScalarEvolution &SE = AM.getResult<ScalarEvolutionAnalysis>(F);
  AAResults &AA = AM.getResult<AAManager>(F);
  DominatorTree &DT = AM.getResult<DominatorTreeAnalysis>(F);
  bool Changed = false;
  for (Loop *L : LI.getLoopsInPreorder())
    if (L->isInnermost())
      Changed |= CarriedSums(*L, SE, AA, DT, LI).rewrite();
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
