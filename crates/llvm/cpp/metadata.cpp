// What metadata says about types: struct layouts in TBAA tags, and the types of variables in debug information.
#include "shim.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace {

// Nested structs deeper than this are not looked into.
constexpr unsigned MostNesting = 32;
// Debug types beyond this many (per function) are not looked into.
constexpr size_t MostDebugTypes = 4096;

MDNode *operandNode(const MDNode *N, unsigned I) {
  return I < N->getNumOperands() ? dyn_cast_or_null<MDNode>(N->getOperand(I)) : nullptr;
}
int64_t operandInteger(const MDNode *N, unsigned I) {
  if (I < N->getNumOperands())
    if (auto *C = mdconst::dyn_extract_or_null<ConstantInt>(N->getOperand(I)))
      return C->getSExtValue();
  return 0;
}
StringRef nodeName(const MDNode *N) {
  if (N->getNumOperands())
    if (auto *S = dyn_cast_or_null<MDString>(N->getOperand(0)))
      return S->getString();
  return "";
}

struct TbaaWriter {
  int64_t *Offsets;
  const char **Names;
  int Room, Count = 0;

  // A node with one field looks like a scalar; following its first operand finds the scalar either way.
  void field(const MDNode *Type, int64_t Offset, unsigned Depth) {
    if (Depth > MostNesting || Count >= Room)
      return;
    if (Type->getNumOperands() > 3) {
      for (unsigned K = 1; K + 1 < Type->getNumOperands(); K += 2)
        if (MDNode *Inner = operandNode(Type, K))
          field(Inner, Offset + operandInteger(Type, K + 1), Depth + 1);
      return;
    }
    const MDNode *At = Type;
    for (unsigned Steps = 0; Steps < MostNesting; ++Steps) {
      MDNode *Parent = operandNode(At, 1);
      if (!Parent || nodeName(Parent) == "omnipotent char" || nodeName(Parent) == "any pointer")
        break;
      At = Parent;
      if (At->getNumOperands() > 3)
        return field(At, Offset, Depth + 1);
    }
    Offsets[Count] = Offset;
    Names[Count++] = nodeName(At).data();
  }
};

// Kinds of rows; keep in step with `DebugField` in debug.rs.
enum RowKind { Integer = 0, Float = 1, Pointer = 2, Array = 3, Opaque = 4 };

} // namespace

extern "C" {

struct zymase_debug_sink {
  void *Data;
  // `Memory`: the value points to a variable of the type; else it is the bytes of the variable from `Offset` on.
  void (*Variable)(void *Data, LLVMValueRef Value, bool Memory, uint64_t Offset, uint32_t Type, const char *Name);
  void (*Type)(void *Data, uint32_t Type, uint64_t Size, bool Scalar, const char *Name);
  void (*Row)(void *Data, uint32_t Type, uint64_t Offset, uint32_t Kind, uint64_t Size, uint32_t Target,
              uint64_t Count);
};
}

namespace {

struct DebugWriter {
  zymase_debug_sink &Sink;
  DenseMap<const DIType *, uint32_t> Numbers;
  SmallVector<const DIType *, 64> Order;
  // Number 0 is "nothing known".
  uint32_t number(const DIType *T) {
    T = strip(T);
    if (!T || Order.size() >= MostDebugTypes)
      return 0;
    auto [It, New] = Numbers.try_emplace(T, Order.size() + 1);
    if (New)
      Order.push_back(T);
    return It->second;
  }

  static const DIType *strip(const DIType *T) {
    for (unsigned Steps = 0; T && Steps < 64; ++Steps) {
      auto *D = dyn_cast<DIDerivedType>(T);
      if (!D)
        return T;
      switch (D->getTag()) {
      case dwarf::DW_TAG_typedef:
      case dwarf::DW_TAG_const_type:
      case dwarf::DW_TAG_volatile_type:
      case dwarf::DW_TAG_restrict_type:
      case dwarf::DW_TAG_atomic_type:
      case dwarf::DW_TAG_template_alias:
        T = D->getBaseType();
        continue;
      default:
        return T;
      }
    }
    return T;
  }

  void row(uint32_t Id, uint64_t Offset, RowKind Kind, uint64_t Size, uint32_t Target = 0, uint64_t Count = 0) {
    Sink.Row(Sink.Data, Id, Offset, Kind, Size, Target, Count);
  }

  void basic(uint32_t Id, const DIBasicType *B, uint64_t Offset, uint64_t Size) {
    switch (B->getEncoding()) {
    case dwarf::DW_ATE_float:
      return row(Id, Offset, Float, Size, B->getName().contains("128"));
    case dwarf::DW_ATE_complex_float:
      row(Id, Offset, Float, Size / 2, B->getName().contains("128"));
      return row(Id, Offset + Size / 2, Float, Size / 2, B->getName().contains("128"));
    case dwarf::DW_ATE_signed_char:
    case dwarf::DW_ATE_unsigned_char:
      // Characters are also how raw storage is declared.
      return row(Id, Offset, Opaque, Size);
    default:
      return row(Id, Offset, Integer, Size);
    }
  }

  // The one member of a union that has bytes: Rust's `MaybeUninit<T>` is a union of `T` and nothing.
  static const DIDerivedType *onlyMember(const DICompositeType *Union) {
    const DIDerivedType *Only = nullptr;
    for (DINode *N : Union->getElements()) {
      auto *M = dyn_cast_or_null<DIDerivedType>(N);
      if (!M || M->getTag() != dwarf::DW_TAG_member || M->isStaticMember() || !M->getSizeInBits())
        continue;
      if (Only)
        return nullptr;
      Only = M;
    }
    return Only;
  }

  void composite(uint32_t Id, const DICompositeType *C, uint64_t Offset, uint64_t Size, unsigned Depth) {
    switch (C->getTag()) {
    case dwarf::DW_TAG_union_type:
      if (const DIDerivedType *Only = onlyMember(C))
        return fields(Id, Only->getBaseType(), Offset, Depth + 1);
      return row(Id, Offset, Opaque, Size);
    case dwarf::DW_TAG_enumeration_type:
      return row(Id, Offset, Integer, Size);
    case dwarf::DW_TAG_array_type: {
      const DIType *Element = strip(C->getBaseType());
      uint64_t Stride = Element ? Element->getSizeInBits() / 8 : 0, Count = 1;
      for (DINode *N : C->getElements())
        if (auto *Range = dyn_cast_or_null<DISubrange>(N)) {
          auto *Fixed = dyn_cast_if_present<ConstantInt *>(Range->getCount());
          Count = Fixed && Fixed->getSExtValue() >= 0 ? Count * Fixed->getZExtValue() : 0;
        }
      if (C->isVector() && Stride)
        Count = Size / Stride;
      return row(Id, Offset, Array, Stride, number(Element), Count);
    }
    case dwarf::DW_TAG_structure_type:
    case dwarf::DW_TAG_class_type:
      if (C->isForwardDecl())
        return row(Id, Offset, Opaque, Size);
      for (DINode *N : C->getElements()) {
        auto *M = dyn_cast_or_null<DIDerivedType>(N);
        if (!M) {
          if (isa_and_nonnull<DICompositeType>(N) && N->getTag() == dwarf::DW_TAG_variant_part)
            return row(Id, Offset, Opaque, Size);
          continue;
        }
        if (M->isStaticMember())
          continue;
        if (M->getTag() == dwarf::DW_TAG_inheritance && (M->getFlags() & DINode::FlagVirtual))
          continue;
        if (M->getTag() != dwarf::DW_TAG_member && M->getTag() != dwarf::DW_TAG_inheritance)
          continue;
        uint64_t At = Offset + M->getOffsetInBits() / 8;
        if (M->isBitField())
          row(Id, At, Integer, (M->getOffsetInBits() % 8 + M->getSizeInBits() + 7) / 8);
        else
          fields(Id, M->getBaseType(), At, Depth + 1);
      }
      return;
    default:
      return row(Id, Offset, Opaque, Size);
    }
  }

  void fields(uint32_t Id, const DIType *T, uint64_t Offset, unsigned Depth) {
    T = strip(T);
    if (!T || Depth > MostNesting)
      return;
    uint64_t Size = T->getSizeInBits() / 8;
    if (auto *B = dyn_cast<DIBasicType>(T))
      return basic(Id, B, Offset, Size);
    if (auto *C = dyn_cast<DICompositeType>(T))
      return composite(Id, C, Offset, Size, Depth);
    if (auto *D = dyn_cast<DIDerivedType>(T))
      switch (D->getTag()) {
      case dwarf::DW_TAG_pointer_type:
        return row(Id, Offset, Pointer, Size ? Size : 8, number(D->getBaseType()));
      // To one object, never the first of several.
      case dwarf::DW_TAG_reference_type:
      case dwarf::DW_TAG_rvalue_reference_type:
        return row(Id, Offset, Pointer, Size ? Size : 8, number(D->getBaseType()), 1);
      case dwarf::DW_TAG_ptr_to_member_type:
        return row(Id, Offset, Integer, Size);
      default:
        break;
      }
    row(Id, Offset, Opaque, Size);
  }

  void variable(Value *V, const DIVariable *Variable, const DIExpression *Expression, bool Memory) {
    uint64_t Offset = 0;
    if (!V || isa<UndefValue>(V) || !Variable)
      return;
    if (Expression && Expression->getNumElements()) {
      auto Fragment = Expression->getFragmentInfo();
      if (Memory || !Fragment || Expression->getNumElements() != 3 || Fragment->OffsetInBits % 8)
        return;
      Offset = Fragment->OffsetInBits / 8;
    }
    if (uint32_t Type = number(Variable->getType()))
      Sink.Variable(Sink.Data, wrap(V), Memory, Offset, Type, Variable->getName().data() ? Variable->getName().data() : "");
  }

  void finish() {
    for (uint32_t Id = 1; Id <= Order.size(); ++Id) {
      const DIType *T = Order[Id - 1];
      bool Scalar = !isa<DICompositeType>(T) || T->getTag() == dwarf::DW_TAG_enumeration_type;
      Sink.Type(Sink.Data, Id, T->getSizeInBits() / 8, Scalar, T->getName().data() ? T->getName().data() : "");
      fields(Id, T, 0, 0);
    }
  }
};

} // namespace

extern "C" {

// Fields of the struct that the TBAA tag of an access names, and where in it the access is. Returns their number, -1
// when the tag names no struct.
int zymase_tbaa_base(LLVMValueRef I, int64_t *At, int64_t *Offsets, const char **Names, int Room) {
  auto *Inst = dyn_cast<Instruction>(unwrap(I));
  MDNode *Tag = Inst ? Inst->getMetadata(LLVMContext::MD_tbaa) : nullptr;
  if (!Tag || Tag->getNumOperands() < 3)
    return -1;
  MDNode *Base = operandNode(Tag, 0), *Access = operandNode(Tag, 1);
  if (!Base || !Access || Base == Access)
    return -1;
  *At = operandInteger(Tag, 2);
  TbaaWriter Writer{Offsets, Names, Room};
  for (unsigned K = 1; K + 1 < Base->getNumOperands(); K += 2)
    if (MDNode *Inner = operandNode(Base, K))
      Writer.field(Inner, operandInteger(Base, K + 1), 0);
  return Writer.Count;
}

// Variables of a function (and the global variables listed) with their types.
void zymase_debug_variables(LLVMValueRef F, LLVMValueRef *Globals, uint32_t GlobalCount, zymase_debug_sink *Sink) {
  DebugWriter Writer{*Sink, {}, {}};
  for (BasicBlock &B : *unwrap<Function>(F))
    for (Instruction &I : B)
      for (DbgVariableRecord &R : filterDbgVars(I.getDbgRecordRange())) {
        if (R.isDbgAssign() && !R.getExpression()->getFragmentInfo())
          Writer.variable(R.getAddress(), R.getVariable(), R.getAddressExpression(), true);
        else if (R.getNumVariableLocationOps() == 1)
          Writer.variable(R.getVariableLocationOp(0), R.getVariable(), R.getExpression(), R.isDbgDeclare());
      }
  for (uint32_t K = 0; K < GlobalCount; ++K) {
    auto *G = dyn_cast<GlobalVariable>(unwrap(Globals[K]));
    SmallVector<DIGlobalVariableExpression *, 1> Found;
    if (G)
      G->getDebugInfo(Found);
    for (auto *E : Found)
      Writer.variable(G, E->getVariable(), E->getExpression(), true);
  }
  Writer.finish();
}
}
