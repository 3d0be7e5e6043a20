//! What is asked for, and why it may be refused.

use zymase_llvm::Value;

/// A function to raise.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Request {
    pub function: String,
    /// Parameters that are constants, with their values.
    pub fixed: Vec<(String, String)>,
    /// Sizes of arrays in memory order.
    pub shapes: Vec<(String, Vec<i64>)>,
    /// Let arrays without a shape be as long as subscripts say.
    pub derive_extents: bool,
    /// The function is a kernel, which is launched so.
    pub launch: Option<Launch>,
    /// The name in the module, if it is another one.
    pub symbol: Option<String>,
}

/// How a kernel is launched: blocks, threads of a block, bytes of shared memory beyond those that the kernel names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Launch {
    pub grid: [u64; 3],
    pub block: [u64; 3],
    pub shared: u64,
}

/// Why a function is not raised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Line of the source; 0 if none is known.
    pub line: u32,
    pub text: String,
}

impl Refusal {
    pub fn at(place: Value, text: impl Into<String>) -> Refusal {
        let line = if place.is_instruction() { place.line() } else { 0 };
        Refusal { line, text: text.into() }
    }

    pub fn new(text: impl Into<String>) -> Refusal {
        Refusal { line: 0, text: text.into() }
    }
}

impl Request {
    /// Reads lines `function NAME`, `fix NAME VALUE`, `shape NAME 4x5`, `derive`, `launch 4 1 1 32 1 1 0`.
    pub fn parse(text: &str) -> Result<Request, Refusal> {
        let mut request = Request::default();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                ["function", name] => request.function = (*name).to_owned(),
                ["fix", name, value] => request.fixed.push(((*name).to_owned(), (*value).to_owned())),
                ["shape", name, sizes] => {
                    let sizes: Result<Vec<i64>, _> = sizes.split('x').map(str::parse).collect();
                    let sizes = sizes.map_err(|_| Refusal::new(format!("`{line}` is no shape such as 64x64")))?;
                    request.shapes.push(((*name).to_owned(), sizes));
                }
                ["launch", numbers @ ..] if numbers.len() == 7 => {
                    let numbers: Result<Vec<u64>, _> = numbers.iter().map(|number| number.parse()).collect();
                    let numbers = numbers.map_err(|_| Refusal::new(format!("`{line}` is no launch")))?;
                    let [grid, block] = [0, 3].map(|at| [numbers[at], numbers[at + 1], numbers[at + 2]]);
                    request.launch = Some(Launch { grid, block, shared: numbers[6] });
                }
                ["derive"] => request.derive_extents = true,
                _ => return Err(Refusal::new(format!("the request has a line that is not known: {line}"))),
            }
        }
        Ok(request)
    }

    pub fn shape(&self, name: &str) -> Option<&[i64]> {
        self.shapes.iter().find(|(known, _)| known == name).map(|(_, sizes)| sizes.as_slice())
    }

    pub fn fixed(&self, name: &str) -> Option<&str> {
        self.fixed.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_read() {
        let request = Request::parse("function f\nfix n 64\nshape x 4x5\nderive\n").unwrap();
        assert_eq!(request.function, "f");
        assert_eq!(request.fixed("n"), Some("64"));
        assert_eq!(request.shape("x"), Some(&[4, 5][..]));
        let launch = Request::parse("launch 4 1 1 32 2 1 0").unwrap().launch.unwrap();
        assert_eq!((launch.grid, launch.block), ([4, 1, 1], [32, 2, 1]));
        assert!(request.derive_extents && request.shape("y").is_none());
        assert!(Request::parse("shape x 4xn").is_err() && Request::parse("speed 1").is_err());
    }
}
