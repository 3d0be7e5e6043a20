//! The two halves of a loop that runs forwards and backwards at once: the first does nothing.

use super::{FusedLoop, outline};
use crate::Failure;
use crate::engine::Engine;
use crate::provider::DerivativeProvider;
use crate::signature::{self, Key, Kind, Signature, Split, pack};
use zymase_analysis::activity::Role;
use zymase_llvm::{Builder, Value};

pub struct Provider {
    pub fused: FusedLoop,
}

impl DerivativeProvider for Provider {
    fn forward(&self, _: &mut Engine, _: &Key, _: &Signature) -> Result<(), Failure> {
        Err(Failure::internal("a fused loop is only differentiated in reverse mode"))
    }

    fn split(
        &self,
        engine: &mut Engine,
        key: &Key,
        [augmented, reversed]: [&Signature; 2],
        context: &[(Value, Value)],
    ) -> Result<(), Failure> {
        let module = engine.module;
        engine.rounds.extend([augmented.function, reversed.function]);
        let first = Key { kind: Kind::Augmented(Split::Callee), ..key.clone() };
        let builder = Builder::at_end(augmented.function.append_block("entry"));
        let nothing = Value::null(module.pointer_type());
        builder.ret(Some(pack(&builder, signature::result_type(module, &first), &[nothing])));
        let gradient = self.gradient_of_step(engine, key, context)?;
        self.write_rounds(key, reversed, &gradient);
        Ok(())
    }
}

impl Provider {
    fn gradient_of_step(
        &self,
        engine: &mut Engine,
        key: &Key,
        context: &[(Value, Value)],
    ) -> Result<Signature, Failure> {
        let (originals, parameters) = (key.original.parameters(), self.fused.step.parameters());
        let pair = |(parameter, actual): &(Value, Value)| {
            let index = originals.iter().position(|p| p == parameter).filter(|index| *index > 0)?;
            Some((parameters[index], *actual))
        };
        let evidence: Vec<(Value, Value)> = context.iter().filter_map(pair).collect();
        let mut roles = key.roles.clone();
        roles[0] = Role::Constant;
        let kind = Kind::Gradient { seeded: false };
        let of_step = Key { original: self.fused.step, kind, roles, options: key.options, overwritten: Vec::new() };
        engine.derivative(&of_step, &evidence)
    }

    /// Every iteration forwards and backwards, in the order of the program: the sums come out as there.
    fn write_rounds(&self, key: &Key, reversed: &Signature, gradient: &Signature) {
        let builder = outline::write_rounds(reversed.function, reversed.primal(0), |builder, iteration| {
            let mut arguments = vec![iteration];
            for index in 1..key.roles.len() {
                arguments.push(reversed.primal(index));
                arguments.extend((0..key.options.lanes).filter_map(|lane| reversed.shadow(index, lane)));
            }
            builder.call(gradient.function, &arguments);
        });
        let second = Key { kind: Kind::Reverse(Split::Callee), ..key.clone() };
        builder.ret(Some(pack(&builder, signature::result_type(builder.module(), &second), &[])));
    }
}
