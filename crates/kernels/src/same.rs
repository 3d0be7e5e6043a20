//! What is the same for all threads at a cut, in a thread's code: phis are saved and restored by calls, which become accesses to
//! memory where a thread goes on alone, and parameters where all go on together.

use crate::lane::{Lane, SIMPLIFY, run, start_behind};
use crate::uniform::{Route, Ways};
use std::collections::{HashMap, HashSet};
use zymase_core::Failure;
use zymase_llvm::{Block, Builder, Function, Linkage, Type, Value};

/// The uniform values of a lane.
pub struct Same {
    pub phis: Vec<Value>,
    /// Computed from phis and parameters alone.
    pub values: HashSet<Value>,
    types: Vec<Type>,
    pub save: Vec<Function>,
    pub restore: Vec<Function>,
    /// Keeps the mask of lanes that a thread waits for.
    pub mask: Function,
    /// The blocks of the copy that the ways are about.
    blocks: Vec<Block>,
}

impl Same {
    pub fn new(function: Function, copy: Function, ways: &Ways) -> Same {
        let module = function.module();
        let original: HashMap<Value, Value> = copy.instructions().into_iter().zip(function.instructions()).collect();
        let phis: Vec<Value> = ways.phis.iter().map(|phi| original[phi]).collect();
        let types: Vec<Type> = phis.iter().map(|phi| phi.ty()).collect();
        let name = function.name();
        let declare = |kind: &str, number: usize, result, parameters: &[Type]| {
            module.declare(&format!("{name}.{kind}.{number}"), Type::function(result, parameters, false))
        };
        let pointer = module.pointer_type();
        let numbered = || types.iter().copied().enumerate();
        Same {
            save: numbered().map(|(n, ty)| declare("save", n, module.void_type(), &[ty, pointer])).collect(),
            restore: numbered().map(|(n, ty)| declare("restore", n, ty, &[pointer])).collect(),
            mask: declare("mask", 0, module.void_type(), &[module.integer_type(32), pointer]),
            values: ways.uniform.iter().map(|value| original[value]).collect(),
            blocks: copy.blocks(),
            phis,
            types,
        }
    }

    pub fn number(&self, phi: Value) -> Option<usize> {
        self.phis.iter().position(|known| *known == phi)
    }

    /// Makes of saving and restoring what it is for a thread that goes on alone, or on a route: its parameters, and whether masks are kept.
    pub fn settle(&self, function: Function, route: Option<(&[Value], bool)>) {
        for call in function.instructions().into_iter().filter(|i| i.is_call()) {
            let Some(callee) = call.called_function() else { continue };
            let arguments = call.arguments();
            let builder = Builder::before(call);
            if let Some(number) = self.restore.iter().position(|known| *known == callee) {
                let value = match route {
                    Some((parameters, _)) => parameters[number],
                    None => builder.load(call.ty(), arguments[0]),
                };
                call.replace_all_uses_with(value);
            } else if self.save.contains(&callee) || callee == self.mask {
                if route.is_none_or(|(_, keeps)| keeps && callee == self.mask) {
                    builder.store(arguments[0], arguments[1]);
                }
            } else {
                continue;
            }
            call.erase_instruction();
        }
    }

    /// What threads do on a route. `blocks`: those of the lane that the copy has as well.
    pub fn route(&self, lane: Lane, blocks: &[Block], number: usize, route: &Route) -> Result<Function, Failure> {
        let whole = lane.function;
        let module = whole.module();
        let mut types: Vec<Type> = whole.parameters().iter().map(|p| p.ty()).collect();
        types.extend(&self.types);
        let ty = Type::function(whole.return_type(), &types, false);
        let function = module.add_function(&format!("{}.route{number}", whole.name()), ty);
        function.set_linkage(Linkage::LLVMInternalLinkage);
        function.copy_target_attributes(whole);
        let parameters = function.parameters();
        let (own, phis) = parameters.split_at(whole.parameters().len());
        start_behind(lane, function, own, route.from);
        let places: HashMap<Block, usize> = whole.blocks().into_iter().enumerate().map(|(n, b)| (b, n)).collect();
        let copied = function.blocks();
        for (decided, side) in &route.decisions {
            let place = self.blocks.iter().position(|block| block == decided).expect("a block of the copy");
            let branch = copied[places[&blocks[place]]].terminator().expect("a branch");
            branch.set_operand(0, Value::integer(module.integer_type(1), i64::from(*side == 0)));
        }
        self.settle(function, Some((phis, route.next.len() > 1)));
        function.remove_unreachable_blocks();
        run(function, SIMPLIFY)?;
        Ok(function)
    }

    /// Drops what only stood for something.
    pub fn clean_up(&self) {
        self.save.iter().chain(&self.restore).chain([&self.mask]).for_each(|function| function.erase());
    }
}
