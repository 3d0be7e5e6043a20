//! Runs the threads of a block warp by warp, where not all of them have come to the same place.
//!
//! A warp runs to a barrier of the block, then the next one does. As long as the threads of a warp are together there are loops over
//! them, too.

use crate::cuts::Waits;
use crate::lane::{END, Place, WARP};
use crate::schedule::{Context, Range, Schedule};
use zymase_llvm::{Block, Builder, Function, IntPredicate, Value};

impl Schedule<'_> {
    /// Runs warp after warp, from one barrier of the block to the next.
    pub fn run_warps(&self, builder: &Builder, context: &Context, end: Block) {
        let integer = self.module().integer_type(32);
        let function = builder.block().function();
        let warps = [true, false].map(|is_flat| self.warp(is_flat));
        let [round, warp, next] = ["round", "warp", "next"].map(|name| function.append_block(name));
        let first = Builder::before(function.entry().first_non_phi().expect("an instruction"));
        let [at, alive, resumes] = ["at", "alive", "resumes"].map(|name| first.alloca(integer, name));
        builder.store(self.integer(1), resumes);
        let count = context.get(Place::Count);
        let size = |k| context.parameters[Place::Size as usize + k];
        let is_flat = builder.icmp(IntPredicate::LLVMIntEQ, builder.mul(size(1), size(2)), self.integer(1));
        builder.branch(round);
        builder.position_at_end(round);
        builder.store(self.integer(0), at);
        builder.store(self.integer(0), alive);
        builder.branch(warp);
        builder.position_at_end(warp);
        let first = builder.load(integer, at);
        let left = builder.sub(count, first);
        let full = self.integer(WARP);
        let here = builder.select(builder.icmp(IntPredicate::LLVMIntULT, left, full), left, full);
        let [flat, deep, done] = ["flat", "deep", "done"].map(|name| function.append_block(name));
        builder.conditional_branch(is_flat, flat, deep);
        let results = [(flat, warps[0]), (deep, warps[1])].map(|(block, run)| {
            builder.position_at_end(block);
            let result = builder.call(run, &[context.lanes, first, here, builder.load(integer, resumes)]);
            builder.branch(done);
            result
        });
        builder.position_at_end(done);
        let goes_on = builder.phi(integer, "alive");
        goes_on.add_incoming(results[0], flat);
        goes_on.add_incoming(results[1], deep);
        builder.store(builder.or(builder.load(integer, alive), goes_on), alive);
        let following = builder.add(first, full);
        builder.store(following, at);
        builder.conditional_branch(builder.icmp(IntPredicate::LLVMIntULT, following, count), warp, next);
        builder.position_at_end(next);
        for (index, cut) in self.cuts.cuts.iter().enumerate().filter(|(_, cut)| cut.waits == Waits::Block) {
            self.pass(builder, context, cut, index as i64 + 1, None);
        }
        let none = builder.icmp(IntPredicate::LLVMIntEQ, builder.load(integer, alive), self.integer(0));
        builder.store(self.integer(0), resumes);
        builder.conditional_branch(none, end, round);
    }

    /// The function that runs a warp to a barrier of the block.
    fn warp(&self, is_flat: bool) -> Function {
        let module = self.module();
        let (integer, pointer) = (module.integer_type(32), module.pointer_type());
        let name = if is_flat { "warp.flat" } else { "warp" };
        if let Some(known) = module.function(&format!("{}.{name}", self.kernel.name())) {
            return known;
        }
        let function = self.new_function(name, integer, &[pointer, integer, integer, integer]);
        let builder = Builder::at_end(function.append_block("entry"));
        let [lanes, first, count] = [0, 1, 2].map(|k| function.parameter(k));
        let context = self.context_of_lanes(&builder, lanes);
        let at = builder.gep(integer, context.get(Place::State), &[builder.zext(first, module.integer_type(64))]);
        let came = self.call_run_time(&builder, "common", integer, &[at, count]);
        let range = Range::Warp { first, count, is_flat };
        let crawl = function.append_block("apart");
        let ended = function.append_block("ended");
        let waits = function.append_block("waits");
        let released = builder.alloca(integer, "released");
        let blocks: Vec<Block> = self.phases.phases.iter().map(|_| function.append_block("phase")).collect();
        self.enter(&builder, came, released, (&blocks, [crawl, ended, waits]));
        for (number, phase) in self.phases.phases.iter().enumerate() {
            builder.position_at_end(blocks[number]);
            if let Some(cut) = self.cut(number as i64).filter(|cut| cut.waits != Waits::Block) {
                let set = self.call_run_time(&builder, "set_of", integer, &[count]);
                self.pass(&builder, &context, cut, number as i64, Some([first, count, set]));
            }
            let to = |next: i64| match self.cut(next) {
                _ if next == END => ended,
                Some(cut) if cut.waits == Waits::Block => waits,
                _ => blocks[next as usize],
            };
            let came = self.run_phase(&builder, &context, (phase.function, &[]), &phase.next, range);
            builder.store(self.integer(1), released);
            match came {
                None => builder.branch(phase.next.first().map_or(ended, |next| to(*next))),
                Some(came) => {
                    let together = function.append_block("together");
                    let cases: Vec<(i64, Block)> = phase.next.iter().map(|next| (*next, to(*next))).collect();
                    let all_ended = builder.icmp(IntPredicate::LLVMIntEQ, came.at, self.integer(END));
                    let parted = builder.and(came.ended, builder.not(all_ended));
                    builder.conditional_branch(parted, crawl, together);
                    builder.position_at_end(together);
                    builder.switch(came.at, crawl, &cases)
                }
            };
        }
        builder.position_at_end(crawl);
        let kinds = self.kinds();
        let threads = context.get(Place::Count);
        let released = builder.load(integer, released);
        let arguments = [lanes, self.step().value(), self.collect().value(), kinds, first, count, threads, released];
        let alive = self.call_run_time(&builder, "crawl_warp", integer, &arguments);
        builder.ret(Some(alive));
        for (block, result) in [(ended, 0), (waits, 1)] {
            builder.position_at_end(block);
            builder.ret(Some(self.integer(result)));
        }
        function
    }

    /// Goes to where the threads of a warp are.
    fn enter(
        &self,
        builder: &Builder,
        came: Value,
        released: Value,
        (blocks, [crawl, ended, waits]): (&[Block], [Block; 3]),
    ) {
        let function = builder.block().function();
        // Threads that have just come to a barrier of the block wait there, if this goes on where all were together.
        let resumes = builder.icmp(IntPredicate::LLVMIntNE, function.parameter(3), self.integer(0));
        let [goes_on, starts] = ["goes_on", "starts"].map(|name| function.append_block(name));
        builder.conditional_branch(resumes, goes_on, starts);
        for (block, at_barrier) in [(goes_on, Some(waits)), (starts, None)] {
            let is_barrier = |number: i64| self.cut(number).is_some_and(|cut| cut.waits == Waits::Block);
            let to = |number: i64| at_barrier.filter(|_| is_barrier(number)).unwrap_or(blocks[number as usize]);
            let mut cases: Vec<(i64, Block)> = (0..blocks.len() as i64).map(|number| (number, to(number))).collect();
            cases.push((END, ended));
            builder.position_at_end(block);
            builder.store(function.parameter(3), released);
            builder.switch(came, crawl, &cases);
        }
    }
}
