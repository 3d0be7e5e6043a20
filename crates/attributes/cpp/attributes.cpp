// Attributes of the interface in source code: `__attribute__((enzyme_inactive))` and its kin.
//
// Each becomes the annotation of the same name, which the pass plugin reads from the module. What an annotation may stand on,
// and that instantiations of templates and later declarations have it too, is then clang's own business.

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace {

// On what an attribute may stand.
enum class Place { Functions, FunctionsAndVariables };

// The function that a declaration declares, of a template the one that it is a pattern for.
const FunctionDecl *functionOf(const Decl *D) {
  if (auto *Template = dyn_cast<FunctionTemplateDecl>(D))
    return Template->getTemplatedDecl();
  return dyn_cast<FunctionDecl>(D);
}

class Attribute : public ParsedAttrInfo {
public:
  bool diagAppertainsToDecl(Sema &S, const ParsedAttr &Given, const Decl *D) const override {
    if (functionOf(D) || (Where == Place::FunctionsAndVariables && (isa<VarDecl>(D) || isa<FieldDecl>(D))))
      return true;
    S.Diag(Given.getLoc(), Misplaced(S)) << Given.getAttrName();
    return false;
  }

  AttrHandling handleDeclAttribute(Sema &S, Decl *D, const ParsedAttr &Given) const override {
    std::string Text = Spellings.front().NormalizedFullName;
    if (NumArgs == 1) {
      StringRef Model;
      if (!S.checkStringLiteralArgumentAttr(Given, 0, Model))
        return AttributeNotApplied;
      Text += "=" + Model.str();
    }
    Decl *Target = D;
    if (auto *Template = dyn_cast<FunctionTemplateDecl>(D))
      Target = Template->getTemplatedDecl();
    Target->addAttr(AnnotateAttr::Create(S.Context, Text, nullptr, 0, Given.getRange()));
    return AttributeApplied;
  }

protected:
  Attribute(ArrayRef<Spelling> Names, Place Where, unsigned Arguments = 0) : Where(Where) {
    Spellings = Names;
    NumArgs = Arguments;
  }

private:
  Place Where;

  unsigned Misplaced(Sema &S) const {
    DiagnosticsEngine &Engine = S.getDiagnostics();
    if (Where == Place::Functions)
      return Engine.getCustomDiagID(DiagnosticsEngine::Error, "%0 stands on functions only");
    return Engine.getCustomDiagID(DiagnosticsEngine::Error, "%0 stands on functions, variables and members only");
  }
};

// The registry makes each by its type.
#define ATTRIBUTE(TYPE, NAME, PLACE, ARGUMENTS)                                                                        \
  struct TYPE : Attribute {                                                                                            \
    static constexpr Spelling Names[] = {{ParsedAttr::AS_GNU, NAME}};                                                  \
    TYPE() : Attribute(Names, PLACE, ARGUMENTS) {}                                                                     \
  };                                                                                                                   \
  ParsedAttrInfoRegistry::Add<TYPE> Register##TYPE(NAME, "an attribute of functions with derivatives");

ATTRIBUTE(Inactive, "enzyme_inactive", Place::FunctionsAndVariables, 0)
ATTRIBUTE(NoFree, "enzyme_nofree", Place::FunctionsAndVariables, 0)
ATTRIBUTE(ShouldRecompute, "enzyme_shouldrecompute", Place::FunctionsAndVariables, 0)
ATTRIBUTE(Elementwise, "enzyme_elementwise", Place::Functions, 0)
ATTRIBUTE(SparseAccumulate, "enzyme_sparse_accumulate", Place::Functions, 0)
ATTRIBUTE(FunctionLike, "enzyme_function_like", Place::Functions, 1)

} // namespace
