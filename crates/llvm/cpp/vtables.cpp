// Where the object lies that a pointer to a trait object counts.
//
// `Rc<dyn Trait>` has its counts in front of the object, and as much room between as the object's alignment asks for, which is in
// its table of functions. The whole program is here: if no table says more than the two counts take, there is never any room.
#include "shim.h"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {
// Tables begin with what drops the object, its size and its alignment.
constexpr uint64_t SizeAt = 8, AlignmentAt = 16, TableBytes = 24;
// The two counts.
constexpr uint64_t CountBytes = 16;
// What the language allows: loads of alignments say so.
constexpr uint64_t MostAlignment = uint64_t(1) << 29;

bool mentionsFunction(const Constant *C) {
  if (isa<Function>(C))
    return true;
  return any_of(C->operands(), [](const Use &U) { return mentionsFunction(cast<Constant>(U.get())); });
}

std::optional<uint64_t> wordAt(const GlobalVariable &Table, uint64_t Offset, const DataLayout &Layout) {
  Constant *Word = ConstantFoldLoadFromConst(const_cast<Constant *>(Table.getInitializer()),
                                             Type::getInt64Ty(Table.getContext()), APInt(64, Offset), Layout);
  auto *Number = dyn_cast_or_null<ConstantInt>(Word);
  return Number ? std::optional<uint64_t>(Number->getZExtValue()) : std::nullopt;
}

// The alignment that a constant says an object has, if it may be such a table; 0 if it is none.
uint64_t alignmentIn(const GlobalVariable &Table, const DataLayout &Layout) {
  if (!Table.isConstant() || !Table.hasInitializer())
    return 0;
  uint64_t Bytes = Layout.getTypeAllocSize(Table.getValueType());
  if (Bytes < TableBytes || (Bytes > TableBytes && !mentionsFunction(Table.getInitializer())))
    return 0;
  auto Size = wordAt(Table, SizeAt, Layout), Alignment = wordAt(Table, AlignmentAt, Layout);
  bool Fits = Size && Alignment && isPowerOf2_64(*Alignment) && *Alignment <= MostAlignment && *Size % *Alignment == 0;
  return Fits ? *Alignment : 0;
}

bool isAlignment(const Instruction &I) {
  auto *Load = dyn_cast<LoadInst>(&I);
  MDNode *Range = Load && Load->hasMetadata(LLVMContext::MD_invariant_load) ? Load->getMetadata(LLVMContext::MD_range) : nullptr;
  if (!Range || !Load->getType()->isIntegerTy(64))
    return false;
  ConstantRange Values = getConstantRangeFromMetadata(*Range);
  return Values.getLower() == 1 && Values.getUpper() == MostAlignment + 1;
}
} // namespace

// Makes the distance from the counts to the object one that is known.
extern "C" void zymase_settle_objects_behind_counts(LLVMModuleRef Raw) {
  Module &M = *unwrap(Raw);
  SmallVector<Instruction *, 16> Alignments;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (isAlignment(I))
        Alignments.push_back(&I);
  if (Alignments.empty())
    return;
  for (const GlobalVariable &Global : M.globals())
    if (alignmentIn(Global, M.getDataLayout()) > CountBytes)
      return;
  Type *Word = Type::getInt64Ty(M.getContext());
  for (Instruction *Alignment : Alignments)
    for (User *Moved : make_early_inc_range(Alignment->users())) {
      Value *Negated = nullptr;
      for (User *U : make_early_inc_range(Moved->users())) {
        auto *Masked = dyn_cast<Instruction>(U);
        if (!Masked)
          continue;
        // What is missing to the next multiple of the counts, and the next multiple of the alignment behind them.
        if (match(Masked, m_c_And(m_Add(m_Specific(Alignment), m_AllOnes()), m_SpecificInt(-CountBytes))))
          Masked->replaceAllUsesWith(ConstantInt::get(Word, 0));
        else if (match(Masked, m_c_And(m_Add(m_Specific(Alignment), m_SpecificInt(CountBytes - 1)),
                                       m_Value(Negated))) &&
                 match(Negated, m_Neg(m_Specific(Alignment))))
          Masked->replaceAllUsesWith(ConstantInt::get(Word, CountBytes));
      }
    }
}
