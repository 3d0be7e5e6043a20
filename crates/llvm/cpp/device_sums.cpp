// Sums of what threads of a GPU add to the same places.
#include "device.h"
#include "shim.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace {

constexpr StringLiteral AddSingle = "__zymase_add_f32", AddDouble = "__zymase_add_f64";
constexpr unsigned SharedSpace = 3;

// An addition that the run time does: `void add(ptr place, number amount)`.
CallInst *asAddition(Instruction &I) {
  auto *Call = dyn_cast<CallInst>(&I);
  Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && (Callee->getName() == AddSingle || Callee->getName() == AddDouble) ? Call : nullptr;
}

StringRef suffix(Type *Number) { return Number->isFloatTy() ? "f32" : "f64"; }

MemoryLocation placeOf(CallInst *Add) {
  uint64_t Bytes = Add->getArgOperand(1)->getType()->isFloatTy() ? 4 : 8;
  return MemoryLocation(Add->getArgOperand(0), LocationSize::precise(Bytes), Add->getAAMetadata());
}

// An atomic addition whose result nobody looks at: it does not matter when it happens.
bool isOnlyAdded(Instruction &I) {
  auto *Update = dyn_cast<AtomicRMWInst>(&I);
  return asAddition(I) || (Update && Update->getOperation() == AtomicRMWInst::FAdd && Update->use_empty());
}

// What the run time does that the program's memory has no part in.
bool isOfRunTime(Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName().starts_with("__zymase_");
}

bool isBarrier(Instruction &I) {
  auto *Call = dyn_cast<IntrinsicInst>(&I);
  return Call && Call->getCalledFunction()->getName().contains("barrier");
}

// May the order of an addition and of something else matter?
bool mayMeet(Instruction &I, CallInst *Add, AAResults &AA) {
  if (!I.mayReadOrWriteMemory() || isOnlyAdded(I) || isOfRunTime(I) || isBarrier(I))
    return false;
  return isModOrRefSet(AA.getModRefInfo(&I, placeOf(Add)));
}

// ---- Sums over a block.

// What is computed from arguments and from what is the same for a block, and can be computed again at the end.
bool isOfBlock(Value *V, SmallSetVector<Instruction *, 16> &Chain) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return isa<Argument>(V) || isa<Constant>(V);
  if (Chain.contains(I))
    return true;
  if (Chain.size() > 32 || isa<PHINode>(I))
    return false;
  if (auto *Call = dyn_cast<IntrinsicInst>(I)) {
    StringRef Name = Call->getCalledFunction()->getName();
    if (!Name.starts_with("llvm.nvvm.read.ptx.sreg.ctaid") && !Name.starts_with("llvm.nvvm.read.ptx.sreg.ntid") &&
        !Name.starts_with("llvm.nvvm.read.ptx.sreg.nctaid"))
      return false;
  } else if (I->mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(I) || isa<CallBase>(I)) {
    return false;
  }
  if (!all_of(I->operands(), [&](Value *Operand) { return isOfBlock(Operand, Chain); }))
    return false;
  Chain.insert(I);
  return true;
}

// A place with the additions to it, and the two sums of a thread: the amount, and whether there was any.
struct Sum {
  Value *Place;
  SmallSetVector<Instruction *, 16> Chain;
  SmallVector<CallInst *, 4> Additions;
  Value *Base;
  int64_t Offset;
};

class BlockSums {
  Function &F;
  AAResults &AA;
  SmallVector<Sum, 8> Sums;
  // A block of a GPU has little shared memory to spare.
  static constexpr unsigned Most = 16;

public:
  BlockSums(Function &F, AAResults &AA) : F(F), AA(AA) {}

  bool run() {
    if (F.getCallingConv() != CallingConv::PTX_Kernel || mayEndEarly())
      return false;
    for (Instruction &I : instructions(F))
      if (CallInst *Add = asAddition(I); Add && isFree(Add))
        take(Add);
    if (Sums.empty())
      return false;
    BasicBlock *Exit = onlyExit();
    if (!Exit)
      return false;
    write(Exit);
    return true;
  }

private:
  // Threads that end elsewhere than by a return would not take part.
  bool mayEndEarly() {
    return any_of(instructions(F), [](Instruction &I) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call)
        return false;
      if (auto *Text = dyn_cast<InlineAsm>(Call->getCalledOperand()))
        return Text->getAsmString().find("exit") != std::string::npos || Text->getAsmString().find("ret") != std::string::npos;
      Function *Callee = Call->getCalledFunction();
      return !Callee || Callee->getName().contains("nvvm.exit");
    });
  }

  // Nothing that a thread does later has to do with the place.
  bool isFree(CallInst *Add) {
    for (Instruction *I = Add->getNextNode(); I; I = I->getNextNode())
      if (mayMeet(*I, Add, AA))
        return false;
    SmallPtrSet<BasicBlock *, 16> Seen;
    SmallVector<BasicBlock *, 16> Work(successors(Add->getParent()));
    while (!Work.empty()) {
      BasicBlock *Block = Work.pop_back_val();
      if (!Seen.insert(Block).second)
        continue;
      if (any_of(*Block, [&](Instruction &I) { return mayMeet(I, Add, AA); }))
        return false;
      append_range(Work, successors(Block));
    }
    return true;
  }

  void take(CallInst *Add) {
    Sum New;
    New.Place = Add->getArgOperand(0);
    if (!isOfBlock(New.Place, New.Chain))
      return;
    const DataLayout &DL = F.getDataLayout();
    APInt Offset(DL.getIndexTypeSizeInBits(New.Place->getType()), 0);
    New.Base = New.Place->stripAndAccumulateConstantOffsets(DL, Offset, /*AllowNonInbounds=*/true);
    New.Offset = Offset.getSExtValue();
    for (Sum &Known : Sums)
      if (Known.Base == New.Base && Known.Offset == New.Offset &&
          Known.Additions[0]->getCalledFunction() == Add->getCalledFunction()) {
        Known.Additions.push_back(Add);
        return;
      }
    if (Sums.size() == Most)
      return;
    New.Additions.push_back(Add);
    Sums.push_back(New);
  }

  BasicBlock *onlyExit() {
    SmallVector<ReturnInst *, 4> Returns;
    for (BasicBlock &Block : F)
      if (auto *Return = dyn_cast<ReturnInst>(Block.getTerminator()))
        Returns.push_back(Return);
    if (Returns.empty())
      return nullptr;
    BasicBlock *Exit = BasicBlock::Create(F.getContext(), "exit", &F);
    ReturnInst::Create(F.getContext(), Exit);
    for (ReturnInst *Return : Returns) {
      BranchInst::Create(Exit, Return->getIterator());
      Return->eraseFromParent();
    }
    return Exit;
  }

  void write(BasicBlock *Exit) {
    Module &M = *F.getParent();
    LLVMContext &Context = F.getContext();
    Type *Void = Type::getVoidTy(Context), *Word = Type::getInt32Ty(Context);
    PointerType *Generic = PointerType::get(Context, 0);
    IRBuilder<> Top(&*F.getEntryBlock().getFirstInsertionPt()), End(Exit->getTerminator());
    SmallVector<CallInst *, 8> Finishes;
    struct Ready {
      Value *Slot, *Place;
      Type *Number;
    };
    SmallVector<Ready, 8> All;
    for (Sum &S : Sums) {
      Type *Number = S.Additions[0]->getArgOperand(1)->getType();
      Value *Amount = Top.CreateAlloca(Number, nullptr, "sum"), *Any = Top.CreateAlloca(Word, nullptr, "any");
      Top.CreateStore(ConstantFP::get(Number, 0.0), Amount);
      Top.CreateStore(ConstantInt::get(Word, 0), Any);
      for (CallInst *Add : S.Additions) {
        IRBuilder<> Here(Add);
        Here.CreateStore(Here.CreateFAdd(Here.CreateLoad(Number, Amount), Add->getArgOperand(1)), Amount);
        Here.CreateStore(ConstantInt::get(Word, 1), Any);
      }
      ValueToValueMapTy Copies;
      for (Instruction *Part : S.Chain) {
        Instruction *Copy = Part->clone();
        End.Insert(Copy);
        Copies[Part] = Copy;
        RemapInstruction(Copy, Copies, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
      }
      Value *Place = Copies.lookup(S.Place) ? (Value *)Copies.lookup(S.Place) : S.Place;
      auto *Slots = ArrayType::get(Word, Number->isFloatTy() ? 64 : 96);
      auto *Slot = new GlobalVariable(M, Slots, false, GlobalValue::InternalLinkage, PoisonValue::get(Slots),
                                      "__zymase_sums", nullptr, GlobalValue::NotThreadLocal, SharedSpace);
      Slot->setAlignment(Align(8));
      All.push_back({Slot, End.CreatePointerBitCastOrAddrSpaceCast(Place, Generic), Number});
      call(End, ("__zymase_block_store_" + suffix(Number)).str(), Void, {Slot, End.CreateLoad(Number, Amount), End.CreateLoad(Word, Any), All.back().Place});
      for (CallInst *Add : S.Additions)
        Add->eraseFromParent();
    }
    call(End, "__zymase_block_wait", Void, {});
    for (auto [Index, Each] : enumerate(All))
      call(End, ("__zymase_block_finish_" + suffix(Each.Number)).str(), Void,
           {Each.Slot, Each.Place, ConstantInt::get(Word, Index)});
  }

  static void call(IRBuilder<> &Builder, const std::string &Name, Type *Result, ArrayRef<Value *> Arguments) {
    SmallVector<Type *, 4> Types;
    for (Value *Argument : Arguments)
      Types.push_back(Argument->getType());
    FunctionCallee Callee =
        Builder.GetInsertBlock()->getModule()->getOrInsertFunction(Name, FunctionType::get(Result, Types, false));
    cast<Function>(Callee.getCallee())->setConvergent();
    Builder.CreateCall(Callee, Arguments)->setConvergent();
  }
};

// ---- Rows of places.

// An addition to `Base + Offset`.
struct Step {
  Instruction *I;
  Value *Base, *Amount;
  int64_t Offset;
  bool Shared;
};

class RowSums {
  Function &F;
  AAResults &AA;
  const DataLayout &DL;

public:
  RowSums(Function &F, AAResults &AA) : F(F), AA(AA), DL(F.getDataLayout()) {}

  bool run() {
    bool Changed = false;
    for (BasicBlock &Block : F) {
      SmallVector<Step, 32> Steps;
      SmallSetVector<Value *, 8> Bases;
      for (Instruction &I : Block)
        if (std::optional<Step> Found = asStep(I)) {
          Steps.push_back(*Found);
          Bases.insert(Found->Base);
        }
      for (Value *Base : Bases) {
        SmallVector<Step, 32> Own;
        copy_if(Steps, std::back_inserter(Own), [&](Step &S) { return S.Base == Base; });
        Changed |= split(Own);
      }
    }
    return Changed;
  }

private:
  std::optional<Step> asStep(Instruction &I) {
    Step S{&I, nullptr, nullptr, 0, false};
    if (CallInst *Add = asAddition(I)) {
      S.Base = Add->getArgOperand(0);
      S.Amount = Add->getArgOperand(1);
    } else if (auto *Update = dyn_cast<AtomicRMWInst>(&I)) {
      const Value *Object = getUnderlyingObject(Update->getPointerOperand());
      if (Update->getOperation() != AtomicRMWInst::FAdd || !Update->use_empty() ||
          Object->getType()->getPointerAddressSpace() != SharedSpace || !Update->getType()->isFloatTy())
        return std::nullopt;
      S.Base = Update->getPointerOperand();
      S.Amount = Update->getValOperand();
      S.Shared = true;
    } else {
      return std::nullopt;
    }
    APInt Offset(DL.getIndexTypeSizeInBits(S.Base->getType()), 0);
    S.Base = S.Base->stripAndAccumulateConstantOffsets(DL, Offset, /*AllowNonInbounds=*/true);
    S.Offset = Offset.getSExtValue();
    return S;
  }

  // Takes the longest rows of 16, 8, 4 or 2 places with equal distances.
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
      if (Taken && (!Steps[From].Shared || Taken >= 4) && join(ArrayRef(Steps).slice(From, Taken), Distance)) {
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
    // The first place may be computed later than where the last addition is: it is base and offset.
    auto *Pointer = PointerType::get(F.getContext(), Row[0].Shared ? SharedSpace : 0);
    Value *Place = Builder.CreatePtrAdd(Builder.CreatePointerBitCastOrAddrSpaceCast(Row[0].Base, Pointer),
                                        Builder.getInt64(Row[0].Offset));
    SmallVector<Value *, 18> Arguments{Place, Builder.getInt32(Distance)};
    SmallVector<Type *, 18> Types{Place->getType(), Builder.getInt32Ty()};
    for (const Step &S : Row) {
      Arguments.push_back(S.Amount);
      Types.push_back(Number);
    }
    std::string Name = (Twine("__zymase_add_row_") + (Row[0].Shared ? "shared_" : "") + suffix(Number) + "_" + Twine(Row.size())).str();
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
    MemoryLocation Place = S.Shared ? MemoryLocation::get(cast<AtomicRMWInst>(S.I)) : placeOf(cast<CallInst>(S.I));
    return isModOrRefSet(AA.getModRefInfo(&I, Place));
  }
};

} // namespace

PreservedAnalyses BlockSumsPass::run(Function &F, FunctionAnalysisManager &AM) {
  return BlockSums(F, AM.getResult<AAManager>(F)).run() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

PreservedAnalyses RowSumsPass::run(Function &F, FunctionAnalysisManager &AM) {
  return RowSums(F, AM.getResult<AAManager>(F)).run() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

extern "C" {
// Asks that so many iterations of the loop of this back edge become one.
void zymase_unroll_by(LLVMValueRef BackEdge, unsigned Count) {
  auto *Branch = unwrap<Instruction>(BackEdge);
  LLVMContext &Context = Branch->getContext();
  Metadata *Number = ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(Context), Count));
  Metadata *Unroll = MDNode::get(Context, {MDString::get(Context, "llvm.loop.unroll.count"), Number});
  Metadata *Progress = MDNode::get(Context, {MDString::get(Context, "llvm.loop.mustprogress")});
  MDNode *Loop = MDNode::getDistinct(Context, {nullptr, Unroll, Progress});
  Loop->replaceOperandWith(0, Loop);
  Branch->setMetadata(LLVMContext::MD_loop, Loop);
}

// Says of accesses that are marked as those to shadows that they touch memory that those to what they are shadows of do not.
void zymase_separate_shadows(LLVMValueRef F) {
  Function &Fn = *unwrap<Function>(F);
  MDBuilder Builder(Fn.getContext());
  MDNode *Domain = Builder.createAnonymousAliasScopeDomain("zymase");
  MDNode *Scope = MDNode::get(Fn.getContext(), Builder.createAnonymousAliasScope(Domain, "shadow"));
  for (Instruction &I : instructions(Fn))
    for (auto [Mark, Kind] : {std::pair{"zymase.shadow", LLVMContext::MD_alias_scope}, {"zymase.primal", LLVMContext::MD_noalias}})
      if (I.getMetadata(Mark)) {
        I.setMetadata(Kind, MDNode::concatenate(I.getMetadata(Kind), Scope));
        I.setMetadata(Mark, nullptr);
      }
}
}
