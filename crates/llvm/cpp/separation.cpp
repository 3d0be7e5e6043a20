// Which bytes a function touches behind its pointer parameters, as expressions that are known on entry.
#include "ranges.h"
#include "shim.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace {
// So many lines of elements are put together.
constexpr size_t MostLines = 6;
// So many elements cost little, whatever is done with them.
constexpr uint64_t FewElements = 256;

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

// Elements behind a parameter that only are read, and that all threads may read: where they lie, without gaps, so that each thread can
// have some of its own for their adjoints.
class Elements {
  // What a load reads in all iterations, if it is nothing else: from `Start`, in steps of loops.
  struct Line {
    const SCEV *Start;
    SmallVector<std::pair<const SCEV *, const SCEV *>, 4> Steps; // how far, and how often
    Guards Needed;
  };
  struct Class {
    zymase_elements Of;
    // The one with the most steps first.
    SmallVector<Line, 4> Lines;
    const SCEV *Low = nullptr, *End = nullptr;
  };

  ScalarEvolution &SE;
  const LoopInfo &LI;
  const DominatorTree &DT;
  const PostDominatorTree &PDT;
  SmallVector<Class, 8> Classes;
  SmallVector<const LoadInst *, 16> Reads;

  bool isFixed(const SCEV *S) const {
    return !isa<SCEVCouldNotCompute>(S) && !SCEVExprContains(S, [](const SCEV *Part) {
      auto *Unknown = dyn_cast<SCEVUnknown>(Part);
      return isa<SCEVAddRecExpr>(Part) || (Unknown && !isa<Argument>(Unknown->getValue()));
    });
  }

  std::optional<Line> lineOf(LoadInst &Load, const SCEV *Offset) {
    Line Found;
    while (auto *R = dyn_cast<SCEVAddRecExpr>(Offset)) {
      const SCEV *Step = R->isAffine() ? R->getStepRecurrence(SE) : nullptr, *Times = SE.getBackedgeTakenCount(R->getLoop());
      if (!Step || !isFixed(Step) || !isFixed(Times))
        return std::nullopt;
      Found.Steps.push_back({Step, SE.getNoopOrZeroExtend(Times, Type::getInt64Ty(SE.getContext()))});
      Offset = R->getStart();
    }
    auto Needed = guardsOf(Load.getParent(), DT, PDT, LI, SE);
    if (!isFixed(Offset) || !Needed)
      return std::nullopt;
    Found.Start = Offset;
    Found.Needed = *Needed;
    // Narrow steps first: those that are known.
    auto width = [](const SCEV *Step) {
      auto *Known = dyn_cast<SCEVConstant>(Step);
      return Known ? Known->getAPInt().abs().getLimitedValue() : UINT64_MAX;
    };
    stable_sort(Found.Steps, [&](auto &A, auto &B) { return width(A.first) < width(B.first); });
    return Found;
  }

  // Is every element of a line read? Where it begins, and where the element behind its last one is.
  struct Found {
    Value *Fits, *First, *Behind;
  };

  std::optional<Found> find(IRBuilder<> &IR, function_ref<Value *(const SCEV *, Type *)> expand, const Line &Of, uint64_t Period) {
    Type *I64 = IR.getInt64Ty();
    Value *Fits = IR.getTrue(), *First = expand(Of.Start, I64), *Span = IR.getInt64(Period);
    if (!First)
      return std::nullopt;
    for (auto [Condition, Wanted] : Of.Needed) {
      Value *Left = expand(SE.getSCEV(Condition->getOperand(0)), nullptr);
      Value *Right = expand(SE.getSCEV(Condition->getOperand(1)), nullptr);
      if (!Left || !Right)
        return std::nullopt;
      Value *Holds = IR.CreateICmp(Condition->getPredicate(), Left, Right);
      Fits = IR.CreateAnd(Fits, Wanted ? Holds : IR.CreateNot(Holds));
    }
    for (auto [Step, Times] : Of.Steps) {
      Value *Width = expand(Step, I64), *Count = expand(Times, I64);
      if (!Width || !Count)
        return std::nullopt;
      Value *Back = IR.CreateICmpSLT(Width, IR.getInt64(0)), *Far = IR.CreateSelect(Back, IR.CreateNeg(Width), Width);
      Fits = IR.CreateAnd(Fits, IR.CreateICmpULE(Far, Span));
      Value *Distance = IR.CreateMul(Far, Count);
      First = IR.CreateSelect(Back, IR.CreateSub(First, Distance), First);
      Span = IR.CreateAdd(Span, Distance);
    }
    return Found{Fits, First, IR.CreateAdd(First, Span)};
  }

public:
  Elements(ScalarEvolution &SE, const LoopInfo &LI, const DominatorTree &DT, const PostDominatorTree &PDT,
           ArrayRef<zymase_elements> All)
      : SE(SE), LI(LI), DT(DT), PDT(PDT) {
    for (const zymase_elements &One : All)
      Classes.push_back({One, {}});
  }

  // A load of a number `Offset` bytes behind a parameter, anywhere from `Low` to `End`.
  bool add(LoadInst &Load, const Argument &Parameter, const SCEV *Offset, const SCEV *Low, const SCEV *End) {
    bool Watched = any_of(Classes, [&](const Class &One) { return One.Of.Parameter == Parameter.getArgNo(); });
    if (!Watched || !Load.getType()->isFloatingPointTy())
      return true;
    uint64_t Bytes = Load.getDataLayout().getTypeStoreSize(Load.getType());
    for (Class &One : Classes) {
      const SCEV *First = SE.getConstant(Offset->getType(), One.Of.First);
      bool Fits = One.Of.Parameter == Parameter.getArgNo() && One.Of.Bytes == Bytes &&
                  SE.getConstantMultiple(SE.getMinusSCEV(Offset, First)).urem(One.Of.Period) == 0;
      if (!Fits)
        continue;
      One.Low = One.Low ? SE.getSMinExpr(One.Low, Low) : Low;
      One.End = One.End ? SE.getSMaxExpr(One.End, End) : End;
      if (auto Line = lineOf(Load, Offset); Line && One.Lines.size() < MostLines)
        One.Lines.insert(find_if(One.Lines, [&](auto &Known) { return Known.Steps.size() < Line->Steps.size(); }), *Line);
      Reads.push_back(&Load);
      return true;
    }
    return false;
  }

  // Requires that elements have no gaps and are read often enough, and writes where they begin, and how many they are. `Threads`: how
  // many have some of their own.
  bool write(IRBuilder<> &IR, SCEVExpander &Expander, Instruction *At, Value *Threads, Value *To,
             function_ref<void(Value *)> require) {
    Type *I64 = IR.getInt64Ty();
    auto expand = [&](const SCEV *S, Type *Ty) -> Value * {
      return Expander.isSafeToExpandAt(S, At) ? Expander.expandCodeFor(S, Ty, At) : nullptr;
    };
    Value *All = IR.getInt64(0);
    for (auto [Index, One] : enumerate(Classes)) {
      SmallVector<Found, 4> Lines;
      for (const Line &Next : One.Lines) {
        auto Known = find(IR, expand, Next, One.Of.Period);
        if (!Known)
          return false;
        Lines.push_back(*Known);
      }
      Value *Low = Lines.empty() ? nullptr : expand(One.Low, I64), *End = Low ? expand(One.End, I64) : nullptr;
      if (!End)
        return false;
      // Lines that meet are one.
      auto [Whole, First, Behind] = Lines.front();
      require(Whole);
      for (size_t Round = 1; Round < Lines.size(); ++Round)
        for (auto [Fits, Begin, Last] : drop_begin(Lines)) {
          Value *Meets = IR.CreateAnd(IR.CreateICmpSLE(Begin, Behind), IR.CreateICmpSLE(First, Last));
          Value *Taken = IR.CreateAnd(Fits, Meets);
          First = IR.CreateSelect(Taken, IR.CreateBinaryIntrinsic(Intrinsic::smin, First, Begin), First);
          Behind = IR.CreateSelect(Taken, IR.CreateBinaryIntrinsic(Intrinsic::smax, Behind, Last), Behind);
        }
      require(IR.CreateICmpSLE(First, Low));
      require(IR.CreateICmpSLE(End, IR.CreateSub(Behind, IR.getInt64(One.Of.Period - One.Of.Bytes))));
      Value *Count = IR.CreateUDiv(IR.CreateSub(Behind, First), IR.getInt64(One.Of.Period));
      IR.CreateStore(First, IR.CreateConstInBoundsGEP1_64(I64, To, 2 * Index));
      IR.CreateStore(Count, IR.CreateConstInBoundsGEP1_64(I64, To, 2 * Index + 1));
      All = IR.CreateAdd(All, Count);
    }
    // What it costs to clear and to add up the elements of all threads, against what atomic additions cost.
    Type *Double = IR.getDoubleTy();
    Value *Often = ConstantFP::get(Double, 0);
    for (const LoadInst *Load : Reads) {
      Value *Times = ConstantFP::get(Double, 1);
      for (Loop *Around = LI.getLoopFor(Load->getParent()); Around; Around = Around->getParentLoop()) {
        const SCEV *Count = SE.getBackedgeTakenCount(Around);
        Value *Known = isFixed(Count) ? expand(SE.getNoopOrZeroExtend(Count, I64), I64) : nullptr;
        if (Known)
          Times = IR.CreateFMul(Times, IR.CreateFAdd(IR.CreateUIToFP(Known, Double), ConstantFP::get(Double, 1)));
      }
      Often = IR.CreateFAdd(Often, Times);
    }
    Value *Cost = IR.CreateFMul(IR.CreateUIToFP(All, Double), IR.CreateSIToFP(Threads, Double));
    Value *Worth = IR.CreateFCmpOGE(Often, IR.CreateFMul(Cost, ConstantFP::get(Double, 2)));
    require(IR.CreateOr(Worth, IR.CreateICmpULE(All, IR.getInt64(FewElements))));
    return true;
  }
};
} // namespace

extern "C" {
// `F` is a copy of a function, with further parameters. Its loads, stores, copies and fills become a test, on entry, whether
// the bytes that they touch behind different parameters are apart. `Groups[k]` is the parameter whose bytes are touched
// behind parameter k too (itself; for a shadow the parameter it belongs to, and shadows are written), or -1. False, and a function that is
// of no use, when that cannot be known. Parameters with the same number in `Origins` are not compared with each other. If there are `Own` elements, the last parameter is where it is written where they begin behind
// their parameters, and how many they are; the first is the number of threads.
bool zymase_write_separation_test(LLVMValueRef Raw, const int *Groups, const int *Origins, LLVMValueRef RawExtremes, LLVMValueRef RawApart,
                                  const zymase_elements *Own, size_t OwnCount) {
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
  Elements OfThreads(SE, LI, FAM.getResult<DominatorTreeAnalysis>(F), FAM.getResult<PostDominatorTreeAnalysis>(F),
                     ArrayRef(Own, OwnCount));
  Type *I64 = Type::getInt64Ty(F.getContext());
  DenseMap<const Argument *, Touched> All;

  // `Merges`: of pointers, that lie behind each other.
  LoadInst *Reading = nullptr;
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
      if (Reading && !OfThreads.add(*Reading, *Parameter, SE.getMinusSCEV(Address, Base), Low, End))
        return false;
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
    Reading = dyn_cast<LoadInst>(&I);
    // A loop that is left reads the same place.
    if (Reading && I.hasMetadata("zymase.read_before"))
      continue;
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
    int Origin;
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
  if (OwnCount && !OfThreads.write(IR, Expander, At, F.getArg(0), F.getArg(F.arg_size() - 1), require))
    return false;
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
    Found.push_back({IR.CreateAdd(Start, Low), IR.CreateAdd(Start, End), Written, Origins[Parameter.getArgNo()]});
  }
  if (none_of(Found, [](const Range64 &One) { return One.Written; }) || Found.size() < 2)
    return false;
  auto isDistinct = [&](const Range64 &One) {
    return count_if(Found, [&](const Range64 &Other) { return One.Origin == Other.Origin; }) == 1;
  };
  if (Found.size() > MostComparedInLine && all_of(Found, isDistinct)) {
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
        if ((Found[A].Written || Found[B].Written) && Found[A].Origin != Found[B].Origin)
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
