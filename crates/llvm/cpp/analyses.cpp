// Function analyses behind one handle: dominators, loops, alias analysis, scalar evolution.
#include "analyses.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace {
// Does a store, copy or fill only write objects that none of the others overlaps? Alias analysis follows pointers that change
// places in a loop on one side only.
bool writesElsewhere(const Instruction *Writer, ArrayRef<const Value *> Others, AAResults &AA) {
  const Value *Written = nullptr;
  if (auto *Store = dyn_cast<StoreInst>(Writer))
    Written = Store->getPointerOperand();
  else if (auto *Intrinsic = dyn_cast<MemIntrinsic>(Writer))
    Written = Intrinsic->getRawDest();
  else
    return false;
  return all_of(objectsBehind(Written), [&](const Value *Object) {
    return all_of(Others, [&](const Value *Other) {
      return AA.isNoAlias(MemoryLocation::getBeforeOrAfter(Object), MemoryLocation::getBeforeOrAfter(Other));
    });
  });
}
} // namespace

void Analyses::collectReturning() {
  SmallVector<const BasicBlock *, 16> Work;
  for (const BasicBlock &Block : F)
    if (isa<ReturnInst>(Block.getTerminator()))
      Work.push_back(&Block);
  while (!Work.empty()) {
    const BasicBlock *Block = Work.pop_back_val();
    if (Returning.insert(Block).second)
      append_range(Work, predecessors(Block));
  }
}

const SCEV *Analyses::backEdges(ScalarEvolution &SE, const Loop *L) const {
  const SCEV *Count = SE.getBackedgeTakenCount(L);
  if (!OnlyReturnsCount)
    return Count;
  SmallVector<BasicBlock *, 4> Exiting;
  L->getExitingBlocks(Exiting);
  SmallVector<const SCEV *, 4> Counts;
  for (BasicBlock *Block : Exiting) {
    if (none_of(successors(Block), [&](BasicBlock *Next) { return !L->contains(Next) && Returning.contains(Next); }))
      continue;
    const SCEV *Here = SE.getExitCount(L, Block);
    if (isa<SCEVCouldNotCompute>(Here))
      return Count;
    Counts.push_back(Here);
  }
  return Counts.empty() ? Count : SE.getUMinFromMismatchedTypes(Counts, /*Sequential=*/true);
}

extern "C" {

void *zymase_analyses_create(LLVMValueRef F) { return new Analyses(*unwrap<Function>(F)); }
void zymase_analyses_dispose(void *Handle) { delete get(Handle); }

unsigned zymase_loop_count(void *Handle) { return get(Handle)->Loops.size(); }

static int loopIndex(Analyses *A, const Loop *L) {
  auto Found = A->LoopNumbers.find(L);
  return Found == A->LoopNumbers.end() ? -1 : Found->second;
}

int zymase_loop_of_block(void *Handle, LLVMBasicBlockRef B) {
  Analyses *A = get(Handle);
  return loopIndex(A, A->FAM.getResult<LoopAnalysis>(A->F).getLoopFor(unwrap(B)));
}
int zymase_loop_parent(void *Handle, unsigned I) {
  Analyses *A = get(Handle);
  return loopIndex(A, A->Loops[I]->getParentLoop());
}
bool zymase_loop_contains(void *Handle, unsigned I, LLVMBasicBlockRef B) { return get(Handle)->Loops[I]->contains(unwrap(B)); }
LLVMBasicBlockRef zymase_loop_header(void *Handle, unsigned I) { return wrap(get(Handle)->Loops[I]->getHeader()); }
LLVMBasicBlockRef zymase_loop_latch(void *Handle, unsigned I) { return wrap(get(Handle)->Loops[I]->getLoopLatch()); }
LLVMBasicBlockRef zymase_loop_preheader(void *Handle, unsigned I) {
  return wrap(get(Handle)->Loops[I]->getLoopPreheader());
}

// The conditions inside `Outer` on which `Inner` runs, as (condition, value it must have); false when they are not known
// in `Further`.
static bool collectGuards(DominatorTree &DT, Loop *Outer, BasicBlock *Inner, BasicBlock *Further,
                          SmallVectorImpl<std::pair<Value *, bool>> &Guards) {
  size_t Before = Guards.size();
  auto known = [&](Value *Condition) {
    auto *I = dyn_cast<Instruction>(Condition);
    return !I || DT.dominates(I, Further->getTerminator());
  };
  if (!all_of(Guards, [&](auto &Guard) { return known(Guard.first); }))
    return false;
  for (BasicBlock *At = Inner; !DT.dominates(At, Outer->getLoopLatch());) {
    BasicBlock *From = At->getSinglePredecessor();
    auto *Branch = From && Outer->contains(From) ? dyn_cast<BranchInst>(From->getTerminator()) : nullptr;
    if (!Branch) {
      Guards.resize(Before);
      return false;
    }
    if (Branch->isConditional()) {
      Value *Condition = Branch->getCondition();
      if (!known(Condition)) {
        Guards.resize(Before);
        return false;
      }
      Guards.push_back({Condition, Branch->getSuccessor(0) == At});
    }
    At = From;
  }
  return true;
}

// The limit that the program itself compares with, where it is the number of times the back edge is taken but for a constant:
// writing the count out would compute it twice.
static Value *countFromLimit(ScalarEvolution &SE, DominatorTree &DT, const Loop *L, const SCEV *Count, Instruction *At) {
  BasicBlock *Exiting = L->getExitingBlock();
  auto *Branch = Exiting ? dyn_cast<BranchInst>(Exiting->getTerminator()) : nullptr;
  auto *Compare = Branch && Branch->isConditional() ? dyn_cast<ICmpInst>(Branch->getCondition()) : nullptr;
  if (!Compare)
    return nullptr;
  for (Value *Limit : Compare->operands()) {
    if (Limit->getType() != Count->getType() || !isa<Instruction>(Limit) || !DT.dominates(Limit, At))
      continue;
    if (auto *Difference = dyn_cast<SCEVConstant>(SE.getMinusSCEV(Count, SE.getSCEV(Limit))))
      return IRBuilder<>(At).CreateAdd(Limit, Difference->getValue(), "trips");
  }
  return nullptr;
}

// Writes an expression for the number of times the back edge is taken (as i64) into the preheader. Null when it
// cannot be known there.
LLVMValueRef zymase_loop_expand_backedge_count(void *Handle, unsigned I) {
  Analyses *A = get(Handle);
  Loop *L = A->Loops[I];
  ScalarEvolution &SE = A->FAM.getResult<ScalarEvolutionAnalysis>(A->F);
  BasicBlock *Preheader = L->getLoopPreheader();
  const SCEV *Count = A->backEdges(SE, L);
  if (!Preheader || isa<SCEVCouldNotCompute>(Count) || !Count->getType()->isIntegerTy() ||
      Count->getType()->getIntegerBitWidth() > 64)
    return nullptr;
  SCEVExpander Expander(SE, "trips");
  // As far out as the count does not change, so that caches of whole loop nests can be one allocation. Further out the
  // loop may turn out not to run at all, when its count means nothing: the conditions that guard it come along.
  SCEVExpander Probe(SE, "probe");
  DominatorTree &DT = A->FAM.getResult<DominatorTreeAnalysis>(A->F);
  SmallVector<std::pair<Value *, bool>, 4> Guards;
  for (Loop *Outer = L->getParentLoop(); Outer && SE.isLoopInvariant(Count, Outer); Outer = Outer->getParentLoop()) {
    BasicBlock *Further = Outer->getLoopPreheader();
    if (!Further || !Outer->getLoopLatch() || !Probe.isSafeToExpandAt(Count, Further->getTerminator()) ||
        !collectGuards(DT, Outer, Preheader, Further, Guards))
      break;
    Preheader = Further;
  }
  Instruction *At = Preheader->getTerminator();
  Type *I64 = Type::getInt64Ty(A->F.getContext());
  const SCEV *Wide = SE.getNoopOrZeroExtend(Count, I64);
  if (!Expander.isSafeToExpandAt(Wide, At))
    return nullptr;
  Value *Trips = Preheader == L->getLoopPreheader() && Count->getType() == I64 ? countFromLimit(SE, DT, L, Count, At) : nullptr;
  if (!Trips)
    Trips = Expander.expandCodeFor(Wide, I64, At);
  IRBuilder<> Builder(Preheader->getTerminator());
  for (auto [Condition, Runs] : Guards) {
    Value *None = ConstantInt::get(I64, 0);
    Trips = Builder.CreateSelect(Condition, Runs ? Trips : None, Runs ? None : Trips);
  }
  return wrap(Trips);
}

// Writes into the preheader by how much an integer or pointer of the header grows at first (pointers in bytes), and by how much
// that grows in every iteration (null: it does not). False when it grows in another way.
bool zymase_loop_expand_growth(void *Handle, unsigned I, LLVMValueRef Phi, LLVMValueRef Found[2]) {
  Analyses *A = get(Handle);
  Loop *L = A->Loops[I];
  ScalarEvolution &SE = A->FAM.getResult<ScalarEvolutionAnalysis>(A->F);
  BasicBlock *Preheader = L->getLoopPreheader();
  if (!Preheader || !SE.isSCEVable(unwrap(Phi)->getType()))
    return false;
  auto *Value = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(unwrap(Phi)));
  if (!Value || Value->getLoop() != L || Value->getNumOperands() > 3)
    return false;
  Instruction *At = Preheader->getTerminator();
  SCEVExpander Expander(SE, "growth");
  ArrayRef<const SCEV *> Steps = Value->operands().drop_front();
  if (!all_of(Steps, [&](const SCEV *Step) {
        return Step->getType()->isIntegerTy() && SE.getTypeSizeInBits(Step->getType()) <= 64 &&
               Expander.isSafeToExpandAt(Step, At);
      }))
    return false;
  for (auto [Step, Place] : zip(Steps, MutableArrayRef<LLVMValueRef>(Found, 2)))
    Place = wrap(Expander.expandCodeFor(Step, Step->getType(), At));
  return true;
}

bool zymase_dominates(void *Handle, LLVMBasicBlockRef X, LLVMBasicBlockRef Y) {
  Analyses *A = get(Handle);
  return A->FAM.getResult<DominatorTreeAnalysis>(A->F).dominates(unwrap(X), unwrap(Y));
}
bool zymase_post_dominates(void *Handle, LLVMBasicBlockRef X, LLVMBasicBlockRef Y) {
  Analyses *A = get(Handle);
  return A->FAM.getResult<PostDominatorTreeAnalysis>(A->F).dominates(unwrap(X), unwrap(Y));
}
LLVMBasicBlockRef zymase_immediate_dominator(void *Handle, LLVMBasicBlockRef B) {
  Analyses *A = get(Handle);
  auto *Node = A->FAM.getResult<DominatorTreeAnalysis>(A->F).getNode(unwrap(B));
  return Node && Node->getIDom() ? wrap(Node->getIDom()->getBlock()) : nullptr;
}

// Can `Writer` modify what `Reader` reads? With `across` the pointer has another value in other iterations of a loop.
// Alias analysis compares values of one iteration, so then only the objects the pointer is based on (and types) count.
bool zymase_may_overwrite(void *Handle, LLVMValueRef Writer, LLVMValueRef Pointer, int64_t Bytes, LLVMValueRef Reader,
                          bool Across) {
  Analyses *A = get(Handle);
  AAResults &AA = A->FAM.getResult<AAManager>(A->F);
  Instruction *W = unwrap<Instruction>(Writer);
  AAMDNodes Tags = Reader ? unwrap<Instruction>(Reader)->getAAMetadata() : AAMDNodes();
  Value *P = unwrap(Pointer);
  SmallVector<const Value *, 4> Objects = objectsBehind(P);
  if (writesElsewhere(W, Objects, AA))
    return false;
  if (!Across) {
    MemoryLocation Location =
        Bytes < 0 ? MemoryLocation::getBeforeOrAfter(P, Tags) : MemoryLocation(P, LocationSize::precise(Bytes), Tags);
    return isModSet(AA.getModRefInfo(W, Location));
  }
  // Scoped no-alias facts come from inlined `restrict` parameters and hold within one call only.
  Tags.Scope = Tags.NoAlias = nullptr;
  return any_of(Objects, [&](const Value *Object) {
    return isModSet(AA.getModRefInfo(W, MemoryLocation::getBeforeOrAfter(Object, Tags)));
  });
}

bool zymase_no_alias(void *Handle, LLVMValueRef P, LLVMValueRef Q) {
  Analyses *A = get(Handle);
  AAResults &AA = A->FAM.getResult<AAManager>(A->F);
  return AA.isNoAlias(MemoryLocation::getBeforeOrAfter(unwrap(P)), MemoryLocation::getBeforeOrAfter(unwrap(Q)));
}

LLVMValueRef zymase_underlying_object(LLVMValueRef P) { return wrap(const_cast<Value *>(getUnderlyingObject(unwrap(P), 0))); }

bool zymase_offset_in_object(LLVMModuleRef M, LLVMValueRef Pointer, int64_t *Offset) {
  const DataLayout &Layout = unwrap(M)->getDataLayout();
  Value *P = unwrap(Pointer);
  APInt Fixed(Layout.getIndexTypeSizeInBits(P->getType()), 0);
  Value *Base = P->stripAndAccumulateConstantOffsets(Layout, Fixed, /*AllowNonInbounds=*/true);
  *Offset = Fixed.getSExtValue();
  return Base == getUnderlyingObject(P, 0);
}

bool zymase_is_nowhere(LLVMValueRef Address) { return isNowhere(unwrap(Address)); }

bool zymase_safe_to_speculate(LLVMValueRef I) { return isSafeToSpeculativelyExecute(unwrap<Instruction>(I)); }
}
