//! The typed syntax tree of a generated C program.
//!
//! File-level names (functions, globals, struct tags, typedefs) carry an `@` where the printer puts the number of
//! the program, so that many programs fit into one C file.

/// A C type.
#[derive(Clone, Debug, PartialEq)]
pub enum Ty {
    Void,
    Double,
    Float,
    Int,
    Long,
    /// A typedef, or a `struct`/`union` tag with its keyword.
    Named(String),
    Ptr(Box<Ty>),
    ConstPtr(Box<Ty>),
    RestrictPtr(Box<Ty>),
    Array(Box<Ty>, Vec<usize>),
    /// Pointer to a row: `T (*)[n]`.
    Row(Box<Ty>, usize),
}

impl Ty {
    /// `double *` or `float *`.
    pub fn real_ptr(float: bool) -> Ty {
        Ty::Ptr(Box::new(Ty::real(float)))
    }

    /// `double` or `float`.
    pub fn real(float: bool) -> Ty {
        if float { Ty::Float } else { Ty::Double }
    }

    /// A pointer to the type.
    pub fn ptr(self) -> Ty {
        Ty::Ptr(Box::new(self))
    }

    /// Whether the type is or holds a `float`.
    pub fn has_float(&self) -> bool {
        match self {
            Ty::Float => true,
            Ty::Ptr(t) | Ty::ConstPtr(t) | Ty::RestrictPtr(t) | Ty::Array(t, _) | Ty::Row(t, _) => t.has_float(),
            _ => false,
        }
    }
}

/// What an expression yields, as far as the shrinker has to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExprKind {
    Real,
    Int,
    Other,
}

/// A typed expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    pub kind: ExprKind,
    pub node: Node,
}

/// The shape of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    Num(f64),
    Int(i64),
    Var(String),
    Un(&'static str, Box<Expr>),
    Bin(&'static str, Box<Expr>, Box<Expr>),
    Call(String, Vec<Expr>),
    CallPtr(Box<Expr>, Vec<Expr>),
    Cond(Box<Expr>, Box<Expr>, Box<Expr>),
    Index(Box<Expr>, Box<Expr>),
    /// Base, field, whether through `->`.
    Member(Box<Expr>, String, bool),
    Cast(Ty, Box<Expr>),
    SizeOf(Ty),
    List(Vec<Expr>),
    /// Text with expressions in it.
    Text(Vec<Piece>),
}

/// A part of [`Node::Text`].
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    Word(String),
    Expr(Expr),
}

impl Expr {
    /// Builds a node of a given kind.
    pub fn new(kind: ExprKind, node: Node) -> Expr {
        Expr { kind, node }
    }

    /// The direct children.
    pub fn children(&self) -> Vec<&Expr> {
        match &self.node {
            Node::Num(_) | Node::Int(_) | Node::Var(_) | Node::SizeOf(_) => vec![],
            Node::Un(_, a) | Node::Cast(_, a) | Node::Member(a, _, _) => vec![a],
            Node::Bin(_, a, b) | Node::Index(a, b) => vec![a, b],
            Node::Cond(a, b, c) => vec![a, b, c],
            Node::Call(_, args) | Node::List(args) => args.iter().collect(),
            Node::CallPtr(f, args) => std::iter::once(&**f).chain(args).collect(),
            Node::Text(pieces) => pieces
                .iter()
                .filter_map(|piece| match piece {
                    Piece::Expr(e) => Some(e),
                    Piece::Word(_) => None,
                })
                .collect(),
        }
    }

    /// The direct children, to be changed.
    pub fn children_mut(&mut self) -> Vec<&mut Expr> {
        match &mut self.node {
            Node::Num(_) | Node::Int(_) | Node::Var(_) | Node::SizeOf(_) => vec![],
            Node::Un(_, a) | Node::Cast(_, a) | Node::Member(a, _, _) => vec![a],
            Node::Bin(_, a, b) | Node::Index(a, b) => vec![a, b],
            Node::Cond(a, b, c) => vec![a, b, c],
            Node::Call(_, args) | Node::List(args) => args.iter_mut().collect(),
            Node::CallPtr(f, args) => std::iter::once(&mut **f).chain(args).collect(),
            Node::Text(pieces) => pieces
                .iter_mut()
                .filter_map(|piece| match piece {
                    Piece::Expr(e) => Some(e),
                    Piece::Word(_) => None,
                })
                .collect(),
        }
    }
}

/// A floating-point literal.
pub fn num(value: f64) -> Expr {
    Expr::new(ExprKind::Real, Node::Num(value))
}

/// An integer literal.
pub fn int(value: i64) -> Expr {
    Expr::new(ExprKind::Int, Node::Int(value))
}

/// A variable.
pub fn var(name: &str, kind: ExprKind) -> Expr {
    Expr::new(kind, Node::Var(name.to_owned()))
}

/// A floating-point variable.
pub fn real_var(name: &str) -> Expr {
    var(name, ExprKind::Real)
}

/// An integer variable.
pub fn int_var(name: &str) -> Expr {
    var(name, ExprKind::Int)
}

/// A variable of pointer, array or struct type.
pub fn other(name: &str) -> Expr {
    var(name, ExprKind::Other)
}

/// A binary operation; comparisons are integers, arithmetic is real when one side is, pointers stay pointers.
pub fn bin(op: &'static str, a: Expr, b: Expr) -> Expr {
    let comparison = matches!(op, "<" | ">" | "<=" | ">=" | "==" | "!=" | "&&" | "||");
    let kind = match (a.kind, b.kind) {
        _ if comparison => ExprKind::Int,
        (ExprKind::Other, _) | (_, ExprKind::Other) => ExprKind::Other,
        (ExprKind::Real, _) | (_, ExprKind::Real) => ExprKind::Real,
        _ => ExprKind::Int,
    };
    Expr::new(kind, Node::Bin(op, Box::new(a), Box::new(b)))
}

/// A unary operation that keeps the kind.
pub fn neg(a: Expr) -> Expr {
    Expr::new(a.kind, Node::Un("-", Box::new(a)))
}

/// `&a`.
pub fn addr(a: Expr) -> Expr {
    Expr::new(ExprKind::Other, Node::Un("&", Box::new(a)))
}

/// `*p`, a floating-point value.
pub fn deref(p: Expr) -> Expr {
    Expr::new(ExprKind::Real, Node::Un("*", Box::new(p)))
}

/// A call with a floating-point result.
pub fn call(name: &str, args: Vec<Expr>) -> Expr {
    Expr::new(ExprKind::Real, Node::Call(name.to_owned(), args))
}

/// A call whose result is of no arithmetic interest.
pub fn call_other(name: &str, args: Vec<Expr>) -> Expr {
    Expr::new(ExprKind::Other, Node::Call(name.to_owned(), args))
}

/// `a[i]`, a floating-point value.
pub fn index(a: Expr, i: Expr) -> Expr {
    index_as(ExprKind::Real, a, i)
}

/// `a[i]` of some kind.
pub fn index_as(kind: ExprKind, a: Expr, i: Expr) -> Expr {
    Expr::new(kind, Node::Index(Box::new(a), Box::new(i)))
}

/// `a.field` or `a->field`.
pub fn member(kind: ExprKind, a: Expr, field: &str, arrow: bool) -> Expr {
    Expr::new(kind, Node::Member(Box::new(a), field.to_owned(), arrow))
}

/// `c ? a : b`.
pub fn cond(c: Expr, a: Expr, b: Expr) -> Expr {
    Expr::new(a.kind, Node::Cond(Box::new(c), Box::new(a), Box::new(b)))
}

/// A cast.
pub fn cast(kind: ExprKind, ty: Ty, a: Expr) -> Expr {
    Expr::new(kind, Node::Cast(ty, Box::new(a)))
}

/// `sizeof(ty)`.
pub fn size_of(ty: Ty) -> Expr {
    Expr::new(ExprKind::Other, Node::SizeOf(ty))
}

/// An initialiser list.
pub fn list(items: Vec<Expr>) -> Expr {
    Expr::new(ExprKind::Other, Node::List(items))
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub enum Stmt {
    Decl {
        ty: Ty,
        name: String,
        init: Option<Expr>,
        is_static: bool,
    },
    /// `lhs op rhs;` where `op` is `=`, `+=`, ...
    Assign {
        lhs: Expr,
        op: &'static str,
        rhs: Expr,
    },
    Expr(Expr),
    If {
        cond: Expr,
        then: Vec<Stmt>,
        other: Vec<Stmt>,
    },
    For {
        init: Box<Stmt>,
        cond: Expr,
        step: Box<Stmt>,
        body: Vec<Stmt>,
    },
    While {
        cond: Expr,
        body: Vec<Stmt>,
    },
    DoWhile {
        body: Vec<Stmt>,
        cond: Expr,
    },
    /// Each case says whether it falls through into the next; the last one is the default.
    Switch {
        value: Expr,
        cases: Vec<(Vec<Stmt>, bool)>,
    },
    Break,
    Continue,
    Return(Option<Expr>),
    Goto(String),
    Label(String),
    Block(Vec<Stmt>),
    /// Statements that belong together, in the enclosing scope.
    Group(Vec<Stmt>),
}

/// `lhs = rhs;`.
pub fn assign(lhs: Expr, rhs: Expr) -> Stmt {
    Stmt::Assign { lhs, op: "=", rhs }
}

/// `lhs op rhs;`.
pub fn update(lhs: Expr, op: &'static str, rhs: Expr) -> Stmt {
    Stmt::Assign { lhs, op, rhs }
}

/// A declaration with an initialiser.
pub fn decl(ty: Ty, name: &str, init: Expr) -> Stmt {
    Stmt::Decl { ty, name: name.to_owned(), init: Some(init), is_static: false }
}

/// A declaration without one.
pub fn decl_only(ty: Ty, name: &str) -> Stmt {
    Stmt::Decl { ty, name: name.to_owned(), init: None, is_static: false }
}

/// `for (int i = lo; i < hi; ++i) body`.
pub fn for_up(i: &str, lo: Expr, hi: Expr, body: Vec<Stmt>) -> Stmt {
    Stmt::For {
        init: Box::new(decl(Ty::Int, i, lo)),
        cond: bin("<", int_var(i), hi),
        step: Box::new(update(int_var(i), "+=", int(1))),
        body,
    }
}

/// A struct or union.
#[derive(Clone, Debug, PartialEq)]
pub struct StructDef {
    /// `struct name@` or `union name@`.
    pub tag: String,
    pub fields: Vec<(Ty, String)>,
}

/// A file-level variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Global {
    pub ty: Ty,
    pub name: String,
    pub init: Expr,
    pub is_static: bool,
    /// A constant (a table of functions): never reset.
    pub constant: bool,
}

/// A function.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    pub name: String,
    pub attributes: &'static str,
    pub ret: Ty,
    pub params: Vec<(Ty, String)>,
    pub body: Vec<Stmt>,
}

/// What the harness passes for a parameter of the entry function.
#[derive(Clone, Debug, PartialEq)]
pub enum ParamKind {
    Array {
        float: bool,
        values: Vec<f64>,
        constant: bool,
    },
    Scalar {
        float: bool,
        value: f64,
        constant: bool,
    },
    Int(i64),
    IntArray(Vec<i64>),
    /// A pointer to a struct: the definition's index and the values of its floating-point fields in order.
    Struct {
        def: usize,
        values: Vec<f64>,
    },
    /// A pointer to `struct { double *data; int len; double scale; }`.
    Slice {
        tag: String,
        values: Vec<f64>,
        scale: f64,
    },
}

/// A parameter of the entry function.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    pub ty: Ty,
    pub name: String,
    pub kind: ParamKind,
}

/// A whole program.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    pub seed: u64,
    pub structs: Vec<StructDef>,
    /// `typedef` lines.
    pub typedefs: Vec<String>,
    pub globals: Vec<Global>,
    /// Helpers, any order: prototypes are printed first.
    pub functions: Vec<Function>,
    /// The differentiated function.
    pub entry: Function,
    pub params: Vec<Param>,
    /// Ask for the primal result next to the derivatives.
    pub primal_return: bool,
    /// Whether any `float` takes part.
    pub has_float: bool,
    /// C++, not C.
    pub cxx: bool,
}

impl Program {
    /// The number of floating-point inputs of a parameter.
    pub fn slots(kind: &ParamKind) -> usize {
        match kind {
            ParamKind::Array { values, .. } | ParamKind::Struct { values, .. } => values.len(),
            ParamKind::Scalar { .. } => 1,
            ParamKind::Slice { values, .. } => values.len() + 1,
            ParamKind::Int(_) | ParamKind::IntArray(_) => 0,
        }
    }
}
