// Alias analysis for pointers that may be an address at which nothing lies.
#pragma once
#include "llvm/Analysis/AliasAnalysis.h"

// A container without elements holds a made-up address: null, or a small number that is aligned (`NonNull::dangling` in Rust).
// Nothing can be read or written there, so what a pointer is based on besides decides.
class NowhereAAResult : public llvm::AAResultBase {
public:
  llvm::AliasResult alias(const llvm::MemoryLocation &A, const llvm::MemoryLocation &B, llvm::AAQueryInfo &Query,
                          const llvm::Instruction *Context);
};

class NowhereAA : public llvm::AnalysisInfoMixin<NowhereAA> {
  friend llvm::AnalysisInfoMixin<NowhereAA>;
  static llvm::AnalysisKey Key;

public:
  using Result = NowhereAAResult;
  Result run(llvm::Function &, llvm::FunctionAnalysisManager &) { return Result(); }
};

// Does nothing lie at a constant address?
bool isNowhere(const llvm::Value *Address);

// Objects that a pointer may point into.
llvm::SmallVector<const llvm::Value *, 4> objectsBehind(const llvm::Value *Pointer);
