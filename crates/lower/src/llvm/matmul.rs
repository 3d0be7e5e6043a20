//! Products of matrices: a call of BLAS, or blocks that fit into registers.
//!
//! The result has row after row; both factors have any strides. A panel of the right factor as wide as some vectors is copied into a row of
//! its own, and for several rows of the left factor at a time sums are kept in registers while the common dimension is gone through.

use super::counting::{begin_count, end_count};
use super::memory::{plus, times};
use super::numbers::intrinsic;
use super::types::Component;
use super::writer::{Parts, Writer};

/// How much of the common dimension is gone through at a time.
const DEPTH: usize = 256;

/// Whether a function is one of those that are written here.
pub fn is_known(name: &str) -> bool {
    element(name).is_some()
}

fn element(name: &str) -> Option<(&'static str, bool)> {
    Some(match name {
        "zymase_matmul_f32" => ("float", false),
        "zymase_matmul_f64" => ("double", false),
        "zymase_blas_f32" => ("float", true),
        "zymase_blas_f64" => ("double", true),
        _ => return None,
    })
}

/// Sizes of blocks for a type.
struct Shape {
    ty: &'static str,
    bytes: usize,
    /// Numbers in a vector, vectors in a row of a block, rows of a block.
    lanes: usize,
    vectors: usize,
    rows: usize,
}

impl Shape {
    fn of(ty: &'static str, bits: usize) -> Shape {
        let bytes = if ty == "double" { 8 } else { 4 };
        let rows = if bits >= 512 { 8 } else { 4 };
        Shape { ty, bytes, lanes: bits.max(128) / 8 / bytes, vectors: 2, rows }
    }

    fn vector(&self) -> String {
        format!("<{} x {}>", self.lanes, self.ty)
    }

    fn width(&self) -> usize {
        self.lanes * self.vectors
    }
}

const HEAD: &str = "ptr noalias %a0, i64 %ao, ptr noalias %b0, i64 %bo, ptr noalias %c0, i64 %co, \
    i64 %m, i64 %n, i64 %k, i64 %ar, i64 %ac, i64 %br, i64 %bc";

/// Writes the function of this name, unless that has been done.
pub fn define(user: &mut Writer, name: &str) {
    let Some((ty, is_blas)) = element(name) else { return };
    if !user.module.begin_helper(name) {
        return;
    }
    let bits = user.module.options.vector_bits.unwrap_or(256);
    let shape = Shape::of(ty, bits);
    let mut writer = Writer::new(user.ir, user.module, user.operation);
    let base = |writer: &mut Writer, pointer: &str, place: &str| {
        writer.emit(format!("getelementptr inbounds {ty}, ptr {pointer}, i64 {place}"))
    };
    let a = base(&mut writer, "%a0", "%ao");
    let b = base(&mut writer, "%b0", "%bo");
    let c = base(&mut writer, "%c0", "%co");
    if is_blas {
        call_blas(&mut writer, &shape, [&a, &b, &c]);
    } else {
        blocks(&mut writer, &shape, [&a, &b, &c]);
    }
    let mut lines = std::mem::take(&mut writer.entry);
    lines.append(&mut writer.lines);
    lines.retain(|line| !line.is_empty());
    let text =
        format!("define internal void @{name}({HEAD}) nounwind {{\nentry:\n{}\n  ret void\n}}\n", lines.join("\n"));
    user.module.functions.push(text);
}

/// Row-major products by the interface of BLAS for C.
fn call_blas(writer: &mut Writer, shape: &Shape, [a, b, c]: [&str; 3]) {
    let ty = shape.ty;
    let name = if ty == "double" { "cblas_dgemm" } else { "cblas_sgemm" };
    writer.module.declare(
        name,
        format!(
            "declare void @{name}(i32, i32, i32, i32, i32, i32, {ty}, ptr, i32, ptr, i32, {ty}, ptr, i32) nounwind"
        ),
    );
    let mut sides = Vec::new();
    for (row, column, height, width) in [("%ar", "%ac", "%m", "%k"), ("%br", "%bc", "%k", "%n")] {
        let is_plain = writer.emit(format!("icmp eq i64 {column}, 1"));
        let kind = writer.emit(format!("select i1 {is_plain}, i32 111, i32 112"));
        let stride = writer.emit(format!("select i1 {is_plain}, i64 {row}, i64 {column}"));
        let least = writer.emit(format!("select i1 {is_plain}, i64 {width}, i64 {height}"));
        let stride = intrinsic(writer, "smax", "i64", &[&stride, &least], "");
        let stride = writer.emit(format!("trunc i64 {stride} to i32"));
        sides.push((kind, stride));
    }
    let sizes: Vec<String> =
        ["%m", "%n", "%k"].iter().map(|size| writer.emit(format!("trunc i64 {size} to i32"))).collect();
    writer.line(format!(
        "call void @{name}(i32 101, i32 {}, i32 {}, i32 {}, i32 {}, i32 {}, {ty} 1.0, ptr {a}, i32 {}, ptr {b}, i32 {}, {ty} 0.0, ptr {c}, i32 {})",
        sides[0].0, sides[1].0, sizes[0], sizes[1], sizes[2], sides[0].1, sides[1].1, sizes[1]
    ));
}

fn blocks(writer: &mut Writer, shape: &Shape, [a, b, c]: [&str; 3]) {
    let (width, bytes) = (shape.width(), shape.bytes);
    let panel = writer.fresh("%v");
    writer.entry.push(format!("  {panel} = alloca [{} x i8], align 64", width * bytes * DEPTH));
    let rest = writer.fresh("%v");
    writer.entry.push(format!("  {rest} = alloca [{} x i8], align 64", width * bytes));
    let count = times(writer, "%m", "%n");
    let size = times(writer, &count, &bytes.to_string());
    let function = "llvm.memset.p0.i64";
    writer.module.declare(function, format!("declare void @{function}(ptr, i8, i64, i1 immarg)"));
    writer.line(format!("call void @{function}(ptr {c}, i8 0, i64 {size}, i1 false)"));

    let (mut deep, _, deep_exit) = begin_count(writer, "0", "%k", &[], &[]);
    let from = deep.names[0].clone();
    let depth = least(writer, "%k", &from, DEPTH);
    let (mut wide, _, wide_exit) = begin_count(writer, "0", "%n", &[], &[]);
    let column = wide.names[0].clone();
    let columns = least(writer, "%n", &column, width);
    pack(writer, shape, b, &panel, [&from, &depth, &column, &columns]);
    let at = Block { a, c, panel: &panel, rest: &rest, from: &from, depth: &depth, column: &column, columns: &columns };
    let rows = shape.rows.to_string();
    let whole = writer.emit(format!("sub nsw i64 %m, {}", shape.rows - 1));
    let (mut high, _, high_exit) = begin_count(writer, "0", &whole, &[], &[]);
    let row = high.names[0].clone();
    block(writer, shape, &at, &row, shape.rows);
    end_count(writer, &mut high, &high_exit, &rows, Parts::new(), None);
    let left = writer.emit(format!("srem i64 %m, {rows}"));
    let done = writer.emit(format!("sub nsw i64 %m, {left}"));
    let (mut single, _, single_exit) = begin_count(writer, &done, "%m", &[], &[]);
    let row = single.names[0].clone();
    block(writer, shape, &at, &row, 1);
    end_count(writer, &mut single, &single_exit, "1", Parts::new(), None);
    end_count(writer, &mut wide, &wide_exit, &width.to_string(), Parts::new(), None);
    end_count(writer, &mut deep, &deep_exit, &DEPTH.to_string(), Parts::new(), None);
}

/// What is left of a size, at most so much.
fn least(writer: &mut Writer, size: &str, from: &str, most: usize) -> String {
    let left = writer.emit(format!("sub nsw i64 {size}, {from}"));
    intrinsic(writer, "smin", "i64", &[&left, &most.to_string()], "")
}

/// The address of an element of a factor.
fn element_at(writer: &mut Writer, ty: &str, base: &str, pairs: [(&str, &str); 2]) -> String {
    let first = times(writer, pairs[0].0, pairs[0].1);
    let second = times(writer, pairs[1].0, pairs[1].1);
    let place = plus(writer, &first, &second);
    writer.emit(format!("getelementptr inbounds {ty}, ptr {base}, i64 {place}"))
}

/// Copies a panel of the right factor row by row; what is beyond its last column is zero.
fn pack(writer: &mut Writer, shape: &Shape, b: &str, panel: &str, [from, depth, column, columns]: [&str; 4]) {
    let (ty, width) = (shape.ty, shape.width());
    let (mut rows, _, exit) = begin_count(writer, "0", depth, &[], &[]);
    let number = rows.names[0].clone();
    let row = plus(writer, from, &number);
    let start = element_at(writer, ty, b, [(&row, "%br"), (column, "%bc")]);
    let place = times(writer, &number, &width.to_string());
    let to = writer.emit(format!("getelementptr inbounds {ty}, ptr {panel}, i64 {place}"));
    let is_row = writer.emit("icmp eq i64 %bc, 1");
    let is_full = writer.emit(format!("icmp eq i64 {columns}, {width}"));
    let is_fast = writer.emit(format!("and i1 {is_row}, {is_full}"));
    let labels = [writer.fresh("then"), writer.fresh("else")];
    let mut join = writer.join("joined", &[]);
    writer.branch(&is_fast, &labels[0], &labels[1]);
    writer.label(&labels[0]);
    for vector in 0..shape.vectors {
        let more = (vector * shape.lanes).to_string();
        let (source, target) = (
            writer.emit(format!("getelementptr inbounds {ty}, ptr {start}, i64 {more}")),
            writer.emit(format!("getelementptr inbounds {ty}, ptr {to}, i64 {more}")),
        );
        let value = writer.emit(format!("load {}, ptr {source}, align {}", shape.vector(), shape.bytes));
        writer.line(format!("store {} {value}, ptr {target}, align {}", shape.vector(), shape.bytes));
    }
    writer.jump(&mut join, Parts::new());
    writer.label(&labels[1]);
    let (mut each, _, each_exit) = begin_count(writer, "0", &width.to_string(), &[], &[]);
    let lane = each.names[0].clone();
    let is_there = writer.emit(format!("icmp slt i64 {lane}, {columns}"));
    let safe = writer.emit(format!("select i1 {is_there}, i64 {lane}, i64 0"));
    let distance = times(writer, &safe, "%bc");
    let source = writer.emit(format!("getelementptr inbounds {ty}, ptr {start}, i64 {distance}"));
    let value = writer.emit(format!("load {ty}, ptr {source}, align {}", shape.bytes));
    let value = writer.emit(format!("select i1 {is_there}, {ty} {value}, {ty} 0.0"));
    let target = writer.emit(format!("getelementptr inbounds {ty}, ptr {to}, i64 {lane}"));
    writer.line(format!("store {ty} {value}, ptr {target}, align {}", shape.bytes));
    end_count(writer, &mut each, &each_exit, "1", Parts::new(), None);
    writer.jump(&mut join, Parts::new());
    writer.begin(&mut join);
    end_count(writer, &mut rows, &exit, "1", Parts::new(), None);
}

/// Where a block is.
struct Block<'a> {
    a: &'a str,
    c: &'a str,
    panel: &'a str,
    rest: &'a str,
    from: &'a str,
    depth: &'a str,
    column: &'a str,
    columns: &'a str,
}

/// The product of some rows of the left factor and a panel, added to the result.
fn block(writer: &mut Writer, shape: &Shape, at: &Block, row: &str, rows: usize) {
    let (ty, vector) = (shape.ty, shape.vector());
    let component = Component { ty: vector.clone(), stored: vector.clone(), bytes: shape.bytes };
    let sums = vec![component; rows * shape.vectors];
    let zeros = vec!["zeroinitializer".to_owned(); sums.len()];
    let mut starts = Vec::new();
    for number in 0..rows {
        let own = plus(writer, row, &number.to_string());
        starts.push(element_at(writer, ty, at.a, [(&own, "%ar"), (at.from, "%ac")]));
    }
    let (mut along, _, exit) = begin_count(writer, "0", at.depth, &sums, &zeros);
    let number = along.names[0].clone();
    let distance = times(writer, &number, "%ac");
    let place = times(writer, &number, &shape.width().to_string());
    let from = writer.emit(format!("getelementptr inbounds {ty}, ptr {}, i64 {place}", at.panel));
    let mut right = Vec::new();
    for number in 0..shape.vectors {
        let address = writer.emit(format!("getelementptr inbounds {ty}, ptr {from}, i64 {}", number * shape.lanes));
        right.push(writer.emit(format!("load {vector}, ptr {address}, align {}", shape.bytes * shape.lanes)));
    }
    let suffix = format!("v{}{}", shape.lanes, if ty == "double" { "f64" } else { "f32" });
    let fma = format!("llvm.fma.{suffix}");
    writer.module.declare(&fma, format!("declare {vector} @{fma}({vector}, {vector}, {vector})"));
    let mut next = Parts::new();
    for (number, start) in starts.iter().enumerate() {
        let address = writer.emit(format!("getelementptr inbounds {ty}, ptr {start}, i64 {distance}"));
        let value = writer.emit(format!("load {ty}, ptr {address}, align {}", shape.bytes));
        let first = writer.emit(format!("insertelement {vector} poison, {ty} {value}, i32 0"));
        let all = writer
            .emit(format!("shufflevector {vector} {first}, {vector} poison, <{} x i32> zeroinitializer", shape.lanes));
        for (place, right) in right.iter().enumerate() {
            let old = &along.names[1 + number * shape.vectors + place].clone();
            next.push(writer.emit(format!("call {vector} @{fma}({vector} {all}, {vector} {right}, {vector} {old})")));
        }
    }
    end_count(writer, &mut along, &exit, "1", next, None);
    for number in 0..rows {
        let own = plus(writer, row, &number.to_string());
        let target = element_at(writer, ty, at.c, [(&own, "%n"), (at.column, "1")]);
        let sums = along.names[1 + number * shape.vectors..][..shape.vectors].to_vec();
        add_row(writer, shape, at, &target, &sums);
    }
}

/// Adds a row of a block to the result.
fn add_row(writer: &mut Writer, shape: &Shape, at: &Block, target: &str, sums: &[String]) {
    let (ty, vector) = (shape.ty, shape.vector());
    let is_full = writer.emit(format!("icmp eq i64 {}, {}", at.columns, shape.width()));
    let labels = [writer.fresh("then"), writer.fresh("else")];
    let mut join = writer.join("joined", &[]);
    writer.branch(&is_full, &labels[0], &labels[1]);
    writer.label(&labels[0]);
    for (number, sum) in sums.iter().enumerate() {
        let address = writer.emit(format!("getelementptr inbounds {ty}, ptr {target}, i64 {}", number * shape.lanes));
        let old = writer.emit(format!("load {vector}, ptr {address}, align {}", shape.bytes));
        let new = writer.emit(format!("fadd {vector} {old}, {sum}"));
        writer.line(format!("store {vector} {new}, ptr {address}, align {}", shape.bytes));
    }
    writer.jump(&mut join, Parts::new());
    writer.label(&labels[1]);
    for (number, sum) in sums.iter().enumerate() {
        let address =
            writer.emit(format!("getelementptr inbounds {ty}, ptr {}, i64 {}", at.rest, number * shape.lanes));
        writer.line(format!("store {vector} {sum}, ptr {address}, align {}", shape.bytes));
    }
    let (mut each, _, exit) = begin_count(writer, "0", at.columns, &[], &[]);
    let lane = each.names[0].clone();
    let from = writer.emit(format!("getelementptr inbounds {ty}, ptr {}, i64 {lane}", at.rest));
    let to = writer.emit(format!("getelementptr inbounds {ty}, ptr {target}, i64 {lane}"));
    let (sum, old) = (
        writer.emit(format!("load {ty}, ptr {from}, align {}", shape.bytes)),
        writer.emit(format!("load {ty}, ptr {to}, align {}", shape.bytes)),
    );
    let new = writer.emit(format!("fadd {ty} {old}, {sum}"));
    writer.line(format!("store {ty} {new}, ptr {to}, align {}", shape.bytes));
    end_count(writer, &mut each, &exit, "1", Parts::new(), None);
    writer.jump(&mut join, Parts::new());
    writer.begin(&mut join);
}
