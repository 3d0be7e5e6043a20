// Additions of threads of a GPU to neighbouring places.
#include "device.h"
#include "device_additions.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace {

// ---- Rows of places.

// How additions to neighbours are done: by a warp for all lanes that seem to add to the same place, in global or in shared memory, or for
// lanes that add to different places.
enum class Kind { Same, Shared, Apart };

// An addition to `Base + Own`; `Offset` counts from a place that those have in common which may be a row.
struct Step {
  Instruction *I;
  Value *Base, *Amount;
  int64_t Own, Offset;
  Kind How;
};

class RowSums {
  Function &F;
  AAResults &AA;
  ScalarEvolution &SE;
  bool Quads;
  const DataLayout &DL;

public:
  RowSums(Function &F, AAResults &AA, ScalarEvolution &SE, bool Quads) : F(F), AA(AA), SE(SE), Quads(Quads), DL(F.getDataLayout()) {}

  bool run() {
    bool Changed = false;
    for (BasicBlock &Block : F) {
      SmallVector<SmallVector<Step, 32>, 8> Rows;
      for (Instruction &I : Block)
        if (std::optional<Step> Found = asStep(I)) {
          auto *Row = find_if(Rows, [&](auto &Known) { return isOfRow(*Found, Known[0]); });
          (Row == Rows.end() ? Rows.emplace_back() : *Row).push_back(*Found);
        }
      for (SmallVector<Step, 32> &Row : Rows)
        Changed |= split(Row);
    }
    return Changed;
  }

private:
  // Is the distance between two places known? Loop counters that differ by a number are told apart, too.
  bool isOfRow(Step &New, const Step &Known) {
    if (New.How != Known.How || New.Amount->getType() != Known.Amount->getType())
      return false;
    if (New.Base == Known.Base)
      return true;
    if (New.Base->getType() != Known.Base->getType())
      return false;
    auto *Distance = dyn_cast<SCEVConstant>(SE.getMinusSCEV(SE.getSCEV(New.Base), SE.getSCEV(Known.Base)));
    if (!Distance || Distance->getAPInt().getSignificantBits() > 32)
      return false;
    New.Offset = New.Own + Distance->getAPInt().getSExtValue();
    return true;
  }

  // What kernels are given lies in global memory.
  bool isGlobal(const Value *Object) const {
    return Object->getType()->getPointerAddressSpace() == GlobalSpace ||
           (isa<Argument>(Object) && F.getCallingConv() == CallingConv::PTX_Kernel);
  }

  std::optional<Step> asStep(Instruction &I) {
    Step S{&I, nullptr, nullptr, 0, 0, Kind::Same};
    if (CallInst *Add = asAddition(I)) {
      S.Base = Add->getArgOperand(0);
      S.Amount = Add->getArgOperand(1);
    } else if (auto *Update = dyn_cast<AtomicRMWInst>(&I)) {
      const Value *Object = getUnderlyingObject(Update->getPointerOperand(), /*MaxLookup=*/0);
      bool IsShared = Object->getType()->getPointerAddressSpace() == SharedSpace;
      if (Update->getOperation() != AtomicRMWInst::FAdd || !Update->use_empty() || (!IsShared && !(Quads && isGlobal(Object))) ||
          !(Update->getType()->isFloatTy() || (Update->getType()->isDoubleTy() && !IsShared)))
        return std::nullopt;
      S.Base = Update->getPointerOperand();
      S.Amount = Update->getValOperand();
      S.How = IsShared ? Kind::Shared : Kind::Apart;
    } else {
      return std::nullopt;
    }
    APInt Offset(DL.getIndexTypeSizeInBits(S.Base->getType()), 0);
    S.Base = S.Base->stripAndAccumulateConstantOffsets(DL, Offset, /*AllowNonInbounds=*/true);
    S.Own = S.Offset = Offset.getSExtValue();
    return S;
  }

  // Takes the longest rows of 16, 8, 4 or 2 places with equal distances. Lanes that add to different places do so for four neighbours.
  bool split(SmallVector<Step, 32> &Steps) {
    stable_sort(Steps, [](const Step &A, const Step &B) { return A.Offset < B.Offset; });
    bool Changed = false;
    for (size_t From = 0; From + 1 < Steps.size();) {
      int64_t Distance = Steps[From + 1].Offset - Steps[From].Offset;
      size_t Count = 1;
      while (From + Count < Steps.size() && Count < 16 && Distance > 0 &&
             Steps[From + Count].Offset - Steps[From + Count - 1].Offset == Distance &&
             Steps[From + Count].Amount->getType() == Steps[From].Amount->getType())
        ++Count;
      size_t Taken = Count < 2 ? 0 : size_t(1) << Log2_64(Count);
      const Step &First = Steps[From];
      if (First.How == Kind::Apart)
        Taken = Distance == int64_t(DL.getTypeStoreSize(First.Amount->getType())) ? std::min<size_t>(Taken, 4) : 0;
      if (Taken >= (First.How == Kind::Same ? 2 : 4) && join(ArrayRef(Steps).slice(From, Taken), Distance)) {
        From += Taken;
        Changed = true;
      } else {
        ++From;
      }
    }
    return Changed;
  }

  bool join(ArrayRef<Step> Row, int64_t Distance) {
    Instruction *First = Row[0].I, *Last = Row[0].I;
    for (const Step &S : Row) {
      First = S.I->comesBefore(First) ? S.I : First;
      Last = Last->comesBefore(S.I) ? S.I : Last;
    }
    for (Instruction *I = First; I != Last; I = I->getNextNode())
      for (const Step &S : Row)
        if (isBarrier(*I) || meets(*I, S))
          return false;
    IRBuilder<> Builder(Last);
    Type *Number = Row[0].Amount->getType(), *Void = Builder.getVoidTy();
    auto *Pointer = PointerType::get(F.getContext(), Row[0].How == Kind::Shared ? SharedSpace : 0);
    Value *Place = Builder.CreatePtrAdd(Builder.CreatePointerBitCastOrAddrSpaceCast(Row[0].Base, Pointer),
                                        Builder.getInt64(Row[0].Own));
    SmallVector<Value *, 18> Arguments{Place};
    SmallVector<Type *, 18> Types{Place->getType()};
    if (Row[0].How != Kind::Apart) {
      Arguments.push_back(Builder.getInt32(Distance));
      Types.push_back(Builder.getInt32Ty());
    }
    for (const Step &S : Row) {
      Arguments.push_back(S.Amount);
      Types.push_back(Number);
    }
    std::string Name = Row[0].How == Kind::Apart
                           ? ("__zymase_add_quad_" + suffix(Number)).str()
                           : (Twine("__zymase_add_row_") + (Row[0].How == Kind::Shared ? "shared_" : "") + suffix(Number) + "_" + Twine(Row.size())).str();
    FunctionCallee Callee = F.getParent()->getOrInsertFunction(Name, FunctionType::get(Void, Types, false));
    cast<Function>(Callee.getCallee())->setConvergent();
    Builder.CreateCall(Callee, Arguments)->setConvergent();
    for (const Step &S : Row)
      S.I->eraseFromParent();
    return true;
  }

  bool meets(Instruction &I, const Step &S) {
    if (!I.mayReadOrWriteMemory() || isOnlyAdded(I) || isOfRunTime(I))
      return false;
    MemoryLocation Place = S.How == Kind::Same ? placeOf(cast<CallInst>(S.I)) : MemoryLocation::get(cast<AtomicRMWInst>(S.I));
    return isModOrRefSet(AA.getModRefInfo(&I, Place));
  }
};

} // namespace

PreservedAnalyses RowSumsPass::run(Function &F, FunctionAnalysisManager &AM) {
  return RowSums(F, AM.getResult<AAManager>(F), AM.getResult<ScalarEvolutionAnalysis>(F), Quads).run() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
