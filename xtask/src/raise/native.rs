//! The same function as the compiler makes it, and its gradient by the engine: a program that prints what they compute.

use super::case::{Case, Item};
use anyhow::{Context, Result, ensure};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;
use zymase_toolchain::require_tool;

/// A pointer that is whatever the parameter wants, in C++.
const ANY: &str = "struct Any { void *p; template <class T> operator T *() const { return (T *)p; } };\n";

/// What the function is called with, in the order of the source: constants, numbers and arrays.
pub struct Call<'c> {
    pub file: &'c Path,
    pub case: &'c Case,
    /// Names of the parameters in the source.
    pub order: &'c [String],
    /// The parameters as the source declares them.
    pub signature: &'c str,
    pub parameters: &'c [(Item, Vec<f64>)],
    pub results: &'c [Item],
    /// Adjoints that gradients begin with, by parameter.
    pub shadows: &'c [Vec<f64>],
}

impl Call<'_> {
    fn extension(&self) -> &str {
        self.file.extension().and_then(|extension| extension.to_str()).unwrap_or_default()
    }

    fn is_fortran(&self) -> bool {
        self.extension() == "f90"
    }

    /// In C++, or in CUDA.
    fn is_cpp(&self) -> bool {
        self.extension() == "cpp" || self.is_cuda()
    }

    fn is_cuda(&self) -> bool {
        self.extension() == "cu"
    }

    /// How a kernel is launched.
    fn launch(&self) -> Option<String> {
        let options = &self.case.options;
        let after = |name: &str| {
            let at = options.iter().position(|option| option == name)?;
            options.get(at + 1).cloned()
        };
        let shared = after("--shared").unwrap_or_else(|| "0".to_owned());
        Some(format!("<<<dim3({}), dim3({}), {shared}>>>", after("--grid")?, after("--block")?))
    }

    /// Definitions of the arrays, and of their shadows.
    fn data(&self) -> String {
        let mut text = String::new();
        for ((item, values), shadow) in self.parameters.iter().zip(self.shadows) {
            let (ty, name) = (item.c_type(), &item.name);
            let number =
                |value: &f64| if item.is_float() { format!("{value:?}") } else { format!("{}", *value as i64) };
            let list = |values: &[f64]| values.iter().map(number).collect::<Vec<_>>().join(", ");
            let _ = writeln!(text, "static {ty} p_{name}[] = {{{}}};", list(values));
            let _ = writeln!(text, "static {ty} d_{name}[] = {{{}}};", list(shadow));
        }
        text
    }

    fn argument(&self, name: &str, fixed: &[(String, String)]) -> String {
        if let Some((_, value)) = fixed.iter().find(|(known, _)| known == name) {
            return if self.is_fortran() { format!("&f_{name}") } else { value.clone() };
        }
        let Some((item, _)) = self.parameters.iter().find(|(item, _)| item.name == name) else { return "0".into() };
        match item.shape {
            Some(_) if self.is_cpp() => format!("Any{{p_{name}}}"),
            Some(_) => format!("(void *)p_{name}"),
            None => format!("p_{name}[0]"),
        }
    }

    /// Prints results and arrays, one number a line.
    fn prints(&self) -> String {
        let mut text = String::new();
        for (item, _) in self.parameters.iter().filter(|(item, _)| item.shape.is_some()) {
            let (name, count) = (&item.name, item.count());
            let _ = writeln!(text, "  for (int i = 0; i < {count}; i++) printf(\"%.17g\\n\", (double)p_{name}[i]);");
        }
        text
    }

    fn program(&self) -> String {
        let fixed = self.case.fixed();
        let mut text = String::from("#include <stdio.h>\n");
        let name = self.case.native();
        if self.is_fortran() {
            let ty = self.results.first().map_or("void", Item::c_type);
            let _ = writeln!(text, "{ty} {name}_();");
            for (name, value) in &fixed {
                let ty = if value.contains(['.', 'e']) { "double" } else { "int" };
                let _ = writeln!(text, "static {ty} f_{name} = {value};");
            }
        } else {
            let _ = writeln!(text, "#include \"{}\"", self.file.display());
        }
        if self.is_cpp() {
            text.push_str(ANY);
        }
        text.push_str(&self.data());
        let arguments: Vec<String> = self.order.iter().map(|name| self.argument(name, &fixed)).collect();
        let suffix = if self.is_fortran() { "_".to_owned() } else { self.launch().unwrap_or_default() };
        let call = format!("{name}{suffix}({})", arguments.join(", "));
        let call = match self.results {
            [] => format!("  {call};\n"),
            _ => format!("  printf(\"%.17g\\n\", (double){call});\n"),
        };
        let _ = write!(text, "int main(void) {{\n{call}{}}}\n", self.prints());
        text
    }

    /// What the native program computes: results, then arrays.
    pub fn run(&self, scratch: &Path) -> Result<Vec<f64>> {
        let source = scratch.join(format!("native.{}", if self.is_fortran() { "c" } else { self.extension() }));
        fs::write(&source, self.program())?;
        let program = scratch.join("native");
        if self.is_cuda() {
            let mut command = super::zymase();
            command.args(["c++", "-O1", "-w", "--zymase-gpu=cpu", "-ffp-contract=off"]).arg(&source);
            finished(command.arg("-o").arg(&program))?;
            return numbers(&finished(Command::new("timeout").arg("60").arg(&program))?);
        }
        let mut command = Command::new(require_tool(if self.is_cpp() { "clang++" } else { "clang" })?);
        command.args(["-O1", "-w", "-ffp-contract=off"]).arg(if self.is_cpp() { "-std=c++20" } else { "-std=c17" });
        if self.is_fortran() {
            let object = scratch.join("native.o");
            let mut fortran = Command::new(require_tool("flang")?);
            fortran.args(["-O1", "-ffp-contract=off", "-c"]).arg(self.file).arg("-o").arg(&object);
            finished(&mut fortran)?;
            command.arg(object);
        }
        command.arg(&source).args(["-lm", "-o"]).arg(&program);
        finished(&mut command)?;
        numbers(&finished(Command::new("timeout").arg("60").arg(&program))?)
    }

    /// The gradient that the engine makes: what the shadows hold in the end.
    pub fn gradient(&self, zymase: &Path, scratch: &Path) -> Result<Vec<f64>> {
        let fixed = self.case.fixed();
        let mut text =
            format!("#include <stdio.h>\n#include <zymase/autodiff.h>\n#include \"{}\"\n", self.file.display());
        if self.is_cpp() {
            text.push_str("template <class R, class... T> R __enzyme_autodiff(void *, T...);\n");
        }
        text.push_str(&self.data());
        let mut name = self.case.native().to_owned();
        if let Some(launch) = self.launch() {
            // A kernel is differentiated with a function that launches it.
            let call = format!("{name}{launch}({})", self.order.join(", "));
            name = format!("launch_{name}");
            let _ = writeln!(text, "static void {name}({}) {{ {call}; }}", self.signature);
        }
        let mut arguments = vec![format!("(void *){name}")];
        for name in self.order {
            let argument = self.argument(name, &fixed).replace("Any{", "(void *)").replace('}', "");
            let array = self.parameters.iter().find(|(item, _)| item.name == *name && item.shape.is_some());
            match array {
                Some((item, _)) if item.is_float() => {
                    arguments.push(format!("enzyme_dup, {argument}, (void *)d_{name}"))
                }
                _ => arguments.push(format!("enzyme_const, {argument}")),
            }
        }
        let template = if self.is_cpp() { "<void>" } else { "" };
        let _ = writeln!(text, "int main(void) {{\n  __enzyme_autodiff{template}({});", arguments.join(", "));
        for (item, _) in self.parameters.iter().filter(|(item, _)| item.shape.is_some() && item.is_float()) {
            let (name, count) = (&item.name, item.count());
            let _ = writeln!(text, "  for (int i = 0; i < {count}; i++) printf(\"%.17g\\n\", (double)d_{name}[i]);");
        }
        text.push_str("}\n");
        let (source, program) = (scratch.join(format!("gradient.{}", self.extension())), scratch.join("gradient"));
        fs::write(&source, text)?;
        let mut command = Command::new(zymase);
        command.args([if self.is_cpp() { "c++" } else { "cc" }, "-O2", "-w"]);
        if self.is_cuda() {
            command.arg("--zymase-gpu=cpu").envs(super::headers().map(|folder| ("CUDA_HOME", folder)));
        }
        command.arg(&source).args(["-lm", "-o"]).arg(&program);
        finished(&mut command)?;
        numbers(&finished(Command::new("timeout").arg("60").arg(&program))?)
    }
}

/// What a program prints; an error if it fails.
pub fn finished(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("cannot start {command:?}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{} {}", output.status, said.chars().take(3000).collect::<String>());
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn numbers(text: &str) -> Result<Vec<f64>> {
    text.lines().map(|line| line.trim().parse().with_context(|| format!("`{line}` is no number"))).collect()
}
