// Passes over code of a GPU that holds derivatives, when everything else has been optimised.
#pragma once
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/PassManager.h"

// Does every thread of a block come to each barrier of a kernel? Threads that have returned early are not waited for; if they are made to
// wait at the end, they are.
bool threadsMeetAtBarriers(llvm::Function &F, llvm::PostDominatorTree &Tree);

// May one block of a kernel do the work of several, one after the other?
bool mayDoWorkOfSeveralBlocks(llvm::Function &F);

// Does a kernel use memory that the threads of a block share, or wait in it?
bool usesSharedMemory(llvm::Function &F);

// Lets the first blocks of a large grid do the work of all, so that what comes once for each block comes less often. `Ready`: the last
// instruction of the entry that is for all of them together; `Exit`: where all end; `Waits`: threads wait for each other in between.
void doWorkOfSeveralBlocks(llvm::Function &F, llvm::Instruction *Ready, llvm::BasicBlock *Exit, bool Waits);

// Loads move up over stores that may not touch what they read, and over stores to the same kind of number where a comparison of
// addresses says what was read: the machine waits once for many loads instead of once for each.
struct EarlyLoadsPass : llvm::PassInfoMixin<EarlyLoadsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

// What belongs to a thread is not updated atomically; where a pointer may point to both, the machine is asked.
struct OwnUpdatesPass : llvm::PassInfoMixin<OwnUpdatesPass> {
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

// Memory that is read and cleared is cleared when what was read has come: an H200 takes three times as long for a store that meets the load
// before it on its way.
struct LateClearsPass : llvm::PassInfoMixin<LateClearsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

// What threads of a block add to one place that is known when the kernel begins, they add up until it ends: then the block adds once.
// With `Tables`, also what they add to one of a few places that begin there; with `Wide`, a block does the work of several before it adds.
struct BlockSumsPass : llvm::PassInfoMixin<BlockSumsPass> {
  bool Tables, Wide;
  BlockSumsPass(bool Tables, bool Wide) : Tables(Tables), Wide(Wide) {}
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

// Additions to neighbouring places that follow each other become one call: lanes of a warp that add to the same places share the work. With
// `Quads`, lanes that add to different places do so together, too.
struct RowSumsPass : llvm::PassInfoMixin<RowSumsPass> {
  bool Quads;
  RowSumsPass(bool Quads) : Quads(Quads) {}
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

// Integers that are known by the number of an iteration of a loop, from which their like of the next iteration follows, are carried from one to
// the next.
struct IntegerRecurrencesPass : llvm::PassInfoMixin<IntegerRecurrencesPass> {
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};
