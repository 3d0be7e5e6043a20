//! Prints a program as C text.

use super::ast::{Expr, ExprKind, Function, Global, Node, Piece, Program, Stmt, StructDef, Ty};
use std::fmt::Write as _;

/// How to print.
#[derive(Clone, Debug)]
pub struct Style {
    /// Replaces the `@` of file-level names.
    pub suffix: String,
    /// Write `double` wherever the program says `float`, and report every decision that depends on floating-point
    /// values to the tracer: the copy that differences are taken of.
    pub reference: bool,
}

impl Style {
    /// The copy under test.
    pub fn tested(id: usize) -> Style {
        Style { suffix: format!("_{id}"), reference: false }
    }

    /// The copy that differences are taken of.
    pub fn reference(id: usize) -> Style {
        Style { suffix: format!("_{id}r"), reference: true }
    }
}

/// Library functions with a kink or a jump: the reference copy calls `zt_NAME`, which reports the side taken.
const KINKED: [&str; 5] = ["fabs", "fmax", "fmin", "floor", "copysign"];

/// `float` library functions and their `double` forms.
const FLOAT_CALLS: [(&str, &str); 8] = [
    ("sinf", "sin"),
    ("cosf", "cos"),
    ("expf", "exp"),
    ("sqrtf", "sqrt"),
    ("tanhf", "tanh"),
    ("fabsf", "fabs"),
    ("powf", "pow"),
    ("logf", "log"),
];

/// The whole program: typedefs, structs, prototypes, globals, functions, reset function.
pub fn program(p: &Program, style: &Style) -> String {
    let mut printer = Printer { style, out: String::new(), indent: 0 };
    for line in &p.typedefs {
        printer.line(line);
    }
    for def in &p.structs {
        printer.structure(def);
    }
    for f in &p.functions {
        let head = printer.head(f);
        printer.line(&format!("{head};"));
    }
    for g in &p.globals {
        printer.global(g);
    }
    for f in p.functions.iter().chain(std::iter::once(&p.entry)) {
        printer.function(f);
    }
    printer.reset(&p.globals);
    let open = if style.reference { "ZT(" } else { "(" };
    printer.out.replace('@', &style.suffix).replace('«', open).replace('»', ")")
}

/// A declaration of `name` with the given type.
pub fn declarator(ty: &Ty, name: &str, style: &Style) -> String {
    match ty {
        Ty::Void => format!("void {name}"),
        Ty::Double => format!("double {name}"),
        Ty::Float if style.reference => format!("double {name}"),
        Ty::Float => format!("float {name}"),
        Ty::Int => format!("int {name}"),
        Ty::Long => format!("long {name}"),
        Ty::Named(n) => format!("{n} {name}"),
        Ty::Ptr(t) => declarator(t, &format!("*{name}"), style),
        Ty::ConstPtr(t) => format!("const {}", declarator(t, &format!("*{name}"), style)),
        Ty::RestrictPtr(t) => declarator(t, &format!("*__restrict {name}"), style),
        Ty::Array(t, dims) => {
            let dims: String = dims.iter().map(|d| format!("[{d}]")).collect();
            declarator(t, &format!("{name}{dims}"), style)
        }
        Ty::Row(t, n) => declarator(t, &format!("(*{name})[{n}]"), style),
    }
}

/// One expression.
pub fn expression(e: &Expr, style: &Style) -> String {
    let sub = |e: &Expr| expression(e, style);
    match &e.node {
        Node::Num(v) if *v < 0.0 => format!("({v:?})"),
        Node::Num(v) => format!("{v:?}"),
        Node::Int(v) if *v < 0 => format!("({v})"),
        Node::Int(v) => v.to_string(),
        Node::Var(name) => name.clone(),
        Node::Un(op, a) => format!("{op}{}", atom(a, style)),
        Node::Bin(op, a, b) => binary(op, a, b, style),
        Node::Call(name, args) => {
            format!("{}({})", callee(name, style), join(args, style))
        }
        Node::CallPtr(f, args) => format!("{}({})", atom(f, style), join(args, style)),
        Node::Cond(c, a, b) => format!("({} ? {} : {})", sub(c), sub(a), sub(b)),
        Node::Index(a, i) => format!("{}[{}]", atom(a, style), sub(i)),
        Node::Member(a, field, arrow) => {
            format!("{}{}{field}", atom(a, style), if *arrow { "->" } else { "." })
        }
        Node::Cast(ty, a) => {
            let text = format!("({}){}", declarator(ty, "", style).trim_end(), atom(a, style));
            let decides = a.kind == ExprKind::Real && matches!(ty, Ty::Int | Ty::Long);
            if style.reference && decides { format!("ZTI({text})") } else { text }
        }
        Node::SizeOf(ty) => format!("sizeof({})", declarator(ty, "", style).trim_end()),
        Node::List(items) => format!("{{{}}}", join(items, style)),
        Node::Text(pieces) => pieces
            .iter()
            .map(|piece| match piece {
                Piece::Word(text) => text.clone(),
                Piece::Expr(e) => atom(e, style),
            })
            .collect(),
    }
}

/// A binary operation; comparisons of floating-point values are traced in the reference copy.
fn binary(op: &str, a: &Expr, b: &Expr, style: &Style) -> String {
    let text = format!("{} {op} {}", atom(a, style), atom(b, style));
    let decides =
        (a.kind == ExprKind::Real || b.kind == ExprKind::Real) && matches!(op, "<" | ">" | "<=" | ">=" | "==" | "!=");
    if style.reference && decides { format!("ZT({text})") } else { text }
}

/// The name to call.
fn callee(name: &str, style: &Style) -> String {
    if !style.reference {
        return name.to_owned();
    }
    let plain = FLOAT_CALLS.iter().find(|(f, _)| *f == name).map_or(name, |(_, d)| d);
    if KINKED.contains(&plain) { format!("zt_{plain}") } else { plain.to_owned() }
}

/// Comma-separated expressions.
fn join(items: &[Expr], style: &Style) -> String {
    items.iter().map(|e| expression(e, style)).collect::<Vec<_>>().join(", ")
}

/// An operand, in parentheses where C could read it otherwise.
fn atom(e: &Expr, style: &Style) -> String {
    let text = expression(e, style);
    match e.node {
        Node::Un(..) | Node::Bin(..) | Node::Cast(..) => format!("({text})"),
        _ => text,
    }
}

struct Printer<'a> {
    style: &'a Style,
    out: String,
    indent: usize,
}

impl Printer<'_> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:1$}{text}", "", self.indent * 2);
    }

    fn expr(&self, e: &Expr) -> String {
        expression(e, self.style)
    }

    fn structure(&mut self, def: &StructDef) {
        let fields: Vec<String> =
            def.fields.iter().map(|(ty, name)| format!("{};", declarator(ty, name, self.style))).collect();
        self.line(&format!("{} {{ {} }};", def.tag, fields.join(" ")));
    }

    fn global(&mut self, g: &Global) {
        let text = declarator(&g.ty, &g.name, self.style);
        let init = self.expr(&g.init);
        let is_static = if g.is_static || self.style.reference { "static " } else { "" };
        let constant = if g.constant { "const " } else { "" };
        self.line(&format!("{is_static}{constant}{text} = {init};"));
    }

    /// `reset@` puts the globals back to their initial values.
    fn reset(&mut self, globals: &[Global]) {
        self.line("static void reset@(void) {");
        self.indent += 1;
        for g in globals.iter().filter(|g| !g.constant) {
            match &g.init.node {
                Node::List(items) => {
                    for (i, item) in items.iter().enumerate() {
                        let value = self.expr(item);
                        self.line(&format!("{}[{i}] = {value};", g.name));
                    }
                }
                _ => {
                    let value = self.expr(&g.init);
                    self.line(&format!("{} = {value};", g.name));
                }
            }
        }
        self.indent -= 1;
        self.line("}");
    }

    fn head(&self, f: &Function) -> String {
        let params: Vec<String> = f.params.iter().map(|(ty, name)| declarator(ty, name, self.style)).collect();
        let params = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
        let inner = format!("{}({params})", f.name);
        let attributes = match (self.style.reference, f.attributes) {
            (true, _) => "static",
            (_, text) => text,
        };
        format!("{attributes} {}", declarator(&f.ret, &inner, self.style)).trim_start().to_owned()
    }

    fn function(&mut self, f: &Function) {
        let head = self.head(f);
        self.line(&format!("{head} {{"));
        self.body(&f.body);
        self.line("}");
    }

    fn body(&mut self, stmts: &[Stmt]) {
        self.indent += 1;
        for s in stmts {
            self.stmt(s);
        }
        self.indent -= 1;
    }

    /// A statement that fits on a line, without the semicolon.
    fn simple(&self, s: &Stmt) -> Option<String> {
        Some(match s {
            Stmt::Decl { ty, name, init, is_static } => {
                let text = declarator(ty, name, self.style);
                let prefix = if *is_static { "static " } else { "" };
                match init {
                    Some(e) => format!("{prefix}{text} = {}", self.expr(e)),
                    None => format!("{prefix}{text}"),
                }
            }
            Stmt::Assign { lhs, op, rhs } => match (op, &rhs.node) {
                (&"+=", Node::Int(1)) => format!("{}++", atom(lhs, self.style)),
                _ => format!("{} {op} {}", self.expr(lhs), self.expr(rhs)),
            },
            Stmt::Expr(e) => self.expr(e),
            Stmt::Break => "break".into(),
            Stmt::Continue => "continue".into(),
            Stmt::Return(None) => "return".into(),
            Stmt::Return(Some(e)) => format!("return {}", self.expr(e)),
            Stmt::Goto(label) => format!("goto {label}"),
            Stmt::Label(label) => format!("{label}:"),
            _ => return None,
        })
    }

    fn stmt(&mut self, s: &Stmt) {
        if let Some(text) = self.simple(s) {
            self.line(&format!("{text};"));
            return;
        }
        match s {
            Stmt::If { cond, then, other } => {
                let cond = self.expr(cond);
                self.line(&format!("if ({cond}) {{"));
                self.body(then);
                if !other.is_empty() {
                    self.line("} else {");
                    self.body(other);
                }
                self.line("}");
            }
            Stmt::For { init, cond, step, body } => {
                let init = self.simple(init).unwrap_or_default();
                let step = self.simple(step).unwrap_or_default();
                let cond = self.expr(cond);
                self.line(&format!("for ({init}; {cond}; {step}) {{"));
                self.body(body);
                self.line("}");
            }
            Stmt::While { cond, body } => {
                let cond = self.expr(cond);
                self.line(&format!("while ({cond}) {{"));
                self.body(body);
                self.line("}");
            }
            Stmt::DoWhile { body, cond } => {
                let cond = self.expr(cond);
                self.line("do {");
                self.body(body);
                self.line(&format!("}} while ({cond});"));
            }
            Stmt::Switch { value, cases } => self.switch(value, cases),
            Stmt::Block(body) => {
                self.line("{");
                self.body(body);
                self.line("}");
            }
            Stmt::Group(body) => {
                for s in body {
                    self.stmt(s);
                }
            }
            _ => {}
        }
    }

    fn switch(&mut self, value: &Expr, cases: &[(Vec<Stmt>, bool)]) {
        let value = self.expr(value);
        self.line(&format!("switch ({value}) {{"));
        for (i, (body, falls)) in cases.iter().enumerate() {
            if i + 1 == cases.len() {
                self.line("default: {");
            } else {
                self.line(&format!("case {i}: {{"));
            }
            self.body(body);
            self.line(if *falls { "}" } else { "} break;" });
        }
        self.line("}");
    }
}
