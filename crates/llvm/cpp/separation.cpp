// Which bytes a function touches behind its pointer parameters, as expressions that are known on entry.
#include "shim.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SaveAndRestore.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace {
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

// `i == 0 ? first : other`, in a loop that counts from 0: the loop, and what is chosen in all iterations but the first.
std::pair<const Loop *, Value *> chosenLater(ScalarEvolution &SE, Value *Merge) {
  auto *Select = dyn_cast<SelectInst>(Merge);
  auto *Condition = Select ? dyn_cast<ICmpInst>(Select->getCondition()) : nullptr;
  if (!Condition || !Condition->isEquality() || !Condition->getOperand(0)->getType()->isIntegerTy())
    return {nullptr, nullptr};
  auto *From = dyn_cast<SCEVAddRecExpr>(
      SE.getMinusSCEV(SE.getSCEV(Condition->getOperand(0)), SE.getSCEV(Condition->getOperand(1))));
  if (!From || !From->isAffine() || !From->getStart()->isZero() || !From->getStepRecurrence(SE)->isOne())
    return {nullptr, nullptr};
  bool Equal = Condition->getPredicate() == ICmpInst::ICMP_EQ;
  return {From->getLoop(), Equal ? Select->getFalseValue() : Select->getTrueValue()};
}

// Memory that only this function knows, or that nobody writes.
bool isOwn(const Value *Object) {
  if (isa<AllocaInst>(Object) || isNoAliasCall(Object))
    return true;
  auto *Global = dyn_cast<GlobalVariable>(Object);
  return Global && Global->isConstant();
}

// The parameters that a pointer may be, itself, without an offset; beside memory that only this function knows. None when it
// may be anything else.
std::optional<SmallVector<const Argument *, 2>> parametersOf(const Value *Pointer) {
  SmallVector<const Argument *, 2> Found;
  SmallVector<const Value *, 4> Work{Pointer};
  SmallPtrSet<const Value *, 8> Seen;
  while (!Work.empty()) {
    const Value *Next = Work.pop_back_val();
    if (!Seen.insert(Next).second || isOwn(Next))
      continue;
    if (auto *Parameter = dyn_cast<Argument>(Next))
      Found.push_back(Parameter);
    else if (auto *Phi = dyn_cast<PHINode>(Next))
      append_range(Work, Phi->incoming_values());
    else if (auto *Select = dyn_cast<SelectInst>(Next))
      Work.append({Select->getTrueValue(), Select->getFalseValue()});
    else
      return std::nullopt;
  }
  return Found;
}

// May a call read or write memory of others behind one of its arguments?
bool mayTouchForeign(const CallBase &Call) {
  if (Call.doesNotAccessMemory())
    return false;
  auto isForeign = [&](const Use &Argument) {
    if (!Argument->getType()->isPtrOrPtrVectorTy() || Call.doesNotAccessMemory(Call.getArgOperandNo(&Argument)))
      return false;
    SmallVector<const Value *, 4> Objects;
    getUnderlyingObjects(Argument.get(), Objects, nullptr, 0);
    return !all_of(Objects, isOwn);
  };
  return any_of(Call.args(), isForeign);
}

struct Touched {
  const SCEV *Low = nullptr, *End = nullptr;
  bool Written = false;
};

// What must hold on entry for a block to be run, in every iteration of the loops around it.
using Guards = SmallVector<std::pair<ICmpInst *, bool>, 4>;

// Does a number depend on parameters alone?
bool isKnownOnEntry(ScalarEvolution &SE, Value *Number) {
  return SE.isSCEVable(Number->getType()) && !SCEVExprContains(SE.getSCEV(Number), [](const SCEV *Part) {
    auto *Unknown = dyn_cast<SCEVUnknown>(Part);
    return isa<SCEVAddRecExpr>(Part) || (Unknown && !isa<Argument>(Unknown->getValue()));
  });
}

std::optional<Guards> guardsOf(BasicBlock *Block, const DominatorTree &DT, const PostDominatorTree &PDT, const LoopInfo &LI,
                               ScalarEvolution &SE) {
  Guards Found;
  while (Block != &Block->getParent()->getEntryBlock()) {
    Loop *Around = LI.getLoopFor(Block);
    if (Around && Block == Around->getHeader()) {
      Block = Around->getLoopPreheader();
      if (!Block)
        return std::nullopt;
      continue;
    }
    BasicBlock *Above = DT.getNode(Block)->getIDom()->getBlock();
    // Behind a loop: what comes before it counts.
    for (Loop *Left = LI.getLoopFor(Above); Left && !Left->contains(Block); Left = Left->getParentLoop())
      Above = Left->getHeader();
    if (!PDT.dominates(Block, Above)) {
      auto *Branch = dyn_cast<BranchInst>(Above->getTerminator());
      auto *Condition = Branch && Branch->isConditional() ? dyn_cast<ICmpInst>(Branch->getCondition()) : nullptr;
      if (!Condition || (Around && Around->isLoopExiting(Above)) || !isKnownOnEntry(SE, Condition->getOperand(0)) ||
          !isKnownOnEntry(SE, Condition->getOperand(1)))
        return std::nullopt;
      if (DT.dominates(BasicBlockEdge(Above, Branch->getSuccessor(0)), Block))
        Found.push_back({Condition, true});
      else if (DT.dominates(BasicBlockEdge(Above, Branch->getSuccessor(1)), Block))
        Found.push_back({Condition, false});
      else
        return std::nullopt;
    }
    Block = Above;
  }
  return Found;
}

// Conditions on what is known on entry can keep the trip count of the loop around them from being known: where a loop in it is skipped,
// it counts in another place. They are assumed to hold one way, that of most of the code; all other calls fail the test.
Guards assumeConditions(Function &F, const DominatorTree &DT, const LoopInfo &LI, ScalarEvolution &SE) {
  Guards Assumed;
  for (BasicBlock &Block : F) {
    Loop *Around = LI.getLoopFor(&Block);
    auto *Branch = dyn_cast<BranchInst>(Block.getTerminator());
    auto *Condition = Branch && Branch->isConditional() ? dyn_cast<ICmpInst>(Branch->getCondition()) : nullptr;
    if (!Around || !Condition || !isa<SCEVCouldNotCompute>(SE.getBackedgeTakenCount(Around)) ||
        !isKnownOnEntry(SE, Condition->getOperand(0)) || !isKnownOnEntry(SE, Condition->getOperand(1)))
      continue;
    if (any_of(Assumed, [&](auto &Known) { return Known.first == Condition; }))
      continue;
    auto Below = [&](unsigned Way) {
      SmallVector<BasicBlock *, 16> Blocks;
      BasicBlock *Next = Branch->getSuccessor(Way);
      if (DT.dominates(BasicBlockEdge(&Block, Next), Next))
        DT.getDescendants(Next, Blocks);
      return Blocks.size();
    };
    Assumed.push_back({Condition, Below(0) >= Below(1)});
  }
  for (auto [Condition, Holds] : Assumed)
    for (User *Use : make_early_inc_range(Condition->users()))
      if (auto *Branch = dyn_cast<BranchInst>(Use))
        Branch->setCondition(ConstantInt::getBool(F.getContext(), Holds));
  for (BasicBlock &Block : F)
    ConstantFoldTerminator(&Block);
  removeUnreachableBlocks(F);
  return Assumed;
}

// Looks at the integers of read-only arrays that are indices: between their least and their greatest is what they lead to.
class Inspection : public Inspected {
  ScalarEvolution &SE;
  const LoopInfo &LI;
  const DominatorTree &DT;
  const PostDominatorTree &PDT;
  SCEVExpander &Expander;
  Instruction *At;
  Function *Extremes;
  DenseMap<std::pair<LoadInst *, unsigned>, std::optional<Bounds>> Known;
  DenseMap<const LoadInst *, bool> Asked;

  // Where the integers lie that a load reads in all iterations: nothing else is inspected to know that.
  struct None : Inspected {
    bool has(const LoadInst &) override { return false; }
    std::optional<Bounds> of(LoadInst &, bool) override { return std::nullopt; }
  };
  std::optional<Bounds> placeOf(const LoadInst &Load, SmallVectorImpl<Ranges::Assumption> *Assumed) {
    None Nothing;
    Ranges Range(SE, LI, Nothing);
    const SCEV *Address = SE.getSCEV(const_cast<Value *>(Load.getPointerOperand()));
    auto *Base = dyn_cast<SCEVUnknown>(SE.getPointerBase(Address));
    if (!Base || !isa<Argument>(Base->getValue()))
      return std::nullopt;
    auto Place = Range.of(SE.getMinusSCEV(Address, Base));
    if (Assumed)
      Assumed->append(Range.Assumed.begin(), Range.Assumed.end());
    return Place;
  }

  Value *expand(const SCEV *S) {
    return Expander.isSafeToExpandAt(S, At) ? Expander.expandCodeFor(S, Type::getInt64Ty(SE.getContext()), At) : nullptr;
  }

  std::optional<Bounds> look(LoadInst &Load, bool Signed) {
    SmallVector<Ranges::Assumption, 4> Assumed;
    auto Place = placeOf(Load, &Assumed);
    auto Needed = guardsOf(Load.getParent(), DT, PDT, LI, SE);
    if (!Place || !Needed)
      return std::nullopt;
    IRBuilder<> IR(At);
    IR.SetCurrentDebugLocation(DebugLoc());
    Type *I64 = IR.getInt64Ty();
    Value *Low = expand(SE.getNoopOrSignExtend(Place->Low, I64)), *High = expand(SE.getNoopOrSignExtend(Place->High, I64));
    if (!Low || !High)
      return std::nullopt;
    Value *Runs = IR.CreateAnd(IR.CreateICmpSLE(Low, High), IR.CreateICmpSLE(IR.CreateSub(High, Low), IR.getInt64(MostBytes)));
    for (auto [Condition, Wanted] : *Needed) {
      Value *Left = Expander.expandCodeFor(SE.getSCEV(Condition->getOperand(0)), nullptr, At);
      Value *Right = Expander.expandCodeFor(SE.getSCEV(Condition->getOperand(1)), nullptr, At);
      Value *Holds = IR.CreateICmp(Condition->getPredicate(), Left, Right);
      Runs = IR.CreateAnd(Runs, Wanted ? Holds : IR.CreateNot(Holds));
    }
    for (auto [Number, Least, Most] : Assumed) {
      Value *Expanded = expand(Number);
      if (!Expanded)
        return std::nullopt;
      Runs = IR.CreateAnd(Runs, IR.CreateICmpSGE(Expanded, ConstantInt::get(I64, Least, true)));
      Runs = IR.CreateAnd(Runs, IR.CreateICmpSLE(Expanded, ConstantInt::get(I64, Most, true)));
    }
    uint64_t Width = Load.getType()->getIntegerBitWidth() / 8;
    Value *Count = IR.CreateAdd(IR.CreateUDiv(IR.CreateSub(High, Low), IR.getInt64(Width)), IR.getInt64(1));
    Count = IR.CreateSelect(Runs, Count, IR.getInt64(0));
    auto *Base = cast<SCEVUnknown>(SE.getPointerBase(SE.getSCEV(Load.getPointerOperand())))->getValue();
    Value *First = IR.CreateGEP(IR.getInt8Ty(), Base, Low);
    Value *Found = IR.CreateCall(Extremes, {First, Count, IR.getInt64(Width), IR.getInt1(Signed)});
    return Bounds{SE.getUnknown(IR.CreateExtractValue(Found, 0)), SE.getUnknown(IR.CreateExtractValue(Found, 1))};
  }

public:
  SmallPtrSet<const Argument *, 4> Arrays;

  Inspection(ScalarEvolution &SE, const LoopInfo &LI, const DominatorTree &DT, const PostDominatorTree &PDT,
             SCEVExpander &Expander, Instruction *At, Function *Extremes)
      : SE(SE), LI(LI), DT(DT), PDT(PDT), Expander(Expander), At(At), Extremes(Extremes) {}

  bool has(const LoadInst &Load) override {
    auto [Place, Inserted] = Asked.try_emplace(&Load, false);
    if (!Inserted)
      return Place->second;
    auto *Ty = dyn_cast<IntegerType>(Load.getType());
    unsigned Bits = Ty ? Ty->getBitWidth() : 0;
    bool Whole = Bits == 8 || Bits == 16 || Bits == 32 || Bits == 64;
    bool Fits = Whole && Load.isSimple() && placeOf(Load, nullptr) && guardsOf(const_cast<BasicBlock *>(Load.getParent()), DT, PDT, LI, SE);
    return Asked[&Load] = Fits;
  }

  std::optional<Bounds> of(LoadInst &Load, bool Signed) override {
    if (auto Found = Known.find({&Load, unsigned(Signed)}); Found != Known.end())
      return Found->second;
    auto Found = look(Load, Signed);
    Known[{&Load, unsigned(Signed)}] = Found;
    if (Found)
      Arrays.insert(cast<Argument>(cast<SCEVUnknown>(SE.getPointerBase(SE.getSCEV(Load.getPointerOperand())))->getValue()));
    return Found;
  }
};
} // namespace

extern "C" {
// `F` is a copy of a function, with further parameters. Its loads, stores, copies and fills become a test, on entry, whether
// the bytes that they touch behind different parameters are apart. `Groups[k]` is the parameter whose bytes are touched
// behind parameter k too (itself; for a shadow the parameter it belongs to, and shadows are written), or -1. False, and a function that is
// of no use, when that cannot be known.
bool zymase_write_separation_test(LLVMValueRef Raw, const int *Groups, LLVMValueRef RawExtremes, LLVMValueRef RawApart) {
  Function &F = *unwrap<Function>(Raw);
  PassBuilder Builder;
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  Builder.registerModuleAnalyses(MAM);
  Builder.registerCGSCCAnalyses(CGAM);
  Builder.registerFunctionAnalyses(FAM);
  Builder.registerLoopAnalyses(LAM);
  Builder.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  Guards Assumed = assumeConditions(F, FAM.getResult<DominatorTreeAnalysis>(F), FAM.getResult<LoopAnalysis>(F),
                                    FAM.getResult<ScalarEvolutionAnalysis>(F));
  // What is looked at comes first, so that all else can be computed from it.
  SplitBlock(&F.getEntryBlock(), F.getEntryBlock().getFirstInsertionPt());
  FAM.invalidate(F, PreservedAnalyses::none());
  ScalarEvolution &SE = FAM.getResult<ScalarEvolutionAnalysis>(F);
  const LoopInfo &LI = FAM.getResult<LoopAnalysis>(F);
  Instruction *First = F.getEntryBlock().getTerminator(), *At = &*F.getEntryBlock().getSingleSuccessor()->getFirstInsertionPt();
  SCEVExpander Expander(SE, "separation");
  Inspection Integers(SE, LI, FAM.getResult<DominatorTreeAnalysis>(F), FAM.getResult<PostDominatorTreeAnalysis>(F), Expander,
                      First, unwrap<Function>(RawExtremes));
  Ranges Range(SE, LI, Integers);
  Type *I64 = Type::getInt64Ty(F.getContext());
  DenseMap<const Argument *, Touched> All;

  // `Merges`: of pointers, that lie behind each other.
  auto touchAt = [&](auto &&Again, const SCEV *Address, const SCEV *Bytes, bool Write, unsigned Merges) -> bool {
    auto *Base = dyn_cast<SCEVUnknown>(SE.getPointerBase(Address));
    if (!Base)
      return false;
    SmallVector<const Value *, 4> Objects;
    getUnderlyingObjects(Base->getValue(), Objects, nullptr, 0);
    if (all_of(Objects, isOwn))
      return true;
    if (Range.isMerge(Base->getValue()) && Merges < MostMerges) {
      const SCEV *Offset = SE.getMinusSCEV(Address, Base);
      auto [Around, Source] = chosenLater(SE, Base->getValue());
      return all_of(sourcesOf(Base->getValue()), [&, Around = Around, Later = Source](Value *Source) {
        SaveAndRestore Saved(Range.Later, Source == Later ? Around : Range.Later);
        return Again(Again, SE.getAddExpr(SE.getSCEV(Source), Offset), Bytes, Write, Merges + 1);
      });
    }
    auto Parameters = parametersOf(Base->getValue());
    if (!Parameters)
      return false;
    auto Where = Range.of(SE.getMinusSCEV(Address, Base));
    auto Length = Range.of(Bytes);
    if (!Where || !Length)
      return false;
    const SCEV *Low = SE.getNoopOrSignExtend(Where->Low, I64);
    const SCEV *End = SE.getAddExpr(SE.getNoopOrSignExtend(Where->High, I64), Length->High);
    for (const Argument *Parameter : *Parameters) {
      Touched &Known = All[Parameter];
      Known.Low = Known.Low ? SE.getSMinExpr(Known.Low, Low) : Low;
      Known.End = Known.End ? SE.getSMaxExpr(Known.End, End) : End;
      Known.Written |= Write;
    }
    return true;
  };
  auto touch = [&](Value *Pointer, const SCEV *Bytes, bool Write) {
    return touchAt(touchAt, SE.getSCEV(Pointer), Bytes, Write, 0);
  };
  auto size = [&](Type *Ty) { return SE.getConstant(APInt(64, F.getDataLayout().getTypeStoreSize(Ty))); };
  SmallVector<Instruction *, 64> Instructions;
  for (Instruction &I : instructions(F))
    Instructions.push_back(&I);
  for (Instruction *Next : Instructions) {
    Instruction &I = *Next;
    bool Understood = true;
    if (auto *Load = dyn_cast<LoadInst>(&I))
      Understood = touch(Load->getPointerOperand(), size(Load->getType()), false);
    else if (auto *Store = dyn_cast<StoreInst>(&I))
      Understood = touch(Store->getPointerOperand(), size(Store->getValueOperand()->getType()), true);
    else if (auto *Copy = dyn_cast<MemIntrinsic>(&I)) {
      const SCEV *Bytes = SE.getNoopOrZeroExtend(SE.getSCEV(Copy->getLength()), I64);
      Understood = touch(Copy->getRawDest(), Bytes, true);
      if (auto *Transfer = dyn_cast<MemTransferInst>(&I))
        Understood &= touch(Transfer->getRawSource(), Bytes, false);
    } else if (auto *Call = dyn_cast<CallBase>(&I))
      Understood = !mayTouchForeign(*Call);
    else
      Understood = !I.mayReadOrWriteMemory();
    if (!Understood)
      return false;
  }

  struct Range64 {
    Value *Begin, *End;
    bool Written;
    const Argument *Group;
  };
  // What was looked at must stay as it is.
  if (any_of(Integers.Arrays, [&](const Argument *Array) { return All[Array].Written; }))
    return false;
  IRBuilder<> IR(At);
  IR.SetCurrentDebugLocation(DebugLoc());
  Value *Apart = IR.getTrue();
  auto require = [&](Value *Condition) { Apart = IR.CreateAnd(Apart, Condition); };
  auto requireBetween = [&](Value *Number, int64_t Least, int64_t Most) {
    Value *Shifted = IR.CreateSub(Number, ConstantInt::get(I64, Least));
    require(IR.CreateICmpULE(Shifted, ConstantInt::get(I64, uint64_t(Most) - uint64_t(Least))));
  };
  auto expand = [&](const SCEV *S) -> Value * {
    return Expander.isSafeToExpandAt(S, At) ? Expander.expandCodeFor(S, I64, At) : nullptr;
  };
  for (auto [Condition, Holds] : Assumed) {
    Value *Left = Expander.expandCodeFor(SE.getSCEV(Condition->getOperand(0)), nullptr, At);
    Value *Right = Expander.expandCodeFor(SE.getSCEV(Condition->getOperand(1)), nullptr, At);
    Value *Asked = IR.CreateICmp(Condition->getPredicate(), Left, Right);
    require(Holds ? Asked : IR.CreateNot(Asked));
  }
  for (auto [Number, Least, Most] : Range.Assumed) {
    Value *Expanded = expand(Number);
    if (!Expanded)
      return false;
    requireBetween(Expanded, Least, Most);
  }
  SmallVector<Range64, 16> Found;
  DenseMap<const Argument *, std::pair<Value *, Value *>> Offsets;
  for (Argument &Parameter : F.args()) {
    if (Groups[Parameter.getArgNo()] < 0)
      continue;
    Argument *Group = F.getArg(Groups[Parameter.getArgNo()]);
    auto Known = All.find(Group);
    if (Known == All.end())
      continue;
    if (!Offsets.contains(Group)) {
      Value *Low = expand(Known->second.Low), *End = expand(Known->second.End);
      if (!Low || !End)
        return false;
      // The other way round it would be a number that wrapped, or a loop that does not run.
      requireBetween(Low, -MostBytes, MostBytes);
      requireBetween(End, -MostBytes, MostBytes);
      require(IR.CreateICmpSLE(Low, End));
      Offsets[Group] = {Low, End};
    }
    auto [Low, End] = Offsets[Group];
    Value *Start = IR.CreatePtrToInt(&Parameter, I64);
    // Ranges may be wider than what is touched, and reach below 0.
    requireBetween(Start, -MostAddress, MostAddress);
    bool Written = &Parameter != Group || Known->second.Written;
    Found.push_back({IR.CreateAdd(Start, Low), IR.CreateAdd(Start, End), Written, Group});
  }
  if (none_of(Found, [](const Range64 &One) { return One.Written; }) || Found.size() < 2)
    return false;
  if (Found.size() > MostComparedInLine) {
    // One function compares all of them.
    auto *Table = ArrayType::get(I64, 3 * Found.size());
    Value *Ranges = IR.CreateAlloca(Table, nullptr, "ranges");
    auto put = [&](size_t Place, Value *Number) { IR.CreateStore(Number, IR.CreateConstInBoundsGEP1_64(I64, Ranges, Place)); };
    for (auto [Index, One] : enumerate(Found)) {
      put(3 * Index, One.Begin);
      put(3 * Index + 1, One.End);
      put(3 * Index + 2, IR.getInt64(One.Written));
    }
    require(IR.CreateCall(unwrap<Function>(RawApart), {Ranges, IR.getInt64(Found.size())}));
  } else
    for (size_t A = 0; A < Found.size(); ++A)
      for (size_t B = 0; B < A; ++B)
        if (Found[A].Written || Found[B].Written)
          require(IR.CreateOr(IR.CreateICmpSLE(Found[A].End, Found[B].Begin),
                              IR.CreateICmpSLE(Found[B].End, Found[A].Begin)));
  BasicBlock *Entry = At->getParent();
  SplitBlock(Entry, At);
  Entry->getTerminator()->eraseFromParent();
  IRBuilder<>(Entry).CreateRet(Apart);
  removeUnreachableBlocks(F);
  return true;
}
}
