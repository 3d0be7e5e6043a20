//! Stencils: sums of neighbours times constants. A stencil of a stencil is one wider stencil.

use crate::optimise::level::Level::Reassociate;
use crate::optimise::make::Cut;
use crate::optimise::read::is_op;
use crate::optimise::rule::{self, Line, Rule};
use crate::optimise::sample::Sample;
use crate::optimise::site::Site;
use zymase_ir::{Op, Type, Value};

const SUMS: &[&str] = &["add", "subtract"];

/// Sums with more parts are left as they are.
const MOST_PARTS: usize = 64;

const LINES: &[Line] = &[(
    "stencil_of_stencil",
    Reassociate,
    SUMS,
    "Σᵢ aᵢ (Σⱼ bⱼ x[j])[i] = Σₖ (Σᵢ₊ⱼ₌ₖ aᵢ bⱼ) x[k]",
    "steps of one, fewer parts than before, sums that only slices use, no factor becomes zero",
    stencil_of_stencil,
    |s| {
        let x = s.floats(&[9, 3]);
        let factor = s.random.pick(&[-2.0, 3.0, 0.5]);
        let once = three_points(s, x, factor)?;
        three_points(s, once, factor)
    },
)];

pub fn rules() -> Vec<Rule> {
    rule::rules("stencils", LINES)
}

/// `x[i - 1] + factor x[i] + x[i + 1]` along the first dimension.
fn three_points(s: &mut Sample, x: Value, factor: f64) -> Option<Value> {
    let count = s.shape(x)[0];
    let left = s.slice_along(x, 0, 0, count - 2)?;
    let middle = s.slice_along(x, 0, 1, count - 1)?;
    let right = s.slice_along(x, 0, 2, count)?;
    let ty = s.ty(middle);
    let factor = s.splat(&ty, factor)?;
    let scaled = s.multiply(middle, factor)?;
    let sum = s.add(left, scaled)?;
    s.add(sum, right)
}

/// A slice of a tensor, of the size of the whole sum, times a number.
struct Part {
    base: Value,
    start: Vec<i64>,
    factor: f64,
}

/// What a sum consists of.
#[derive(Default)]
struct Parts {
    /// No two are slices of the same tensor at the same place.
    list: Vec<Part>,
    /// How many there were before those of the same slice were added up.
    found: usize,
    /// Whether the sum contains slices of sums.
    is_nested: bool,
}

impl Parts {
    /// Takes a part asunder; nothing if there are too many.
    fn collect(&mut self, site: &Site, part: Part) -> Option<()> {
        let Part { base, start, factor } = part;
        let operands: Vec<Value> = operands_of(site, base);
        let of = |base, factor| Part { base, start: start.clone(), factor };
        match (name_of(site, base), &operands[..]) {
            ("add", &[a, b]) => {
                self.collect(site, of(a, factor))?;
                self.collect(site, of(b, factor))
            }
            ("subtract", &[a, b]) => {
                self.collect(site, of(a, factor))?;
                self.collect(site, of(b, -factor))
            }
            ("negate", &[a]) => self.collect(site, of(a, -factor)),
            ("multiply", &[a, b]) => match (site.uniform(a), site.uniform(b)) {
                (_, Some(number)) => self.collect(site, of(a, factor * number)),
                (Some(number), _) => self.collect(site, of(b, factor * number)),
                _ => self.push(of(base, factor)),
            },
            ("slice", &[a]) => match site.ir().defining_op(base).and_then(|op| start_of(site, op)) {
                Some(inner) => {
                    let start = start.iter().zip(inner).map(|(a, b)| a + b).collect();
                    let is_sum = SUMS.contains(&name_of(site, a));
                    if is_sum && !only_slices_use(site, a) {
                        return self.push(Part { base: a, start, factor });
                    }
                    self.is_nested |= is_sum;
                    self.collect(site, Part { base: a, start, factor })
                }
                None => self.push(of(base, factor)),
            },
            _ => self.push(of(base, factor)),
        }
    }

    fn push(&mut self, part: Part) -> Option<()> {
        self.found += 1;
        if self.found > MOST_PARTS {
            return None;
        }
        match self.list.iter_mut().find(|other| other.base == part.base && other.start == part.start) {
            Some(other) => other.factor += part.factor,
            None => self.list.push(part),
        }
        Some(())
    }
}

/// The operation that a value comes from.
fn name_of(site: &Site, value: Value) -> &'static str {
    let names = ["add", "subtract", "negate", "multiply", "slice"];
    names.into_iter().find(|name| site.from(value, name).is_some()).unwrap_or("")
}

fn operands_of(site: &Site, value: Value) -> Vec<Value> {
    site.ir().defining_op(value).map_or(vec![], |op| site.ir()[op].operands().collect())
}

/// Where a slice with steps of one begins.
fn start_of(site: &Site, op: Op) -> Option<Vec<i64>> {
    let cut = site.cut(op)?;
    cut.stride.iter().all(|step| *step == 1).then_some(cut.start)
}

/// Whether a value need not be computed any more when no slice needs it.
fn only_slices_use(site: &Site, value: Value) -> bool {
    let ir = site.ir();
    ir.uses(value).iter().all(|used| is_op(ir, used.op, "slice"))
}

fn stencil_of_stencil(site: &mut Site) -> Option<Value> {
    let result = site.result()?;
    let (ty, sizes) = (site.ty(result), site.shape(result));
    let is_wide = ty.element().is_float() && ty.element().element_bytes()? >= 4;
    if !is_wide || !site.is_static(result) {
        return None;
    }
    let mut parts = Parts::default();
    parts.collect(site, Part { base: result, start: vec![0; sizes.len()], factor: 1.0 })?;
    // A factor of zero would hide what is infinite or undefined.
    let is_fair = parts.list.iter().all(|part| (part.factor as f32).is_normal());
    if !parts.is_nested || parts.list.len() >= parts.found || !is_fair {
        return None;
    }
    let mut groups: Vec<Group> = Vec::new();
    for Part { base, start, factor } in parts.list {
        let limit = start.iter().zip(&sizes).map(|(start, size)| start + size).collect();
        let slice = site.slice(base, &Cut { stride: vec![1; sizes.len()], start, limit })?;
        let place = groups.iter().position(|group| group.factor == factor.abs());
        let place = place.unwrap_or_else(|| {
            groups.push(Group { factor: factor.abs(), added: vec![], subtracted: vec![] });
            groups.len() - 1
        });
        let group = &mut groups[place];
        if factor > 0.0 { group.added.push(slice) } else { group.subtracted.push(slice) }
    }
    sum_of(site, &ty, groups)
}

/// Slices that are added and subtracted, times one number.
struct Group {
    factor: f64,
    added: Vec<Value>,
    subtracted: Vec<Value>,
}

/// Adds up groups, those first that have something to add.
fn sum_of(site: &mut Site, ty: &Type, groups: Vec<Group>) -> Option<Value> {
    let (positive, negative): (Vec<Group>, Vec<Group>) = groups.into_iter().partition(|group| !group.added.is_empty());
    let mut total = None;
    for Group { factor, added, subtracted } in positive {
        let mut sum = all_added(site, &added)?;
        if !subtracted.is_empty() {
            let other = all_added(site, &subtracted)?;
            sum = site.op("subtract", &[sum, other])?;
        }
        let scaled = scaled(site, ty, sum, factor)?;
        total = Some(match total {
            Some(total) => site.add(total, scaled)?,
            None => scaled,
        });
    }
    for Group { factor, subtracted, .. } in negative {
        let sum = all_added(site, &subtracted)?;
        total = Some(match total {
            Some(total) => {
                let scaled = scaled(site, ty, sum, factor)?;
                site.op("subtract", &[total, scaled])?
            }
            None => scaled(site, ty, sum, -factor)?,
        });
    }
    total
}

fn all_added(site: &mut Site, values: &[Value]) -> Option<Value> {
    let (first, rest) = values.split_first()?;
    rest.iter().try_fold(*first, |sum, value| site.add(sum, *value))
}

fn scaled(site: &mut Site, ty: &Type, value: Value, factor: f64) -> Option<Value> {
    if factor == 1.0 {
        return Some(value);
    }
    let factor = site.splat(ty, factor)?;
    site.multiply(value, factor)
}
