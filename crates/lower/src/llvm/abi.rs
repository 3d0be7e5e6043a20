//! How C calls a function of the module.
//!
//! Numbers are passed by value. Memory whose elements lie one after the other and whose size is known is a pointer to its first element, all
//! other memory a pointer to MLIR's descriptor. One result that is a number is returned; other results are stored where pointers behind the
//! parameters say.

use super::Options;
use super::types::{self, Component, Layout};
use std::fmt::Write as _;
use zymase_dialects::func::Func;
use zymase_ir::{Attribute, Ir, Op, Result, Type, TypeKind};

/// What memory that is passed is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Read only.
    Input,
    /// Read and written.
    Memory,
    /// A result of a function on tensors.
    Result,
}

/// Parameters of lowered functions on tensors carry this, with what they are for.
pub const ROLE: &str = "zymase.role";

/// One parameter or result.
#[derive(Clone, Debug)]
pub enum Port {
    Number { ty: Type },
    Pointer { ty: Type, no_alias: bool, role: Role },
    Descriptor { ty: Type },
}

impl Port {
    fn of(ir: &Ir, function: Op, ty: &Type, attributes: Option<&Attribute>) -> Result<Port> {
        let is_known = types::components(ty).is_some();
        match ty.as_memref().and_then(Layout::of) {
            _ if !is_known => Err(ir.refuse(
                function,
                format!("has a parameter or result of type {ty}, which is not lowered"),
                "docs/tensor/lowering.md lists types",
            )),
            Some(layout) if layout.is_plain() => {
                let marks = attributes.and_then(Attribute::as_dictionary);
                let no_alias = marks.is_some_and(|marks| marks.get("llvm.noalias").is_some());
                let role = match marks.and_then(|marks| marks.get(ROLE)).and_then(Attribute::as_str) {
                    Some("input") => Role::Input,
                    Some("result") => Role::Result,
                    _ => Role::Memory,
                };
                Ok(Port::Pointer { ty: ty.clone(), no_alias, role })
            }
            Some(_) => Ok(Port::Descriptor { ty: ty.clone() }),
            None => Ok(Port::Number { ty: ty.clone() }),
        }
    }

    pub fn ty(&self) -> &Type {
        match self {
            Port::Number { ty } | Port::Pointer { ty, .. } | Port::Descriptor { ty } => ty,
        }
    }

    pub fn llvm_type(&self) -> String {
        match self {
            Port::Number { ty } => types::scalar(ty).map(|component| component.ty).unwrap_or_default(),
            _ => "ptr".into(),
        }
    }

    pub fn role(&self) -> Role {
        match self {
            Port::Number { .. } => Role::Input,
            Port::Pointer { role, .. } => *role,
            Port::Descriptor { .. } => Role::Memory,
        }
    }

    pub fn rank(&self) -> usize {
        self.ty().shape().map_or(0, <[i64]>::len)
    }

    pub fn sizes(&self) -> Vec<i64> {
        self.ty().shape().unwrap_or_default().to_vec()
    }

    /// How many bytes an element takes.
    pub fn width(&self) -> usize {
        types::bytes(self.ty().element()).unwrap_or(0)
    }

    /// What is known of the first component.
    pub fn attributes(&self) -> String {
        let Port::Pointer { ty, no_alias, role } = self else { return String::new() };
        let count = ty.as_memref().and_then(Layout::of).and_then(|layout| layout.count()).unwrap_or(0);
        let bytes = count * types::bytes(ty.element()).unwrap_or(0);
        let align = types::components(ty.element()).and_then(|all| all.iter().map(|one| one.bytes).max()).unwrap_or(1);
        let mut text = String::from(" noundef");
        if *no_alias {
            text.push_str(" noalias");
        }
        if *role == Role::Input {
            text.push_str(" readonly");
        }
        if bytes > 0 {
            let _ = write!(text, " nonnull align {align} dereferenceable({bytes})");
        }
        text
    }

    /// The type of a parameter in C.
    pub fn c_type(&self) -> String {
        match self {
            Port::Number { ty } => c_scalar(ty),
            Port::Pointer { ty, .. } => format!("{} *", c_scalar(ty.element())),
            Port::Descriptor { ty } => {
                format!("struct zymase_memref_{}d *", ty.shape().map_or(0, <[i64]>::len))
            }
        }
    }
}

fn c_scalar(ty: &Type) -> String {
    match ty.kind() {
        TypeKind::Index => "int64_t".into(),
        TypeKind::Float(kind) => match types::float_type(*kind) {
            Some("double") => "double".into(),
            Some("float") => "float".into(),
            Some("half") => "_Float16".into(),
            _ => "__bf16".into(),
        },
        TypeKind::Integer { width: 1, .. } => "_Bool".into(),
        TypeKind::Integer { width, .. } => {
            let bits = (*width as usize).div_ceil(8).next_power_of_two() * 8;
            format!("{}int{bits}_t", if ty.is_unsigned() { "u" } else { "" })
        }
        TypeKind::Complex(part) => format!("{} _Complex", c_scalar(part)),
        _ => "void".into(),
    }
}

/// How a function is called.
pub struct Abi {
    pub name: String,
    pub parameters: Vec<Port>,
    pub results: Vec<Port>,
}

impl Abi {
    pub fn of(ir: &Ir, function: Op, options: &Options) -> Result<Abi> {
        let name = ir.symbol_name(function).unwrap_or_default();
        let Some((inputs, outputs)) = Func(function).signature(ir) else {
            return Err(ir.error(function, "is no function"));
        };
        let of = |list: &str, place: usize, ty: &Type| {
            let attributes = ir.attribute(function, list).and_then(Attribute::as_array);
            Port::of(ir, function, ty, attributes.and_then(|all| all.get(place)))
        };
        let has_body = !ir.blocks(ir[function].regions()[0]).is_empty();
        let name = if has_body { format!("{}{name}", options.prefix) } else { name.to_owned() };
        Ok(Abi {
            name,
            parameters: inputs
                .iter()
                .enumerate()
                .map(|(place, ty)| of("arg_attrs", place, ty))
                .collect::<Result<_>>()?,
            results: outputs.iter().enumerate().map(|(place, ty)| of("res_attrs", place, ty)).collect::<Result<_>>()?,
        })
    }

    /// Whether components are what C passes, too.
    pub fn is_direct(&self) -> bool {
        let is_plain = |port: &Port| match port {
            Port::Number { ty } => types::scalar(ty).is_some(),
            Port::Pointer { .. } => true,
            Port::Descriptor { .. } => false,
        };
        self.parameters.iter().all(is_plain) && (self.results.is_empty() || self.returns_value())
    }

    /// Whether there is one result, which is a number.
    pub fn returns_value(&self) -> bool {
        matches!(self.results.as_slice(), [Port::Number { ty }] if types::scalar(ty).is_some())
    }

    pub fn result_components(&self) -> Vec<Component> {
        self.results.iter().flat_map(|port| types::components(port.ty()).unwrap_or_default()).collect()
    }

    /// The function as LLVM declares it, with names of parameters.
    pub fn prototype(&self) -> String {
        let mut parameters: Vec<String> = Vec::new();
        for (place, port) in self.parameters.iter().enumerate() {
            parameters.push(format!("{}{} %p{place}", port.llvm_type(), port.attributes()));
        }
        let mut ty = "void".to_owned();
        if self.returns_value() {
            ty = self.results[0].llvm_type();
            if ty == "i1" {
                ty = "zeroext i1".into();
            }
        } else {
            parameters.extend((0..self.results.len()).map(|place| format!("ptr noalias nonnull %r{place}")));
        }
        format!("{ty} {}({})", super::symbol(&self.name), parameters.join(", "))
    }

    /// The function as C declares it.
    pub fn c_prototype(&self) -> String {
        let mut parameters: Vec<String> = self.parameters.iter().map(Port::c_type).collect();
        let mut ty = "void".to_owned();
        if self.returns_value() {
            ty = self.results[0].c_type();
        } else {
            parameters.extend(self.results.iter().map(|port| match port {
                Port::Descriptor { .. } => port.c_type(),
                other => format!("{} *", other.c_type()),
            }));
        }
        let parameters = if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") };
        format!("{ty} {}({parameters});", self.name)
    }

    /// The ranks of the descriptors that it takes.
    pub fn ranks(&self) -> Vec<usize> {
        let ports = self.parameters.iter().chain(&self.results);
        ports
            .filter(|port| matches!(port, Port::Descriptor { .. }))
            .map(|port| port.ty().shape().map_or(0, <[i64]>::len))
            .collect()
    }
}
