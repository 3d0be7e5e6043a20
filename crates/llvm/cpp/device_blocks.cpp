// Blocks of a kernel: whether all threads of one meet where they wait, and blocks that do the work of several.
#include "device.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace {

constexpr unsigned SharedSpace = 3;
constexpr StringLiteral Register = "llvm.nvvm.read.ptx.sreg.";

StringRef nameOfCallee(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee ? Callee->getName() : StringRef();
}

bool startsWithAny(StringRef Name, ArrayRef<StringRef> Starts) {
  return any_of(Starts, [&](StringRef Start) { return Name.starts_with(Start); });
}

// ---- Do all threads of a block come to the barriers of a kernel together?

// What may differ between the threads of a block, and what a branch on it decides.
class Threads {
  Function &F;
  PostDominatorTree &Tree;
  SmallPtrSet<Value *, 32> Different;
  SmallPtrSet<Instruction *, 16> Branches;

public:
  Threads(Function &F, PostDominatorTree &Tree) : F(F), Tree(Tree) {
    while (grow())
      ;
  }

  bool part(function_ref<bool(Instruction &)> IsWait) const {
    return any_of(Branches, [&](Instruction *Branch) {
      return any_of(between(Branch), [&](BasicBlock *Block) { return any_of(*Block, IsWait); });
    });
  }

private:
  static bool differsByItself(Instruction &I) {
    if (isa<AllocaInst, AtomicRMWInst, AtomicCmpXchgInst>(I))
      return true;
    if (!isa<CallBase>(I))
      return false;
    StringRef Name = nameOfCallee(I);
    if (Name.starts_with(Register))
      return !startsWithAny(Name.drop_front(Register.size()), {"ctaid.", "ntid.", "nctaid.", "warpsize"});
    if (Name.starts_with("llvm.nvvm.barrier.cta.red"))
      return false;
    return !Name.starts_with("llvm.") || Name.starts_with("llvm.nvvm.");
  }

  // The blocks that only some of the threads may run that come to a branch.
  SmallSetVector<BasicBlock *, 16> between(Instruction *Branch) const {
    auto *Node = Tree.getNode(Branch->getParent());
    BasicBlock *Join = Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;
    SmallSetVector<BasicBlock *, 16> Found;
    SmallVector<BasicBlock *, 16> Work(successors(Branch->getParent()));
    while (!Work.empty()) {
      BasicBlock *Block = Work.pop_back_val();
      if (Block != Join && Found.insert(Block))
        append_range(Work, successors(Block));
    }
    return Found;
  }

  bool grow() {
    size_t Before = Different.size();
    for (Instruction &I : instructions(F)) {
      if (differsByItself(I) || any_of(I.operands(), [&](Value *V) { return Different.contains(V); }))
        Different.insert(&I);
      if (!I.isTerminator() || I.getNumSuccessors() < 2 || !Different.contains(&I) || !Branches.insert(&I).second)
        continue;
      SmallSetVector<BasicBlock *, 16> Blocks = between(&I);
      if (auto *Node = Tree.getNode(I.getParent()); Node && Node->getIDom() && Node->getIDom()->getBlock())
        Blocks.insert(Node->getIDom()->getBlock());
      for (BasicBlock *Block : Blocks)
        for (PHINode &Phi : Block->phis())
          if (!Phi.hasConstantOrUndefValue())
            Different.insert(&Phi);
    }
    return Different.size() != Before;
  }
};

// ---- Blocks that do the work of several.

// What one block does not differently when it runs after another one, in its place: nothing that asks where it runs or when, or
// whether others were there before.
bool isIndependent(Instruction &I) {
  if (I.isVolatile() || isa<FenceInst, AtomicCmpXchgInst>(I))
    return false;
  if (isa<AtomicRMWInst>(I))
    return I.use_empty();
  if (I.isAtomic())
    return false;
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return true;
  if (auto *Text = dyn_cast<InlineAsm>(Call->getCalledOperand()))
    return !Text->hasSideEffects() && !Call->mayReadOrWriteMemory() && Text->getAsmString().find('%') == std::string::npos;
  StringRef Name = nameOfCallee(I);
  if (Name.starts_with(Register))
    return startsWithAny(Name.drop_front(Register.size()), {"tid.", "ctaid.", "ntid.", "nctaid.", "warpsize", "laneid"});
  if (startsWithAny(Name, {"llvm.nvvm.barrier.cta", "llvm.nvvm.bar.warp", "llvm.nvvm.shfl", "llvm.nvvm.vote", "llvm.nvvm.match",
                           "llvm.nvvm.activemask", "llvm.nvvm.redux", "llvm.nvvm.ldg", "llvm.trap", "llvm.lifetime", "llvm.mem"}))
    return true;
  if (Name.starts_with("llvm."))
    return !Call->mayReadOrWriteMemory() || isa<AssumeInst>(I) || Name.starts_with("llvm.experimental.noalias");
  return startsWithAny(Name, {"__zymase_", "__nv_", "__assertfail"});
}

} // namespace

bool threadsMeetAtBarriers(Function &F, PostDominatorTree &Tree) {
  auto IsWait = [](Instruction &I) {
    StringRef Name = nameOfCallee(I);
    return startsWithAny(Name, {"llvm.nvvm.barrier", "__zymase_shared_begin", "__zymase_shared_end"}) ||
           (isa<CallBase>(I) && !Name.starts_with("llvm.") && !Name.starts_with("__nv_") && !Name.starts_with("__zymase_"));
  };
  return none_of(instructions(F), IsWait) || !Threads(F, Tree).part(IsWait);
}

bool usesSharedMemory(Function &F) {
  return any_of(instructions(F), [](Instruction &I) {
    if (nameOfCallee(I).starts_with("llvm.nvvm.barrier") || nameOfCallee(I).starts_with("__zymase_shared"))
      return true;
    return any_of(I.operands(), [](Value *V) {
      return V->getType()->isPointerTy() && (V->getType()->getPointerAddressSpace() == SharedSpace ||
                                             V->stripPointerCasts()->getType()->getPointerAddressSpace() == SharedSpace);
    });
  });
}

bool mayDoWorkOfSeveralBlocks(Function &F) {
  if (F.hasFnAttribute("nvvm.cluster_dim") || F.hasFnAttribute("nvvm.maxclusterrank"))
    return false;
  return all_of(instructions(F), isIndependent) && all_of(instructions(F), [](Instruction &I) {
           auto *Variable = dyn_cast<AllocaInst>(&I);
           return !Variable || Variable->isStaticAlloca();
         });
}

void doWorkOfSeveralBlocks(Function &F, Instruction *Ready, BasicBlock *Exit, bool Waits) {
  LLVMContext &Context = F.getContext();
  Module &M = *F.getParent();
  BasicBlock &Entry = F.getEntryBlock();
  SmallVector<Instruction *, 16> Variables, Numbers;
  for (Instruction &I : instructions(F)) {
    if (isa<AllocaInst>(I))
      Variables.push_back(&I);
    if (nameOfCallee(I) == (Register + "ctaid.x").str())
      Numbers.push_back(&I);
  }
  for (Instruction *Variable : reverse(Variables))
    Variable->moveBefore(Entry, Entry.begin());
  BasicBlock *Body = Entry.splitBasicBlock(std::next(Ready->getIterator()), "block");
  BasicBlock *Done = BasicBlock::Create(Context, "done", &F), *Latch = BasicBlock::Create(Context, "latch", &F, Exit);
  ReturnInst::Create(Context, Done);
  Exit->replaceUsesWithIf(Latch, [](Use &U) { return isa<Instruction>(U.getUser()); });

  Entry.getTerminator()->eraseFromParent();
  IRBuilder<> Start(&Entry);
  Type *Word = Start.getInt32Ty();
  FunctionCallee Count = M.getOrInsertFunction("__zymase_working_blocks", FunctionType::get(Word, {}, false));
  Value *Step = Start.CreateCall(Count, {}, "step");
  Value *First = Start.CreateIntrinsic(Intrinsic::nvvm_read_ptx_sreg_ctaid_x, ArrayRef<Type *>(), ArrayRef<Value *>());
  Value *All = Start.CreateIntrinsic(Intrinsic::nvvm_read_ptx_sreg_nctaid_x, ArrayRef<Type *>(), ArrayRef<Value *>());
  Start.CreateCondBr(Start.CreateICmpULT(First, Step), Body, Done);

  IRBuilder<> Head(Body, Body->begin());
  PHINode *Number = Head.CreatePHI(Word, 2, "block");
  Number->addIncoming(First, &Entry);
  for (Instruction *Asked : Numbers) {
    Asked->replaceAllUsesWith(Number);
    Asked->eraseFromParent();
  }

  IRBuilder<> End(Latch);
  if (Waits) {
    FunctionCallee Wait = M.getOrInsertFunction("__zymase_shared_end", FunctionType::get(End.getVoidTy(), {}, false));
    cast<Function>(Wait.getCallee())->setConvergent();
    End.CreateCall(Wait, {})->setConvergent();
  }
  Value *Next = End.CreateAdd(Number, Step, "next");
  Number->addIncoming(Next, Latch);
  BranchInst *Back = End.CreateCondBr(End.CreateICmpULT(Next, All), Body, Exit);
  MDNode *Once = MDNode::get(Context, {MDString::get(Context, "llvm.loop.unroll.disable")});
  MDNode *Loop = MDNode::getDistinct(Context, {nullptr, Once});
  Loop->replaceOperandWith(0, Loop);
  Back->setMetadata(LLVMContext::MD_loop, Loop);
}
