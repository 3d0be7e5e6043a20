// Passes on what iterations of a reverse sweep hand on.
#pragma once

#include "llvm/IR/PassManager.h"

// The adjoint that one iteration hands to the next goes through one product after another, of which only the first waits for it:
// `((a * x) * y) + a` becomes `a * (x * y + 1)`. What is in parentheses is computed ahead of time. Only what is marked as a
// product or sum of adjoints is rewritten.
struct RecurrencesPass : llvm::PassInfoMixin<RecurrencesPass> {
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

// The adjoint of `f(x[i], x[i + 1])` adds to two neighbours. What is added to one of them in an iteration is stored, and overwritten by
// the next, which got it in a register. Without such stores nothing is read that the iteration before wrote, and the vectoriser
// makes vectors of what is handed on. Only stores of what is marked as a sum of adjoints are moved.
struct CarriedSumsPass : llvm::PassInfoMixin<CarriedSumsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};
