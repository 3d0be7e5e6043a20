//! Names of members of structs, read from the text of the debug information.

use std::collections::HashMap;

/// The nodes of a module's debug information.
#[derive(Default)]
pub struct Members {
    nodes: HashMap<u64, String>,
    /// The subprogram of the function in question.
    subprogram: Option<u64>,
}

/// A member of a struct, with all that leads to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    pub offset: i64,
    pub name: String,
    /// What it points to, if it is a pointer.
    pub target: Option<u64>,
    /// One of the three pointers of a `std::vector`: 0 for the first.
    pub of_vector: Option<usize>,
}

/// Structs within structs at most.
const DEEPEST: usize = 8;

impl Members {
    /// Reads the text of a module.
    pub fn read(text: &str, function: &str) -> Members {
        let mut members = Members::default();
        for line in text.lines() {
            if let Some(rest) = line.strip_prefix('!')
                && let Some((number, node)) = rest.split_once(" = ")
                && let Ok(number) = number.parse()
            {
                members.nodes.insert(number, node.to_owned());
            } else if line.starts_with("define ")
                && (line.contains(&format!("@{function}(")) || line.contains(&format!("@\"{function}\"(")))
            {
                let after = line.rsplit_once("!dbg !").map(|(_, rest)| rest);
                members.subprogram =
                    after.and_then(|rest| rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok());
            }
        }
        members
    }

    fn field<'n>(&'n self, node: u64, key: &str) -> Option<&'n str> {
        let text = self.nodes.get(&node)?;
        let start =
            [format!("({key}: "), format!(", {key}: ")].iter().find_map(|key| Some(text.find(key)? + key.len()))?;
        let rest = &text[start..];
        if let Some(quoted) = rest.strip_prefix('"') {
            return quoted.split('"').next();
        }
        rest.split([',', ')']).next()
    }

    fn link(&self, node: u64, key: &str) -> Option<u64> {
        self.field(node, key)?.strip_prefix('!')?.parse().ok()
    }

    fn tag(&self, node: u64) -> &str {
        self.field(node, "tag").unwrap_or_default()
    }

    /// The type of a parameter of the function.
    pub fn parameter(&self, name: &str) -> Option<u64> {
        let scope = self.subprogram?;
        let is_it = |node: &u64| {
            let text = &self.nodes[node];
            text.contains("DILocalVariable(")
                && text.contains("arg: ")
                && self.field(*node, "name") == Some(name)
                && self.link(*node, "scope") == Some(scope)
        };
        let mut found: Vec<u64> = self.nodes.keys().copied().filter(is_it).collect();
        found.sort_unstable();
        self.link(*found.first()?, "type")
    }

    /// A type without names and qualifiers.
    fn plain(&self, mut ty: u64) -> u64 {
        for _ in 0..DEEPEST {
            let is_wrapper = ["DW_TAG_typedef", "DW_TAG_const_type", "DW_TAG_volatile_type", "DW_TAG_restrict_type"];
            match self.link(ty, "baseType") {
                Some(inner) if is_wrapper.contains(&self.tag(ty)) => ty = inner,
                _ => break,
            }
        }
        ty
    }

    /// What a pointer or a reference leads to.
    pub fn target(&self, ty: u64) -> Option<u64> {
        let ty = self.plain(ty);
        let is_pointer = ["DW_TAG_pointer_type", "DW_TAG_reference_type", "DW_TAG_rvalue_reference_type"];
        is_pointer.contains(&self.tag(ty)).then(|| self.link(ty, "baseType")).flatten().map(|inner| self.plain(inner))
    }

    /// The members of a struct, those of structs within it in their place.
    pub fn of(&self, ty: u64) -> Vec<Member> {
        let mut found = Vec::new();
        self.collect(self.plain(ty), 0, String::new(), DEEPEST, &mut found);
        found
    }

    fn collect(&self, ty: u64, offset: i64, path: String, deepest: usize, found: &mut Vec<Member>) {
        let is_struct = ["DW_TAG_structure_type", "DW_TAG_class_type"].contains(&self.tag(ty));
        let name = self.field(ty, "name").unwrap_or_default();
        if is_struct && name.starts_with("vector<") && !name.starts_with("vector<bool") {
            for number in 0..3 {
                let member = Member {
                    offset: offset + 8 * number as i64,
                    name: path.clone(),
                    target: None,
                    of_vector: Some(number),
                };
                found.push(member);
            }
            return;
        }
        if !is_struct || deepest == 0 {
            found.push(Member { offset, name: path, target: self.target(ty), of_vector: None });
            return;
        }
        let Some(list) = self.link(ty, "elements").and_then(|list| self.nodes.get(&list)) else { return };
        let list: Vec<u64> = list
            .trim_start_matches("!{")
            .trim_end_matches('}')
            .split(", ")
            .filter_map(|node| node.strip_prefix('!')?.parse().ok())
            .collect();
        for node in list {
            let is_member = ["DW_TAG_member", "DW_TAG_inheritance"].contains(&self.tag(node));
            let text = self.nodes.get(&node).map(String::as_str).unwrap_or_default();
            if !is_member || text.contains("DIFlagStaticMember") {
                continue;
            }
            let bits: i64 = self.field(node, "offset").and_then(|bits| bits.parse().ok()).unwrap_or(0);
            let name = self.field(node, "name").unwrap_or_default();
            let inner = match (path.is_empty(), name.is_empty()) {
                (_, true) => path.clone(),
                (true, _) => name.to_owned(),
                _ => format!("{path}_{name}"),
            };
            if let Some(ty) = self.link(node, "baseType") {
                self.collect(self.plain(ty), offset + bits / 8, inner, deepest - 1, found);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_have_their_names() {
        let text = "define void @f(ptr %g) !dbg !1 {\n\
            !1 = distinct !DISubprogram(name: \"f\")\n\
            !2 = !DILocalVariable(name: \"g\", arg: 1, scope: !1, type: !3)\n\
            !3 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !4, size: 64)\n\
            !4 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: \"grid\", size: 128, elements: !5)\n\
            !5 = !{!6, !8}\n\
            !6 = !DIDerivedType(tag: DW_TAG_member, name: \"n\", baseType: !7, size: 32)\n\
            !7 = !DIBasicType(name: \"int\", size: 32)\n\
            !8 = !DIDerivedType(tag: DW_TAG_member, name: \"u\", baseType: !9, size: 64, offset: 64)\n\
            !9 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !7, size: 64)\n";
        let members = Members::read(text, "f");
        let of = members.of(members.target(members.parameter("g").unwrap()).unwrap());
        let names: Vec<(i64, &str)> = of.iter().map(|member| (member.offset, member.name.as_str())).collect();
        assert_eq!(names, [(0, "n"), (8, "u")]);
        assert_eq!(of[1].target, Some(7));
    }
}
