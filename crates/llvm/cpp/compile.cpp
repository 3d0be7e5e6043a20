// Compiles modules in this process, for hosts that are no compilers: nothing is started, and no library is linked.
#include "shim.h"

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/IPO/Internalize.h"

#include <mutex>

using namespace llvm;

namespace {

struct Listener : DiagnosticHandler {
  std::string &Said;
  explicit Listener(std::string &Said) : Said(Said) {}
  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    if (Info.getSeverity() == DS_Error) {
      raw_string_ostream Stream(Said);
      DiagnosticPrinterRawOStream Printer(Stream);
      Stream << (Said.empty() ? "error: " : "\nerror: ");
      Info.print(Printer);
    }
    return true;
  }
};

// What LLVM cannot go on after: the request ends, the process does not.
void onFatalError(void *Said, const char *Reason, bool) {
  *static_cast<std::string *>(Said) = std::string("error: LLVM: ") + Reason;
  CrashRecoveryContext::GetCurrent()->HandleExit(70);
}

// One request at a time. What goes wrong in it, crashes too, is said.
bool carryOut(function_ref<bool(std::string &, std::string &)> Work, zymase_sink Give, void *Where) {
  static std::mutex Lock;
  std::lock_guard<std::mutex> Held(Lock);
  std::string Made, Said;
  bool Done = false;
  CrashRecoveryContext::Enable();
  {
    ScopedFatalErrorHandler Handler(onFatalError, &Said);
    CrashRecoveryContext Context;
    if (!Context.RunSafely([&] { Done = Work(Made, Said); })) {
      Done = false;
      if (Said.empty())
        Said = "error: the compiler crashed: this is a bug in zymase, or in LLVM";
    }
  }
  CrashRecoveryContext::Disable();
  const std::string &Answer = Done ? Made : Said;
  Give(Where, Answer.data(), Answer.size());
  return Done;
}

std::unique_ptr<Module> read(zymase_text Text, LLVMContext &Context, std::string &Said) {
  SMDiagnostic Wrong;
  // Text must end with a zero: it is copied.
  auto Buffer = MemoryBuffer::getMemBufferCopy(StringRef(Text.Data, Text.Size), "given");
  std::unique_ptr<Module> M = parseIR(Buffer->getMemBufferRef(), Wrong, Context);
  if (!M) {
    raw_string_ostream Stream(Said);
    Wrong.print(nullptr, Stream, false);
  }
  return M;
}

// The kind of this machine. As compilers do unless told otherwise, for all processors of its kind: the wide vectors of some do not
// pay in derivatives, whose loops reload what they have just stored.
std::unique_ptr<TargetMachine> machine(std::string &Said) {
  static std::once_flag Once;
  std::call_once(Once, [] {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
    InitializeNativeTargetAsmParser();
  });
  Triple Here(sys::getProcessTriple());
  const Target *Found = TargetRegistry::lookupTarget(Here, Said);
  if (!Found)
    return nullptr;
  StringRef Processor = Here.getArch() == Triple::x86_64 ? "x86-64" : "generic";
  return std::unique_ptr<TargetMachine>(Found->createTargetMachine(Here, Processor, "", TargetOptions(), Reloc::PIC_,
                                                                   CodeModel::Small, CodeGenOptLevel::Default));
}

// What the passes of a host need to know, for one module.
struct Managers {
  TargetLibraryInfoImpl Library;
  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager Graphs;
  ModuleAnalysisManager Modules;
  Managers(PassBuilder &Builder, const Module &M) : Library(M.getTargetTriple()) {
    Functions.registerPass([this] { return TargetLibraryAnalysis(Library); });
    Builder.registerModuleAnalyses(Modules);
    Builder.registerCGSCCAnalyses(Graphs);
    Builder.registerFunctionAnalyses(Functions);
    Builder.registerLoopAnalyses(Loops);
    Builder.crossRegisterProxies(Loops, Functions, Graphs, Modules);
  }
};

// All parts as one module; of the last one only what the others need.
std::unique_ptr<Module> linked(ArrayRef<zymase_text> Parts, LLVMContext &Context, std::string &Said) {
  std::unique_ptr<Module> Whole;
  for (size_t Place = 0; Place < Parts.size(); Place++) {
    std::unique_ptr<Module> Part = read(Parts[Place], Context, Said);
    if (!Part)
      return nullptr;
    if (!Whole) {
      Whole = std::move(Part);
      continue;
    }
    Part->setTargetTriple(Whole->getTargetTriple());
    Part->setDataLayout(Whole->getDataLayout());
    unsigned Flags = Place + 1 == Parts.size() ? Linker::LinkOnlyNeeded : Linker::None;
    if (Linker::linkModules(*Whole, std::move(Part), Flags))
      return nullptr;
  }
  return Whole;
}

void optimise(Module &M, TargetMachine &Machine, StringRef Kept, zymase_callbacks Callbacks) {
  PipelineTuningOptions Tuning;
  Tuning.LoopVectorization = Tuning.SLPVectorization = true;
  PassBuilder Builder(&Machine, Tuning);
  zymase_register_passes(&Builder, Callbacks);
  Managers Known(Builder, M);
  ModulePassManager Passes;
  Passes.addPass(InternalizePass([Kept](const GlobalValue &Value) { return Value.getName() == Kept; }));
  Passes.addPass(GlobalDCEPass());
  Passes.addPass(Builder.buildPerModuleDefaultPipeline(OptimizationLevel::O2));
  Passes.run(M, Known.Modules);
}

bool writeObject(Module &M, TargetMachine &Machine, std::string &Made) {
  SmallVector<char, 0> Bytes;
  raw_svector_ostream Stream(Bytes);
  legacy::PassManager Passes;
  Passes.add(new TargetLibraryInfoWrapperPass(M.getTargetTriple()));
  if (Machine.addPassesToEmitFile(Passes, Stream, nullptr, CodeGenFileType::ObjectFile))
    return false;
  Passes.run(M);
  Made.assign(Bytes.data(), Bytes.size());
  return true;
}

} // namespace

// The text of a module after some passes.
extern "C" bool zymase_run_passes(zymase_text Text, const char *Names, zymase_sink Give, void *Where) {
  auto Work = [&](std::string &Made, std::string &Said) {
    LLVMContext Context;
    Context.setDiagnosticHandler(std::make_unique<Listener>(Said));
    std::unique_ptr<Module> M = read(Text, Context, Said);
    if (!M)
      return false;
    PassBuilder Builder;
    Managers Known(Builder, *M);
    ModulePassManager Passes;
    if (Error Wrong = Builder.parsePassPipeline(Passes, Names)) {
      Said = toString(std::move(Wrong));
      return false;
    }
    Passes.run(*M, Known.Modules);
    raw_string_ostream Stream(Made);
    M->print(Stream, nullptr);
    return Said.empty();
  };
  return carryOut(Work, Give, Where);
}

// The object of some modules, of which only the function `Kept` can be seen.
extern "C" bool zymase_make_object(const zymase_text *Parts, size_t Count, const char *Kept, zymase_callbacks Callbacks,
                                   zymase_sink Give, void *Where) {
  auto Work = [&](std::string &Made, std::string &Said) {
    LLVMContext Context;
    Context.setDiagnosticHandler(std::make_unique<Listener>(Said));
    std::unique_ptr<TargetMachine> Machine = machine(Said);
    std::unique_ptr<Module> M = Machine ? linked(ArrayRef(Parts, Count), Context, Said) : nullptr;
    if (!M)
      return false;
    M->setTargetTriple(Machine->getTargetTriple());
    M->setDataLayout(Machine->createDataLayout());
    M->setPICLevel(PICLevel::BigPIC);
    optimise(*M, *Machine, Kept, Callbacks);
    return Said.empty() && writeObject(*M, *Machine, Made) && Said.empty();
  };
  return carryOut(Work, Give, Where);
}
