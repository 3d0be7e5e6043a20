//! Runs the threads of a block together: from cut to cut, as long as all of them come to the same one.
//!
//! What is the same for all threads is computed here, once: it decides which route they take, and is given to each of them. Where
//! some threads have ended, the others are still together: there is a second version for them, which skips those.

use crate::lane::{END, Place};
use crate::schedule::{Context, Range, Schedule};
use crate::uniform::{Evaluation, Route, Way};
use std::cell::RefCell;
use std::collections::HashMap;
use zymase_llvm::{Block, Builder, IntPredicate, Value};

/// The code of a block that is being written.
pub struct Together<'a> {
    schedule: &'a Schedule<'a>,
    context: &'a Context,
    builder: &'a Builder,
    /// Where threads go on behind each cut, all of them or those that have not ended.
    nodes: RefCell<HashMap<(i64, bool), Block>>,
    /// Those that are not written yet.
    open: RefCell<Vec<(i64, bool)>>,
    end: Block,
    /// Slots of the uniform phis.
    phis: HashMap<Value, Value>,
}

impl<'a> Together<'a> {
    pub fn new(schedule: &'a Schedule<'a>, context: &'a Context, builder: &'a Builder) -> Together<'a> {
        let function = builder.block().function();
        let phis = &schedule.phases.ways.phis;
        Together {
            schedule,
            context,
            builder,
            nodes: RefCell::default(),
            open: RefCell::default(),
            end: function.append_block("end"),
            phis: phis.iter().map(|phi| (*phi, builder.alloca(phi.ty(), "same"))).collect(),
        }
    }

    pub fn write(&self) {
        self.builder.branch(self.node(0, false));
        loop {
            let next = self.open.borrow_mut().pop();
            let Some((number, is_living)) = next else { break };
            self.builder.position_at_end(self.node(number, is_living));
            if let Some(cut) = self.schedule.cut(number) {
                self.schedule.pass_together(self.builder, self.context, (cut, number), is_living);
            }
            self.go(&self.schedule.phases.ways.ways[number as usize], is_living);
        }
        self.builder.position_at_end(self.end);
        self.builder.ret(None);
    }

    /// Where threads go on behind a cut.
    fn node(&self, number: i64, is_living: bool) -> Block {
        *self.nodes.borrow_mut().entry((number, is_living)).or_insert_with(|| {
            self.open.borrow_mut().push((number, is_living));
            self.builder.block().function().append_block("cut")
        })
    }

    fn evaluation<'b>(&'b self, route: &'b Route) -> Evaluation<'b> {
        Evaluation {
            ways: &self.schedule.phases.ways,
            route,
            builder: self.builder,
            parameters: &self.context.parameters,
            phis: &self.phis,
        }
    }

    fn go(&self, way: &Way, is_living: bool) {
        let function = self.builder.block().function();
        match way {
            Way::Decide(route, branch, sides) => {
                let condition = self.evaluation(route).condition(*branch);
                let blocks: Vec<Block> = sides.iter().map(|_| function.append_block("side")).collect();
                self.builder.conditional_branch(condition, blocks[0], blocks[1]);
                for (block, side) in blocks.into_iter().zip(sides) {
                    self.builder.position_at_end(block);
                    self.go(side, is_living);
                }
            }
            Way::Take(number) => self.take(*number, is_living),
        }
    }

    /// Lets all threads take a route.
    fn take(&self, number: usize, is_living: bool) {
        let phases = self.schedule.phases;
        let route = &phases.ways.routes[number];
        let same: Vec<Value> = phases.ways.phis.iter().map(|phi| self.builder.load(phi.ty(), self.phis[phi])).collect();
        let code = (phases.routes[number], &same[..]);
        let range = if is_living { Range::Living } else { Range::Block };
        let came = self.schedule.run_phase(self.builder, self.context, code, &route.next, range);
        match (&route.next[..], came) {
            ([next], _) => self.arrive(route, *next, None, is_living),
            (several, Some(came)) => {
                let function = self.builder.block().function();
                let apart = function.append_block("apart");
                let cases: Vec<(i64, Block)> =
                    several.iter().map(|next| (*next, function.append_block("all"))).collect();
                self.builder.switch(came.at, apart, &cases);
                for (next, block) in cases {
                    self.builder.position_at_end(block);
                    self.arrive(route, next, route.next.contains(&END).then_some(came.ended), is_living);
                }
                self.builder.position_at_end(apart);
                self.part(route);
            }
            (_, None) => {
                self.builder.unreachable();
            }
        }
    }

    /// All threads have come to the same cut; `ended` says whether some have not, because they have ended.
    fn arrive(&self, route: &Route, next: i64, ended: Option<Value>, is_living: bool) {
        if next == END {
            self.builder.branch(self.end);
            return;
        }
        let evaluation = self.evaluation(route);
        let phis = &self.schedule.phases.ways.phis;
        let changed: Vec<(Value, Value)> =
            phis.iter().filter_map(|phi| Some((*phi, evaluation.phi_at(*phi, next)?))).collect();
        for (phi, value) in changed {
            self.builder.store(value, self.phis[&phi]);
        }
        match ended.filter(|_| !is_living) {
            Some(ended) => {
                self.builder.conditional_branch(ended, self.node(next, true), self.node(next, false));
            }
            None => {
                self.builder.branch(self.node(next, is_living));
            }
        }
    }

    /// Threads have come to different cuts: each gets what was the same for all, and goes on alone, or with its warp.
    fn part(&self, route: &Route) {
        let (schedule, builder, context) = (self.schedule, self.builder, self.context);
        let module = schedule.module();
        let (integer, long) = (module.integer_type(32), module.integer_type(64));
        let evaluation = self.evaluation(route);
        let phis = &schedule.phases.ways.phis;
        let known = |next: i64| {
            let places = schedule.phases.spread.get(usize::try_from(next).ok()?)?;
            let value =
                |phi: Value| evaluation.phi_at(phi, next).unwrap_or_else(|| builder.load(phi.ty(), self.phis[&phi]));
            Some((next, places.iter().map(|(phi, offset)| (value(phis[*phi]), *offset)).collect::<Vec<_>>()))
        };
        let spread: Vec<(i64, Vec<(Value, u64)>)> = route.next.iter().filter_map(|next| known(*next)).collect();
        let function = builder.block().function();
        let first = Builder::before(function.entry().first_non_phi().expect("an instruction"));
        let counter = first.alloca(long, "thread");
        builder.store(Value::integer(long, 0), counter);
        let [next_thread, done, gone] = ["thread", "done", "gone"].map(|name| function.append_block(name));
        builder.branch(next_thread);
        builder.position_at_end(next_thread);
        let thread = builder.load(long, counter);
        let came = builder.load(integer, builder.gep(integer, context.get(Place::State), &[thread]));
        let cases: Vec<(i64, Block)> = spread.iter().map(|(next, _)| (*next, function.append_block("at"))).collect();
        builder.switch(came, done, &cases);
        for ((_, block), (_, values)) in cases.iter().zip(&spread) {
            builder.position_at_end(*block);
            for (value, offset) in values {
                let array = schedule.array(builder, context, *offset);
                builder.store(*value, builder.gep(value.ty(), array, &[thread]));
            }
            builder.branch(done);
        }
        builder.position_at_end(done);
        let following = builder.add(thread, Value::integer(long, 1));
        builder.store(following, counter);
        let count = builder.zext(context.get(Place::Count), long);
        builder.conditional_branch(builder.icmp(IntPredicate::LLVMIntULT, following, count), next_thread, gone);
        builder.position_at_end(gone);
        self.go_on_apart();
    }

    fn go_on_apart(&self) {
        let (schedule, builder) = (self.schedule, self.builder);
        if schedule.has_warps() {
            schedule.run_warps(builder, self.context, self.end);
            return;
        }
        let cuts = schedule.integer(schedule.cuts.cuts.len() as i64);
        let (step, collect) = (schedule.step().value(), schedule.collect().value());
        let arguments = [self.context.lanes, step, collect, schedule.kinds(), self.context.get(Place::Count), cuts];
        schedule.call_run_time(builder, "crawl", schedule.module().void_type(), &arguments);
        builder.branch(self.end);
    }
}
