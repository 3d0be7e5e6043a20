// Additions of derivatives in code for a GPU, as the passes of device.h see them.
#pragma once
#include "llvm/ADT/StringRef.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace {
using namespace llvm;

constexpr StringLiteral AddSingle = "__zymase_add_f32", AddDouble = "__zymase_add_f64";
constexpr unsigned GlobalSpace = 1, SharedSpace = 3;

// An addition that the run time does: `void add(ptr place, number amount)`.
inline CallInst *asAddition(Instruction &I) {
  auto *Call = dyn_cast<CallInst>(&I);
  Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && (Callee->getName() == AddSingle || Callee->getName() == AddDouble) ? Call : nullptr;
}

inline StringRef suffix(Type *Number) { return Number->isFloatTy() ? "f32" : "f64"; }

inline MemoryLocation placeOf(CallInst *Add) {
  uint64_t Bytes = Add->getArgOperand(1)->getType()->isFloatTy() ? 4 : 8;
  return MemoryLocation(Add->getArgOperand(0), LocationSize::precise(Bytes), Add->getAAMetadata());
}

// An atomic addition whose result nobody looks at: it does not matter when it happens.
inline bool isOnlyAdded(Instruction &I) {
  auto *Update = dyn_cast<AtomicRMWInst>(&I);
  return asAddition(I) || (Update && Update->getOperation() == AtomicRMWInst::FAdd && Update->use_empty());
}

// What the run time does that the program's memory has no part in.
inline bool isOfRunTime(Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName().starts_with("__zymase_");
}

inline bool isBarrier(Instruction &I) {
  auto *Call = dyn_cast<IntrinsicInst>(&I);
  return Call && Call->getCalledFunction()->getName().contains("barrier");
}

} // namespace
