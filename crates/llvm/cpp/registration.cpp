// Pass registration: hooks the two Zymase passes into the host's pipelines and re-simplifies what they generated.
#include "recurrences.h"
#include "shim.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace {

cl::opt<std::string> MemoryLimit("zymase-memory-limit",
                                 cl::desc("Bytes (64M, 2G) that reverse mode may keep for a loop before it keeps few states"));

struct CapturePass : PassInfoMixin<CapturePass> {
  zymase_callbacks Callbacks;
  explicit CapturePass(zymase_callbacks Callbacks) : Callbacks(Callbacks) {}
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    return Callbacks.capture(wrap(&M)) ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

// After local variables have become values, before anything is rewritten.
struct SimplifyPass : PassInfoMixin<SimplifyPass> {
  zymase_callbacks Callbacks;
  explicit SimplifyPass(zymase_callbacks Callbacks) : Callbacks(Callbacks) {}
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    return Callbacks.simplify(wrap(&M)) ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
};

// Before anything is inlined, in files that are linked as code: derivatives may be asked for elsewhere.
struct ShieldPass : PassInfoMixin<ShieldPass> {
  zymase_callbacks Callbacks;
  explicit ShieldPass(zymase_callbacks Callbacks) : Callbacks(Callbacks) {}
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    return Callbacks.shield(wrap(&M)) ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

// Parallel regions become code of their callers, until everything has been optimised.
struct OpenRegionsPass : PassInfoMixin<OpenRegionsPass> {
  zymase_callbacks Callbacks;
  explicit OpenRegionsPass(zymase_callbacks Callbacks) : Callbacks(Callbacks) {}
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    return Callbacks.open(wrap(&M)) ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
};

struct CloseRegionsPass : PassInfoMixin<CloseRegionsPass> {
  zymase_callbacks Callbacks;
  explicit CloseRegionsPass(zymase_callbacks Callbacks) : Callbacks(Callbacks) {}
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    return Callbacks.close(wrap(&M)) ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

// On functions that call derivatives, and those that call these: wherever derivatives end up by inlining.
constexpr StringLiteral MayHoldDerivatives = "zymase-may-hold-derivatives";
// The same, where derivatives are made at link time.
constexpr StringLiteral LeadsToDerivatives = "zymase-leads-to-derivatives";

void markWaysTo(ArrayRef<Function *> Derivatives, StringRef Mark) {
  SmallVector<Function *, 16> Work(Derivatives);
  while (!Work.empty()) {
    Function *Callee = Work.pop_back_val();
    if (Callee->hasFnAttribute(Mark))
      continue;
    Callee->addFnAttr(Mark);
    for (User *U : Callee->users())
      if (auto *Call = dyn_cast<CallBase>(U))
        Work.push_back(Call->getFunction());
  }
}

struct DifferentiatePass : PassInfoMixin<DifferentiatePass> {
  zymase_callbacks Callbacks;
  PassBuilder &Builder;
  OptimizationLevel Level;
  bool LinkTime;
  DifferentiatePass(zymase_callbacks Callbacks, PassBuilder &Builder, OptimizationLevel Level, bool LinkTime)
      : Callbacks(Callbacks), Builder(Builder), Level(Level), LinkTime(LinkTime) {}
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &AM) {
    // By name: a function may come to lie where one was that is gone.
    StringSet<> Before;
    for (Function &F : M)
      Before.insert(F.getName());
    if (!Callbacks.differentiate(wrap(&M), Level.getSpeedupLevel()))
      return PreservedAnalyses::all();
    AM.invalidate(M, PreservedAnalyses::none());
    SmallVector<Function *, 16> Made;
    for (Function &F : M)
      if (!Before.contains(F.getName()) && !F.isDeclaration())
        Made.push_back(&F);
    markWaysTo(Made, MayHoldDerivatives);
    if (LinkTime)
      markWaysTo(Made, LeadsToDerivatives);
    ModulePassManager Passes;
    Passes.addPass(AlwaysInlinerPass());
    // The link-time pipeline simplifies by itself after this extension point.
    if (Level != OptimizationLevel::O0 && !LinkTime)
      Passes.addPass(Builder.buildModuleSimplificationPipeline(Level, ThinOrFullLTOPhase::None));
    Passes.run(M, AM);
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

// The link-time pipeline unrolls loops right before it vectorises: whatever it links has been through all this before. What is
// made at link time has not, and what one round of an unrolled loop stores and the next one loads would stay in memory.
struct UnrollPass : PassInfoMixin<UnrollPass> {
  OptimizationLevel Level;
  explicit UnrollPass(OptimizationLevel Level) : Level(Level) {}
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM) {
    if (!F.hasFnAttribute(LeadsToDerivatives))
      return PreservedAnalyses::all();
    unsigned Before = F.getInstructionCount();
    LoopPassManager Loops;
    Loops.addPass(IndVarSimplifyPass());
    Loops.addPass(LoopDeletionPass());
    Loops.addPass(LoopFullUnrollPass(Level.getSpeedupLevel()));
    PreservedAnalyses Preserved = createFunctionToLoopPassAdaptor(std::move(Loops)).run(F, AM);
    if (F.getInstructionCount() <= Before)
      return Preserved;
    AM.invalidate(F, Preserved);
    FunctionPassManager Passes;
    Passes.addPass(InstCombinePass());
    Passes.addPass(GVNPass());
    Passes.addPass(DSEPass());
    Preserved.intersect(Passes.run(F, AM));
    return Preserved;
  }
};

// Derivatives, wherever they have been inlined.
struct ShortenPass : RecurrencesPass {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM) {
    if (!F.hasFnAttribute(MayHoldDerivatives) && !F.hasFnAttribute(LeadsToDerivatives))
      return PreservedAnalyses::all();
    return RecurrencesPass::run(F, AM);
  }
};

// On modules whose reverse loops leave all their sums in memory.
constexpr StringLiteral LeavesSums = "zymase.leaves-sums";

struct CarryPass : CarriedSumsPass {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM) {
    bool Holds = F.hasFnAttribute(MayHoldDerivatives) || F.hasFnAttribute(LeadsToDerivatives);
    if (!Holds || F.getParent()->getNamedMetadata(LeavesSums))
      return PreservedAnalyses::all();
    return CarriedSumsPass::run(F, AM);
  }
};

// Instructions of a block beyond which looking for operations to do side by side takes longer than all the rest.
constexpr unsigned LongestVectorisedBlock = 4000;
// On functions with longer blocks, for as long as the vectorisers run.
constexpr StringLiteral TooLongToVectorise = "zymase-too-long-to-vectorise";

// Instructions of a function beyond which loops whose number of rounds is not known are not unrolled.
constexpr unsigned LargestUnrolledFunction = 10000;

// A derivative that is so large consists of many hundreds of loops, few of which matter. Unrolling them all doubles the code, and
// what the code generator takes grows faster than that.
static void boundUnrolling(Function &F, LoopInfo &Loops) {
  if (F.getInstructionCount() <= LargestUnrolledFunction)
    return;
  for (Loop *L : Loops.getLoopsInPreorder())
    if (!findOptionMDForLoop(L, "llvm.loop.unroll.enable"))
      addStringMetadataToLoop(L, "llvm.loop.unroll.runtime.disable");
}

// The derivative of a loop that was written out is straight-line code, several times as long. The host's search in it
// takes time that grows faster than the square of its length.
struct BoundVectorisersPass : PassInfoMixin<BoundVectorisersPass> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM) {
    if (!F.hasFnAttribute(MayHoldDerivatives))
      return PreservedAnalyses::all();
    boundUnrolling(F, AM.getResult<LoopAnalysis>(F));
    if (F.hasFnAttribute(Attribute::NoImplicitFloat))
      return PreservedAnalyses::all();
    if (any_of(F, [](const BasicBlock &Block) { return Block.size() > LongestVectorisedBlock; })) {
      F.addFnAttr(Attribute::NoImplicitFloat);
      F.addFnAttr(TooLongToVectorise);
    }
    return PreservedAnalyses::all();
  }
};

// On functions that hardly any time is spent in.
constexpr StringLiteral SimpleEnough = "zymase-simple-enough";

// The optimiser leaves such functions alone; the code generator treats them like others.
struct ReleasePass : PassInfoMixin<ReleasePass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    if (NamedMDNode *Leaves = M.getNamedMetadata(LeavesSums))
      M.eraseNamedMetadata(Leaves);
    for (Function &F : M) {
      if (F.hasFnAttribute(TooLongToVectorise)) {
        F.removeFnAttr(Attribute::NoImplicitFloat);
        F.removeFnAttr(TooLongToVectorise);
      }
      if (F.hasFnAttribute(SimpleEnough)) {
        F.removeFnAttr(Attribute::OptimizeNone);
        F.removeFnAttr(SimpleEnough);
      }
    }
    return PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

} // namespace

// Such a function was simplified when it was made. Whatever else the host's pipeline does, at its cost, is not for it.
extern "C" void zymase_mark_simple_enough(LLVMValueRef Raw) {
  Function &F = *unwrap<Function>(Raw);
  F.addFnAttr(Attribute::NoInline);
  if (F.hasOptSize() || F.hasMinSize())
    return;
  F.addFnAttr(Attribute::OptimizeNone);
  F.addFnAttr(SimpleEnough);
}

extern "C" void zymase_leave_sums(LLVMModuleRef M) { unwrap(M)->getOrInsertNamedMetadata(LeavesSums); }

extern "C" const char *zymase_memory_limit() { return MemoryLimit.c_str(); }

// LLVM 22 makes invalid code of some functions where it vectorises lanes that lack an operation as if they had it, and does
// not end then. Derivatives have many such lanes. Whoever sets the option has it as it was set.
static void switchCopyableElementsOff() {
  auto &Options = cl::getRegisteredOptions();
  auto Found = Options.find("slp-copyable-elements");
  if (Found != Options.end() && !Found->second->getNumOccurrences())
    static_cast<cl::opt<bool> *>(Found->second)->setValue(false);
}

extern "C" void zymase_register_passes(void *Host, zymase_callbacks Callbacks) {
  switchCopyableElementsOff();
  PassBuilder &Builder = *static_cast<PassBuilder *>(Host);
  Builder.registerPipelineStartEPCallback(
      [Callbacks](ModulePassManager &Passes, OptimizationLevel) { Passes.addPass(CapturePass(Callbacks)); });
  Builder.registerPipelineEarlySimplificationEPCallback(
      [Callbacks](ModulePassManager &Passes, OptimizationLevel Level, ThinOrFullLTOPhase Phase) {
        if (Phase == ThinOrFullLTOPhase::FullLTOPreLink)
          Passes.addPass(ShieldPass(Callbacks));
        if (Level != OptimizationLevel::O0)
          Passes.addPass(SimplifyPass(Callbacks));
        // Files that are linked as code are optimised there once more, and may be differentiated there.
        if (Level != OptimizationLevel::O0 && Phase == ThinOrFullLTOPhase::None)
          Passes.addPass(OpenRegionsPass(Callbacks));
      });
  Builder.registerOptimizerEarlyEPCallback(
      [Callbacks, &Builder](ModulePassManager &Passes, OptimizationLevel Level, ThinOrFullLTOPhase Phase) {
        if (Phase == ThinOrFullLTOPhase::ThinLTOPreLink || Phase == ThinOrFullLTOPhase::FullLTOPreLink)
          return;
        Passes.addPass(DifferentiatePass(Callbacks, Builder, Level, false));
      });
  Builder.registerFullLinkTimeOptimizationEarlyEPCallback(
      [Callbacks, &Builder](ModulePassManager &Passes, OptimizationLevel Level) {
        Passes.addPass(DifferentiatePass(Callbacks, Builder, Level, true));
      });
  Builder.registerVectorizerStartEPCallback(
      [](FunctionPassManager &Passes, OptimizationLevel Level) {
        Passes.addPass(UnrollPass(Level));
        Passes.addPass(ShortenPass());
        Passes.addPass(CarryPass());
        Passes.addPass(BoundVectorisersPass());
      });
  Builder.registerOptimizerLastEPCallback(
      [Callbacks](ModulePassManager &Passes, OptimizationLevel Level, ThinOrFullLTOPhase Phase) {
        if (Level != OptimizationLevel::O0 && Phase == ThinOrFullLTOPhase::None)
          Passes.addPass(CloseRegionsPass(Callbacks));
        Passes.addPass(ReleasePass());
      });
  Builder.registerFullLinkTimeOptimizationLastEPCallback(
      [](ModulePassManager &Passes, OptimizationLevel) { Passes.addPass(ReleasePass()); });
  Builder.registerPipelineParsingCallback(
      [Callbacks, &Builder](StringRef Name, ModulePassManager &Passes, ArrayRef<PassBuilder::PipelineElement>) {
        if (Name == "zymase-capture") {
          Passes.addPass(CapturePass(Callbacks));
          return true;
        }
        if (Name == "zymase-open") {
          Passes.addPass(OpenRegionsPass(Callbacks));
          return true;
        }
        if (Name == "zymase-close") {
          Passes.addPass(CloseRegionsPass(Callbacks));
          return true;
        }
        if (Name == "zymase") {
          Passes.addPass(CapturePass(Callbacks));
          Passes.addPass(DifferentiatePass(Callbacks, Builder, OptimizationLevel::O2, false));
          Passes.addPass(ReleasePass());
          return true;
        }
        return false;
      });
}
