//! Options that several commands of the tensor level have.

use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::str::FromStr;
use zymase_transform::Mode;

/// A list such as `0,2`.
#[derive(Clone, Debug)]
pub struct Numbers(pub Vec<usize>);

impl FromStr for Numbers {
    type Err = String;

    fn from_str(text: &str) -> Result<Numbers, String> {
        let number = |word: &str| word.trim().parse().map_err(|_| format!("`{word}` is not a number"));
        text.split(',').map(number).collect::<Result<_, _>>().map(Numbers)
    }
}

/// Which way derivatives are made.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Way {
    Reverse,
    Forward,
}

impl From<Way> for Mode {
    fn from(way: Way) -> Mode {
        match way {
            Way::Reverse => Mode::Reverse,
            Way::Forward => Mode::Forward,
        }
    }
}

/// What is differentiated, and by what.
#[derive(Args, Debug)]
pub struct Differentiated {
    /// The module
    #[arg(value_name = "FILE.mlir")]
    pub file: PathBuf,
    /// The function to differentiate
    #[arg(long, value_name = "NAME", default_value = "main")]
    pub function: String,
    /// Parameters to differentiate with respect to (default: all that have derivatives)
    #[arg(long, value_name = "0,2")]
    pub wrt: Option<Numbers>,
}

/// What is said about results of the tensor level.
#[derive(Args, Debug)]
pub struct Printed {
    /// Print MLIR's generic form
    #[arg(long)]
    pub generic: bool,
    /// Where to write instead of standard output
    #[arg(short, value_name = "OUT.mlir")]
    pub output: Option<PathBuf>,
}

impl Printed {
    pub fn form(&self) -> zymase_ir::Form {
        if self.generic { zymase_ir::Form::Generic } else { zymase_ir::Form::Pretty }
    }
}
