//! Simulated devices: a grid of replicas and partitions, each a thread with a machine of its own.
//!
//! Devices meet where a collective operation needs values of others: each leaves its own and waits until all members of
//! its group have come. They send to each other over channels, which are queues. When all devices that still run are
//! waiting, none of them will go on: that is an error, as is everything that goes wrong on one of them, for all.

use super::{Limits, Machine, Problem, Result, RuntimeValue};
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use zymase_ir::{Ir, LocatedDiagnostic, Op};

/// The most devices that are simulated.
const MAX_DEVICES: usize = 256;
/// Threads of devices go as deep as the machine allows.
const STACK_BYTES: usize = 16 << 20;

/// How many devices there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    pub replicas: usize,
    pub partitions: usize,
}

impl Grid {
    pub fn count(self) -> usize {
        self.replicas.saturating_mul(self.partitions)
    }
}

/// The devices of one run and what passes between them.
pub(super) struct Fleet {
    pub grid: Grid,
    traffic: Mutex<Traffic>,
    changed: Condvar,
}

/// A device of a fleet.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub fleet: &'a Fleet,
    pub number: usize,
}

/// Where a group of devices meets: the operation, the members, and how often they have met there before.
pub(super) type Meeting = (Op, Vec<usize>, u64);

/// A channel and, where the operation says so, the device that receives.
pub(super) type Channel = (i64, Option<usize>);

#[derive(Default)]
struct Traffic {
    meetings: BTreeMap<Meeting, Attendance>,
    channels: BTreeMap<Channel, Queue>,
    infeed: VecDeque<Op>,
    running: usize,
    waiting: usize,
    failure: Option<&'static str>,
}

#[derive(Default)]
struct Attendance {
    values: Vec<Option<Vec<RuntimeValue>>>,
    /// How many members have come, and how many have left with what they came for.
    present: usize,
    left: usize,
}

#[derive(Default)]
struct Queue {
    messages: VecDeque<Vec<RuntimeValue>>,
    /// How many devices wait for a message, and how many messages there are for devices that have waited.
    receivers: usize,
    reserved: usize,
}

const STUCK: &str = "all devices wait for each other";
const ANOTHER_FAILED: &str = "another device has failed";

impl Traffic {
    /// One more device waits, or one has ended: when none is left to wake the others, they all fail.
    fn notice_standstill(&mut self) {
        if self.running > 0 && self.waiting >= self.running {
            self.failure.get_or_insert(STUCK);
        }
    }
}

impl Fleet {
    fn new(grid: Grid, infeed: Vec<Op>) -> Fleet {
        let traffic = Traffic { running: grid.count(), infeed: infeed.into(), ..Traffic::default() };
        Fleet { grid, traffic: Mutex::new(traffic), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Traffic> {
        self.traffic.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, traffic: MutexGuard<'a, Traffic>) -> MutexGuard<'a, Traffic> {
        self.changed.wait(traffic).unwrap_or_else(PoisonError::into_inner)
    }

    /// Leaves values for the other members of a group; the values of all, in the order of members.
    pub fn meet(&self, meeting: &Meeting, place: usize, values: Vec<RuntimeValue>) -> Result<Vec<Vec<RuntimeValue>>> {
        let members = meeting.1.len();
        let mut traffic = self.lock();
        let attendance = traffic.meetings.entry(meeting.clone()).or_default();
        attendance.values.resize(members, None);
        attendance.values[place] = Some(values);
        attendance.present += 1;
        if attendance.present == members {
            // The others wait, and go on from here.
            traffic.waiting -= members - 1;
            self.changed.notify_all();
        } else {
            traffic.waiting += 1;
            traffic.notice_standstill();
            self.changed.notify_all();
        }
        loop {
            let attendance = traffic.meetings.get_mut(meeting).ok_or("a meeting is over")?;
            if attendance.present == members {
                attendance.left += 1;
                let values = attendance.values.iter().map(|values| values.clone().unwrap_or_default()).collect();
                if attendance.left == members {
                    traffic.meetings.remove(meeting);
                }
                return Ok(values);
            }
            if let Some(failure) = traffic.failure {
                return Err(failure.into());
            }
            traffic = self.wait(traffic);
        }
    }

    pub fn send(&self, channel: Channel, values: Vec<RuntimeValue>) {
        let mut traffic = self.lock();
        let queue = traffic.channels.entry(channel).or_default();
        queue.messages.push_back(values);
        if queue.receivers > 0 {
            queue.receivers -= 1;
            queue.reserved += 1;
            traffic.waiting -= 1;
            self.changed.notify_all();
        }
    }

    pub fn receive(&self, channel: Channel) -> Result<Vec<RuntimeValue>> {
        let mut traffic = self.lock();
        let mut has_waited = false;
        loop {
            let state = &mut *traffic;
            let queue = state.channels.entry(channel).or_default();
            let is_mine = if has_waited { queue.reserved > 0 } else { queue.messages.len() > queue.reserved };
            if is_mine {
                queue.reserved -= usize::from(has_waited);
                return queue.messages.pop_front().ok_or_else(|| "a message is lost".into());
            }
            if let Some(failure) = state.failure {
                return Err(failure.into());
            }
            if has_waited {
                traffic = self.wait(traffic);
                continue;
            }
            has_waited = true;
            queue.receivers += 1;
            state.waiting += 1;
            state.notice_standstill();
            self.changed.notify_all();
        }
    }

    /// The function that gives what is fed in next.
    pub fn next_infeed(&self) -> Option<Op> {
        self.lock().infeed.pop_front()
    }

    fn leave(&self, has_failed: bool) {
        let mut traffic = self.lock();
        traffic.running -= 1;
        if has_failed {
            traffic.failure.get_or_insert(ANOTHER_FAILED);
        }
        traffic.notice_standstill();
        self.changed.notify_all();
    }
}

/// Says that a device has ended, also if it ends by a panic.
struct Presence<'a> {
    fleet: &'a Fleet,
    has_failed: bool,
}

impl Drop for Presence<'_> {
    fn drop(&mut self) {
        self.fleet.leave(self.has_failed);
    }
}

/// What one device runs.
pub struct Job {
    pub function: Op,
    pub arguments: Vec<RuntimeValue>,
}

/// Runs a job on each device, replica by replica and within it partition by partition; the results of all. `infeed` has
/// functions that give what `infeed` operations get, in their order.
pub fn run_on_devices(
    ir: &Ir,
    limits: Limits,
    grid: Grid,
    jobs: Vec<Job>,
    infeed: Vec<Op>,
) -> std::result::Result<Vec<Vec<RuntimeValue>>, Box<LocatedDiagnostic>> {
    let refuse = |message: String| Err(Box::new(ir.error(ir.module(), message)));
    if grid.count() == 0 || grid.count() > MAX_DEVICES {
        return refuse(format!("{} devices: there must be between 1 and {MAX_DEVICES}", grid.count()));
    }
    if jobs.len() != grid.count() {
        return refuse(format!("{} jobs for {} devices", jobs.len(), grid.count()));
    }
    let fleet = Fleet::new(grid, infeed);
    let outcomes = std::thread::scope(|scope| {
        let start = |(number, job): (usize, Job)| {
            let place = Place { fleet: &fleet, number };
            let run = move || {
                let mut presence = Presence { fleet: place.fleet, has_failed: true };
                let mut machine = Machine::new(ir, limits);
                machine.place = Some(place);
                let outcome = machine.run_function(job.function, job.arguments);
                presence.has_failed = outcome.is_err();
                outcome
            };
            let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, run);
            if thread.is_err() {
                fleet.leave(true);
            }
            thread
        };
        let threads: Vec<_> = jobs.into_iter().enumerate().map(start).collect();
        let join =
            |thread: std::io::Result<std::thread::ScopedJoinHandle<'_, _>>| match thread.map(|thread| thread.join()) {
                Ok(Ok(outcome)) => outcome,
                _ => Err(ir.error(ir.module(), "a device could not be simulated")),
            };
        threads.into_iter().map(join).collect::<Vec<zymase_ir::Result<Vec<RuntimeValue>>>>()
    });
    // A device that failed because another did is the less interesting one.
    let is_consequence = |error: &LocatedDiagnostic| error.to_string().contains(ANOTHER_FAILED);
    let mut failures: Vec<&LocatedDiagnostic> = outcomes.iter().filter_map(|outcome| outcome.as_ref().err()).collect();
    failures.sort_by_key(|error| is_consequence(error));
    if let Some(error) = failures.first() {
        return Err(Box::new((*error).clone()));
    }
    Ok(outcomes.into_iter().flatten().collect())
}

impl Machine<'_> {
    /// How many devices there are; one by default.
    pub(super) fn grid(&self) -> Grid {
        self.place.map_or(Grid { replicas: 1, partitions: 1 }, |place| place.fleet.grid)
    }

    /// The number of this device: replica by replica, and within a replica partition by partition.
    pub(super) fn device(&self) -> usize {
        self.place.map_or(0, |place| place.number)
    }

    /// The values of all members of a group, of which this device is one, in the order of members.
    pub(super) fn meet(
        &mut self,
        op: Op,
        members: &[usize],
        values: Vec<RuntimeValue>,
    ) -> Result<Vec<Vec<RuntimeValue>>> {
        let place = members.iter().position(|member| *member == self.device());
        let place = place.ok_or_else(|| Problem::Here("this device is not in the group".into()))?;
        let (Some(here), true) = (self.place, members.len() > 1) else {
            return Ok(vec![values]);
        };
        let round = self.rounds.entry(op).or_insert(0);
        *round += 1;
        here.fleet.meet(&(op, members.to_vec(), *round), place, values)
    }
}
