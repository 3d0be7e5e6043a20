// Parallel regions: what marks them, taking them out of a function, remarks about them.
#include "shim.h"

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/ModRef.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"

using namespace llvm;

extern "C" {

// A function that reads whatever its arguments and the program's memory hold, and changes state of its own.
void zymase_set_reads_and_changes_hidden(LLVMValueRef F) {
  unwrap<Function>(F)->setMemoryEffects(MemoryEffects::readOnly() | MemoryEffects::inaccessibleMemOnly());
}

// A function that touches what its arguments point to, and state of its own.
void zymase_set_touches_arguments_and_hidden(LLVMValueRef F) {
  unwrap<Function>(F)->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
}

// Makes a function of some blocks, the first of which leads to all others. `Scalars` become its first parameters, what else
// it takes lies in a struct, its last parameter if there is any. Returns the call, or null when the blocks cannot be taken out.
LLVMValueRef zymase_outline(LLVMBasicBlockRef *Raw, size_t Count, LLVMValueRef *Scalars, size_t ScalarCount) {
  SmallVector<BasicBlock *, 32> Blocks;
  for (size_t I = 0; I < Count; ++I)
    Blocks.push_back(unwrap(Raw[I]));
  Function &Home = *Blocks.front()->getParent();
  CodeExtractor Extractor(Blocks, /*DT=*/nullptr, /*AggregateArgs=*/true, nullptr, nullptr, nullptr,
                          /*AllowVarArgs=*/false, /*AllowAlloca=*/true, &Home.getEntryBlock(), "omp_outlined");
  if (!Extractor.isEligible())
    return nullptr;
  // Whatever is used first comes first.
  SmallVector<Instruction *, 2> Uses;
  IRBuilder<> Builder(&*Blocks.front()->getFirstInsertionPt());
  for (size_t I = 0; I < ScalarCount; ++I) {
    Extractor.excludeArgFromAggregate(unwrap(Scalars[I]));
    Uses.push_back(Builder.CreateLoad(Builder.getInt32Ty(), unwrap(Scalars[I])));
  }
  CodeExtractorAnalysisCache Cache(Home);
  Function *Made = Extractor.extractCodeRegion(Cache);
  for (Instruction *Use : Uses)
    Use->eraseFromParent();
  return Made ? wrap(cast<CallInst>(Made->user_back())) : nullptr;
}

// Copies blocks. Copies read copies of what the blocks define, and their phis have no entries for blocks that were not copied. Both arrays are
// overwritten, with the copies of blocks and of values.
void zymase_copy_blocks(LLVMBasicBlockRef *Blocks, size_t Count, LLVMValueRef *Values, size_t ValueCount) {
  ValueToValueMapTy Map;
  SmallVector<BasicBlock *, 16> Copies;
  for (size_t I = 0; I < Count; ++I) {
    BasicBlock *Block = unwrap(Blocks[I]);
    Copies.push_back(CloneBasicBlock(Block, Map, ".again", Block->getParent()));
    Map[Block] = Copies.back();
  }
  remapInstructionsInBlocks(Copies, Map);
  for (BasicBlock *Copy : Copies)
    for (PHINode &Phi : Copy->phis())
      for (unsigned At = Phi.getNumIncomingValues(); At-- > 0;)
        if (!is_contained(Copies, Phi.getIncomingBlock(At)))
          Phi.removeIncomingValue(At, /*DeletePHIIfEmpty=*/false);
  for (size_t I = 0; I < Count; ++I)
    Blocks[I] = wrap(Copies[I]);
  for (size_t I = 0; I < ValueCount; ++I)
    if (Value *Copy = Map.lookup(unwrap(Values[I])))
      Values[I] = wrap(Copy);
}

// What a stack object of a fixed size is, anywhere in a function, is moved to its start.
void zymase_gather_stack_objects(LLVMValueRef Raw) {
  Function &F = *unwrap<Function>(Raw);
  SmallVector<AllocaInst *, 16> Objects;
  for (Instruction &I : instructions(F))
    if (auto *A = dyn_cast<AllocaInst>(&I); A && isa<ConstantInt>(A->getArraySize()) && A->getParent() != &F.getEntryBlock())
      Objects.push_back(A);
  for (AllocaInst *A : Objects)
    A->moveBefore(F.getEntryBlock().getFirstInsertionPt());
}

// A remark of the optimiser, shown for `-Rpass=zymase` or `-Rpass-missed=zymase`.
void zymase_remark(LLVMValueRef At, const char *Name, const char *Message, bool Missed) {
  Instruction *I = unwrap<Instruction>(At);
  LLVMContext &Context = I->getContext();
  DebugLoc Location = I->getDebugLoc();
  if (Missed)
    Context.diagnose(OptimizationRemarkMissed("zymase", Name, Location, I->getParent()) << Message);
  else
    Context.diagnose(OptimizationRemark("zymase", Name, Location, I->getParent()) << Message);
}

bool zymase_is_fixed_stack_object(LLVMValueRef V) {
  auto *A = dyn_cast<AllocaInst>(unwrap(V));
  return A && A->isStaticAlloca() && !A->isUsedWithInAlloca() && !A->isSwiftError();
}
}
