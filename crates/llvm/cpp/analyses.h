// The analyses of one function, as a handle that Rust holds.
#pragma once
#include "shim.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Passes/PassBuilder.h"

namespace llvm {
class SCEV;
}

struct Analyses {
  llvm::Function &F;
  llvm::PassBuilder Builder;
  llvm::LoopAnalysisManager LAM;
  llvm::FunctionAnalysisManager FAM;
  llvm::CGSCCAnalysisManager CGAM;
  llvm::ModuleAnalysisManager MAM;
  llvm::SmallVector<llvm::Loop *> Loops;
  // Expressions that polynomials do not look into.
  llvm::SmallVector<const llvm::SCEV *> Atoms;
  explicit Analyses(llvm::Function &F) : F(F) {
    Builder.registerModuleAnalyses(MAM);
    Builder.registerCGSCCAnalyses(CGAM);
    Builder.registerFunctionAnalyses(FAM);
    Builder.registerLoopAnalyses(LAM);
    Builder.crossRegisterProxies(LAM, FAM, CGAM, MAM);
    for (llvm::Loop *L : FAM.getResult<llvm::LoopAnalysis>(F).getLoopsInPreorder())
      Loops.push_back(L);
  }
};
inline Analyses *get(void *Handle) { return static_cast<Analyses *>(Handle); }
