//! The C around a program: glue between a flat vector of inputs and the program's signature, and the checker.

use super::ast::{Param, ParamKind, Program, StructDef, Ty};
use super::generate::real_fields;
use super::print::{self, Style, declarator};
use super::rng::Rng;
use std::fmt::Write as _;

/// Declarations shared by all generated files.
pub const PRELUDE: &str = include_str!("support/prelude.h");

/// The checker with its `main`; needs the prelude in front.
pub const CHECK: &str = include_str!("support/check.c");

/// Programs with their numbers in the batch.
pub type Batch = [(usize, Program)];

/// The reference file of a batch: differences are taken of these copies.
pub fn reference_file(batch: &Batch) -> String {
    let mut out = PRELUDE.to_owned();
    for (id, p) in batch {
        out += &reference_program(*id, p);
    }
    out
}

/// The file under test: the programs, their derivatives, and the table for the checker.
pub fn tested_file(batch: &Batch) -> String {
    let mut out = PRELUDE.to_owned();
    for (id, p) in batch {
        out += &data(*id, p);
        out += &tested_program(*id, p);
    }
    out += &table(batch);
    out
}

/// Everything in one file, to look at a failure.
pub fn standalone_file(p: &Program, comment: &str) -> String {
    let tested = data(0, p) + &tested_program(0, p);
    let reference = reference_program(0, p);
    let table = table(&[(0, p.clone())]);
    format!(
        "/* {comment} */\n{PRELUDE}\n{tested}\n\
         /* The copy that differences are taken of. */\n{reference}\n{table}\n{CHECK}"
    )
}

fn reference_program(id: usize, p: &Program) -> String {
    let style = Style::reference(id);
    let mut text = print::program(p, &style);
    text += &glue(p, &style);
    text += &primal(p, &format!("zf_reference_{id}"), "").replace('@', &style.suffix);
    text
}

fn tested_program(id: usize, p: &Program) -> String {
    let style = Style::tested(id);
    let mut text = format!("/* seed {} */\n", p.seed);
    text += &print::program(p, &style);
    text += &glue(p, &style);
    text += &primal(p, "primal@", "static ").replace('@', &style.suffix);
    text += &forward(p).replace('@', &style.suffix);
    text += &reverse(p).replace('@', &style.suffix);
    text += &second(id, p).replace('@', &style.suffix);
    text
}

/// `struct args@` holds all arguments; `load@` and `store@` move it from and to a flat vector.
fn glue(p: &Program, style: &Style) -> String {
    let (mut fields, mut load, mut store) = (String::new(), String::new(), String::new());
    let mut at = 0;
    let shared = shared(p);
    for param in &p.params {
        let name = &param.name;
        match &param.kind {
            ParamKind::Array { float, values, .. } => {
                let n = values.len();
                let shared = shared.as_ref().filter(|s| s.host == param || s.guest == param);
                let room = shared.map_or(n, |s| s.lengths.iter().sum());
                let (host, skipped) = match shared {
                    Some(s) if s.guest == param => (&s.host.name, s.lengths[0]),
                    _ => (name, 0),
                };
                if host == name {
                    let ty = Ty::Array(Box::new(Ty::real(*float)), vec![room]);
                    let _ = writeln!(fields, "  {};", declarator(&ty, name, style));
                }
                let _ = writeln!(load, "  for (int i = 0; i < {n}; i++) p->{host}[{skipped} + i] = v[{at} + i];");
                let _ = writeln!(store, "  for (int i = 0; i < {n}; i++) v[{at} + i] = p->{host}[{skipped} + i];");
            }
            ParamKind::Scalar { float, .. } => {
                let _ = writeln!(fields, "  {};", declarator(&Ty::real(*float), name, style));
                let _ = writeln!(load, "  p->{name} = v[{at}];");
                let _ = writeln!(store, "  v[{at}] = p->{name};");
            }
            ParamKind::Int(value) => {
                let _ = writeln!(fields, "  int {name};");
                let _ = writeln!(load, "  p->{name} = {value};");
            }
            ParamKind::IntArray(values) => {
                let _ = writeln!(fields, "  int {name}[{}];", values.len());
                for (i, v) in values.iter().enumerate() {
                    let _ = writeln!(load, "  p->{name}[{i}] = {v};");
                }
            }
            ParamKind::Struct { def, .. } => {
                let def = &p.structs[*def];
                let _ = writeln!(fields, "  {} {name};", def.tag);
                struct_glue(def, name, at, &mut load, &mut store);
            }
            ParamKind::Slice { tag, values, .. } => {
                let n = values.len();
                let _ = writeln!(fields, "  double {name}_data[{n}]; {tag} {name};");
                let _ = writeln!(load, "  for (int i = 0; i < {n}; i++) p->{name}_data[i] = v[{at} + i];");
                let _ = writeln!(load, "  p->{name}.data = p->{name}_data; p->{name}.len = {n};");
                let _ = writeln!(load, "  p->{name}.scale = v[{}];", at + n);
                let _ = writeln!(store, "  for (int i = 0; i < {n}; i++) v[{at} + i] = p->{name}_data[i];");
                let _ = writeln!(store, "  v[{}] = p->{name}.scale;", at + n);
            }
        }
        at += Program::slots(&param.kind);
    }
    let text = format!(
        "struct args@ {{\n{fields}}};\nstatic void load@(struct args@ *p, const double *v) {{\n{load}}}\n\
         static void store@(const struct args@ *p, double *v) {{\n{store}}}\n"
    );
    text.replace('@', &style.suffix)
}

fn struct_glue(def: &StructDef, name: &str, at: usize, load: &mut String, store: &mut String) {
    for (i, (field, index)) in real_fields(def).iter().enumerate() {
        let place = match index {
            Some(k) => format!("p->{name}.{field}[{k}]"),
            None => format!("p->{name}.{field}"),
        };
        let _ = writeln!(load, "  {place} = v[{}];", at + i);
        let _ = writeln!(store, "  v[{}] = {place};", at + i);
    }
    for (ty, field) in &def.fields {
        if *ty == Ty::Int {
            let _ = writeln!(load, "  p->{name}.{field} = 1;");
        }
    }
}

/// How an argument is passed: from `p`, or its shadow from `d`.
fn argument(p: &Program, param: &Param, from: &str) -> String {
    if let Some(shared) = shared(p).filter(|shared| shared.guest == param) {
        return format!("{from}.{} + {}", shared.host.name, shared.offset);
    }
    let pointer = matches!(param.kind, ParamKind::Struct { .. } | ParamKind::Slice { .. });
    format!("{}{from}.{}", if pointer { "&" } else { "" }, param.name)
}

/// Two arrays in one: the values of the guest follow those of the host, but its argument may begin anywhere in between.
struct Shared<'a> {
    host: &'a Param,
    guest: &'a Param,
    offset: usize,
    /// Elements of the host, and of the guest.
    lengths: [usize; 2],
}

/// Nobody has promised that arguments are apart: in some programs two of them overlap.
fn shared(p: &Program) -> Option<Shared<'_>> {
    let mut rng = Rng::new(p.seed ^ 0x0E1A);
    if !rng.chance(35) {
        return None;
    }
    let array = |param: &Param| match (&param.kind, &param.ty) {
        (_, Ty::RestrictPtr(_)) => None,
        (ParamKind::Array { float, values, constant: false, .. }, _) => Some((*float, values.len())),
        _ => None,
    };
    let mut arrays = p.params.iter().filter_map(|param| Some((param, array(param)?)));
    let (host, (float, room)) = arrays.next()?;
    let (guest, (_, length)) = arrays.find(|(_, (other, _))| *other == float)?;
    Some(Shared { host, guest, offset: rng.below(room + 1), lengths: [room, length] })
}

/// The plain call.
fn primal(p: &Program, name: &str, linkage: &str) -> String {
    let args: Vec<String> = p.params.iter().map(|q| argument(p, q, "p")).collect();
    let result = if p.entry.ret == Ty::Void { "*ret = 0.0; " } else { "*ret = " };
    format!(
        "{linkage}void {name}(const double *v, double *ret, double *out) {{\n  struct args@ p; load@(&p, v); \
         reset@();\n  {result}f@({});\n  store@(&p, out);\n}}\n",
        args.join(", ")
    )
}

fn constant(kind: &ParamKind) -> bool {
    match kind {
        ParamKind::Array { constant, .. } | ParamKind::Scalar { constant, .. } => *constant,
        ParamKind::Int(_) | ParamKind::IntArray(_) => true,
        _ => false,
    }
}

/// The operands of a derivative call. Every fourth program relies on the defaults instead of markers.
fn operands(p: &Program, is_reverse: bool, flags: bool) -> String {
    let unmarked = p.seed.is_multiple_of(4);
    let mut out = vec!["(void *)f@".to_owned()];
    if flags {
        out.push("enzyme_primal_return".into());
    }
    for param in &p.params {
        let scalar = matches!(param.kind, ParamKind::Scalar { .. });
        let is_constant = constant(&param.kind);
        let by_default = unmarked && (!is_constant || matches!(param.kind, ParamKind::Int(_)));
        let marker = match (is_constant, scalar && is_reverse) {
            (true, _) => "enzyme_const",
            (false, true) => "enzyme_out",
            (false, false) => "enzyme_dup",
        };
        if !by_default {
            out.push(marker.into());
        }
        out.push(argument(p, param, "p"));
        if marker == "enzyme_dup" {
            out.push(argument(p, param, "d"));
        }
    }
    out.join(", ")
}

/// Whether the primal result is requested.
fn with_primal(p: &Program, outs: usize) -> bool {
    p.primal_return && (p.entry.ret == Ty::Double || (p.entry.ret == Ty::Float && outs == 0))
}

fn forward(p: &Program) -> String {
    let primal = with_primal(p, 1);
    let ty = match (&p.entry.ret, primal) {
        (Ty::Void, _) => "void",
        (_, true) => "struct fwd@",
        (Ty::Float, _) => "float",
        _ => "double",
    };
    let (receive, read) = match (ty, primal) {
        ("void", _) => ("", "*tret = 0.0;"),
        (_, true) => ("struct fwd@ r = ", "*ret = r.primal; *tret = r.tangent;"),
        _ => ("*tret = ", ""),
    };
    format!(
        "#ifdef ZF_FORWARD\nstruct fwd@ {{ double primal, tangent; }};\nextern {ty} __enzyme_fwddiff@(void *, ...);\n\
         static void forward@(const double *v, const double *t, double *ret, double *out, double *tret, double *tout) \
         {{\n  struct args@ p, d; load@(&p, v); load@(&d, t); reset@();\n  {receive}__enzyme_fwddiff@({});\n  {read}\n  \
         store@(&p, out); store@(&d, tout);\n}}\n#else\n#define forward@ 0\n#endif\n",
        operands(p, false, primal)
    )
}

fn reverse(p: &Program) -> String {
    let mut outs = Vec::new();
    let mut at = 0;
    for param in &p.params {
        if let ParamKind::Scalar { float, constant: false, .. } = param.kind {
            outs.push((param.name.clone(), float, at));
        }
        at += Program::slots(&param.kind);
    }
    let primal = with_primal(p, outs.len());
    let mut fields: Vec<String> =
        outs.iter().map(|(name, float, _)| format!("{} {name};", if *float { "float" } else { "double" })).collect();
    if primal {
        let ty = if p.entry.ret == Ty::Float { "float" } else { "double" };
        fields.insert(0, format!("{ty} primal;"));
    }
    let (ty, receive) = match (fields.len(), outs.first()) {
        (0, _) => ("void", ""),
        (1, _) if primal => (if p.entry.ret == Ty::Float { "float" } else { "double" }, "*ret = "),
        (1, Some((_, true, _))) => ("float", "float r = "),
        (1, _) => ("double", "double r = "),
        _ => ("struct rev@", "struct rev@ r = "),
    };
    let mut read = String::new();
    for (name, _, slot) in &outs {
        let _ = write!(read, " g[{slot}] = r{};", if fields.len() > 1 { format!(".{name}") } else { String::new() });
    }
    if primal && fields.len() > 1 {
        read += " *ret = r.primal;";
    }
    let declare = if fields.len() > 1 { format!("struct rev@ {{ {} }};\n", fields.join(" ")) } else { String::new() };
    format!(
        "#ifdef ZF_REVERSE\n{declare}extern {ty} __enzyme_autodiff@(void *, ...);\n\
         static void reverse@(const double *v, const double *seed, double *ret, double *out, double *g) {{\n  \
         struct args@ p, d; load@(&p, v); load@(&d, seed); reset@();\n  {receive}__enzyme_autodiff@({});\n  \
         store@(&p, out); store@(&d, g);{read}\n}}\n#else\n#define reverse@ 0\n#endif\n",
        operands(p, true, primal)
    )
}

/// Second derivatives along two lines through the point: the objective as a function of how far one goes along each, its
/// derivatives by the first (`s`) in both modes, and of those the derivatives by the second (`t`) in both modes. `swapped`
/// takes the derivative by the second line first.
fn second(id: usize, p: &Program) -> String {
    let count = input_count(p);
    let (inner, outer) = match p.seed % 4 {
        0 => (REVERSE_BY_SECOND, REVERSE_BY_FIRST),
        1 => (REVERSE_BY_SECOND, FORWARD_BY_FIRST),
        2 => (FORWARD_BY_SECOND, REVERSE_BY_FIRST),
        _ => (FORWARD_BY_SECOND, FORWARD_BY_FIRST),
    };
    let mut functions = String::new();
    for (name, of, derivative) in [
        ("sr", "along", REVERSE_BY_FIRST),
        ("sf", "along", FORWARD_BY_FIRST),
        ("tx", "along", inner),
        ("rr", "sr", REVERSE_BY_SECOND),
        ("fr", "sr", FORWARD_BY_SECOND),
        ("rf", "sf", REVERSE_BY_SECOND),
        ("ff", "sf", FORWARD_BY_SECOND),
        ("xx", "tx", outer),
    ] {
        let call = derivative.replace('?', of);
        let _ = writeln!(functions, "static double {name}@(double s, double t) {{ return {call}; }}");
    }
    format!(
        "#ifdef ZF_SECOND\nextern double __enzyme_autodiff2@(void *, ...), __enzyme_fwddiff2@(void *, ...);\n\
         static double along@(double s, double t) {{\n  double v[{count}], out[{count}], ret;\n  \
         for (int i = 0; i < {count}; i++) v[i] = point_{id}[i] + s * first_{id}[i] + t * second_{id}[i];\n  \
         primal@(v, &ret, out);\n  for (int i = 0; i < {count}; i++) ret += weight_{id}[i] * out[i];\n  return ret;\n}}\n\
         {functions}static const zf_second orders@ = {{first_{id}, second_{id}, sr@, sf@, {{rr@, fr@, rf@, ff@, xx@}}}};\n\
         #define SECOND@ &orders@\n#else\n#define SECOND@ 0\n#endif\n"
    )
}

const REVERSE_BY_FIRST: &str = "__enzyme_autodiff2@((void *)?@, enzyme_out, s, enzyme_const, t)";
const FORWARD_BY_FIRST: &str = "__enzyme_fwddiff2@((void *)?@, enzyme_dup, s, 1.0, enzyme_const, t)";
const REVERSE_BY_SECOND: &str = "__enzyme_autodiff2@((void *)?@, enzyme_const, s, enzyme_out, t)";
const FORWARD_BY_SECOND: &str = "__enzyme_fwddiff2@((void *)?@, enzyme_const, s, enzyme_dup, t, 1.0)";

/// Numbers that the program is a function of.
fn input_count(p: &Program) -> usize {
    p.params.iter().map(|param| values_of(&param.kind).0.len()).sum()
}

/// Point, weights, and two directions through the point.
fn data(id: usize, p: &Program) -> String {
    let (mut point, mut weight, mut active) = (vec![], vec![], vec![]);
    let mut rng = Rng::new(p.seed ^ 0xABCD);
    let quiet = p.entry.ret != Ty::Void && rng.chance(25);
    for param in &p.params {
        let (values, may_seed) = values_of(&param.kind);
        for v in values {
            let seeded = may_seed && !quiet && !constant(&param.kind);
            point.push(format!("{v:?}"));
            let w = rng.real(-1.0, 1.0);
            weight.push(format!("{:?}", if seeded { w } else { 0.0 }));
            active.push(if constant(&param.kind) { "0" } else { "1" });
        }
    }
    let mut direction = || {
        let steps = active.iter().map(|active| match *active {
            "1" => *rng.pick(&["0.0", "1.0", "1.0", "-1.0", "0.5"]),
            _ => "0.0",
        });
        steps.collect::<Vec<_>>().join(", ")
    };
    let (first, second) = (direction(), direction());
    let mut out = String::new();
    let _ = writeln!(out, "static const double point_{id}[] = {{{}}};", point.join(", "));
    let _ = writeln!(out, "static const double weight_{id}[] = {{{}}};", weight.join(", "));
    let _ = writeln!(out, "static const double first_{id}[] = {{{first}}}, second_{id}[] = {{{second}}};");
    let _ = writeln!(out, "static const char active_{id}[] = {{{}}};", active.join(", "));
    out
}

/// Points, weights and function pointers of all programs of the batch.
fn table(batch: &Batch) -> String {
    let mut out = String::new();
    let mut rows = String::new();
    for (id, p) in batch {
        let count = input_count(p);
        let is_float = i32::from(p.has_float);
        let _ = writeln!(out, "void zf_reference_{id}(const double *, double *, double *);");
        let _ = writeln!(
            rows,
            "  {{{}ul, {id}, {count}, {is_float}, point_{id}, weight_{id}, active_{id}, primal_{id}, \
             zf_reference_{id}, forward_{id}, reverse_{id}, SECOND_{id}}},",
            p.seed
        );
    }
    let _ = writeln!(out, "const zf_program zf_table[] = {{\n{rows}}};");
    let _ = writeln!(out, "const int zf_count = {};", batch.len());
    out
}

/// The inputs of a parameter, and whether they are also outputs.
fn values_of(kind: &ParamKind) -> (Vec<f64>, bool) {
    match kind {
        ParamKind::Array { values, .. } | ParamKind::Struct { values, .. } => (values.clone(), true),
        ParamKind::Scalar { value, .. } => (vec![*value], false),
        ParamKind::Slice { values, scale, .. } => {
            let mut all = values.clone();
            all.push(*scale);
            (all, true)
        }
        ParamKind::Int(_) | ParamKind::IntArray(_) => (vec![], false),
    }
}
