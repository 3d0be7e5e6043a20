// Passes over code of a GPU that holds derivatives, when everything else has been optimised.
#pragma once
#include "llvm/IR/PassManager.h"

// Loads move up over stores that may not touch what they read, and over stores to the same kind of number where a comparison of
// addresses says what was read: the machine waits once for many loads instead of once for each.
struct EarlyLoadsPass : llvm::PassInfoMixin<EarlyLoadsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

// What threads of a block add to one place that is known when the kernel begins, they add up until it ends: then the block adds once.
struct BlockSumsPass : llvm::PassInfoMixin<BlockSumsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

// Additions to neighbouring places that follow each other become one call: lanes of a warp that add to the same places share the work.
struct RowSumsPass : llvm::PassInfoMixin<RowSumsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};
