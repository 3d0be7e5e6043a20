//! Options, read once at the edge and passed on as a value.

use crate::plain::Plain;
use std::path::{Path, PathBuf};
use zymase_analysis::memory::Methods;
use zymase_llvm::Function;
use zymase_support::optimisations;

/// What `zymase print` asked for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Print {
    Types,
    Activity,
    Plan,
    /// Records for `zymase explain`.
    Explain,
}

/// When a gradient has a version for arguments that do not overlap.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Versions {
    Never,
    /// Where the plan promises something.
    WhereWorthIt,
    /// Wherever it can be asked, to test them.
    Always,
}

/// How kernels become code for CPUs.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct KernelMethods {
    /// Remove barriers that separate nothing.
    pub barriers: bool,
    /// Decide by the minimum cut what threads keep across barriers; off: whatever they need.
    pub minimum_cut: bool,
    /// Compute once for a block what is the same for all its threads.
    pub hoisting: bool,
    /// Let loops of threads become loops around the threads.
    pub loops: bool,
}

/// How derivatives in code of a GPU are made faster.
#[derive(Copy, Clone, Debug)]
pub struct DeviceMethods {
    /// Know that shadows are not what they are shadows of.
    pub shadows_apart: bool,
    /// Load as early as addresses are known.
    pub early_loads: bool,
    /// Add for a whole block at its end.
    pub block_sums: bool,
    /// Let a block do the work of several before it adds.
    pub wide_blocks: bool,
    /// Add for a whole block to one of a few places.
    pub tables: bool,
    /// Add to neighbouring places together.
    pub row_sums: bool,
    /// Let lanes that add to different neighbours exchange what they add.
    pub quads: bool,
    /// Clear memory when what was read of it has come.
    pub late_clears: bool,
    /// Fill shared memory again instead of keeping what was read from it.
    pub refill: bool,
    /// Run integer recurrences backwards that can be.
    pub reversible: bool,
}

impl Default for DeviceMethods {
    fn default() -> DeviceMethods {
        let all = true;
        DeviceMethods {
            shadows_apart: all,
            early_loads: all,
            block_sums: all,
            wide_blocks: all,
            tables: all,
            quads: all,
            late_clears: all,
            row_sums: all,
            refill: all,
            reversible: all,
        }
    }
}

/// How derivatives are made.
#[derive(Clone, Debug)]
pub struct Config {
    /// Print an analysis of `print_function` instead of only compiling.
    pub print: Option<Print>,
    pub print_function: Option<String>,
    /// Explain the derivative of this name instead: calls of it end in ` of NAME (…)`.
    pub print_derivative: Option<String>,
    /// Lanes of the derivative whose plan is printed.
    pub print_lanes: usize,
    /// Print the plans of all gradients when they are emitted.
    pub print_carried_out: bool,
    /// The host optimises what is generated.
    pub optimised: bool,
    /// Remove line tables that only served diagnostics.
    pub strip_debug: bool,
    /// Let adjoint sums be reassociated so that reductions vectorise.
    pub reassociate: bool,
    /// Mark products of adjoints, so that those which iterations hand on wait for as little as possible.
    pub short_recurrences: bool,
    /// Decide cache against recompute by the minimum cut; off: cache whatever is needed.
    pub minimum_cut: bool,
    /// Let stores at the end of a function wait for the end of the reverse sweep.
    pub deferred_stores: bool,
    /// Know from loop counters that stores lie apart from what was loaded.
    pub distances: bool,
    /// Copy arrays before loops that only read them, where that keeps less.
    pub snapshots: bool,
    /// Memory that a function makes itself is told apart from that of others.
    pub ownership: bool,
    /// Read values again where the program stored them, instead of keeping or computing them.
    pub stored_values: bool,
    /// Hold elements that nothing else in a loop touches in variables while it runs.
    pub fixed_places: bool,
    /// Tell the steps of checkpointed loops which objects of the function around them do not overlap.
    pub step_objects: bool,
    /// Tell callees that stay functions which of their arguments lead to objects of their own.
    pub apart_callees: bool,
    /// Split loops whose indices wrap around in their first or last iteration.
    pub unwrapped_indices: bool,
    /// Let reverse loops hand what they add to neighbouring elements on in registers.
    pub carried_sums: bool,
    /// Differentiate the one iteration that wins where a loop looks for the best of many.
    pub single_winners: bool,
    /// Run iterations that only add to sums forwards and backwards at once.
    pub fused_loops: bool,
    /// Compute signed 32-bit indices in the width of addresses.
    pub wide_indices: bool,
    /// Tell the optimiser that the program reaches nothing of a tape.
    pub separate_tapes: bool,
    /// Callees whose code a derivative would have many times stay functions.
    pub shared_callees: bool,
    /// Ask at run time whether arguments overlap, and have a version of derivatives for arguments that do not.
    pub alias_versions: Versions,
    /// Have the first bytes of a tape on the stack.
    pub stack_tapes: bool,
    /// Keep the memory of a tape for the next derivative call.
    pub reuse_tapes: bool,
    /// Compute the tangents of several lanes as vectors.
    pub pack_lanes: bool,
    /// Let the threads of parallel regions run at the same time in derivatives, too.
    pub parallel: bool,
    /// Add to adjoints in the same order each time.
    pub deterministic: bool,
    /// Optimise parallel regions together with the code around them.
    pub open_regions: bool,
    /// Start one team for parallel regions that follow each other.
    pub join_regions: bool,
    /// How kernels become code for CPUs.
    pub kernels: KernelMethods,
    /// Kernels get companions for derivatives of host functions that launch them; none: where the source file looks like it.
    /// On CPUs: launches are differentiated as on a GPU.
    pub launches: Option<bool>,
    pub device: DeviceMethods,
    /// Bytes that reverse mode may keep for a loop: one that needs more keeps few states instead.
    pub memory_limit: Option<u64>,
    /// Where the device library of CUDA is, if the host knows.
    pub device_library: Option<PathBuf>,
    /// Write functions to standard error after this step of preparation or emission.
    pub dump_after: Option<DumpPoint>,
    /// Add the derivatives that are made to this file, one a line.
    pub record: Option<PathBuf>,
    /// Derivatives that are made plainly.
    pub plain: Vec<Plain>,
    /// Let derivatives check themselves while the program runs.
    pub check: bool,
    /// Verify and keep intermediate functions, for debugging the engine.
    pub debug: bool,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            print: None,
            print_function: None,
            print_derivative: None,
            print_lanes: 1,
            print_carried_out: false,
            optimised: true,
            strip_debug: false,
            reassociate: true,
            short_recurrences: true,
            device_library: None,
            minimum_cut: true,
            deferred_stores: true,
            distances: true,
            snapshots: true,
            ownership: true,
            stored_values: true,
            fixed_places: true,
            step_objects: true,
            apart_callees: true,
            unwrapped_indices: true,
            carried_sums: true,
            single_winners: true,
            fused_loops: true,
            wide_indices: true,
            separate_tapes: true,
            shared_callees: true,
            alias_versions: Versions::WhereWorthIt,
            stack_tapes: true,
            reuse_tapes: true,
            pack_lanes: true,
            parallel: true,
            deterministic: false,
            open_regions: true,
            join_regions: true,
            device: DeviceMethods::default(),
            kernels: KernelMethods { barriers: true, minimum_cut: true, hoisting: true, loops: true },
            launches: None,
            memory_limit: None,
            dump_after: None,
            record: None,
            plain: Vec::new(),
            check: false,
            debug: false,
        }
    }
}

impl Config {
    /// How memory is analysed.
    pub fn methods(&self) -> Methods {
        Methods {
            distances: self.distances,
            snapshots: self.snapshots,
            ownership: self.ownership,
            stored_values: self.stored_values,
        }
    }

    /// Whether sums of adjoints may be reassociated, and products of them contracted.
    pub fn arithmetic_of_adjoints(&self) -> (bool, bool) {
        (self.reassociate, self.reassociate && self.short_recurrences)
    }

    /// Writes a function to standard error, if that was asked for after this step.
    pub fn dump(&self, after: DumpPoint, function: Function) {
        if self.dump_after == Some(after) {
            eprintln!("; '{}' after {}\n{}", function.name(), after.name(), function.value());
        }
    }

    /// Switches an optimisation on or off by the name of its option; false when there is none of this name.
    pub fn switch(&mut self, option: &str, on: bool) -> bool {
        let switch = match option {
            "alias-versions" => {
                self.alias_versions = if on { Versions::WhereWorthIt } else { Versions::Never };
                return true;
            }
            "min-cut" => &mut self.minimum_cut,
            "late-stores" => &mut self.deferred_stores,
            "distances" => &mut self.distances,
            "snapshots" => &mut self.snapshots,
            "ownership" => &mut self.ownership,
            "stored-values" => &mut self.stored_values,
            "fixed-places" => &mut self.fixed_places,
            "apart-callees" => &mut self.apart_callees,
            "step-objects" => &mut self.step_objects,
            "unwrapped-indices" => &mut self.unwrapped_indices,
            "carried-sums" => &mut self.carried_sums,
            "single-winners" => &mut self.single_winners,
            "fused-loops" => &mut self.fused_loops,
            "wide-indices" => &mut self.wide_indices,
            "separate-tapes" => &mut self.separate_tapes,
            "shared-callees" => &mut self.shared_callees,
            "stack-tapes" => &mut self.stack_tapes,
            "reuse-tapes" => &mut self.reuse_tapes,
            "pack-lanes" => &mut self.pack_lanes,
            "reassociate" => &mut self.reassociate,
            "short-recurrences" => &mut self.short_recurrences,
            "parallel" => &mut self.parallel,
            "open-regions" => &mut self.open_regions,
            "join-regions" => &mut self.join_regions,
            "kernel-barriers" => &mut self.kernels.barriers,
            "kernel-min-cut" => &mut self.kernels.minimum_cut,
            "kernel-hoisting" => &mut self.kernels.hoisting,
            "kernel-loops" => &mut self.kernels.loops,
            "gpu-shadows-apart" => &mut self.device.shadows_apart,
            "gpu-early-loads" => &mut self.device.early_loads,
            "gpu-block-sums" => &mut self.device.block_sums,
            "gpu-wide-blocks" => &mut self.device.wide_blocks,
            "gpu-tables" => &mut self.device.tables,
            "gpu-quads" => &mut self.device.quads,
            "gpu-late-clears" => &mut self.device.late_clears,
            "gpu-row-sums" => &mut self.device.row_sums,
            "gpu-refill" => &mut self.device.refill,
            "gpu-reversible" => &mut self.device.reversible,
            _ => return false,
        };
        *switch = on;
        true
    }

    /// Reads a space-separated list of `key=value`.
    pub fn parse(text: &str) -> Result<Config, String> {
        let mut config = Config::default();
        for item in text.split_whitespace() {
            let (key, value) = item.split_once('=').unwrap_or((item, "1"));
            match (key, value) {
                ("print", "types") => config.print = Some(Print::Types),
                ("print", "activity") => config.print = Some(Print::Activity),
                ("print", "plan") => config.print = Some(Print::Plan),
                ("print", "explain") => config.print = Some(Print::Explain),
                ("function", name) => config.print_function = Some(name.into()),
                ("derivative", name) => config.print_derivative = Some(name.into()),
                ("width", lanes) if lanes.parse::<usize>().is_ok_and(|n| n > 0) => {
                    config.print_lanes = lanes.parse().unwrap_or(1);
                }
                ("carried-out", "0" | "1") => config.print_carried_out = value == "1",
                ("strip-debug", "0" | "1") => config.strip_debug = value == "1",
                ("alias-versions", "always") => config.alias_versions = Versions::Always,
                ("deterministic", "0" | "1") => config.deterministic = value == "1",
                ("launches", "0" | "1") => config.launches = Some(value == "1"),
                ("memory-limit", size) if bytes(size).is_some() => config.memory_limit = bytes(size),
                ("dump-after", name) => config.dump_after = Some(DumpPoint::named(name)?),
                ("record", path) => config.record = Some(path.into()),
                ("plain", path) => config.plain = Plain::read(Path::new(path))?,
                ("check", "0" | "1") => config.check = value == "1",
                ("debug", "0" | "1") => config.debug = value == "1",
                (option, "0" | "1") if optimisations::all().any(|known| known == option) => {
                    config.switch(option, value == "1");
                }
                _ => return Err(format!("unknown option '{item}' in ZYMASE_FLAGS")),
            }
        }
        Ok(config)
    }
}

/// A step of preparation or emission, after which a function can be looked at.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum DumpPoint {
    Inline,
    Promote,
    Simplify,
    Outline,
    LibraryForms,
    Tidy,
    Canonical,
    Emit,
    CleanUp,
}

impl DumpPoint {
    const NAMES: [(&str, DumpPoint); 9] = [
        ("inline", DumpPoint::Inline),
        ("promote", DumpPoint::Promote),
        ("simplify", DumpPoint::Simplify),
        ("outline", DumpPoint::Outline),
        ("library-forms", DumpPoint::LibraryForms),
        ("tidy", DumpPoint::Tidy),
        ("canonical", DumpPoint::Canonical),
        ("emit", DumpPoint::Emit),
        ("clean-up", DumpPoint::CleanUp),
    ];

    fn named(name: &str) -> Result<DumpPoint, String> {
        let found = DumpPoint::NAMES.into_iter().find(|(known, _)| *known == name);
        found.map(|(_, step)| step).ok_or_else(|| {
            let known: Vec<&str> = DumpPoint::NAMES.iter().map(|(name, _)| *name).collect();
            format!("there is no step '{name}' to dump after; there are {}", known.join(", "))
        })
    }

    fn name(self) -> &'static str {
        DumpPoint::NAMES.into_iter().find(|(_, step)| *step == self).map_or("", |(name, _)| name)
    }
}

/// A number of bytes: 1000000, 64M, 2G.
fn bytes(text: &str) -> Option<u64> {
    let (digits, shift) = match text.char_indices().last()? {
        (at, 'K' | 'k') => (&text[..at], 10),
        (at, 'M' | 'm') => (&text[..at], 20),
        (at, 'G' | 'g') => (&text[..at], 30),
        _ => (text, 0),
    };
    let number: u64 = digits.parse().ok()?;
    number.checked_mul(1 << shift).filter(|bytes| *bytes > 0 && *bytes <= i64::MAX as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_optimisation_can_be_switched_off() {
        let as_given = format!("{:?}", Config::default());
        for option in optimisations::all() {
            let mut config = Config::parse(&format!("{option}=0")).expect("a known option");
            assert_ne!(format!("{config:?}"), as_given, "{option}");
            assert!(config.switch(option, true));
            assert_eq!(format!("{config:?}"), as_given, "{option}");
        }
        assert!(!Config::default().switch("speed", false));
    }

    #[test]
    fn reads_known_options_and_refuses_others() {
        let config = Config::parse("print=plan function=f width=4 strip-debug=1 min-cut=0").expect("known options");
        assert_eq!(config.print_lanes, 4);
        assert_eq!(config.print, Some(Print::Plan));
        assert_eq!(config.print_function.as_deref(), Some("f"));
        assert!(config.strip_debug && !config.minimum_cut);
        assert!(Config::parse("speed=fast").is_err());
        assert!(Config::parse("min-cut=off").is_err());
        assert!(Config::parse("width=0").is_err());
        assert_eq!(Config::parse("memory-limit=64M").expect("a size").memory_limit, Some(64 << 20));
        assert!(Config::parse("memory-limit=0").is_err() && Config::parse("memory-limit=M").is_err());
    }
}
