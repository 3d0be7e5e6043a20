//! Import circles between the modules of a crate.
//!
//! Modules beside each other, each with all that is below it, must not import each other in a circle, whatever the parent is. Two
//! files may. A module and those below it are not compared: a module may use its parts, and they what it defines.

use super::source::{end_of_block, identifier, places_of};
use std::collections::{BTreeMap, BTreeSet};

/// The path of a module from the root of its crate.
pub type Path = Vec<String>;

/// Circles that exist: the folder, then the modules. A circle that is gone must be taken off this list, and nothing may be added to it.
pub const LIST: &str = include_str!("circles.txt");

/// One file of a crate.
pub struct File {
    pub module: Path,
    /// Without comments, literals and tests.
    pub code: String,
}

/// The module that a file is, from its path below `src`.
pub fn module_of(path: &str) -> Path {
    let path = path.trim_end_matches(".rs");
    let mut module: Path = path.split('/').map(str::to_owned).collect();
    if matches!(module.last().map(String::as_str), Some("mod" | "lib" | "main")) {
        module.pop();
    }
    module
}

/// Modules beside each other: which import which, and by which file.
type Room = BTreeMap<String, BTreeMap<String, Path>>;

/// A circle of imports.
#[derive(Debug)]
pub struct Circle {
    /// As it is written on the list.
    pub text: String,
    /// Its imports, for those who want to break it.
    pub imports: Vec<String>,
}

/// The circles of a crate.
pub fn find(source: &str, files: &[File]) -> Vec<Circle> {
    let house = House::new(files);
    let mut rooms: BTreeMap<Path, Room> = BTreeMap::new();
    // Tests may use what their module may not.
    let is_of_tests = |file: &&File| file.module.iter().any(|module| module == "tests");
    for file in files.iter().filter(|file| !is_of_tests(file)) {
        for target in house.targets(file) {
            let shared = file.module.iter().zip(&target).take_while(|(a, b)| a == b).count();
            if shared < file.module.len() && shared < target.len() {
                let room = rooms.entry(file.module[..shared].to_vec()).or_default();
                let imports = room.entry(file.module[shared].clone()).or_default();
                imports.entry(target[shared].clone()).or_insert_with(|| file.module.clone());
            }
        }
    }
    let mut found = Vec::new();
    for (parent, room) in rooms {
        for circle in circles(&room) {
            let has_parts = |name: &String| {
                let module: Path = parent.iter().chain([name]).cloned().collect();
                files.iter().any(|file| file.module.len() > module.len() && file.module.starts_with(&module))
            };
            if circle.len() > 2 || circle.iter().any(has_parts) {
                let folder: Vec<&str> = [source].into_iter().chain(parent.iter().map(String::as_str)).collect();
                let text = format!("{}: {}", folder.join("/"), circle.join(" "));
                found.push(Circle { text, imports: imports_within(&room, &circle) });
            }
        }
    }
    found
}

fn imports_within(room: &Room, circle: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    for from in circle {
        for (to, by) in room[from].iter().filter(|(to, _)| circle.contains(to)) {
            found.push(format!("{from} imports {to} (in {})", by.join("::")));
        }
    }
    found
}

/// Compares what was found with the list.
pub fn check(found: &[Circle], list: &str) -> Vec<String> {
    let listed: Vec<&str> = list.lines().filter(|line| !line.is_empty()).collect();
    let mut errors = Vec::new();
    for Circle { text, imports } in found.iter().filter(|circle| !listed.contains(&circle.text.as_str())) {
        errors.push(format!("modules import each other in a circle: {text}\n  {}", imports.join("\n  ")));
    }
    let gone = listed.iter().filter(|listed| !found.iter().any(|circle| circle.text == **listed));
    errors.extend(gone.map(|circle| format!("there is no such circle any more, take it off the list: {circle}")));
    errors
}

/// Modules that reach each other.
fn circles(edges: &Room) -> Vec<Vec<String>> {
    let reached: BTreeMap<&String, BTreeSet<&String>> =
        edges.keys().map(|from| (from, reachable(from, edges))).collect();
    let mut found: Vec<Vec<String>> = Vec::new();
    for from in edges.keys().filter(|from| reached[from].contains(from)) {
        let is_mutual = |to: &&String| reached.get(to).is_some_and(|back| back.contains(from));
        let circle: Vec<String> = reached[from].iter().copied().filter(is_mutual).cloned().collect();
        if circle.len() > 1 && !found.contains(&circle) {
            found.push(circle);
        }
    }
    found
}

fn reachable<'a>(from: &'a String, edges: &'a Room) -> BTreeSet<&'a String> {
    let mut found = BTreeSet::new();
    let mut work = vec![from];
    while let Some(module) = work.pop() {
        for next in edges.get(module).into_iter().flat_map(BTreeMap::keys) {
            if found.insert(next) {
                work.push(next);
            }
        }
    }
    found
}

/// The modules of a crate and the names in them.
struct House {
    modules: BTreeSet<Path>,
    /// By module and name: what an import means.
    imports: BTreeMap<(Path, String), Path>,
    /// By module: modules whose names it takes in whole.
    globs: BTreeMap<Path, Vec<Path>>,
    /// Names of functions, types and the like.
    items: BTreeSet<(Path, String)>,
}

/// Imports of imports that are followed.
const DEEPEST_IMPORT: usize = 16;

impl House {
    fn new(files: &[File]) -> House {
        let mut house = House {
            modules: files.iter().map(|file| file.module.clone()).collect(),
            imports: BTreeMap::new(),
            globs: BTreeMap::new(),
            items: BTreeSet::new(),
        };
        for file in files {
            for word in ["fn", "struct", "enum", "trait", "type", "const", "static", "union"] {
                for at in places_of(&file.code, word) {
                    let name = identifier(file.code[at + word.len()..].trim_start());
                    house.items.insert((file.module.clone(), name.to_owned()));
                }
            }
        }
        for file in files {
            for Import { path, name } in imports(&file.code) {
                let Some(path) = house.absolute(&file.module, &path) else { continue };
                if name == "*" {
                    house.globs.entry(file.module.clone()).or_default().push(path);
                } else {
                    house.imports.insert((file.module.clone(), name), path);
                }
            }
        }
        house
    }

    /// All modules that a file names.
    fn targets(&self, file: &File) -> BTreeSet<Path> {
        let imports = imports(&file.code).into_iter().map(|import| import.path);
        let paths = imports.chain(paths_in_code(&file.code));
        paths.filter_map(|path| Some(self.module_named(&self.absolute(&file.module, &path)?, DEEPEST_IMPORT))).collect()
    }

    /// A path from the root; none if it leads out of the crate.
    fn absolute(&self, module: &[String], path: &[String]) -> Option<Path> {
        let supers = path.iter().take_while(|part| *part == "super").count();
        let (mut from, rest): (Path, &[String]) = match path.first()?.as_str() {
            "crate" => (Vec::new(), &path[1..]),
            "self" => (module.to_vec(), &path[1..]),
            "super" => (module[..module.len().checked_sub(supers)?].to_vec(), &path[supers..]),
            first => {
                let mut child = module.to_vec();
                child.push(first.to_owned());
                self.modules.contains(&child).then(|| (module.to_vec(), path))?
            }
        };
        from.extend(rest.iter().cloned());
        Some(from)
    }

    /// The module in which what a path names is defined.
    fn module_named(&self, path: &[String], depth: usize) -> Path {
        let mut module: Path = Vec::new();
        for (index, part) in path.iter().enumerate() {
            let child: Path = module.iter().chain([part]).cloned().collect();
            if self.modules.contains(&child) {
                module = child;
                continue;
            }
            if let Some(import) = self.import(&module, part, depth) {
                let whole: Path = import.iter().chain(&path[index + 1..]).cloned().collect();
                return self.module_named(&whole, depth - 1);
            }
            break;
        }
        module
    }

    /// What a name that a module imports means.
    fn import(&self, module: &Path, name: &str, depth: usize) -> Option<Path> {
        let key = (module.clone(), name.to_owned());
        if depth == 0 || self.items.contains(&key) {
            return None;
        }
        if let Some(import) = self.imports.get(&key) {
            return Some(import.clone());
        }
        self.globs.get(module)?.iter().find_map(|from| {
            let from = self.module_named(from, depth - 1);
            let is_there = self.items.contains(&(from.clone(), name.to_owned()));
            let whole: Path = from.iter().cloned().chain([name.to_owned()]).collect();
            if is_there { Some(whole) } else { self.import(&from, name, depth - 1) }
        })
    }
}

/// One name that a `use` brings.
#[derive(Debug, PartialEq, Eq)]
struct Import {
    path: Path,
    name: String,
}

fn imports(code: &str) -> Vec<Import> {
    let mut found = Vec::new();
    for at in places_of(code, "use") {
        let Some(end) = code[at..].find(';') else { continue };
        let nesting = nesting_of(code, at);
        let before = found.len();
        read_tree(code[at + 3..at + end].trim(), &[], &mut found);
        found[before..].iter_mut().for_each(|import| drop_supers(&mut import.path, nesting));
    }
    found
}

/// Reads `a::{b, c::d as e, f::*}`.
fn read_tree(tree: &str, before: &[String], found: &mut Vec<Import>) {
    let mut path = before.to_vec();
    if let Some((head, list)) = tree.split_once('{') {
        path.extend(parts(head));
        for part in split_list(list.trim_end().trim_end_matches('}')) {
            read_tree(part.trim(), &path, found);
        }
        return;
    }
    let (whole, alias) = tree.split_once(" as ").map_or((tree, None), |(whole, alias)| (whole, Some(alias.trim())));
    let mut names = parts(whole);
    match names.last().map(String::as_str) {
        None => return,
        Some("self") if !path.is_empty() => {
            names.pop();
        }
        _ => {}
    }
    path.extend(names);
    let name = path.last().cloned().unwrap_or_default();
    if name == "*" {
        path.pop();
    }
    found.push(Import { path, name: alias.unwrap_or(&name).to_owned() });
}

fn parts(path: &str) -> Path {
    path.split("::").map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// Splits at commas that are in no inner braces.
fn split_list(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut found) = (0, 0, Vec::new());
    for (at, byte) in list.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            b',' if depth == 0 => {
                found.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(&list[start..]);
    found
}

/// Paths that are written out: `crate::a::f(x)`, `super::b::C`.
fn paths_in_code(code: &str) -> Vec<Path> {
    let starts = ["crate", "super", "self"].into_iter().flat_map(|word| places_of(code, word));
    let mut found = Vec::new();
    for at in starts.filter(|at| !code[..*at].ends_with("::")) {
        let end = code[at..].find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').unwrap_or(code.len() - at);
        if code[at..at + end].contains("::") {
            let mut path = parts(&code[at..at + end]);
            drop_supers(&mut path, nesting_of(code, at));
            found.push(path);
        }
    }
    found
}

/// Modules written inside a file count as the file.
fn drop_supers(path: &mut Path, nesting: usize) {
    let supers = path.iter().take_while(|part| *part == "super").count().min(nesting);
    if supers > 0 {
        path.drain(..supers);
        if path.first().is_none_or(|part| part != "super") {
            path.insert(0, "self".to_owned());
        }
    }
}

/// The modules inside a file that a place is in.
fn nesting_of(code: &str, place: usize) -> usize {
    let is_around = |at: &usize| {
        let open = code[*at..].find(['{', ';']).map(|open| at + open);
        open.is_some_and(|open| code.as_bytes()[open] == b'{' && open < place && place < end_of_block(code, open))
    };
    places_of(code, "mod").filter(is_around).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crate_of(files: &[(&str, &str)]) -> Vec<String> {
        let file = |(path, code): &(&str, &str)| File { module: module_of(path), code: (*code).to_owned() };
        let found = find("c", &files.iter().map(file).collect::<Vec<_>>());
        found.into_iter().map(|circle| circle.text).collect()
    }

    #[test]
    fn a_circle_of_three_is_found() {
        let files = [
            ("lib.rs", "mod a; mod b; mod c;"),
            ("a.rs", "use crate::b::{self, B};"),
            ("b.rs", "fn f() { super::c::g() }"),
            ("c.rs", "use super::a as other;"),
        ];
        assert_eq!(crate_of(&files), ["c: a b c"]);
        assert!(crate_of(&files[..3]).is_empty());
    }

    #[test]
    fn two_files_may_and_two_folders_may_not() {
        let pair = [("a.rs", "use crate::b::B;"), ("b.rs", "use crate::a::A;")];
        assert!(crate_of(&pair).is_empty());
        let folders = [("a/x.rs", "use crate::b::B;"), ("a/mod.rs", ""), ("b.rs", "use crate::a::A;")];
        assert_eq!(crate_of(&folders), ["c: a b"]);
    }

    #[test]
    fn imports_are_followed_to_their_source() {
        let files = [
            ("lib.rs", "mod a; mod b; mod c; pub use a::A; pub use c::*;"),
            ("a.rs", "use crate::b::f; struct A;"),
            ("b.rs", "use crate::C; fn f() {}"),
            ("c.rs", "use crate::A; struct C;"),
        ];
        assert_eq!(crate_of(&files), ["c: a b c"]);
    }

    #[test]
    fn parts_and_their_module_are_not_compared() {
        let files = [
            ("a/mod.rs", "mod x; mod y; use x::f; struct A;"),
            ("a/x.rs", "use super::A; pub fn f() {}"),
            ("a/y.rs", "use super::A; mod inside { use super::g; } fn g() {}"),
        ];
        assert!(crate_of(&files).is_empty());
    }

    #[test]
    fn trees_of_imports_are_read() {
        let mut found = Vec::new();
        read_tree("a::{self, b::{C, D as E}, f::*}", &[], &mut found);
        let texts: Vec<String> = found.iter().map(|i| format!("{}={}", i.name, i.path.join("::"))).collect();
        assert_eq!(texts, ["a=a", "C=a::b::C", "E=a::b::D", "*=a::f"]);
    }

    #[test]
    fn the_list_only_shrinks() {
        let found = [Circle { text: "c: a b c".to_owned(), imports: Vec::new() }];
        assert!(check(&found, "c: a b c\n").is_empty());
        assert_eq!(check(&found, "").len(), 1);
        assert_eq!(check(&[], "c: a b c\n").len(), 1);
    }
}
