//! Maps of the code: every module is named, in backticks, at the head of the module around it or of its crate.

use super::circles::Path;
use std::collections::BTreeMap;

/// One file of a crate.
pub struct Page {
    pub module: Path,
    /// What stands before the first line of code.
    pub head: String,
}

/// The comments before the first line of code.
pub fn head_of(text: &str) -> String {
    let is_head = |line: &&str| line.is_empty() || line.starts_with("//") || line.starts_with("#![");
    text.lines().take_while(is_head).collect::<Vec<_>>().join("\n")
}

/// Names the modules of a crate that no page mentions. `source` is the folder of its sources.
pub fn find(source: &str, pages: &[Page]) -> Vec<String> {
    let mut heads: BTreeMap<&[String], String> = BTreeMap::new();
    for page in pages {
        heads.entry(&page.module).or_default().push_str(&page.head);
    }
    let is_of_tests = |page: &&Page| page.module.iter().any(|module| module == "tests" || module == "bin");
    let mut errors = Vec::new();
    for page in pages.iter().filter(|page| !is_of_tests(page)) {
        let Some((name, around)) = page.module.split_last() else { continue };
        let is_named = [around, &[]].iter().any(|page| heads.get(page).is_some_and(|head| mentions(head, name)));
        if !is_named {
            let module = page.module.join("::");
            errors.push(format!("{source}: the module `{module}` is not named at the head of the one around it"));
        }
    }
    errors
}

/// Whether a word stands in backticks, alone or in a path.
fn mentions(head: &str, word: &str) -> bool {
    let spans = head.split('`').skip(1).step_by(2);
    spans.flat_map(|span| span.split(|c: char| !c.is_alphanumeric() && c != '_')).any(|part| part == word)
}

#[cfg(test)]
mod tests {
    use super::super::circles::module_of;
    use super::*;

    fn crate_of(files: &[(&str, &str)]) -> Vec<String> {
        let page = |(path, text): &(&str, &str)| Page { module: module_of(path), head: head_of(text) };
        find("c", &files.iter().map(page).collect::<Vec<_>>())
    }

    #[test]
    fn modules_are_named_around_them_or_on_the_first_page() {
        let files = [
            ("lib.rs", "//! Uses `a`, and [`a::y`].\nmod a;"),
            ("a/mod.rs", "//! Has `x.rs`.\n\nmod x; // `z`\nmod y;\nmod z;"),
            ("a/x.rs", "//! One."),
            ("a/y.rs", "//! Two."),
            ("a/z.rs", "//! Three."),
        ];
        let found = crate_of(&files);
        assert_eq!(found, ["c: the module `a::z` is not named at the head of the one around it"]);
        assert_eq!(crate_of(&[("lib.rs", "//! Says b, not `abc`."), ("b.rs", "")]).len(), 1);
    }
}
