//! Tests of the generator, the printer, the shrinker and the checker.

use super::ast::{
    ExprKind, Node, Program, Stmt, Ty, addr, assign, bin, cast, cond, index, int, neg, num, other, real_var,
};
use super::generate::generate;
use super::print::{self, Style};
use super::shrink::{shrink, well_formed};
use super::{FuzzMode, Options, Points, Stage, harness, run};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

const STAGES: [Stage; 7] =
    [Stage::Straight, Stage::Loops, Stage::Memory, Stage::Calls, Stage::Indirect, Stage::Globals, Stage::Containers];

fn have_clang() -> bool {
    Command::new("clang-22").arg("--version").output().is_ok_and(|o| o.status.success())
}

fn scratch(name: &str) -> PathBuf {
    let dir = std::env::temp_dir().join(format!("zymase-fuzz-test-{}-{name}", std::process::id()));
    fs::create_dir_all(&dir).expect("a scratch directory");
    dir
}

fn text(p: &Program) -> String {
    print::program(p, &Style::tested(0))
}

#[test]
fn same_seed_same_text() {
    for stage in STAGES {
        for seed in 0..40 {
            assert_eq!(text(&generate(seed, stage, Points::Random)), text(&generate(seed, stage, Points::Random)));
        }
        assert_ne!(text(&generate(1, stage, Points::Random)), text(&generate(2, stage, Points::Random)));
    }
}

#[test]
fn generated_programs_are_well_formed() {
    for stage in STAGES {
        for seed in 0..300 {
            assert!(well_formed(&generate(seed, stage, Points::Random)), "{stage:?} {seed}");
        }
    }
}

#[test]
fn prints_expressions() {
    let tested = Style::tested(3);
    let reference = Style::reference(3);
    let sum = bin("*", bin("+", real_var("a"), num(-0.5)), neg(real_var("b")));
    assert_eq!(print::expression(&sum, &tested), "(a + (-0.5)) * (-b)");
    let side = cond(bin("<", real_var("a"), num(1.0)), index(other("x"), int(2)), num(2.0));
    assert_eq!(print::expression(&side, &tested), "(a < 1.0 ? x[2] : 2.0)");
    assert_eq!(print::expression(&side, &reference), "(ZT(a < 1.0) ? x[2] : 2.0)");
    let trip = cast(ExprKind::Int, Ty::Int, real_var("a"));
    assert_eq!(print::expression(&trip, &reference), "ZTI((int)a)");
    assert_eq!(print::expression(&addr(index(other("x"), int(1))), &tested), "&x[1]");
    let matrix = Ty::Row(Box::new(Ty::Float), 4);
    assert_eq!(print::declarator(&matrix, "m", &tested), "float (*m)[4]");
    assert_eq!(print::declarator(&matrix, "m", &reference), "double (*m)[4]");
}

#[test]
fn file_level_names_get_the_number() {
    for stage in STAGES {
        let p = generate(11, stage, Points::Random);
        let printed = print::program(&p, &Style::tested(42));
        assert!(printed.contains("f_42("));
        assert!(!printed.contains('@'));
    }
}

/// Whether some statement of the entry function assigns to an element of an array.
fn stores(body: &[Stmt]) -> bool {
    body.iter().any(|s| match s {
        Stmt::Assign { lhs, .. } => matches!(lhs.node, Node::Index(..)),
        Stmt::If { then, other, .. } => stores(then) || stores(other),
        Stmt::For { body, .. } | Stmt::While { body, .. } | Stmt::DoWhile { body, .. } => stores(body),
        Stmt::Block(body) | Stmt::Group(body) => stores(body),
        _ => false,
    })
}

#[test]
fn shrinking_keeps_programs_well_formed() {
    for stage in STAGES {
        for seed in 0..12 {
            let p = generate(seed, stage, Points::Random);
            let wanted = stores(&p.entry.body);
            let small = shrink(&p, &mut |candidate| {
                assert!(well_formed(candidate), "{stage:?} {seed}");
                Some(stores(&candidate.entry.body) == wanted)
            });
            assert!(well_formed(&small));
            assert_eq!(stores(&small.entry.body), wanted);
            assert!(text(&small).len() <= text(&p).len());
        }
    }
}

#[test]
fn ill_formed_programs_are_noticed() {
    let mut p = generate(3, Stage::Straight, Points::Random);
    p.entry.body.insert(0, assign(real_var("nowhere"), num(1.0)));
    assert!(!well_formed(&p));
    let mut p = generate(3, Stage::Straight, Points::Random);
    p.entry.body.insert(0, Stmt::Break);
    assert!(!well_formed(&p));
    let mut p = generate(3, Stage::Straight, Points::Random);
    p.entry.body.pop();
    assert!(!well_formed(&p));
}

#[test]
fn programs_compile_and_run() {
    if !have_clang() {
        return;
    }
    for stage in [Stage::Calls, Stage::Globals] {
        let work_dir = scratch(&format!("{stage:?}"));
        let options = Options {
            programs: 8,
            stage,
            mode: FuzzMode::Primal,
            sanitize: true,
            levels: vec!["-O1".into()],
            work_dir: work_dir.clone(),
            ..Options::default()
        };
        let summary = run(&options).expect("a run");
        assert!(summary.ok(), "{summary}");
        assert!(summary.counts.get("agree").is_some_and(|n| *n >= 5), "{summary}");
        let _ = fs::remove_dir_all(work_dir);
    }
}

/// `f(x) = x * x` with right and wrong hand-written derivatives.
const BY_HAND: &str = r"
static void primal(const double *v, double *ret, double *out) { *ret = v[0] * v[0]; out[0] = v[0]; }
void reference(const double *v, double *ret, double *out) { primal(v, ret, out); }
static void fwd(const double *v, const double *t, double *ret, double *out, double *tret, double *tout) {
  primal(v, ret, out); *tret = 2 * v[0] * t[0]; tout[0] = t[0]; }
static void fwd_bad(const double *v, const double *t, double *ret, double *out, double *tret, double *tout) {
  primal(v, ret, out); *tret = v[0] * t[0]; tout[0] = t[0]; }
static void rev(const double *v, const double *s, double *ret, double *out, double *g) {
  primal(v, ret, out); g[0] = 2 * v[0] + s[0]; }
static void rev_bad(const double *v, const double *s, double *ret, double *out, double *g) {
  primal(v, ret, out); g[0] = 2 * v[0]; }
static void rev_spoils(const double *v, const double *s, double *ret, double *out, double *g) {
  primal(v, ret, out); g[0] = 2 * v[0] + s[0]; out[0] = 0; }
static const double at[] = {0.7}, w[] = {0.25};
static const char on[] = {1};
const zf_program zf_table[] = {
  {1, 0, 1, 0, at, w, on, primal, reference, fwd, rev},
  {1, 1, 1, 0, at, w, on, primal, reference, fwd, rev_bad},
  {1, 2, 1, 0, at, w, on, primal, reference, fwd_bad, rev},
  {1, 3, 1, 0, at, w, on, primal, reference, fwd, rev_spoils}};
const int zf_count = 4;
";

#[test]
fn checker_tells_right_from_wrong() {
    if !have_clang() {
        return;
    }
    let dir = scratch("checker");
    let (source, exe) = (dir.join("t.c"), dir.join("t.exe"));
    fs::write(&source, format!("{}{BY_HAND}{}", harness::PRELUDE, harness::CHECK)).expect("a file");
    let status = Command::new("clang-22").args(["-w", "-lm", "-o"]).arg(&exe).arg(&source).status();
    assert!(status.is_ok_and(|s| s.success()));
    let output = Command::new(&exe).output().expect("the checker runs");
    let lines: Vec<String> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter(|l| !l.starts_with('S'))
        .map(|l| l.split(' ').take(3).collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(lines, ["A 0", "F 1 reverse", "F 2 forward", "F 3 primal"]);
    let _ = fs::remove_dir_all(dir);
}
