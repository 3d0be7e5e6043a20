// A pass that shortens what each iteration of a reverse sweep waits for.
#pragma once

#include "llvm/IR/PassManager.h"

// The adjoint that one iteration hands to the next goes through one product after another, of which only the first waits for it:
// `((a * x) * y) + a` becomes `a * (x * y + 1)`. What is in parentheses is computed ahead of time. Only what is marked as a
// product or sum of adjoints is rewritten.
struct RecurrencesPass : llvm::PassInfoMixin<RecurrencesPass> {
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};
