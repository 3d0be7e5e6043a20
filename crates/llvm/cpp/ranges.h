// The least and the greatest value of expressions while a function runs.
#pragma once

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/SaveAndRestore.h"

namespace {
using namespace llvm;

// Least and greatest value, as signed numbers, over all iterations of all loops.
struct Bounds {
  const SCEV *Low, *High;
};

// So far a loop may run, and so wide may its steps be, that no sum of a few of their products leaves 64 bits.
constexpr int64_t MostTrips = int64_t(1) << 32;
constexpr int64_t WidestStep = int64_t(1) << 28;
// So many merges of numbers may lie behind each other.
constexpr unsigned MostMerges = 4;
// No array is larger.
constexpr int64_t MostBytes = int64_t(1) << 60;
// So many ranges are compared with each other in the function itself.
constexpr size_t MostComparedInLine = 12;
// No address, as a signed number, is further from 0.
constexpr int64_t MostAddress = int64_t(1) << 61;

// What a phi or select may be.
SmallVector<Value *, 4> sourcesOf(Value *Merge) {
  if (auto *Select = dyn_cast<SelectInst>(Merge))
    return {Select->getTrueValue(), Select->getFalseValue()};
  return SmallVector<Value *, 4>(cast<PHINode>(Merge)->incoming_values());
}

// Integers in memory that every call reads: on entry, a look at all of them tells their least and greatest.
class Inspected {
public:
  virtual ~Inspected() = default;
  // Can that be known of a load?
  virtual bool has(const LoadInst &Load) = 0;
  virtual std::optional<Bounds> of(LoadInst &Load, bool Signed) = 0;
};

class Ranges {
  ScalarEvolution &SE;
  const LoopInfo &LI;
  Inspected &Integers;
  Type *Wide;
  // Merges that are being looked at, one behind the other.
  unsigned Merges = 0;

  // Assumes that a number of at most 64 bits is between the limits, at run time where it is not known.
  bool assumeBetween(const SCEV *Number, int64_t Least, int64_t Most) {
    ConstantRange Known = SE.getSignedRange(Number);
    if (Known.getSignedMin().getSExtValue() >= Least && Known.getSignedMax().getSExtValue() <= Most)
      return true;
    if (isa<SCEVConstant>(Number))
      return false;
    Assumed.push_back({SE.getNoopOrSignExtend(Number, Wide), Least, Most});
    return true;
  }
  bool assumeSmall(const SCEV *Number, int64_t Most) { return assumeBetween(Number, -Most, Most); }

  // Does an expression have several values while the function runs, all of which may be known?
  bool changes(const SCEV *S) const {
    return SCEVExprContains(S, [&](const SCEV *Part) {
      auto *Unknown = dyn_cast<SCEVUnknown>(Part);
      return isa<SCEVAddRecExpr>(Part) || (Unknown && (isMerge(Unknown->getValue()) || inspected(Part)));
    });
  }

  LoadInst *inspected(const SCEV *S) const {
    auto *Unknown = dyn_cast<SCEVUnknown>(S);
    auto *Load = Unknown ? dyn_cast<LoadInst>(Unknown->getValue()) : nullptr;
    return Load && Integers.has(*Load) ? Load : nullptr;
  }

  // A sum or product in 64 bits that is the same as `S` up to a multiple of two to the number of its bits.
  const SCEV *widen(const SCEV *S) {
    if (SE.getTypeSizeInBits(S->getType()) == 64)
      return S;
    switch (S->getSCEVType()) {
    case scAddExpr:
    case scMulExpr: {
      SmallVector<const SCEV *, 4> Parts;
      for (const SCEV *Operand : S->operands()) {
        const SCEV *Part = widen(Operand);
        if (!Part)
          return nullptr;
        Parts.push_back(Part);
      }
      return S->getSCEVType() == scAddExpr ? SE.getAddExpr(Parts) : SE.getMulExpr(Parts);
    }
    case scAddRecExpr: {
      auto *R = cast<SCEVAddRecExpr>(S);
      const SCEV *Start = widen(R->getStart()), *Step = R->isAffine() ? widen(R->getStepRecurrence(SE)) : nullptr;
      return Start && Step ? SE.getAddRecExpr(Start, Step, R->getLoop(), SCEV::FlagAnyWrap) : nullptr;
    }
    case scTruncate:
      return widen(cast<SCEVTruncateExpr>(S)->getOperand());
    default:
      return changes(S) && !inspected(S) ? nullptr : SE.getSignExtendExpr(S, Wide);
    }
  }

public:
  struct Assumption {
    const SCEV *Number;
    int64_t Least, Most;
  };
  SmallVector<Assumption, 8> Assumed;
  // A loop of which the first iteration does not count.
  const Loop *Later = nullptr;

  Ranges(ScalarEvolution &SE, const LoopInfo &LI, Inspected &Integers)
      : SE(SE), LI(LI), Integers(Integers), Wide(Type::getInt64Ty(SE.getContext())) {}

  // A value that comes from one of several places, but not from the iteration before.
  bool isMerge(const Value *V) const {
    auto *Phi = dyn_cast<PHINode>(V);
    return isa<SelectInst>(V) || (Phi && !LI.isLoopHeader(Phi->getParent()));
  }

  std::optional<Bounds> of(const SCEV *S) {
    if (isa<SCEVCouldNotCompute>(S))
      return std::nullopt;
    // Narrow numbers that change are only met inside of extensions.
    if (SE.getTypeSizeInBits(S->getType()) < 64 && changes(S))
      return std::nullopt;
    switch (S->getSCEVType()) {
    case scConstant:
    case scVScale:
      return Bounds{S, S};
    case scUnknown:
      if (isa<Argument>(cast<SCEVUnknown>(S)->getValue()))
        return Bounds{S, S};
      if (LoadInst *Load = inspected(S))
        return Integers.of(*Load, true);
      return changes(S) ? ofMerge(cast<SCEVUnknown>(S)->getValue()) : std::nullopt;
    case scCouldNotCompute:
      return std::nullopt;
    case scAddExpr: {
      if (!changes(S))
        return allKnown(S);
      SmallVector<const SCEV *, 4> Low, High;
      for (const SCEV *Operand : cast<SCEVAddExpr>(S)->operands()) {
        auto Part = of(Operand);
        if (!Part)
          return std::nullopt;
        Low.push_back(Part->Low);
        High.push_back(Part->High);
      }
      return Bounds{SE.getAddExpr(Low), SE.getAddExpr(High)};
    }
    case scMulExpr: {
      auto *Product = cast<SCEVMulExpr>(S);
      if (!changes(S))
        return allKnown(S);
      // One factor that changes, times what does not.
      const SCEV *Changing = nullptr;
      SmallVector<const SCEV *, 4> Fixed;
      for (const SCEV *Operand : Product->operands()) {
        if (!changes(Operand))
          Fixed.push_back(Operand);
        else if (Changing)
          return std::nullopt;
        else
          Changing = Operand;
      }
      const SCEV *Factor = SE.getMulExpr(Fixed);
      auto Part = of(Changing);
      if (!Part || !allKnown(Factor))
        return std::nullopt;
      const SCEV *A = SE.getMulExpr(Factor, Part->Low), *B = SE.getMulExpr(Factor, Part->High);
      if (SE.isKnownNonNegative(Factor))
        return Bounds{A, B};
      return Bounds{SE.getSMinExpr(A, B), SE.getSMaxExpr(A, B)};
    }
    case scAddRecExpr:
      return ofRecurrence(cast<SCEVAddRecExpr>(S));
    case scSignExtend:
    case scZeroExtend: {
      if (!changes(S))
        return allKnown(S);
      const SCEV *Inner = cast<SCEVCastExpr>(S)->getOperand();
      if (LoadInst *Load = inspected(Inner); Load && S->getType() == Wide)
        return Integers.of(*Load, isa<SCEVSignExtendExpr>(S));
      // Nothing was lost in the narrow type if the wide value fits.
      const SCEV *Whole = widen(Inner);
      unsigned Bits = SE.getTypeSizeInBits(Inner->getType());
      if (!Whole || Bits < 8 || SE.getTypeSizeInBits(S->getType()) != 64)
        return std::nullopt;
      auto Part = of(Whole);
      int64_t Most = (int64_t(1) << (Bits - 1)) - 1, Least = isa<SCEVSignExtendExpr>(S) ? -Most : 0;
      if (!Part || !assumeBetween(Part->Low, Least, Most) || !assumeBetween(Part->High, Least, Most))
        return std::nullopt;
      return Part;
    }
    case scSMaxExpr:
    case scSMinExpr: {
      SmallVector<const SCEV *, 4> Low, High;
      for (const SCEV *Operand : cast<SCEVMinMaxExpr>(S)->operands()) {
        auto Part = of(Operand);
        if (!Part)
          return std::nullopt;
        Low.push_back(Part->Low);
        High.push_back(Part->High);
      }
      bool Max = S->getSCEVType() == scSMaxExpr;
      return Max ? Bounds{SE.getSMaxExpr(Low), SE.getSMaxExpr(High)}
                 : Bounds{SE.getSMinExpr(Low), SE.getSMinExpr(High)};
    }
    default:
      return changes(S) ? std::nullopt : allKnown(S);
    }
  }

private:
  // All that a merge may bring.
  std::optional<Bounds> ofMerge(Value *Merge) {
    SmallVector<Value *, 4> Sources = sourcesOf(Merge);
    if (Merges == MostMerges || Merge->getType() != Wide)
      return std::nullopt;
    ++Merges;
    SmallVector<const SCEV *, 4> Low, High;
    for (Value *Source : Sources)
      if (auto Part = of(SE.getSCEV(Source))) {
        Low.push_back(Part->Low);
        High.push_back(Part->High);
      }
    --Merges;
    if (Low.size() < Sources.size())
      return std::nullopt;
    return Bounds{SE.getSMinExpr(Low), SE.getSMaxExpr(High)};
  }

  // An expression of arguments alone.
  std::optional<Bounds> allKnown(const SCEV *S) {
    bool Foreign = SCEVExprContains(S, [](const SCEV *Part) {
      auto *Unknown = dyn_cast<SCEVUnknown>(Part);
      return isa<SCEVAddRecExpr>(Part) || (Unknown && !isa<Argument>(Unknown->getValue()));
    });
    if (Foreign)
      return std::nullopt;
    return Bounds{S, S};
  }

  std::optional<Bounds> ofRecurrence(const SCEVAddRecExpr *R) {
    const SCEV *Count = SE.getBackedgeTakenCount(R->getLoop());
    if (!R->isAffine() || isa<SCEVCouldNotCompute>(Count))
      return std::nullopt;
    const SCEV *Step = R->getStepRecurrence(SE);
    Count = SE.getNoopOrZeroExtend(Count, Wide);
    auto Trips = of(Count), Width = of(Step);
    if (!Trips || !Width || !assumeSmall(Trips->High, MostTrips) || !assumeSmall(Width->Low, WidestStep) ||
        !assumeSmall(Width->High, WidestStep))
      return std::nullopt;
    const SCEV *Start = R->getLoop() == Later ? SE.getAddExpr(R->getStart(), Step) : R->getStart();
    auto First = of(Start), Last = of(R->evaluateAtIteration(Count, SE));
    if (!First || !Last)
      return std::nullopt;
    if (SE.isKnownNonNegative(Step))
      return Bounds{First->Low, Last->High};
    if (SE.isKnownNonPositive(Step))
      return Bounds{Last->Low, First->High};
    return Bounds{SE.getSMinExpr(First->Low, Last->Low), SE.getSMaxExpr(First->High, Last->High)};
  }
};
} // namespace
