// The analyses of one function, as a handle that Rust holds.
#pragma once
#include "nowhere.h"
#include "shim.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Passes/PassBuilder.h"

namespace llvm {
class SCEV;
class ScalarEvolution;
} // namespace llvm

// Says of a function that whoever asks only looks at what happens when it returns.
constexpr const char *OnlyReturns = "zymase-only-returns";

struct Analyses {
  llvm::Function &F;
  llvm::PassBuilder Builder;
  llvm::LoopAnalysisManager LAM;
  llvm::FunctionAnalysisManager FAM;
  llvm::CGSCCAnalysisManager CGAM;
  llvm::ModuleAnalysisManager MAM;
  llvm::SmallVector<llvm::Loop *> Loops;
  llvm::DenseMap<const llvm::Loop *, int> LoopNumbers;
  // Expressions that polynomials do not look into.
  llvm::SmallVector<const llvm::SCEV *> Atoms;
  // Blocks from which the function returns, where nothing else counts.
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> Returning;
  bool OnlyReturnsCount = false;
  explicit Analyses(llvm::Function &F) : F(F) {
    FAM.registerPass([&] {
      llvm::AAManager Aliases = Builder.buildDefaultAAPipeline();
      Aliases.registerFunctionAnalysis<NowhereAA>();
      return Aliases;
    });
    FAM.registerPass([] { return NowhereAA(); });
    Builder.registerModuleAnalyses(MAM);
    Builder.registerCGSCCAnalyses(CGAM);
    Builder.registerFunctionAnalyses(FAM);
    Builder.registerLoopAnalyses(LAM);
    Builder.crossRegisterProxies(LAM, FAM, CGAM, MAM);
    for (llvm::Loop *L : FAM.getResult<llvm::LoopAnalysis>(F).getLoopsInPreorder()) {
      LoopNumbers[L] = Loops.size();
      Loops.push_back(L);
    }
    OnlyReturnsCount = F.hasFnAttribute(OnlyReturns);
    if (OnlyReturnsCount)
      collectReturning();
  }

  // How often the back edge of a loop is taken. Where only returns count, a loop that is left by a panic is none that was
  // left: the count is that of the other exits.
  const llvm::SCEV *backEdges(llvm::ScalarEvolution &SE, const llvm::Loop *L) const;

private:
  void collectReturning();
};
inline Analyses *get(void *Handle) { return static_cast<Analyses *>(Handle); }
