//! What is known of a parameter.

/// What the source says of a parameter.
#[derive(Clone, Debug, Default)]
pub struct Parameter {
    pub name: String,
    /// Bytes of what it points to, if that is a struct or a complex number.
    pub record: Option<i64>,
    /// It is one of the source, not of a struct.
    pub is_own: bool,
    /// What it leads to stands for it.
    pub hidden: bool,
    /// Where it stands among the others: those of a struct in the place of it.
    pub order: Vec<usize>,
    /// The number of its type in the debug information; of what is behind it for one that is not the source's own.
    pub ty: Option<u64>,
    /// What was taken to hold of it, with the line.
    pub remark: Option<(u32, String)>,
}
