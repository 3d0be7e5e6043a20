//! Control flow of the reverse sweep.
//!
//! Each block has a reverse block. A loop is entered backwards with the trip count in a counter that runs down to 0; its
//! header decides between one more iteration and the preheader. When a loop can be left in several ways, the first
//! reverse iteration starts at the block that left it, chosen in a dispatch block, so that the reverse loop has one entry.

use super::lookup::Place;
use super::{LoopReverse, Reverse, Signature};
use zymase_core::Failure;
use zymase_core::machine::memory_pointer;
use zymase_llvm::{Block, Builder, IntPredicate, Value};
use zymase_plan::{Item, LoopStorage, Next};

/// A phi with its adjoints and whether it was used, one per lane.
type PhiAdjoint = (Value, Vec<(Value, Option<Value>)>);

impl Reverse<'_> {
    /// Emits the reverse of every block; the last one branches to `finish`.
    pub fn reverse_everything(&mut self, signature: &Signature, finish: Block) -> Result<(), Failure> {
        let order: Vec<Block> =
            self.prepared.blocks.iter().copied().filter(|b| self.plan.flow.reversed.contains(b)).collect();
        for block in &order {
            let reverse = self.function.append_block(&format!("reverse.{}", block.name()));
            self.blocks.insert(*block, reverse);
        }
        for index in self.plan.flow.loops.clone() {
            self.declare_loop(index);
        }
        for index in self.plan.flow.loops.clone() {
            self.connect_loop(index);
        }
        self.seed_result(signature)?;
        for block in order {
            self.reverse_block(block, finish)?;
        }
        Ok(())
    }

    /// The seed is the adjoint of the returned value.
    fn seed_result(&mut self, signature: &Signature) -> Result<(), Failure> {
        let Some(block) = self.prepared.return_block else { return Ok(()) };
        let ret = block.terminator().expect("the return");
        if ret.operand_count() == 1
            && let Some(place) = signature.seed
        {
            self.builder.position_at_end(self.blocks[&block]);
            self.each_lane(|this| {
                let seed = this.function.parameter(place + this.sweep.lane());
                this.add_adjoint(ret.operand(0), seed)
            })?;
        }
        Ok(())
    }

    fn declare_loop(&mut self, index: usize) {
        let module = self.builder.module();
        let top = Builder::before(self.setup.first_instruction().expect("the setup block branches"));
        let i64_type = module.integer_type(64);
        let records = matches!(self.plan.storage.get(&index), Some(LoopStorage::Records { .. }));
        let exits = self.exits_of(index);
        let entry = self.function.append_block("reverse.enter");
        let dispatch = (exits.len() > 1).then(|| self.function.append_block("reverse.again"));
        let found = LoopReverse {
            entry,
            dispatch,
            counter: top.alloca(i64_type, "reverse.counter"),
            which: top.alloca(module.integer_type(32), "reverse.exit"),
            record: records.then(|| top.alloca(memory_pointer(module), "reverse.record")),
            exits,
        };
        self.loops.insert(index, found);
    }

    /// Edges out of a loop that lead to the return.
    fn exits_of(&self, index: usize) -> Vec<(Block, Block)> {
        let mut exits = Vec::new();
        for block in &self.prepared.blocks {
            if !self.prepared.loop_contains(index, self.prepared.loop_of(*block)) {
                continue;
            }
            for next in block.successors() {
                if !self.prepared.loop_contains(index, self.prepared.loop_of(next))
                    && self.prepared.reaches_end(next, self.plan.flow.unwinds)
                {
                    exits.push((*block, next));
                }
            }
        }
        exits
    }

    /// Branches from the entry of a reverse loop to where its first iteration starts.
    fn connect_loop(&mut self, index: usize) {
        let (entry, dispatch, which) = {
            let found = &self.loops[&index];
            (found.entry, found.dispatch, found.which)
        };
        let exits = self.loops[&index].exits.clone();
        let targets: Vec<Block> = exits.iter().map(|(inside, _)| self.first_block_within(index, *inside)).collect();
        let builder = Builder::at_end(entry);
        let Some(dispatch) = dispatch else {
            match targets.first() {
                Some(target) => builder.branch(*target),
                None => builder.unreachable(),
            };
            return;
        };
        builder.branch(dispatch);
        builder.position_at_end(dispatch);
        let chosen = builder.load(builder.module().integer_type(32), which);
        let latch = self.blocks[&self.prepared.loops[index].latch];
        let cases: Vec<(i64, Block)> = targets.iter().enumerate().map(|(k, t)| (k as i64 + 1, *t)).collect();
        builder.switch(chosen, latch, &cases);
    }

    /// Where reversing starts inside loop `index` when it was left from `inside`: there, or at the entry of the nested
    /// loop that was left at the same time.
    fn first_block_within(&self, index: usize, inside: Block) -> Block {
        let nested =
            self.prepared.loops_around(inside).into_iter().find(|l| self.prepared.loops[*l].parent == Some(index));
        match nested {
            Some(child) if self.loops.contains_key(&child) => self.loops[&child].entry,
            Some(child) => self.first_block_within(index, self.prepared.loops[child].preheader),
            None => self.blocks[&inside],
        }
    }

    fn reverse_block(&mut self, block: Block, finish: Block) -> Result<(), Failure> {
        self.builder.position_at_end(self.blocks[&block]);
        for instruction in block.instructions().into_iter().rev() {
            if instruction.opcode() == Some(zymase_llvm::Opcode::LLVMPHI) {
                break;
            }
            self.builder.set_location_of(instruction);
            self.reverse_instruction(block, instruction)?;
        }
        let mut phis = Vec::new();
        for phi in block.phis() {
            if self.activity.is_active(phi) {
                let mut lanes = Vec::new();
                self.each_lane(|this| {
                    lanes.push((this.take_adjoint(phi)?, this.take_used(phi)));
                    Ok(())
                })?;
                phis.push((phi, lanes));
            }
        }
        match self.plan.flow.next(block).clone() {
            Next::Finish => {
                self.builder.branch(finish);
                Ok(())
            }
            Next::Header(index) => self.reverse_header(block, index, &phis),
            Next::Straight { to, edge_from } => {
                if let Some(from) = edge_from {
                    self.pass_to_incoming(&phis, from)?;
                }
                self.go_to(block, to)
            }
            Next::Choose(predecessors) => self.reverse_merge(block, &predecessors, &phis),
        }
    }

    fn pass_to_incoming(&mut self, phis: &[PhiAdjoint], from: Block) -> Result<(), Failure> {
        for (phi, lanes) in phis {
            let value = phi.incoming_for(from).expect("an entry per predecessor");
            self.each_lane(|this| {
                let (adjoint, used) = lanes[this.sweep.lane()];
                this.while_used(used, |this| this.add_adjoint(value, adjoint))
            })?;
        }
        Ok(())
    }

    fn reverse_header(&mut self, block: Block, index: usize, phis: &[PhiAdjoint]) -> Result<(), Failure> {
        let found = self.prepared.loops[index].clone();
        let i64_type = self.builder.module().integer_type(64);
        let variable = self.loops[&index].counter;
        let counter = self.builder.load(i64_type, variable);
        let zero = Value::integer(i64_type, 0);
        let first = self.builder.icmp(IntPredicate::LLVMIntEQ, counter, zero);
        let next = self.builder.sub(counter, Value::integer(i64_type, 1));
        let out = self.function.append_block("reverse.leave");
        let around = self.function.append_block("reverse.next");
        self.builder.conditional_branch(first, out, around);
        self.builder.position_at_end(around);
        self.pass_to_incoming(phis, found.latch)?;
        self.builder.store(next, variable);
        if let Some(record) = self.loops[&index].record {
            let pointer = memory_pointer(self.builder.module());
            let this = self.builder.load(pointer, record);
            let before = self.builder.load(pointer, this);
            self.builder.store(before, record);
        }
        match self.loops[&index].dispatch {
            Some(dispatch) => {
                let which = self.loops[&index].which;
                self.builder.store(Value::integer(self.builder.module().integer_type(32), 0), which);
                self.builder.branch(dispatch);
            }
            None => {
                self.builder.branch(self.blocks[&found.latch]);
            }
        }
        self.builder.position_at_end(out);
        self.pass_to_incoming(phis, found.preheader)?;
        self.go_to(block, found.preheader)
    }

    fn reverse_merge(&mut self, block: Block, predecessors: &[Block], phis: &[PhiAdjoint]) -> Result<(), Failure> {
        let choice = self.lookup(Place::Body(block), Item::Choice(block))?;
        let edges: Vec<Block> = predecessors.iter().map(|_| self.function.append_block("reverse.edge")).collect();
        let cases: Vec<(i64, Block)> = edges.iter().enumerate().skip(1).map(|(k, b)| (k as i64, *b)).collect();
        if let [(_, other)] = cases.as_slice() {
            let zero = Value::integer(choice.ty(), 0);
            let is_first = self.builder.icmp(IntPredicate::LLVMIntEQ, choice, zero);
            self.builder.conditional_branch(is_first, edges[0], *other);
        } else {
            self.builder.switch(choice, edges[0], &cases);
        }
        for (edge, from) in edges.iter().zip(predecessors) {
            self.builder.position_at_end(*edge);
            self.pass_to_incoming(phis, *from)?;
            self.go_to(block, *from)?;
        }
        Ok(())
    }

    /// Continues with the reverse of `to` after that of `from`, entering the loops in between.
    fn go_to(&mut self, from: Block, to: Block) -> Result<(), Failure> {
        let inside = self.prepared.loop_of(from);
        let mut entered: Vec<usize> = self
            .prepared
            .loops_around(to)
            .into_iter()
            .filter(|index| !self.prepared.loop_contains(*index, inside))
            .collect();
        entered.reverse();
        if entered.is_empty() {
            self.builder.branch(self.blocks[&to]);
            return Ok(());
        }
        let mut around = inside;
        for index in &entered {
            self.enter_loop(*index, around, from)?;
            around = Some(*index);
        }
        self.builder.branch(self.loops[&entered[0]].entry);
        Ok(())
    }

    /// Sets the counter, the record and the exit of a loop that is entered backwards.
    fn enter_loop(&mut self, index: usize, around: Option<usize>, from: Block) -> Result<(), Failure> {
        let place = Place::Passing(around);
        let trips = self.lookup(place, Item::Trips(index))?;
        self.builder.store(trips, self.loops[&index].counter);
        if let Some(record) = self.loops[&index].record {
            let last = self.lookup(place, Item::Segment(index))?;
            self.builder.store(last, record);
        }
        if self.loops[&index].dispatch.is_some() {
            let edge = self.loops[&index].exits.iter().position(|(_, outside)| *outside == from);
            let edge = edge.ok_or_else(|| Failure::internal("a loop is entered backwards by an unknown exit"))?;
            let which = Value::integer(self.builder.module().integer_type(32), edge as i64 + 1);
            self.builder.store(which, self.loops[&index].which);
        }
        Ok(())
    }
}
