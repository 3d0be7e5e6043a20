//! A program of C that calls lowered functions with arrays from a file and writes what they give to another.

use crate::llvm::abi::{Abi, Port, Role};
use std::fmt::Write as _;

/// What all such programs share.
const COMMON: &str = include_str!("driver.c");

/// The text of the program. A file of calls holds for each of them the number of the function, the number of times to call it, and its
/// arguments; what the functions give are their results, then what memory holds in the end.
pub fn program(functions: &[Abi]) -> String {
    let mut text = String::from(COMMON);
    for rank in functions.iter().flat_map(Abi::ranks).collect::<std::collections::BTreeSet<usize>>() {
        let _ = writeln!(text, "struct zymase_memref_{rank}d;");
    }
    for (number, abi) in functions.iter().enumerate() {
        let _ = writeln!(text, "\n{}", abi.c_prototype());
        write_call(&mut text, number, abi);
    }
    text.push_str("\nstatic void call(int64_t number, FILE *in, FILE *out, int64_t times) {\n  switch (number) {\n");
    for number in 0..functions.len() {
        let _ = writeln!(text, "  case {number}: call_{number}(in, out, times); break;");
    }
    text.push_str("  default: exit(3);\n  }\n}\n\n");
    text.push_str(MAIN);
    text
}

const MAIN: &str = "int main(int argc, char **argv) {
  FILE *in = fopen(argv[1], \"rb\"), *out = fopen(argv[2], \"wb\");
  int64_t head[2];
  if (argc < 3 || !in || !out) return 3;
  while (fread(head, 8, 2, in) == 2) call(head[0], in, out, head[1]);
  return fclose(out) ? 3 : 0;
}
";

fn write_call(text: &mut String, number: usize, abi: &Abi) {
    let _ = writeln!(text, "static void call_{number}(FILE *in, FILE *out, int64_t times) {{");
    let mut arguments = Vec::new();
    for (place, port) in abi.parameters.iter().enumerate() {
        arguments.push(write_parameter(text, place, port));
    }
    for (place, port) in abi.results.iter().enumerate().filter(|_| !abi.returns_value()) {
        let rank = port.rank();
        let _ = match port {
            Port::Descriptor { .. } => writeln!(text, "  struct descriptor r{place} = {{0}};"),
            _ => writeln!(text, "  {} r{place};", port.c_type()),
        };
        arguments.push(match port {
            Port::Descriptor { .. } => format!("(struct zymase_memref_{rank}d *)&r{place}"),
            _ => format!("&r{place}"),
        });
    }
    let call = format!("{}({})", abi.name, arguments.join(", "));
    let call = if abi.returns_value() { format!("{} r0 = {call}", abi.results[0].c_type()) } else { call };
    let _ = writeln!(text, "  {call};");
    write_results(text, abi);
    let again = format!("{}({})", abi.name, arguments.join(", "));
    let _ = writeln!(
        text,
        "  double best = 1e300;\n  for (int64_t i = 1; i < times; i++) {{\n    double start = now();\n    {again};\n    \
         double taken = now() - start;\n    if (taken < best) best = taken;\n  }}\n  \
         if (times > 1) fprintf(stderr, \"seconds %.9g\\n\", best);\n}}"
    );
}

/// Reads an argument; what is passed.
fn write_parameter(text: &mut String, place: usize, port: &Port) -> String {
    let width = port.width();
    if port.role() == Role::Result {
        let sizes: Vec<String> = port.sizes().iter().map(ToString::to_string).collect();
        let sizes = if sizes.is_empty() { "0".to_owned() } else { sizes.join(", ") };
        let _ = writeln!(text, "  struct array a{place} = make({}, (int64_t[]){{{sizes}}}, {width});", port.rank());
    } else {
        let _ = writeln!(text, "  struct array a{place} = take(in, {width});");
    }
    match port {
        Port::Number { .. } => format!("*({} *)a{place}.data", port.c_type()),
        Port::Pointer { .. } => format!("(void *)a{place}.data"),
        Port::Descriptor { .. } => {
            let _ = writeln!(text, "  struct descriptor d{place} = describe(a{place});");
            format!("(struct zymase_memref_{}d *)&d{place}", port.rank())
        }
    }
}

fn write_results(text: &mut String, abi: &Abi) {
    for (place, port) in abi.results.iter().enumerate() {
        let width = port.width();
        let _ = match port {
            Port::Number { .. } => writeln!(text, "  give(out, make_of(0, 0, &r{place}), {width});"),
            Port::Pointer { .. } => {
                let sizes: Vec<String> = port.sizes().iter().map(ToString::to_string).collect();
                let sizes = if sizes.is_empty() { "0".to_owned() } else { sizes.join(", ") };
                writeln!(text, "  give(out, make_of({}, (int64_t[]){{{sizes}}}, r{place}), {width});", port.rank())
            }
            Port::Descriptor { .. } => writeln!(text, "  give_view(out, &r{place}, {}, {width});", port.rank()),
        };
    }
    for wanted in [Role::Result, Role::Memory] {
        for (place, port) in abi.parameters.iter().enumerate().filter(|(_, port)| port.role() == wanted) {
            let _ = writeln!(text, "  give(out, a{place}, {});", port.width());
        }
    }
}
