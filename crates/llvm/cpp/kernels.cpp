// What making CPU code of GPU kernels needs and the C API lacks.
#include "shim.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

extern "C" {

// Makes a function of a device one of the host: its calling convention and the attributes that name a machine.
void zymase_settle_on_host(LLVMValueRef F, LLVMValueRef Like) {
  Function &Device = *unwrap<Function>(F);
  for (StringRef Key : {"target-cpu", "target-features", "tune-cpu", "uniform-work-group-size"})
    Device.removeFnAttr(Key);
  for (auto Kind : {Attribute::Convergent, Attribute::NoInline, Attribute::OptimizeNone})
    Device.removeFnAttr(Kind);
  Device.setCallingConv(CallingConv::C);
  for (Instruction &I : instructions(Device))
    if (auto *Call = dyn_cast<CallBase>(&I))
      Call->setCallingConv(CallingConv::C);
  if (!Like)
    return;
  for (StringRef Key : {"target-cpu", "target-features", "tune-cpu", "frame-pointer"})
    if (Attribute Found = unwrap<Function>(Like)->getFnAttribute(Key); Found.isValid())
      Device.addFnAttr(Found);
}

// A value that calls of lanes may wait behind is code that must not move between paths.
void zymase_set_convergent_call(LLVMValueRef Call) { unwrap<CallBase>(Call)->setConvergent(); }

// Lets instructions name a global themselves, not by constant expressions.
void zymase_expand_constant_users(LLVMValueRef Global) { convertUsersOfConstantsToInstructions({unwrap<Constant>(Global)}); }

// Moves a value into a stack slot, which is returned and read wherever the value is used; null where nothing uses it. A phi becomes a
// load of another slot first, which its predecessors write.
LLVMValueRef zymase_demote(LLVMValueRef V) {
  auto *I = unwrap<Instruction>(V);
  if (auto *Phi = dyn_cast<PHINode>(I)) {
    if (Phi->use_empty())
      return nullptr;
    AllocaInst *Edges = DemotePHIToStack(Phi);
    I = nullptr;
    for (User *U : Edges->users())
      if (auto *Load = dyn_cast<LoadInst>(U))
        I = Load;
    if (!I)
      return nullptr;
  }
  return wrap(DemoteRegToStack(*I));
}

// Runs a function before `main`.
void zymase_run_before_main(LLVMModuleRef M, LLVMValueRef F) { appendToGlobalCtors(*unwrap(M), unwrap<Function>(F), 101); }

// Says of the accesses of a function to memory that is not its own that they do not depend on each other from one call
// to the next; `zymase_mark_lanes` says of which loop that is true.
LLVMValueRef zymase_group_accesses(LLVMValueRef F) {
  LLVMContext &Context = unwrap<Function>(F)->getContext();
  MDNode *Group = MDNode::getDistinct(Context, {});
  for (Instruction &I : instructions(*unwrap<Function>(F))) {
    Value *Pointer = nullptr;
    if (auto *Load = dyn_cast<LoadInst>(&I); Load && Load->isSimple())
      Pointer = Load->getPointerOperand();
    if (auto *Store = dyn_cast<StoreInst>(&I); Store && Store->isSimple())
      Pointer = Store->getPointerOperand();
    if (!Pointer)
      continue;
    SmallVector<const Value *, 4> Objects;
    getUnderlyingObjects(Pointer, Objects);
    if (none_of(Objects, [](const Value *Object) { return isa<AllocaInst>(Object); }))
      I.setMetadata(LLVMContext::MD_access_group, Group);
  }
  return wrap(MetadataAsValue::get(Context, Group));
}

// Adds an access to a group.
void zymase_set_access_group(LLVMValueRef Access, LLVMValueRef Group) {
  unwrap<Instruction>(Access)->setMetadata(LLVMContext::MD_access_group,
                                           cast<MDNode>(unwrap<MetadataAsValue>(Group)->getMetadata()));
}

// The loop of this back edge may run its iterations in any order, as far as accesses of the group are concerned.
void zymase_mark_lanes(LLVMValueRef BackEdge, LLVMValueRef Group) {
  auto *Branch = unwrap<Instruction>(BackEdge);
  LLVMContext &Context = Branch->getContext();
  Metadata *Accesses = unwrap<MetadataAsValue>(Group)->getMetadata();
  Metadata *Parallel = MDNode::get(Context, {MDString::get(Context, "llvm.loop.parallel_accesses"), Accesses});
  Metadata *Progress = MDNode::get(Context, {MDString::get(Context, "llvm.loop.mustprogress")});
  MDNode *Loop = MDNode::getDistinct(Context, {nullptr, Parallel, Progress});
  Loop->replaceOperandWith(0, Loop);
  Branch->setMetadata(LLVMContext::MD_loop, Loop);
}
}
