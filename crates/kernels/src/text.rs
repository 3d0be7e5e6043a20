//! The text of a device's code, made that of the host.
//!
//! Clang writes code of NVIDIA's GPUs with pointers that reach everything, and names memory spaces only where variables are
//! defined, and where one is cast to such a pointer. The host has one space. Which variables were in shared memory is noted.

/// Code of a device in the words of the host.
pub struct HostText {
    pub text: String,
    /// Functions that the host launches.
    pub kernels: Vec<String>,
    /// Variables that each block has of its own.
    pub shared: Vec<String>,
}

const LEFT_OUT: [&str; 3] = ["target datalayout", "target triple", "!nvvm.annotations"];
const CAST: &str = "addrspacecast (";
const SHARED: &str = " addrspace(3) ";
const KERNEL: &str = "ptx_kernel ";

/// Rewrites the text of a device's module.
pub fn for_host(device: &str) -> HostText {
    let mut result = HostText { text: String::new(), kernels: Vec::new(), shared: Vec::new() };
    for line in device.lines().filter(|line| !LEFT_OUT.iter().any(|start| line.starts_with(start))) {
        let is_variable = line.starts_with('@');
        if is_variable && outside_quotes(line).contains(SHARED) && line.contains(" global ") {
            result.shared.extend(symbol(line));
        }
        if line.starts_with("define ") && line.contains(KERNEL) {
            result.kernels.extend(line.find('@').and_then(|at| symbol(&line[at..])));
        }
        result.text.push_str(&rewrite(line));
        result.text.push('\n');
    }
    result
}

/// The name that a text starting with `@` begins with.
fn symbol(text: &str) -> Option<String> {
    let name = text.strip_prefix('@')?;
    if let Some(quoted) = name.strip_prefix('"') {
        return quoted.split_once('"').map(|(name, _)| name.to_owned());
    }
    let end = name.find(|c: char| !(c.is_ascii_alphanumeric() || "._$-".contains(c)))?;
    Some(name[..end].to_owned())
}

/// A line without what it has in quotes.
fn outside_quotes(line: &str) -> String {
    line.split('"').step_by(2).collect()
}

/// Rewrites what a line has outside of quotes.
fn rewrite(line: &str) -> String {
    let line = without_constant_casts(line);
    let part = |(index, part): (usize, &str)| if index % 2 == 0 { plain(part) } else { part.to_owned() };
    line.split('"').enumerate().map(part).collect::<Vec<_>>().join("\"")
}

fn plain(part: &str) -> String {
    let mut text = part.replace("= addrspacecast ", "= bitcast ").replace(KERNEL, "");
    text = text.replace("externally_initialized constant", "global").replace("externally_initialized ", "");
    while let Some(start) = text.find("addrspace(") {
        let Some(end) = text[start..].find(')') else { break };
        let before = text[..start].strip_suffix(", ").or_else(|| text[..start].strip_suffix(' '));
        let from = before.map_or(start, str::len);
        text.replace_range(from..=start + end, "");
    }
    text
}

/// `addrspacecast (ptr addrspace(3) X to ptr)` is `X`.
fn without_constant_casts(line: &str) -> String {
    let mut text = line.to_owned();
    let mut from = 0;
    while let Some(found) = text[from..].find(CAST) {
        let start = from + found;
        let inside = start + CAST.len();
        let Some(end) = closing(&text[inside..]).map(|at| inside + at) else { break };
        let Some((pointer, _)) = text[inside..end].rsplit_once(" to ") else { break };
        let pointer = pointer.strip_prefix("ptr ").unwrap_or(pointer);
        let pointer = match pointer.strip_prefix("addrspace(") {
            Some(rest) => rest.split_once(") ").map_or(pointer, |(_, rest)| rest),
            None => pointer,
        };
        let pointer = pointer.to_owned();
        text.replace_range(start..=end, &pointer);
        from = start;
    }
    text
}

/// Where the parenthesis that is open ends.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    text.char_indices().find_map(|(at, c)| {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => return Some(at),
            ')' => depth -= 1,
            _ => {}
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_and_casts_go() {
        let text = for_host(
            "target triple = \"nvptx64\"\n@t = internal addrspace(3) global [4 x i32] undef, align 4\n\
             define dso_local ptx_kernel void @_Z1kv() #0 {\n\
             store i32 1, ptr getelementptr (i8, ptr addrspacecast (ptr addrspace(3) @t to ptr), i64 4)\n\
             %1 = addrspacecast ptr addrspace(1) %0 to ptr\n}",
        );
        assert_eq!(text.kernels, ["_Z1kv"]);
        assert_eq!(text.shared, ["t"]);
        assert!(text.text.contains("@t = internal global [4 x i32] undef"), "{}", text.text);
        assert!(text.text.contains("getelementptr (i8, ptr @t, i64 4)"), "{}", text.text);
        assert!(text.text.contains("%1 = bitcast ptr %0 to ptr"), "{}", text.text);
        assert!(!text.text.contains("target"));
    }

    #[test]
    fn texts_stay_as_they_are() {
        let line = "@.str = private addrspace(4) constant [5 x i8] c\" addrspace(3) \\00\"";
        let text = for_host(line);
        assert!(text.shared.is_empty());
        assert!(text.text.contains("private constant [5 x i8] c\" addrspace(3) "), "{}", text.text);
    }
}
