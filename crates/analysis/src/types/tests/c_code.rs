//! C compiled by clang, at several levels. Nothing is checked where clang-22 is missing.
use super::{Case, analyse};
use std::io::Write;
use std::process::{Command, Stdio};

/// Compiles C (without running the vectorisers) and analyses its function `f`.
fn compile(source: &str, flags: &[&str]) -> Option<Case> {
    let mut clang = Command::new("clang-22");
    clang.args(["-S", "-emit-llvm", "-o", "-", "-x", "c", "-", "-fno-vectorize", "-fno-slp-vectorize"]).args(flags);
    let mut child = clang.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    child.stdin.take()?.write_all(source.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    assert!(output.status.success(), "clang fails");
    Some(analyse(&String::from_utf8(output.stdout).expect("clang prints text")))
}

const LEVELS: [&[&str]; 5] = [&["-O0"], &["-O1"], &["-O2"], &["-O0", "-g"], &["-O2", "-g"]];

/// Nothing in the function is unknown.
fn all_known(source: &str) {
    for flags in LEVELS {
        let Some(case) = compile(source, flags) else { return };
        for answer in case.copies().into_iter().chain(case.integer_loads()) {
            let known = answer.starts_with('{');
            assert!(known, "{flags:?}: {answer}\n{}\n{:#?}", case.function.module().print(), case.types.print());
        }
    }
}

const MIXED: &str = "
#include <string.h>
#include <stdlib.h>
#include <math.h>
struct S { int n; double d; float a[2]; void *p; };
";

#[test]
fn struct_assignment() {
    let source = format!(
        "{MIXED}
        __attribute__((noinline)) double f(struct S *x, struct S *y) {{ struct S t = *x; *y = t; return y->d; }}
        double g(struct S *a, struct S *b) {{ return f(a, b) + a->a[1] + b->n; }}"
    );
    all_known(&source);
    if let Some(case) = compile(&source, &["-O2"]) {
        let all = "{0: integer(4), 4: anything(4), 8: double, 16: float, 20: float, 24: pointer}";
        assert_eq!(case.copies(), [all]);
    }
    if let Some(case) = compile(&source, &["-O0", "-g"]) {
        let all = "{0: integer(4), 4: anything(4), 8: double, 16: float, 20: float, 24: pointer}";
        assert_eq!(case.copies(), [all, all]);
    }
}

#[test]
fn small_structs_become_integers() {
    all_known(
        "struct P { float x, y; }; struct Q { int k; float w; };
        double f(struct P *a, struct P *b, struct Q *c, struct Q q) {
          struct P t = *a; *a = *b; *b = t; *c = q;
          return a->x * b->y + c->w * c->k;
        }",
    );
}

#[test]
fn swaps_and_moves_of_numbers() {
    all_known(&format!(
        "{MIXED}
        double f(double *x, double *y, int n) {{
          double *t = malloc(n * sizeof(double));
          memcpy(t, x, n * sizeof(double)); memmove(x, y, n * sizeof(double)); memcpy(y, t, n * sizeof(double));
          double s = 0; for (int i = 0; i < n; i++) s += x[i] * y[i];
          free(t); return s;
        }}"
    ));
}

#[test]
fn evidence_in_the_caller() {
    all_known(&format!(
        "{MIXED}
        __attribute__((noinline)) void f(void *to, const void *from, unsigned long n) {{ memcpy(to, from, n); }}
        double g(int n) {{
          double a[64], b[64];
          for (int i = 0; i < 64; i++) a[i] = i;
          f(b, a, n * sizeof(double));
          double s = 0; for (int i = 0; i < n; i++) s += b[i];
          return s;
        }}"
    ));
}

#[test]
fn lists_and_nested_structs() {
    all_known(&format!(
        "{MIXED}
        struct V {{ double x, y, z; }}; struct B {{ struct V at, to; float mass; int id; struct B *next; }};
        double f(struct B *list, struct V *out, int n) {{
          double s = 0; int i = 0;
          for (struct B *b = list; b; b = b->next) {{ out[i++] = b->at; struct B c = *b; s += c.mass * c.to.y; }}
          for (i = 0; i < n; i++) s += out[i].x + out[i].z;
          return s;
        }}"
    ));
}

#[test]
fn arrays_in_structs_and_matrices() {
    all_known(&format!(
        "{MIXED}
        struct M {{ int rows, columns; double *data; double small[3][3]; long tag[2]; }};
        double f(struct M *a, struct M *b, int i, int j) {{
          *b = *a; memcpy(b->data, a->data, a->rows * a->columns * sizeof(double));
          memcpy(b->small[i], a->small[j], sizeof b->small[0]);
          return b->small[i][j] + b->data[i * b->columns + j] + b->tag[i];
        }}"
    ));
}

#[test]
fn unions_and_punning() {
    let source = "#include <string.h>
        union U { double d; long l; };
        double f(union U *a, union U *b, double *x) {
          *b = *a; long bits; memcpy(&bits, x, 8); bits ^= 1L << 63; double y; memcpy(&y, &bits, 8);
          return b->d + y;
        }";
    all_known(source);
    for flags in LEVELS {
        let Some(case) = compile(source, flags) else { return };
        for answer in case.copies().into_iter().chain(case.integer_loads()) {
            assert!(
                answer.contains("double") || answer.contains("pointer"),
                "{flags:?}: {answer}\n{}",
                case.function.module().print()
            );
        }
    }
}

#[test]
fn long_double_and_complex() {
    all_known(
        "#include <complex.h>
        struct L { long double a; int k; }; struct C { double complex z; float complex w; };
        double f(struct L *x, struct L *y, struct C *u, struct C *v) {
          *y = *x; *v = *u; return (double)y->a + creal(v->z) + y->k + crealf(v->w);
        }",
    );
}

#[test]
fn reallocated_and_callbacks() {
    all_known(&format!(
        "{MIXED}
        struct E {{ double key; long index; }};
        static int less(const void *a, const void *b) {{
          const struct E *x = a, *y = b; return x->key < y->key ? -1 : x->key > y->key;
        }}
        double f(double *x, int n) {{
          struct E *e = malloc(sizeof(struct E)); int room = 1, used = 0;
          for (int i = 0; i < n; i++) {{
            if (used == room) {{ room *= 2; e = realloc(e, room * sizeof(struct E)); }}
            struct E t = {{ x[i], i }}; e[used++] = t;
          }}
          qsort(e, used, sizeof(struct E), less);
          struct E first = e[0]; double r = first.key * first.index; free(e); return r;
        }}"
    ));
}

#[test]
fn declared_types_are_evidence() {
    let source = format!(
        "{MIXED}
        struct T {{ struct S s; const double *rows[2]; union {{ long l; float g; }} u; char c[8]; }};
        void f(const double *x, void *buffer, struct T *from, struct T *to) {{
          memcpy(buffer, x, 32); memcpy(to, from, 48);
        }}"
    );
    for flags in [["-O0", "-g"], ["-O1", "-g"], ["-O2", "-g"]] {
        let Some(case) = compile(&source, &flags) else { return };
        let second =
            "{0: integer(4), 4: anything(4), 8: double, 16: float, 20: float, 24: pointer, 32: pointer, 40: pointer}";
        let copies = case.copies();
        assert_eq!(copies, ["{0: double} every 8", second], "{flags:?}");
        let from = case.function.parameters()[2];
        let union = super::show(&case.types, case.types.of_memory(from, Some(56)));
        assert_eq!(union, "unknown", "a union must not be guessed");
    }
    let Some(case) = compile(&source, &["-O2"]) else { return };
    assert_eq!(case.copies()[0], "unknown");
}

#[test]
fn arrays_end_with_their_fields() {
    let source = "#include <string.h>
        struct node { double w[4]; int n; short keys[5]; struct node *next; };
        double f(struct node *p, struct node *q, long i, long j) {
          memmove(p->keys + i, q->keys + j, (unsigned long)(i - j) * sizeof(short));
          return p->w[i] + q->w[j - 1];
        }";
    let Some(case) = compile(source, &["-O2", "-g"]) else { return };
    assert_eq!(case.copies(), ["{0: integer(2)} every 2"]);
}

#[test]
fn iterators_kept_in_memory() {
    all_known(&format!(
        "{MIXED}
        struct I {{ double *at, *end; }};
        double f(double *x, double *y, int n) {{
          struct I i = {{ x, x + n }}, j = {{ y, y + n }}; double s = 0;
          while (i.at < i.end) {{ long t; memcpy(&t, i.at, 8); memcpy(j.at, &t, 8); i.at++; j.at++; }}
          for (double *p = y; p < y + n; p++) s += *p * *p;
          return s;
        }}"
    ));
}

#[test]
fn the_same_again() {
    let source = "#include <string.h>
        struct N { double v[3]; struct N *left, *right; int key; };
        double f(struct N *n, struct N *m, int depth) {
          double s = 0;
          while (depth--) { struct N t = *n; *m = t; n = depth & 1 ? t.left : t.right; s += m->v[depth % 3]; }
          return s;
        }";
    let (Some(one), Some(two)) = (compile(source, &["-O2"]), compile(source, &["-O2"])) else { return };
    assert_eq!(one.types.print(), two.types.print());
    assert!(!one.types.print().is_empty());
}
