// Sums of what threads of a GPU add to the same places.
#include "device.h"
#include "device_additions.h"
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
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace {

// May the order of an addition and of something else matter?
bool mayMeet(Instruction &I, CallInst *Add, AAResults &AA) {
  if (!I.mayReadOrWriteMemory() || isOnlyAdded(I) || isOfRunTime(I) || isBarrier(I))
    return false;
  return isModOrRefSet(AA.getModRefInfo(&I, placeOf(Add)));
}

// ---- Sums over a block.

using Computed = SmallSetVector<Instruction *, 16>;

// What is computed from arguments and from what is the same for a block, and can be computed again at the end.
bool isOfBlock(Value *V, Computed &Chain) {
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
  Computed Chain;
  SmallVector<CallInst *, 4> Additions;
  Value *Base;
  int64_t Offset;
};

// Neighbouring places from `Root + From` up to `Root + To`, between which a loop counter chooses: the block has a sum for each.
struct Table {
  Value *Root;
  Computed Chain;
  SmallVector<CallInst *, 4> Additions;
  int64_t From, To;
  Type *Number;

  uint64_t size() const { return Number->isFloatTy() ? 4 : 8; }
  uint64_t count() const { return (To - From) / size(); }
};

// What an index is at most, as far as it seems: what lies beyond is added as before.
std::optional<int64_t> seemsAtMost(Value *V, unsigned Depth = 0) {
  if (auto *Known = dyn_cast<ConstantInt>(V))
    return Known->getSExtValue();
  auto *I = dyn_cast<Instruction>(V);
  if (!I || Depth > 8)
    return std::nullopt;
  if (isa<ZExtInst, SExtInst, TruncInst, FreezeInst>(I))
    return seemsAtMost(I->getOperand(0), Depth + 1);
  if (auto *Summand = I->getOpcode() == Instruction::Add ? dyn_cast<ConstantInt>(I->getOperand(1)) : nullptr) {
    std::optional<int64_t> Found = seemsAtMost(I->getOperand(0), Depth + 1);
    return Found ? std::optional(*Found + Summand->getSExtValue()) : std::nullopt;
  }
  if (auto *Phi = dyn_cast<PHINode>(I)) {
    std::optional<int64_t> Most;
    for (Value *Incoming : Phi->incoming_values()) {
      auto *Next = dyn_cast<Instruction>(Incoming);
      auto *Step = Next && Next->getOpcode() == Instruction::Add ? dyn_cast<ConstantInt>(Next->getOperand(1)) : nullptr;
      if (isa<UndefValue>(Incoming) || (Step && Step->isNegative() && Next->getOperand(0) == Phi))
        continue;
      std::optional<int64_t> Found = seemsAtMost(Incoming, Depth + 1);
      if (!Found)
        return std::nullopt;
      Most = Most ? std::max(*Most, *Found) : *Found;
    }
    return Most;
  }
  ConstantRange Range = computeConstantRange(I, /*ForSigned=*/true);
  return Range.isFullSet() || Range.getBitWidth() > 64 ? std::nullopt : std::optional(Range.getSignedMax().getSExtValue());
}

class BlockSums {
  Function &F;
  AAResults &AA;
  PostDominatorTree &Tree;
  BlockSumsPass Methods;
  bool Wide = false, Waits = false;
  SmallVector<Sum, 8> Sums;
  SmallVector<Table, 4> Tables;
  // A block of a GPU has little shared memory to spare.
  static constexpr unsigned Most = 16;
  // Places of a table, and tables.
  static constexpr unsigned MostPlaces = 32, MostTables = 2;

public:
  BlockSums(Function &F, AAResults &AA, PostDominatorTree &Tree, BlockSumsPass Methods)
      : F(F), AA(AA), Tree(Tree), Methods(Methods) {}

  bool run() {
    if (F.getCallingConv() != CallingConv::PTX_Kernel || mayEndEarly() || !threadsMeetAtBarriers(F, Tree))
      return false;
    Wide = Methods.Wide && mayDoWorkOfSeveralBlocks(F);
    Waits = Wide && usesSharedMemory(F);
    for (Instruction &I : instructions(F))
      if (CallInst *Add = asAddition(I); Add && isFree(Add) && !take(Add) && Methods.Tables)
        takeForTable(Add);
    erase_if(Tables, [](const Table &T) { return T.count() > MostPlaces; });
    if (Sums.empty() && Tables.empty())
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

  // Is something of it the same for one block only?
  static bool isOfOneBlock(const Computed &Chain) {
    return any_of(Chain, [](Instruction *Part) {
      auto *Call = dyn_cast<IntrinsicInst>(Part);
      return Call && Call->getCalledFunction()->getName().contains(".ctaid.");
    });
  }

  // Takes an addition to a place that is known when the kernel begins.
  bool take(CallInst *Add) {
    Sum New;
    New.Place = Add->getArgOperand(0);
    if (!isOfBlock(New.Place, New.Chain))
      return false;
    const DataLayout &DL = F.getDataLayout();
    APInt Offset(DL.getIndexTypeSizeInBits(New.Place->getType()), 0);
    New.Base = New.Place->stripAndAccumulateConstantOffsets(DL, Offset, /*AllowNonInbounds=*/true);
    New.Offset = Offset.getSExtValue();
    for (Sum &Known : Sums)
      if (Known.Base == New.Base && Known.Offset == New.Offset &&
          Known.Additions[0]->getCalledFunction() == Add->getCalledFunction()) {
        Known.Additions.push_back(Add);
        return true;
      }
    if (Sums.size() == Most)
      return false;
    New.Additions.push_back(Add);
    Wide = Wide && !isOfOneBlock(New.Chain);
    Sums.push_back(New);
    return true;
  }

  // Takes an addition to one of a few places that begin where it is known when the kernel begins.
  void takeForTable(CallInst *Add) {
    const DataLayout &DL = F.getDataLayout();
    Table New{Add->getArgOperand(0), {}, {Add}, 0, 0, Add->getArgOperand(1)->getType()};
    unsigned Bits = DL.getIndexTypeSizeInBits(New.Root->getType());
    int64_t Spread = 0;
    for (bool Known = false; !Known;) {
      APInt Offset(Bits, 0);
      New.Root = New.Root->stripAndAccumulateConstantOffsets(DL, Offset, /*AllowNonInbounds=*/true);
      New.Chain.clear();
      Known = isOfBlock(New.Root, New.Chain);
      auto *Step = dyn_cast<GEPOperator>(New.Root);
      SmallMapVector<Value *, APInt, 4> Variable;
      if (!Known && (!Step || !Step->collectOffset(DL, Bits, Variable, Offset)))
        return;
      New.From += Offset.getSExtValue();
      for (auto &[Index, Scale] : Variable) {
        std::optional<int64_t> AtMost = seemsAtMost(Index);
        if (!AtMost || *AtMost < 0 || *AtMost >= MostPlaces || Scale.isNegative())
          return;
        Spread += *AtMost * Scale.getSExtValue();
      }
      if (!Known)
        New.Root = Step->getPointerOperand();
    }
    New.To = New.From + Spread + New.size();
    if (isOfOneBlock(New.Chain))
      return;
    for (Table &Known : Tables)
      if (Known.Root == New.Root && Known.Number == New.Number && std::abs(Known.From - New.From) < int64_t(MostPlaces * New.size())) {
        Known.Additions.push_back(Add);
        Known.From = std::min(Known.From, New.From);
        Known.To = std::max(Known.To, New.To);
        return;
      }
    if (Tables.size() < MostTables && New.count() <= MostPlaces)
      Tables.push_back(New);
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
      Value *Place = again(S.Place, S.Chain, End), *Slot = shared(Number->isFloatTy() ? 64 : 96);
      All.push_back({Slot, End.CreatePointerBitCastOrAddrSpaceCast(Place, Generic), Number});
      call(End, ("__zymase_block_store_" + suffix(Number)).str(), Void, {Slot, End.CreateLoad(Number, Amount), End.CreateLoad(Word, Any), All.back().Place});
      for (CallInst *Add : S.Additions)
        Add->eraseFromParent();
    }
    SmallVector<SmallVector<Value *, 3>, 2> Finishes;
    for (Table &T : Tables)
      Finishes.push_back(writeTable(T, Top, End));
    if (!Tables.empty())
      call(Top, "__zymase_shared_end", Void, {});
    call(End, "__zymase_block_wait", Void, {});
    for (auto [Index, Each] : enumerate(All))
      call(End, ("__zymase_block_finish_" + suffix(Each.Number)).str(), Void,
           {Each.Slot, Each.Place, ConstantInt::get(Word, Index)});
    for (auto [Index, T] : enumerate(Tables))
      call(End, ("__zymase_table_finish_" + suffix(T.Number)).str(), Void, Finishes[Index]);
    if (Wide) {
      Instruction *Ready = Top.CreateIntrinsic(Intrinsic::donothing, ArrayRef<Type *>(), ArrayRef<Value *>());
      doWorkOfSeveralBlocks(F, Ready, Exit, Waits);
      Ready->eraseFromParent();
    }
  }

  // A value of the block, computed again.
  static Value *again(Value *V, const Computed &Chain, IRBuilder<> &End) {
    ValueToValueMapTy Copies;
    for (Instruction *Part : Chain) {
      Instruction *Copy = Part->clone();
      End.Insert(Copy);
      Copies[Part] = Copy;
      RemapInstruction(Copy, Copies, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    }
    return Copies.lookup(V) ? (Value *)Copies.lookup(V) : V;
  }

  GlobalVariable *shared(uint64_t Words) {
    auto *Slots = ArrayType::get(Type::getInt32Ty(F.getContext()), Words);
    auto *Slot = new GlobalVariable(*F.getParent(), Slots, false, GlobalValue::InternalLinkage, PoisonValue::get(Slots),
                                    "__zymase_sums", nullptr, GlobalValue::NotThreadLocal, SharedSpace);
    Slot->setAlignment(Align(8));
    return Slot;
  }

  // Lets additions go to the table; the arguments of what adds the table to memory.
  SmallVector<Value *, 3> writeTable(Table &T, IRBuilder<> &Top, IRBuilder<> &End) {
    PointerType *Generic = PointerType::get(F.getContext(), 0);
    Value *Slot = shared(T.count() * T.size() / 4), *Count = Top.getInt32(T.count());
    auto Begin = [&](IRBuilder<> &Builder) {
      Value *From = Builder.CreatePtrAdd(again(T.Root, T.Chain, Builder), Builder.getInt64(T.From));
      return Builder.CreatePointerBitCastOrAddrSpaceCast(From, Generic);
    };
    for (CallInst *Add : T.Additions) {
      IRBuilder<> Here(Add);
      Value *Place = Here.CreatePointerBitCastOrAddrSpaceCast(Add->getArgOperand(0), Generic);
      call(Here, ("__zymase_table_add_" + suffix(T.Number)).str(), Here.getVoidTy(),
           {Slot, Begin(Here), Count, Place, Add->getArgOperand(1)});
      Add->eraseFromParent();
    }
    call(Top, "__zymase_table_clear", Top.getVoidTy(), {Slot, Top.getInt32(T.count() * T.size() / 4)});
    return {Slot, Begin(End), Count};
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

} // namespace

PreservedAnalyses BlockSumsPass::run(Function &F, FunctionAnalysisManager &AM) {
  return BlockSums(F, AM.getResult<AAManager>(F), AM.getResult<PostDominatorTreeAnalysis>(F), *this).run() ? PreservedAnalyses::none() : PreservedAnalyses::all();
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
