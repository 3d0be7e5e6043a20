// Cloning, inlining, pass pipelines on one function, diagnostics and other operations without a C API.
#include "device.h"
#include "shim.h"

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

extern "C" {

// Clones the body of `From` into the empty function `To`; parameter i of `From` becomes `Arguments[i]`.
void zymase_clone_body(LLVMValueRef From, LLVMValueRef To, LLVMValueRef *Arguments) {
  Function *Source = unwrap<Function>(From), *Target = unwrap<Function>(To);
  ValueToValueMapTy Map;
  unsigned I = 0;
  for (Argument &A : Source->args())
    Map[&A] = unwrap(Arguments[I++]);
  SmallVector<ReturnInst *, 4> Returns;
  AttributeList Kept = Target->getAttributes();
  auto Convention = Target->getCallingConv();
  CloneFunctionInto(Target, Source, Map, CloneFunctionChangeType::LocalChangesOnly, Returns);
  Target->setAttributes(Kept);
  Target->setCallingConv(Convention);
  if (Target->hasLocalLinkage()) {
    Target->setVisibility(GlobalValue::DefaultVisibility);
    Target->setDSOLocal(true);
  }
}

// Links what `Into` declares and `From` defines, and what that needs; `From` is gone afterwards. True: it failed.
bool zymase_link_needed(LLVMModuleRef Into, LLVMModuleRef From) {
  return Linker::linkModules(*unwrap(Into), std::unique_ptr<Module>(unwrap(From)), Linker::Flags::LinkOnlyNeeded);
}

// Makes a call one of `Callee`, whose parameters have the types of the arguments.
void zymase_set_callee(LLVMValueRef Call, LLVMValueRef Callee) {
  unwrap<CallBase>(Call)->setCalledFunction(unwrap<Function>(Callee));
}

// In the fresh clone `To` of `From`, addresses of the clone's blocks become those of the corresponding originals.
void zymase_keep_block_addresses(LLVMValueRef From, LLVMValueRef To) {
  Function *Source = unwrap<Function>(From), *Target = unwrap<Function>(To);
  auto Original = Source->begin();
  for (BasicBlock &Copy : *Target) {
    if (BlockAddress *Address = BlockAddress::lookup(&Copy)) {
      Address->replaceAllUsesWith(BlockAddress::get(Source, &*Original));
      Address->destroyConstant();
    }
    ++Original;
  }
}

// Gives `To` every attribute of `From` but those that keep the optimiser away.
void zymase_copy_attributes(LLVMValueRef From, LLVMValueRef To) {
  Function *Target = unwrap<Function>(To);
  Target->setAttributes(unwrap<Function>(From)->getAttributes());
  for (auto Kind : {Attribute::OptimizeNone, Attribute::NoInline, Attribute::AlwaysInline})
    Target->removeFnAttr(Kind);
  Target->setCallingConv(unwrap<Function>(From)->getCallingConv());
}

void zymase_remove_unreachable_blocks(LLVMValueRef F) { removeUnreachableBlocks(*unwrap<Function>(F)); }

// An invoke of what cannot throw is a call and a branch. Returns the call.
LLVMValueRef zymase_invoke_to_call(LLVMValueRef Invoke) { return wrap(changeToCall(unwrap<InvokeInst>(Invoke))); }

// A call that may throw gets a way to unwind; splits its block. Returns the invoke.
LLVMValueRef zymase_call_to_invoke(LLVMValueRef Call, LLVMBasicBlockRef Unwind) {
  CallInst *Old = unwrap<CallInst>(Call);
  BasicBlock *Home = Old->getParent();
  changeToInvokeAndSplitBasicBlock(Old, unwrap(Unwind));
  return wrap(Home->getTerminator());
}

// Gives an invoke a normal destination of its own, without phis.
void zymase_isolate_invoke(LLVMValueRef Invoke) {
  InvokeInst *I = unwrap<InvokeInst>(Invoke);
  BasicBlock *Home = I->getParent(), *To = I->getNormalDest();
  if (To->getSinglePredecessor()) {
    FoldSingleEntryPHINodes(To);
    return;
  }
  BasicBlock *Edge = BasicBlock::Create(To->getContext(), "returned", To->getParent(), To);
  BranchInst::Create(To, Edge)->setDebugLoc(I->getDebugLoc());
  I->setNormalDest(Edge);
  To->replacePhiUsesWith(Home, Edge);
}

// Gives every invoke that unwinds to a block a landing pad of its own; all of them go on to the block, now a plain one.
void zymase_isolate_landing_pad(LLVMBasicBlockRef Block) {
  BasicBlock *To = unwrap(Block);
  LandingPadInst *Pad = To->getLandingPadInst();
  SmallVector<BasicBlock *, 8> From(predecessors(To));
  PHINode *Caught = PHINode::Create(Pad->getType(), From.size(), "caught", To->begin());
  for (BasicBlock *Home : From) {
    BasicBlock *Own = BasicBlock::Create(To->getContext(), "unwound", To->getParent(), To);
    Instruction *Copy = Pad->clone();
    Copy->insertInto(Own, Own->end());
    BranchInst::Create(To, Own)->setDebugLoc(Pad->getDebugLoc());
    cast<InvokeInst>(Home->getTerminator())->setUnwindDest(Own);
    To->replacePhiUsesWith(Home, Own);
    Caught->addIncoming(Copy, Own);
  }
  Pad->replaceAllUsesWith(Caught);
  Pad->eraseFromParent();
}

bool zymase_does_not_throw(LLVMValueRef Call) { return unwrap<CallBase>(Call)->doesNotThrow(); }

bool zymase_inline_call(LLVMValueRef Call) {
  InlineFunctionInfo Info;
  return InlineFunction(*unwrap<CallBase>(Call), Info, /*MergeAttributes=*/false).isSuccess();
}

// Runs a textual function-pass pipeline with analysis managers of its own; besides LLVM's passes there are `unroll-demanded`,
// which makes straight code of the loops of which that was asked, and those of device.h. Returns an error text to free, or null.
char *zymase_run_function_passes(LLVMValueRef F, const char *Pipeline) {
  Function &Target = *unwrap<Function>(F);
  PassBuilder Builder;
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  Builder.registerModuleAnalyses(MAM);
  Builder.registerCGSCCAnalyses(CGAM);
  Builder.registerFunctionAnalyses(FAM);
  Builder.registerLoopAnalyses(LAM);
  Builder.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  FunctionPassManager Passes;
  Builder.registerPipelineParsingCallback(
      [](StringRef Name, FunctionPassManager &Manager, ArrayRef<PassBuilder::PipelineElement>) {
        if (Name == "early-loads")
          Manager.addPass(EarlyLoadsPass());
        else if (Name == "own-updates")
          Manager.addPass(OwnUpdatesPass());
        else if (Name == "late-clears")
          Manager.addPass(LateClearsPass());
        else if (Name.starts_with("block-sums"))
          Manager.addPass(BlockSumsPass(Name.contains("-tables"), Name.contains("-wide")));
        else if (Name.starts_with("row-sums"))
          Manager.addPass(RowSumsPass(Name.contains("-quads")));
        else if (Name == "integer-recurrences")
          Manager.addPass(IntegerRecurrencesPass());
        else if (Name != "unroll-demanded")
          return false;
        if (Name != "unroll-demanded")
          return true;
        Manager.addPass(createFunctionToLoopPassAdaptor(LoopFullUnrollPass(2, /*OnlyWhenForced=*/true)));
        return true;
      });
  if (Error E = Builder.parsePassPipeline(Passes, Pipeline))
    return strdup(toString(std::move(E)).c_str());
  Passes.run(Target, FAM);
  return nullptr;
}

char *zymase_verify_function(LLVMValueRef F) {
  std::string Text;
  raw_string_ostream OS(Text);
  return verifyFunction(*unwrap<Function>(F), &OS) ? strdup(Text.c_str()) : nullptr;
}

// Is this a place in Rust's standard library, or in a crate that cargo fetched? Their code is inlined into the program,
// which is what can be changed.
static bool isInRustLibrary(const DILocation *Location) {
  StringRef Folder = Location->getDirectory(), File = Location->getFilename();
  for (StringRef Place : {Folder, File})
    if (Place.starts_with("/rustc/") || Place.starts_with("/rust/deps/") || Place.contains("/registry/src/") ||
        Place.contains("/git/checkouts/"))
      return true;
  return false;
}

// The innermost place of the instruction that lies outside of such libraries.
static DebugLoc placeInProgram(DebugLoc Location) {
  while (Location && (Location.getLine() == 0 || isInRustLibrary(Location.get())))
    Location = DebugLoc(Location.getInlinedAt());
  return Location;
}
bool zymase_is_in_program(LLVMValueRef I) {
  auto *Inst = dyn_cast<Instruction>(unwrap(I));
  return Inst && placeInProgram(Inst->getDebugLoc());
}

// Reports an error at the instruction (or, without a location there, at the function).
void zymase_report(LLVMModuleRef M, LLVMValueRef At, const char *Message, bool Warning) {
  LLVMContext &Context = unwrap(M)->getContext();
  Value *V = At ? unwrap(At) : nullptr;
  Instruction *I = dyn_cast_or_null<Instruction>(V);
  Function *F = I ? I->getFunction() : dyn_cast_or_null<Function>(V);
  if (!F) {
    if (Warning)
      Context.diagnose(DiagnosticInfoGeneric(Message, DS_Warning));
    else
      Context.emitError(Message);
    return;
  }
  DebugLoc Location = I ? I->getDebugLoc() : DebugLoc();
  if (DebugLoc InProgram = placeInProgram(Location))
    Location = InProgram;
  while (Location && Location.getLine() == 0 && Location.getInlinedAt())
    Location = DebugLoc(Location.getInlinedAt());
  if (!Location)
    if (DISubprogram *S = F->getSubprogram())
      Location = DILocation::get(Context, S->getLine(), 0, S);
  Context.diagnose(DiagnosticInfoUnsupported(*F, Message, Location, Warning ? DS_Warning : DS_Error));
}

// Line of the innermost location of an instruction; 0 when unknown.
unsigned zymase_line(LLVMValueRef I) {
  auto *Inst = dyn_cast<Instruction>(unwrap(I));
  return Inst && Inst->getDebugLoc() ? Inst->getDebugLoc().getLine() : 0;
}
// Gives each instruction the innermost of its places that lies in this file, or none.
void zymase_place_in_file(LLVMValueRef Target, const char *Folder, const char *File) {
  Function *F = unwrap<Function>(Target);
  DISubprogram *Own = F->getSubprogram();
  for (Instruction &I : instructions(*F)) {
    DebugLoc Location = I.getDebugLoc();
    while (Location && (Location->getFilename() != File || Location->getDirectory() != Folder))
      Location = DebugLoc(Location.getInlinedAt());
    if (!Location && Own)
      Location = DILocation::get(F->getContext(), 0, 0, Own);
    I.setDebugLoc(Location);
  }
}
unsigned zymase_function_line(LLVMValueRef F) {
  DISubprogram *S = unwrap<Function>(F)->getSubprogram();
  return S ? S->getLine() : 0;
}
bool zymase_has_location(LLVMValueRef I) {
  auto *Inst = dyn_cast<Instruction>(unwrap(I));
  return Inst && Inst->getDebugLoc();
}
void zymase_copy_location(LLVMValueRef From, LLVMValueRef To) {
  unwrap<Instruction>(To)->setDebugLoc(unwrap<Instruction>(From)->getDebugLoc());
}

// Offset of a getelementptr: a constant part and (value, scale) pairs. Returns the number of pairs, -1 if unknown.
int zymase_gep_offset(LLVMValueRef Gep, int64_t *Constant, LLVMValueRef *Values, int64_t *Scales, int Room) {
  auto *G = dyn_cast<GEPOperator>(unwrap(Gep));
  Value *V = unwrap(Gep);
  const DataLayout *Layout = nullptr;
  if (auto *I = dyn_cast<Instruction>(V))
    Layout = &I->getModule()->getDataLayout();
  if (!G || !Layout || V->getType()->isVectorTy())
    return -1;
  unsigned Width = Layout->getIndexTypeSizeInBits(G->getType());
  SmallMapVector<Value *, APInt, 4> Variable;
  APInt Fixed(Width, 0);
  if (!G->collectOffset(*Layout, Width, Variable, Fixed) || (int)Variable.size() > Room)
    return -1;
  *Constant = Fixed.getSExtValue();
  int N = 0;
  for (auto &[Index, Scale] : Variable) {
    Values[N] = wrap(Index);
    Scales[N++] = Scale.getSExtValue();
  }
  return N;
}
int zymase_constant_gep_offset(LLVMModuleRef M, LLVMValueRef Gep, int64_t *Constant) {
  auto *G = dyn_cast<GEPOperator>(unwrap(Gep));
  const DataLayout &Layout = unwrap(M)->getDataLayout();
  if (!G)
    return -1;
  APInt Fixed(Layout.getIndexTypeSizeInBits(G->getType()), 0);
  if (!G->accumulateConstantOffset(Layout, Fixed))
    return -1;
  *Constant = Fixed.getSExtValue();
  return 0;
}

void zymase_split_block_before(LLVMValueRef I, LLVMBasicBlockRef *Tail) {
  Instruction *At = unwrap<Instruction>(I);
  *Tail = wrap(At->getParent()->splitBasicBlock(At));
}
void zymase_remove_predecessor(LLVMBasicBlockRef B, LLVMBasicBlockRef Gone) { unwrap(B)->removePredecessor(unwrap(Gone)); }

void zymase_set_only_reads(LLVMValueRef F) { unwrap<Function>(F)->setOnlyReadsMemory(); }
void zymase_set_writes_only_arguments(LLVMValueRef F) {
  unwrap<Function>(F)->setMemoryEffects(MemoryEffects::readOnly() | MemoryEffects::inaccessibleOrArgMemOnly());
}
bool zymase_may_write(LLVMValueRef I) { return unwrap<Instruction>(I)->mayWriteToMemory(); }
bool zymase_may_read(LLVMValueRef I) { return unwrap<Instruction>(I)->mayReadFromMemory(); }
bool zymase_only_reads_memory(LLVMValueRef Call) { return unwrap<CallBase>(Call)->onlyReadsMemory(); }
bool zymase_does_not_access_memory(LLVMValueRef Call) { return unwrap<CallBase>(Call)->doesNotAccessMemory(); }
bool zymase_only_touches_arguments(LLVMValueRef Call) { return unwrap<CallBase>(Call)->onlyAccessesArgMemory(); }
bool zymase_may_throw(LLVMValueRef I) { return unwrap<Instruction>(I)->mayThrow(); }

// Keeps an unused symbol alive through optimisation.
void zymase_keep(LLVMModuleRef M, LLVMValueRef V) { appendToCompilerUsed(*unwrap(M), {unwrap<GlobalValue>(V)}); }

// May every use of the function name another one? Aliases and addresses of blocks need the definition itself.
bool zymase_can_be_replaced(LLVMValueRef F) {
  return none_of(unwrap<Function>(F)->users(), [](User *U) { return isa<GlobalAlias, GlobalIFunc, BlockAddress>(U); });
}
// Forgets constants that nothing uses, and that name the value.
void zymase_drop_dead_constants(LLVMValueRef V) { unwrap<Constant>(V)->removeDeadConstantUsers(); }
void zymase_erase_from_used(LLVMModuleRef M, LLVMValueRef Gone) {
  Constant *C = unwrap<Constant>(Gone);
  removeFromUsedLists(*unwrap(M), [&](Constant *X) { return X->stripPointerCasts() == C; });
}
void zymase_strip_function_debug(LLVMValueRef F) { stripDebugInfo(*unwrap<Function>(F)); }
// Drops what debug information says about the values of variables.
void zymase_forget_variables(LLVMValueRef F) {
  for (Instruction &I : instructions(*unwrap<Function>(F)))
    I.dropDbgRecords();
}
void zymase_erase_body(LLVMValueRef F) {
  unwrap<Function>(F)->deleteBody();
  unwrap<Function>(F)->setLinkage(GlobalValue::ExternalLinkage);
}
void zymase_strip_debug(LLVMModuleRef M) { StripDebugInfo(*unwrap(M)); }

void zymase_set_contract(LLVMValueRef V) {
  if (auto *I = dyn_cast<Instruction>(unwrap(V)))
    I->setHasAllowContract(true);
}
void zymase_allow_reciprocal(LLVMValueRef V) {
  if (auto *I = dyn_cast<Instruction>(unwrap(V)))
    I->setHasAllowReciprocal(true);
}
void zymase_set_fast_adjoint(LLVMValueRef V) {
  if (auto *I = dyn_cast<Instruction>(unwrap(V)))
    if (isa<FPMathOperator>(I)) {
      I->setHasAllowReassoc(true);
      I->setHasAllowContract(true);
    }
}
// A stack slot that the entry sets to a constant, and nothing but plain loads and stores of other blocks uses.
struct ConstantSlot {
  StoreInst *First = nullptr;
  // What all others come from.
  BasicBlock *Home = nullptr;
  // The last store, if all others are in one block.
  StoreInst *Last = nullptr;
  bool IsInOneBlock = true;

  void add(Instruction *Access, DominatorTree &Dominators) {
    BasicBlock *Place = Access->getParent();
    IsInOneBlock &= !Home || Home == Place;
    Home = Home ? Dominators.findNearestCommonDominator(Home, Place) : Place;
    auto *Store = dyn_cast<StoreInst>(Access);
    if (IsInOneBlock && Store && (!Last || Last->comesBefore(Store)))
      Last = Store;
  }
  // Does the one block leave the slot as the entry did? Then it finds it so whenever it runs.
  bool isLeftAsSet() const {
    return IsInOneBlock && Last && Last->getValueOperand() == First->getValueOperand();
  }
};

static std::optional<ConstantSlot> findConstantSlot(AllocaInst *Slot, DominatorTree &Dominators) {
  ConstantSlot Found;
  for (User *By : Slot->users()) {
    auto *Access = dyn_cast<Instruction>(By);
    auto *Store = dyn_cast_or_null<StoreInst>(Access);
    if (!isa_and_nonnull<LoadInst>(Access) && !(Store && Store->getPointerOperand() == Slot))
      return std::nullopt;
    if (Access->getParent() != Slot->getParent()) {
      Found.add(Access, Dominators);
      continue;
    }
    if (!Store || Found.First || !isa<Constant>(Store->getValueOperand()))
      return std::nullopt;
    Found.First = Store;
  }
  if (!Found.First || !Found.Home || !Dominators.isReachableFromEntry(Found.Home))
    return std::nullopt;
  return Found;
}

// Stack slots that the entry sets to a constant are set where all that looks at them comes from; in a loop only if every
// iteration finds them so, else before it. What lives through the whole function, or around a loop, costs the promotion to
// registers a walk through all of it. Slots of one block are promoted in one walk through that.
void zymase_set_slots_late(LLVMValueRef F) {
  Function &Target = *unwrap<Function>(F);
  DominatorTree Dominators(Target);
  LoopInfo Loops(Dominators);
  BasicBlock *Entry = &Target.getEntryBlock();
  // Nothing is moved before the order of instructions is asked for the last time: it would be counted again.
  SmallVector<std::pair<StoreInst *, BasicBlock *>> Moves;
  for (Instruction &I : *Entry) {
    auto *Slot = dyn_cast<AllocaInst>(&I);
    std::optional<ConstantSlot> Found = Slot ? findConstantSlot(Slot, Dominators) : std::nullopt;
    if (!Found)
      continue;
    BasicBlock *Home = Found->Home;
    Loop *Around = Loops.getLoopFor(Home);
    if (Around && !Found->isLeftAsSet()) {
      Home = Dominators.getNode(Around->getOutermostLoop()->getHeader())->getIDom()->getBlock();
      Around = Loops.getLoopFor(Home);
      if (Around)
        continue;
    }
    if (Home != Entry)
      Moves.push_back({Found->First, Home});
  }
  for (auto [First, Home] : Moves)
    First->moveBefore(*Home, Home->getFirstInsertionPt());
}

// Sums that may be reassociated do not need to add zero.
void zymase_drop_zero_summands(LLVMValueRef F) {
  for (Instruction &I : make_early_inc_range(instructions(*unwrap<Function>(F)))) {
    unsigned Opcode = I.getOpcode();
    if ((Opcode != Instruction::FAdd && Opcode != Instruction::FSub) || !I.hasAllowReassoc())
      continue;
    Value *Left = I.getOperand(0), *Right = I.getOperand(1), *Rest = nullptr;
    if (match(Right, m_PosZeroFP()))
      Rest = Left;
    else if (match(Left, m_PosZeroFP()))
      Rest = Opcode == Instruction::FAdd ? Right : IRBuilder<>(&I).CreateFNeg(Right);
    if (!Rest || Rest == &I)
      continue;
    I.replaceAllUsesWith(Rest);
    I.eraseFromParent();
  }
}

// Asks that the loop whose back edge this branch is becomes straight code.
void zymase_demand_unrolling(LLVMValueRef Branch) {
  LLVMContext &Context = unwrap(Branch)->getContext();
  MDNode *Demand = MDNode::get(Context, MDString::get(Context, "llvm.loop.unroll.full"));
  MDNode *Loop = MDNode::getDistinct(Context, {nullptr, Demand});
  Loop->replaceOperandWith(0, Loop);
  unwrap<Instruction>(Branch)->setMetadata(LLVMContext::MD_loop, Loop);
}

// Says of a select that its condition hardly ever holds, so that scalar code branches instead of waiting for it.
void zymase_mark_unlikely(LLVMValueRef V) {
  if (auto *I = dyn_cast<SelectInst>(unwrap(V)))
    I->setMetadata(LLVMContext::MD_prof, MDBuilder(I->getContext()).createUnlikelyBranchWeights());
}

void zymase_drop_poison_flags(LLVMValueRef V) {
  if (auto *I = dyn_cast<Instruction>(unwrap(V)))
    I->dropPoisonGeneratingAnnotations();
}
void zymase_drop_unknown_metadata(LLVMValueRef V) {
  if (auto *I = dyn_cast<Instruction>(unwrap(V)))
    I->dropUnknownNonDebugMetadata({LLVMContext::MD_tbaa, LLVMContext::MD_fpmath});
}

// Says of some accesses of a function that they touch memory that no other load, store or copy in it does.
void zymase_separate(LLVMValueRef F, LLVMValueRef *Accesses, size_t Count, LLVMValueRef *Mixed, size_t MixedCount) {
  Function *Fn = unwrap<Function>(F);
  MDBuilder Builder(Fn->getContext());
  MDNode *Domain = Builder.createAnonymousAliasScopeDomain("zymase");
  MDNode *Scope = MDNode::get(Fn->getContext(), Builder.createAnonymousAliasScope(Domain, "tape"));
  SmallPtrSet<Instruction *, 32> Own;
  for (size_t I = 0; I < Count; ++I)
    if (auto *Access = cast<Instruction>(unwrap(Accesses[I])); Access->getFunction() == Fn)
      Own.insert(Access);
  if (Own.empty())
    return;
  SmallPtrSet<Value *, 4> Both;
  for (size_t I = 0; I < MixedCount; ++I)
    Both.insert(unwrap(Mixed[I]));
  for (Instruction &I : instructions(*Fn)) {
    if (Both.contains(&I))
      continue;
    unsigned Kind = Own.contains(&I) ? LLVMContext::MD_alias_scope : LLVMContext::MD_noalias;
    auto *Call = dyn_cast<CallInst>(&I);
    Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    bool Adds = Callee && Callee->getName().starts_with("__zymase_add_");
    if (isa<LoadInst, StoreInst, AtomicRMWInst, AnyMemIntrinsic>(I) || Adds)
      I.setMetadata(Kind, MDNode::concatenate(I.getMetadata(Kind), Scope));
  }
}

// Names of TBAA access types of a memory access: base type, access type, offset. Null when there is no tag.
const char *zymase_tbaa_access_name(LLVMValueRef I) {
  auto *Inst = dyn_cast<Instruction>(unwrap(I));
  MDNode *Tag = Inst ? Inst->getMetadata(LLVMContext::MD_tbaa) : nullptr;
  if (!Tag || Tag->getNumOperands() < 2)
    return nullptr;
  auto *Access = dyn_cast<MDNode>(Tag->getOperand(1));
  if (!Access || Access->getNumOperands() < 1)
    return nullptr;
  auto *Name = dyn_cast<MDString>(Access->getOperand(0));
  return Name ? Name->getString().data() : nullptr;
}
// tbaa.struct of a copy: field k has offset, size and access type name. Returns the number of fields, -1 without it.
int zymase_tbaa_struct(LLVMValueRef I, int64_t *Offsets, int64_t *Sizes, const char **Names, int Room) {
  auto *Inst = dyn_cast<Instruction>(unwrap(I));
  MDNode *Node = Inst ? Inst->getMetadata(LLVMContext::MD_tbaa_struct) : nullptr;
  if (!Node)
    return -1;
  int N = 0;
  for (unsigned K = 0; K + 2 < Node->getNumOperands() && N < Room; K += 3, ++N) {
    Offsets[N] = mdconst::extract<ConstantInt>(Node->getOperand(K))->getSExtValue();
    Sizes[N] = mdconst::extract<ConstantInt>(Node->getOperand(K + 1))->getSExtValue();
    Names[N] = nullptr;
    if (auto *Tag = dyn_cast<MDNode>(Node->getOperand(K + 2)))
      if (auto *Access = dyn_cast<MDNode>(Tag->getOperand(1)))
        if (auto *Name = dyn_cast<MDString>(Access->getOperand(0)))
          Names[N] = Name->getString().data();
  }
  return N;
}
}
