// Types of Rust, as debug information lays them out: from the argument of a generic function to everything that it can lead to.
#include "shim.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"

using namespace llvm;

extern "C" {

// Keep in step with layouts.rs.
struct zymase_layout_sink {
  void *Data;
  void (*Type)(void *Data, uint32_t Number, uint32_t Form, uint64_t Size, const char *Name, size_t Length);
  void (*Part)(void *Data, uint32_t Number, uint32_t Kind, const char *Name, size_t Length, uint64_t Offset,
               uint32_t Target, uint64_t Value);
  void (*Table)(void *Data, uint32_t Number, LLVMValueRef Table, uint32_t Target);
};
}

namespace {

enum Form { Unknown = 0, Integer, Float, Pointer, Function, Array, Struct, Union, Enum, Trait };
enum Part { Member = 0, Parameter, Variant, OtherVariant, Tag, Target, Count };

std::string pathOf(const DIScope *Scope) {
  std::string Path;
  for (; Scope && (isa<DINamespace>(Scope) || isa<DIType>(Scope)); Scope = Scope->getScope())
    Path = (Scope->getName() + "::" + Path).str();
  return Path;
}

// The trait of `dyn Trait<…> + Send` or of a table `<Type as Trait<…>>::{vtable}`, without its arguments.
StringRef traitIn(StringRef Name, StringRef Before) {
  size_t At = Name.find(Before);
  if (At == StringRef::npos)
    return "";
  StringRef Trait = Name.substr(At + Before.size());
  return Trait.take_until([](char C) { return C == '<' || C == '>' || C == ' ' || C == ')' || C == '+'; });
}

// `<Type as Trait>` with types inside of `Type` that say `as` too: the last one outside of brackets counts.
StringRef traitOfTable(StringRef Name) {
  int Depth = 0;
  size_t Found = StringRef::npos;
  for (size_t I = 0; I < Name.size(); ++I) {
    if (Name[I] == '-' && I + 1 < Name.size() && Name[I + 1] == '>') {
      ++I;
      continue;
    }
    Depth += Name[I] == '<' || Name[I] == '(' || Name[I] == '[';
    Depth -= Name[I] == '>' || Name[I] == ')' || Name[I] == ']';
    if (Depth == 1 && Name.substr(I).starts_with(" as "))
      Found = I;
  }
  return Found == StringRef::npos ? "" : traitIn(Name.substr(Found), " as ");
}

struct LayoutWriter {
  Module &M;
  zymase_layout_sink &Sink;
  DenseMap<const DIType *, uint32_t> Numbers;
  SmallVector<const DIType *, 64> Order;

  // Number 0 is "nothing known".
  uint32_t number(const DIType *T) {
    if (!T)
      return 0;
    auto [It, New] = Numbers.try_emplace(T, Order.size() + 1);
    if (New)
      Order.push_back(T);
    return It->second;
  }

  void type(uint32_t Number, Form Form, const DIType *T, const std::string &Name) {
    Sink.Type(Sink.Data, Number, Form, T->getSizeInBits() / 8, Name.data(), Name.size());
  }

  void part(uint32_t Number, Part Kind, StringRef Name, uint64_t Offset, uint32_t Target, uint64_t Value = 0) {
    Sink.Part(Sink.Data, Number, Kind, Name.data(), Name.size(), Offset, Target, Value);
  }

  // The variants of an enumeration; false where a tag has several values for one of them.
  bool variants(uint32_t Number, const DICompositeType *Variants) {
    if (auto *Discriminator = Variants->getDiscriminator())
      part(Number, Tag, "", Discriminator->getOffsetInBits() / 8, 0, Discriminator->getBaseType()->getSizeInBits() / 8);
    for (DINode *N : Variants->getElements()) {
      auto *Each = dyn_cast_or_null<DIDerivedType>(N);
      if (!Each || Each->getTag() != dwarf::DW_TAG_member)
        return false;
      Constant *Value = Each->getDiscriminantValue();
      auto *Integer = dyn_cast_or_null<ConstantInt>(Value);
      if (Value && (!Integer || Integer->getBitWidth() > 64))
        return false;
      part(Number, Value ? Variant : OtherVariant, Each->getName(), Each->getOffsetInBits() / 8,
           number(Each->getBaseType()), Integer ? Integer->getZExtValue() : 0);
    }
    return true;
  }

  void members(uint32_t Number, const DICompositeType *C) {
    for (DINode *N : C->getElements()) {
      auto *Each = dyn_cast_or_null<DIDerivedType>(N);
      if (Each && Each->getTag() == dwarf::DW_TAG_member && !Each->isStaticMember())
        part(Number, Member, Each->getName(), Each->getOffsetInBits() / 8, number(Each->getBaseType()));
    }
    for (DINode *N : C->getTemplateParams())
      if (auto *Each = dyn_cast_or_null<DITemplateTypeParameter>(N))
        part(Number, Parameter, Each->getName(), 0, number(Each->getType()));
  }

  // The tables of all types that are turned into objects of this trait.
  void tables(uint32_t Number, StringRef Trait) {
    for (GlobalVariable &G : M.globals()) {
      SmallVector<DIGlobalVariableExpression *, 1> Found;
      G.getDebugInfo(Found);
      for (auto *E : Found) {
        auto *Type = dyn_cast_or_null<DICompositeType>(E->getVariable()->getType());
        if (Type && Type->getVTableHolder() && traitOfTable(E->getVariable()->getName()) == Trait)
          Sink.Table(Sink.Data, Number, wrap(&G), number(Type->getVTableHolder()));
      }
    }
  }

  void composite(uint32_t Number, const DICompositeType *C, const std::string &Name) {
    switch (C->getTag()) {
    case dwarf::DW_TAG_enumeration_type:
      return type(Number, Integer, C, Name);
    case dwarf::DW_TAG_union_type:
      type(Number, Union, C, Name);
      return members(Number, C);
    case dwarf::DW_TAG_array_type: {
      uint64_t Elements = 1;
      for (DINode *N : C->getElements()) {
        auto *Range = dyn_cast_or_null<DISubrange>(N);
        auto *Fixed = Range ? dyn_cast_if_present<ConstantInt *>(Range->getCount()) : nullptr;
        if (!Fixed)
          return type(Number, Unknown, C, Name);
        Elements *= Fixed->getZExtValue();
      }
      type(Number, Array, C, Name);
      part(Number, Target, "", 0, number(C->getBaseType()));
      return part(Number, Count, "", 0, 0, Elements);
    }
    case dwarf::DW_TAG_structure_type: {
      if (C->isForwardDecl())
        return type(Number, Unknown, C, Name);
      StringRef Trait = traitIn(C->getName(), "dyn ");
      if (!Trait.empty() && C->getElements().empty() && (C->getName().starts_with("dyn ") || C->getName().starts_with("(dyn "))) {
        type(Number, Form::Trait, C, Name);
        return tables(Number, Trait);
      }
      for (DINode *N : C->getElements())
        if (auto *Variants = dyn_cast_or_null<DICompositeType>(N); Variants && Variants->getTag() == dwarf::DW_TAG_variant_part) {
          bool Known = C->getElements().size() == 1;
          type(Number, Known ? Enum : Unknown, C, Name);
          if (!Known || !variants(Number, Variants))
            type(Number, Unknown, C, Name);
          return;
        }
      type(Number, Struct, C, Name);
      return members(Number, C);
    }
    default:
      return type(Number, Unknown, C, Name);
    }
  }

  void write(uint32_t Number, const DIType *T) {
    std::string Name = pathOf(T->getScope()) + T->getName().str();
    if (auto *B = dyn_cast<DIBasicType>(T))
      return type(Number, B->getEncoding() == dwarf::DW_ATE_float ? Float : Integer, T, Name);
    if (auto *C = dyn_cast<DICompositeType>(T))
      return composite(Number, C, Name);
    auto *D = dyn_cast<DIDerivedType>(T);
    if (D && D->getTag() == dwarf::DW_TAG_pointer_type) {
      if (isa_and_nonnull<DISubroutineType>(D->getBaseType()))
        return type(Number, Function, T, Name);
      type(Number, Pointer, T, Name);
      return part(Number, Target, "", 0, number(D->getBaseType()));
    }
    type(Number, Unknown, T, Name);
  }
};

// The argument of the generic function that a call was written in.
const DIType *argumentAround(const Instruction &Call) {
  const DILocation *At = Call.getDebugLoc();
  const DISubprogram *Program = At ? At->getScope()->getSubprogram() : nullptr;
  if (!Program)
    return nullptr;
  for (DINode *N : Program->getTemplateParams())
    if (auto *Each = dyn_cast_or_null<DITemplateTypeParameter>(N))
      return Each->getType();
  return nullptr;
}

} // namespace

// Everything that the argument of the generic function leads to that `Call` was written in; its own number is 1. False without debug information.
extern "C" bool zymase_layouts(LLVMValueRef Call, zymase_layout_sink *Sink) {
  auto *I = unwrap<Instruction>(Call);
  const DIType *Root = argumentAround(*I);
  if (!Root)
    return false;
  LayoutWriter Writer{*I->getModule(), *Sink, {}, {}};
  Writer.number(Root);
  for (uint32_t Number = 1; Number <= Writer.Order.size(); ++Number)
    Writer.write(Number, Writer.Order[Number - 1]);
  return true;
}
