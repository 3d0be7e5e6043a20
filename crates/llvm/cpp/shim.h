// The thin C layer between Rust and the parts of LLVM 22 that its C API does not offer.
#pragma once
#include "llvm-c/Core.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CBindingWrapping.h"

extern "C" {

struct zymase_callbacks {
  bool (*capture)(LLVMModuleRef);
  bool (*simplify)(LLVMModuleRef);
  bool (*shield)(LLVMModuleRef);
  bool (*differentiate)(LLVMModuleRef, unsigned);
  bool (*open)(LLVMModuleRef);
  bool (*close)(LLVMModuleRef);
};

// Numbers of `Bytes` bytes behind a parameter, `First` bytes behind it, or a multiple of `Period` further or nearer.
struct zymase_elements {
  unsigned Parameter;
  uint64_t Period, First, Bytes;
};

// Text or bitcode of a module, or an object.
struct zymase_text {
  const char *Data;
  size_t Size;
};

struct zymase_symbol {
  const char *Name;
  uint64_t Address;
};

// Takes an answer.
typedef void (*zymase_sink)(void *Where, const char *Data, size_t Size);

void zymase_register_passes(void *Host, zymase_callbacks Given);
}
