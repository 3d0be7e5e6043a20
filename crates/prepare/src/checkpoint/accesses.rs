//! What the steps of a loop read and write, and what they do that must not happen twice.

use std::collections::HashSet;
use zymase_analysis::callee::{Callee, classify, starts_lifetime};
use zymase_analysis::effects::leaves_no_trace;
use zymase_library::{Machinery, machinery};
use zymase_llvm::{Analyses, Block, Module, Opcode, Value};

/// Memory that an instruction of the loop touches.
#[derive(Copy, Clone, Debug)]
pub struct Access {
    pub at: Value,
    pub pointer: Value,
    /// As i64; none when any number of bytes of the object may be touched.
    pub size: Option<Value>,
    pub writes: bool,
}

/// All accesses but those to memory that one step has for itself.
pub struct Accesses {
    pub all: Vec<Access>,
    /// Stack objects of the function that only exist during one step.
    pub own: Vec<Value>,
    /// Do steps read memory that nothing says anything about?
    pub anywhere: bool,
}

/// Why a loop cannot run again: the instruction, and what is wrong with it.
pub type Problem = (Value, String);

pub struct Region<'a> {
    pub analyses: &'a Analyses,
    pub index: usize,
    pub blocks: &'a [Block],
    pub module: Module,
}

impl Region<'_> {
    pub fn contains(&self, value: Value) -> bool {
        value.block().is_some_and(|block| self.blocks.contains(&block))
    }

    fn instructions(&self) -> impl Iterator<Item = Value> {
        self.blocks.iter().flat_map(|block| block.instructions())
    }

    /// The objects a pointer may be based on; of what is chosen before the loop, the choice itself.
    pub fn objects(&self, pointer: Value) -> Vec<Value> {
        let mut found = Vec::new();
        let mut seen = HashSet::new();
        let mut work = vec![pointer];
        while let Some(value) = work.pop() {
            let value = value.underlying_object();
            if !seen.insert(value) {
                continue;
            }
            match value.opcode().filter(|_| self.contains(value)) {
                Some(Opcode::LLVMPHI) => work.extend(value.incoming().into_iter().map(|(v, _)| v)),
                Some(Opcode::LLVMSelect) => work.extend([value.operand(1), value.operand(2)]),
                Some(Opcode::LLVMFreeze) => work.push(value.operand(0)),
                _ => found.push(value),
            }
        }
        found
    }

    /// What the loop does to memory.
    pub fn accesses(&self) -> Result<Accesses, Problem> {
        let own = self.own_objects();
        let mut accesses = Accesses { all: Vec::new(), own, anywhere: false };
        for i in self.instructions() {
            self.collect(i, &mut accesses)?;
        }
        let Accesses { all, own, anywhere } = accesses;
        let matters = |object: &Value| !self.is_own(*object, &own) && !is_constant(*object);
        let all = all.into_iter().filter(|access| self.objects(access.pointer).iter().any(matters)).collect();
        Ok(Accesses { all, own, anywhere })
    }

    /// Does an object only live during one step?
    fn is_own(&self, object: Value, own: &[Value]) -> bool {
        let begins = || match object.opcode() {
            Some(Opcode::LLVMAlloca) => true,
            Some(Opcode::LLVMCall) => matches!(classify(object), Callee::Allocate(_)),
            _ => false,
        };
        own.contains(&object) || self.contains(object) && begins()
    }

    /// Stack objects that come to life in each step: what they held before is gone.
    fn own_objects(&self) -> Vec<Value> {
        let function = self.blocks[0].function();
        let lives = |object: &Value| {
            let users = object.users();
            let start = users.iter().find(|u| starts_lifetime(**u) && self.contains(**u));
            start.is_some_and(|start| users.iter().all(|user| self.contains(*user) && self.precedes(*start, *user)))
        };
        let allocas = function.entry().instructions().into_iter().filter(|i| i.opcode() == Some(Opcode::LLVMAlloca));
        allocas.filter(|i| !self.contains(*i) && i.operand(0).is_constant()).filter(lives).collect()
    }

    fn precedes(&self, first: Value, second: Value) -> bool {
        let (a, b) = (first.block().expect("placed"), second.block().expect("placed"));
        if a != b {
            return self.analyses.dominates(a, b);
        }
        let order = a.instructions();
        let place = |value: Value| order.iter().position(|i| *i == value);
        place(first) <= place(second)
    }

    fn collect(&self, i: Value, accesses: &mut Accesses) -> Result<(), Problem> {
        let bytes = |ty| Some(Value::integer(self.module.integer_type(64), self.module.store_size(ty) as i64));
        let access = |pointer: Value, ty, writes: bool| Access { at: i, pointer, size: bytes(ty), writes };
        let wrong = |what: &str| Err((i, what.to_string()));
        match i.opcode() {
            Some(Opcode::LLVMLoad | Opcode::LLVMStore) if !i.is_simple_access() => {
                return wrong("touches volatile or atomic memory");
            }
            Some(Opcode::LLVMLoad) => accesses.all.push(access(i.operand(0), i.ty(), false)),
            Some(Opcode::LLVMStore) => {
                let is_own = |object: &Value| self.is_own(*object, &accesses.own);
                if i.operand(0).ty().contains_pointer() && !self.objects(i.operand(1)).iter().all(is_own) {
                    return wrong("stores a pointer");
                }
                accesses.all.push(access(i.operand(1), i.operand(0).ty(), true));
            }
            Some(Opcode::LLVMCall) => return self.collect_call(i, accesses),
            Some(Opcode::LLVMInvoke | Opcode::LLVMResume) => return wrong("may throw"),
            _ if i.may_write() || i.may_throw() => return wrong("changes memory in a way that is not known"),
            _ => {}
        }
        Ok(())
    }

    fn collect_call(&self, i: Value, accesses: &mut Accesses) -> Result<(), Problem> {
        let arguments = i.arguments();
        let name = || i.called_function().map_or("a function".to_string(), |f| format!("'{}'", f.name()));
        let wrong = |what: String| Err((i, what));
        let mut add = |pointer: Value, size: Option<Value>, writes: bool| {
            accesses.all.push(Access { at: i, pointer, size, writes });
        };
        match classify(i) {
            _ if super::is_marker(i) => {}
            Callee::Hint => {}
            _ if i.called_function().and_then(|f| machinery(&f.name())) == Some(Machinery::Stack) => {}
            Callee::Math { integer_outputs, .. } => integer_outputs.iter().for_each(|k| add(arguments[*k], None, true)),
            Callee::Copy(transfer) => {
                let length = Some(arguments[transfer.length]);
                add(arguments[transfer.source], length, false);
                add(arguments[transfer.destination], length, true);
            }
            Callee::Fill { destination, length } => add(arguments[destination], Some(arguments[length]), true),
            Callee::Allocate(_) if self.is_freed(i) => {}
            Callee::Allocate(_) => return wrong(format!("allocates memory ({}) and does not free it", name())),
            Callee::Free(free) if self.contains(arguments[free.pointer].underlying_object()) => {}
            Callee::Free(_) | Callee::Reallocate(_) => {
                return wrong(format!("frees memory ({}) that it did not allocate", name()));
            }
            Callee::Runtime(_) => return wrong("asks for a derivative".to_string()),
            Callee::Defined(callee) if leaves_no_trace(callee) => accesses.anywhere = true,
            _ if i.may_throw() => return wrong(format!("calls {}, which may throw", name())),
            _ if i.does_not_access_memory() => {}
            _ if i.only_touches_arguments() => {
                let function = i.called_function();
                for (k, argument) in arguments.iter().enumerate().filter(|(_, a)| a.ty().is_pointer()) {
                    let reads = i.only_reads_memory()
                        || function.is_some_and(|f| f.parameter_has_attribute(k, "readonly"))
                        || function.is_some_and(|f| f.parameter_has_attribute(k, "readnone"));
                    add(*argument, None, false);
                    if !reads {
                        add(*argument, None, true);
                    }
                }
            }
            _ if i.only_reads_memory() => accesses.anywhere = true,
            _ => return wrong(format!("calls {}, which does more than compute", name())),
        }
        Ok(())
    }

    /// Is memory that a step allocates freed in the same step?
    pub fn is_freed(&self, allocation: Value) -> bool {
        let block = allocation.block().expect("placed");
        self.instructions().any(|i| {
            i.is_call()
                && matches!(classify(i), Callee::Free(free) if i.arguments()[free.pointer].underlying_object() == allocation)
                && self.analyses.post_dominates(i.block().expect("placed"), block)
        })
    }
}

/// Memory that nobody writes.
fn is_constant(object: Value) -> bool {
    object.is_global_variable() && object.is_constant_global()
}
