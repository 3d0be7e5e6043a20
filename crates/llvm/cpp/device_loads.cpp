// Loads of code for a GPU, as early as their addresses are known.
#include "device.h"
#include "shim.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace {

// Stores that one load may pass by comparing addresses, loads of a block that move, and instructions that are looked at above one.
constexpr unsigned MostComparisons = 12, MostLoads = 48, MostAbove = 600;
constexpr unsigned SharedSpace = 3, ConstantSpace = 4, LocalSpace = 5;

bool isNumber(Type *T) { return T->isIntegerTy() || T->isFloatingPointTy(); }

// Is memory accessed as a whole number, so that two such accesses of a size are to the same place or to places apart?
bool isWhole(Type *T, Align Alignment, const DataLayout &DL) {
  uint64_t Bytes = DL.getTypeStoreSize(T).getFixedValue();
  return isNumber(T) && isPowerOf2_64(Bytes) && Alignment.value() >= Bytes && DL.getTypeSizeInBits(T) == 8 * Bytes;
}

class Mover {
  LoadInst *Load;
  AAResults &AA;
  const DataLayout &DL;
  SmallPtrSet<Instruction *, 16> Chain;
  SmallVector<StoreInst *, 8> Compared;

public:
  Mover(LoadInst *Load, AAResults &AA) : Load(Load), AA(AA), DL(Load->getDataLayout()) {}

  bool run() {
    collect(Load);
    Instruction *Place = nullptr;
    bool Passes = false;
    unsigned Seen = 0;
    SmallVector<StoreInst *, 8> Until;
    for (Instruction *I = Load->getPrevNode(); I && ++Seen < MostAbove; I = I->getPrevNode()) {
      if (Chain.contains(I))
        continue;
      if (isa<PHINode>(I) || isNeeded(I) || !mayPass(I))
        break;
      if (I->mayWriteToMemory()) {
        Place = I;
        Passes = true;
        Until = Compared;
      }
    }
    if (!Passes)
      return false;
    Compared = Until;
    move(Place);
    return true;
  }

private:
  // What an address is computed from in this block, as far as it can be computed anywhere.
  void collect(Instruction *From) {
    for (Value *Operand : From->operands())
      if (auto *I = dyn_cast<Instruction>(Operand); I && I->getParent() == Load->getParent() && !isa<PHINode>(I))
        if (!I->mayReadOrWriteMemory() && isSafeToSpeculativelyExecute(I) && Chain.insert(I).second)
          collect(I);
  }

  bool isNeeded(Instruction *I) {
    return is_contained(Load->operands(), I) ||
           any_of(Chain, [&](Instruction *Part) { return is_contained(Part->operands(), I); });
  }

  bool mayPass(Instruction *I) {
    if (!I->mayReadOrWriteMemory())
      return !isa<CallBase>(I) || isSafeToSpeculativelyExecute(I);
    if (auto *Other = dyn_cast<LoadInst>(I))
      return Other->isUnordered() && !Other->isVolatile();
    MemoryLocation Read = MemoryLocation::get(Load);
    if (auto *Sum = dyn_cast<AtomicRMWInst>(I))
      return Sum->use_empty() && Sum->getOrdering() == AtomicOrdering::Monotonic && !isModSet(AA.getModRefInfo(I, Read));
    auto *Store = dyn_cast<StoreInst>(I);
    if (!Store || !Store->isSimple())
      return false;
    AliasResult Found = AA.alias(MemoryLocation::get(Store), Read);
    if (Found == AliasResult::NoAlias)
      return true;
    Type *Stored = Store->getValueOperand()->getType();
    bool AreWhole = isWhole(Load->getType(), Load->getAlign(), DL) && isWhole(Stored, Store->getAlign(), DL);
    if (!AreWhole || DL.getTypeStoreSize(Stored) != DL.getTypeStoreSize(Load->getType()) ||
        Store->getPointerAddressSpace() != Load->getPointerAddressSpace() || Compared.size() >= MostComparisons)
      return false;
    Compared.push_back(Store);
    return true;
  }

  void move(Instruction *Place) {
    Instruction *After = Load->getNextNode();
    SmallVector<Instruction *, 16> Parts;
    for (Instruction *I = Place; I != Load; I = I->getNextNode())
      if (Chain.contains(I))
        Parts.push_back(I);
    for (Instruction *Part : Parts)
      Part->moveBefore(Place->getIterator());
    Load->moveBefore(Place->getIterator());
    SmallVector<Use *, 8> Uses;
    for (Use &U : Load->uses())
      Uses.push_back(&U);
    IRBuilder<> Builder(After);
    Value *Result = Load;
    for (StoreInst *Store : reverse(Compared)) {
      Value *Same = Builder.CreateICmpEQ(Store->getPointerOperand(), Load->getPointerOperand());
      Value *Stored = Builder.CreateBitCast(Store->getValueOperand(), Load->getType());
      Result = Builder.CreateSelect(Same, Stored, Result);
    }
    if (Result != Load)
      for (Use *U : Uses)
        U->set(Result);
  }
};

} // namespace

PreservedAnalyses EarlyLoadsPass::run(Function &F, FunctionAnalysisManager &AM) {
  AAResults &AA = AM.getResult<AAManager>(F);
  bool Changed = false;
  for (BasicBlock &Block : F) {
    SmallVector<LoadInst *, 32> Loads;
    for (Instruction &I : Block)
      if (auto *Load = dyn_cast<LoadInst>(&I); Load && Load->isSimple())
        if (unsigned Space = Load->getPointerAddressSpace(); Space != SharedSpace && Space != ConstantSpace && Space != LocalSpace)
          if (!isa<AllocaInst>(getUnderlyingObject(Load->getPointerOperand())) && Loads.size() < MostLoads)
            Loads.push_back(Load);
    for (LoadInst *Load : Loads)
      Changed |= Mover(Load, AA).run();
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

PreservedAnalyses LateClearsPass::run(Function &F, FunctionAnalysisManager &AM) {
  LLVMContext &Context = F.getContext();
  Type *Word = Type::getInt32Ty(Context);
  auto *Shift = InlineAsm::get(FunctionType::get(Word, {Word, Word}, false), "shr.b32 $0, $1, $2;", "=r,r,r", /*hasSideEffects=*/false);
  SmallVector<std::pair<StoreInst *, LoadInst *>, 16> Clears;
  for (BasicBlock &Block : F) {
    DenseMap<Value *, LoadInst *> Loads;
    for (Instruction &I : Block) {
      if (auto *Load = dyn_cast<LoadInst>(&I))
        Loads[Load->getPointerOperand()] = Load;
      auto *Store = dyn_cast<StoreInst>(&I);
      auto *Zero = Store && Store->isSimple() ? dyn_cast<Constant>(Store->getValueOperand()) : nullptr;
      LoadInst *Load = Store ? Loads.lookup(Store->getPointerOperand()) : nullptr;
      unsigned Space = Store ? Store->getPointerAddressSpace() : 0;
      if (Zero && Load && Zero->isNullValue() && Load->getType() == Zero->getType() && Space != SharedSpace && Space != LocalSpace &&
          (Zero->getType()->isFloatTy() || Zero->getType()->isDoubleTy()))
        Clears.push_back({Store, Load});
    }
  }
  for (auto [Store, Load] : Clears) {
    IRBuilder<> Here(Store);
    Type *Number = Load->getType();
    Value *Read = Number->isFloatTy() ? Here.CreateBitCast(Load, Word)
                                      : Here.CreateTrunc(Here.CreateLShr(Here.CreateBitCast(Load, Here.getInt64Ty()), 32), Word);
    // More than the bits of a word: the threads of a block, and all bits but one.
    Value *Threads = Here.CreateIntrinsic(Intrinsic::nvvm_read_ptx_sreg_ntid_x, ArrayRef<Type *>(), ArrayRef<Value *>());
    Value *Zero = Here.CreateCall(Shift, {Read, Here.CreateAdd(Threads, Here.getInt32(31))});
    if (Number->isDoubleTy())
      Zero = Here.CreateOr(Here.CreateZExt(Zero, Here.getInt64Ty()), Here.CreateShl(Here.CreateZExt(Zero, Here.getInt64Ty()), 32));
    Store->setOperand(0, Here.CreateBitCast(Zero, Number));
  }
  return Clears.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}
