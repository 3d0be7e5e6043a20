// Makes objects run in this process.
#include "shim.h"

#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"

#include <mutex>

using namespace llvm;
using namespace llvm::orc;

namespace {

// What was reported while something was looked up: the lookup itself only says that it failed.
std::string Reported;

// What has been loaded stays: code that others made may call it.
Expected<LLJIT *> loader() {
  static LLJIT *Loader = nullptr;
  if (Loader)
    return Loader;
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  auto Made = LLJITBuilder().setPlatformSetUp(setUpInactivePlatform).create();
  if (!Made)
    return Made.takeError();
  (*Made)->getExecutionSession().setErrorReporter([](Error Wrong) { Reported += toString(std::move(Wrong)) + "; "; });
  return Loader = Made->release();
}

Expected<uint64_t> load(ArrayRef<zymase_text> Objects, ArrayRef<zymase_symbol> Given, const char *Symbol) {
  static unsigned Count = 0;
  Expected<LLJIT *> Found = loader();
  if (!Found)
    return Found.takeError();
  LLJIT &Loader = **Found;
  Expected<JITDylib &> Place = Loader.createJITDylib("zymase" + std::to_string(Count++));
  if (!Place)
    return Place.takeError();
  SymbolMap Known;
  for (const zymase_symbol &Each : Given)
    Known[Loader.mangleAndIntern(Each.Name)] = {ExecutorAddr(Each.Address), JITSymbolFlags::Exported | JITSymbolFlags::Callable};
  if (Error Wrong = Place->define(absoluteSymbols(std::move(Known))))
    return Wrong;
  for (const zymase_text &Each : Objects)
    if (Error Wrong = Loader.addObjectFile(*Place, MemoryBuffer::getMemBufferCopy(StringRef(Each.Data, Each.Size), "object")))
      return Wrong;
  Expected<ExecutorAddr> Address = Loader.lookup(*Place, Symbol);
  if (!Address)
    return Address.takeError();
  return Address->getValue();
}

} // namespace

// The address of a symbol in some objects, which stay loaded; zero where something is missing, which is said.
extern "C" uint64_t zymase_load(const zymase_text *Objects, size_t Count, const zymase_symbol *Given, size_t GivenCount,
                                const char *Symbol, zymase_sink Say, void *Where) {
  static std::mutex Lock;
  std::lock_guard<std::mutex> Held(Lock);
  Reported.clear();
  Expected<uint64_t> Address = load(ArrayRef(Objects, Count), ArrayRef(Given, GivenCount), Symbol);
  if (Address)
    return *Address;
  std::string Said = "error: " + Reported + toString(Address.takeError());
  Say(Where, Said.data(), Said.size());
  return 0;
}
