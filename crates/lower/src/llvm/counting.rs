//! Loops that count.

use super::types::Component;
use super::writer::{Join, Parts, Writer};

/// Begins a loop that counts: its first block, in which the counter and the carried values are.
pub fn begin_count(
    writer: &mut Writer,
    lower: &str,
    upper: &str,
    carried: &[Component],
    inits: &[String],
) -> (Join, String, String) {
    begin_count_of(writer, "i64", "slt", lower, upper, carried, inits)
}

#[allow(clippy::too_many_arguments)]
pub fn begin_count_of(
    writer: &mut Writer,
    ty: &str,
    relation: &str,
    lower: &str,
    upper: &str,
    carried: &[Component],
    inits: &[String],
) -> (Join, String, String) {
    let counter = Component { ty: ty.into(), stored: ty.into(), bytes: 8 };
    let mut head = writer.join("loop", &[&[counter], carried].concat());
    let (body, exit) = (writer.fresh("body"), writer.fresh("end"));
    writer.jump(&mut head, [&[lower.to_owned()], inits].concat());
    writer.begin(&mut head);
    let counter = head.names[0].clone();
    let goes_on = writer.emit(format!("icmp {relation} {ty} {counter}, {upper}"));
    writer.branch(&goes_on, &body, &exit);
    writer.label(&body);
    (head, body, exit)
}

/// Ends a loop that counts.
pub fn end_count(writer: &mut Writer, head: &mut Join, exit: &str, step: &str, carried: Parts, group: Option<usize>) {
    end_count_of(writer, "i64", "nsw ", head, exit, step, carried, group);
}

#[allow(clippy::too_many_arguments)]
pub fn end_count_of(
    writer: &mut Writer,
    ty: &str,
    flags: &str,
    head: &mut Join,
    exit: &str,
    step: &str,
    carried: Parts,
    group: Option<usize>,
) {
    let counter = head.names[0].clone();
    let next = writer.emit(format!("add {flags}{ty} {counter}, {step}"));
    let mark = writer.module.loop_metadata(group);
    let parts = [vec![next], carried].concat();
    writer.jump(head, parts);
    if let Some(last) = writer.lines.last_mut() {
        last.push_str(&format!(", !llvm.loop !{mark}"));
    }
    writer.finish(head);
    writer.label(exit);
}
