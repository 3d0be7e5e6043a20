//! What a parameter of a compiled function takes, and how a Python object becomes that.
//!
//! Numbers are put into cells of the call. Arrays are used where they are if their memory is as the function expects it, and
//! copied otherwise.

use crate::extent::Extent;
use numpy::npyffi::flags::{
    NPY_ARRAY_ALIGNED, NPY_ARRAY_C_CONTIGUOUS, NPY_ARRAY_ENSURECOPY, NPY_ARRAY_F_CONTIGUOUS, NPY_ARRAY_WRITEABLE,
};
use numpy::npyffi::{NpyTypes, PY_ARRAY_API, PyArray_Check, PyArray_Descr, PyArrayObject};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyComplex, PyFloat};

/// The bytes of one number.
pub type Cell = [u64; 2];

/// The formats of numbers that are passed by value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Double,
    Float,
    ComplexDouble,
    ComplexFloat,
    /// Bytes, and whether it has a sign.
    Integer(u8, bool),
    Bool,
    /// Whatever its dtype says.
    Structure,
}

impl Format {
    fn read(code: &str) -> PyResult<Format> {
        Ok(match code {
            "f8" => Format::Double,
            "f4" => Format::Float,
            "c16" => Format::ComplexDouble,
            "c8" => Format::ComplexFloat,
            "b1" => Format::Bool,
            "V" => Format::Structure,
            "i1" | "i2" | "i4" | "i8" => Format::Integer(code.as_bytes()[1] - b'0', true),
            "u1" | "u2" | "u4" | "u8" => Format::Integer(code.as_bytes()[1] - b'0', false),
            other => return Err(PyValueError::new_err(format!("{other} is no format"))),
        })
    }

    /// The number as Python has it.
    pub fn to_python(self, py: Python<'_>, cell: &Cell) -> PyResult<Py<PyAny>> {
        let low = cell[0];
        let single = |bits: u64| f64::from(f32::from_bits(bits as u32));
        Ok(match self {
            Format::Double => PyFloat::new(py, f64::from_bits(low)).into_any().unbind(),
            Format::Float => PyFloat::new(py, single(low)).into_any().unbind(),
            Format::ComplexDouble => {
                PyComplex::from_doubles(py, f64::from_bits(low), f64::from_bits(cell[1])).into_any().unbind()
            }
            Format::ComplexFloat => PyComplex::from_doubles(py, single(low), single(low >> 32)).into_any().unbind(),
            Format::Bool => (low as u8 != 0).into_pyobject(py)?.to_owned().into_any().unbind(),
            Format::Integer(bytes, true) => {
                let shift = 64 - 8 * u32::from(bytes);
                (((low << shift) as i64) >> shift).into_pyobject(py)?.into_any().unbind()
            }
            Format::Integer(bytes, false) => {
                let shift = 64 - 8 * u32::from(bytes);
                ((low << shift) >> shift).into_pyobject(py)?.into_any().unbind()
            }
            Format::Structure => return Err(PyTypeError::new_err("a struct is no number")),
        })
    }

    /// The number 1.
    pub fn one(self) -> Cell {
        match self {
            Format::Double | Format::ComplexDouble => [1f64.to_bits(), 0],
            Format::Float | Format::ComplexFloat => [u64::from(1f32.to_bits()), 0],
            _ => [1, 0],
        }
    }
}

/// One parameter.
pub struct Parameter {
    pub name: String,
    pub format: Format,
    /// Passed by value, from a Python number.
    pub scalar: bool,
    dtype: Py<PyAny>,
    type_number: i32,
    /// The function writes through it, and the caller sees that.
    pub writable: bool,
    /// The function writes through it, and the caller does not see that.
    pub copied: bool,
    pub fortran: bool,
    pub required: Option<Extent>,
    pub shape: Option<Vec<Extent>>,
    shape_text: String,
    spelling: String,
    /// The number of axes that an array must have; 0 if that does not matter.
    rank: usize,
}

/// The array behind an object, if it is one.
pub fn as_array(object: &Bound<'_, PyAny>) -> Option<*mut PyArrayObject> {
    // SAFETY: the object is alive, and only looked at.
    let is_array = unsafe { PyArray_Check(object.py(), object.as_ptr()) } != 0;
    is_array.then(|| object.as_ptr().cast())
}

/// The shape of an array that is alive.
pub fn shape_of(array: &Bound<'_, PyAny>) -> Vec<isize> {
    let Some(pointer) = as_array(array) else { return Vec::new() };
    // SAFETY: NumPy keeps `nd` numbers behind `dimensions`, which is null only if there are none.
    unsafe {
        if (*pointer).nd == 0 {
            return Vec::new();
        }
        std::slice::from_raw_parts((*pointer).dimensions, (*pointer).nd as usize).to_vec()
    }
}

fn element_count(shape: &[isize]) -> i64 {
    shape.iter().fold(1, |product, extent| product.saturating_mul(*extent as i64))
}

impl Parameter {
    /// Reads the description that the package makes (`zymase._call.Parameter`).
    pub fn read(description: &Bound<'_, PyAny>) -> PyResult<Parameter> {
        let text = |name: &str| -> PyResult<String> { description.getattr(name)?.extract() };
        let flag = |name: &str| -> PyResult<bool> { description.getattr(name)?.extract() };
        let dtype = description.getattr("dtype")?;
        let required = description.getattr("required")?;
        let shape = description.getattr("shape")?;
        let read_all = |list: &Bound<'_, PyAny>| -> PyResult<Vec<Extent>> {
            list.try_iter()?.map(|item| Extent::read(&item?)).collect()
        };
        Ok(Parameter {
            name: text("name")?,
            format: Format::read(&text("code")?)?,
            scalar: flag("scalar")?,
            type_number: dtype.getattr("num")?.extract()?,
            dtype: dtype.unbind(),
            writable: flag("writable")?,
            copied: flag("copied")?,
            fortran: flag("fortran")?,
            required: if required.is_none() { None } else { Some(Extent::read(&required)?) },
            shape: if shape.is_none() { None } else { Some(read_all(&shape)?) },
            shape_text: text("shape_text")?,
            spelling: text("spelling")?,
            rank: description.getattr("rank")?.extract()?,
        })
    }

    fn described(&self) -> String {
        format!("{} (`{}`)", self.name, self.spelling)
    }

    /// The number in an object.
    pub fn number(&self, object: &Bound<'_, PyAny>) -> PyResult<Cell> {
        let wrong = |error: PyErr| {
            let py = object.py();
            let kind = object.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
            if error.is_instance_of::<PyOverflowError>(py) {
                return PyOverflowError::new_err(format!("{} does not fit {}", object, self.described()));
            }
            PyTypeError::new_err(format!("{} takes a number, not {kind}: {}", self.described(), error.value(py)))
        };
        self.number_or(object).map_err(wrong)
    }

    fn number_or(&self, object: &Bound<'_, PyAny>) -> PyResult<Cell> {
        Ok(match self.format {
            Format::Double => [object.extract::<f64>()?.to_bits(), 0],
            Format::Float => [u64::from((object.extract::<f64>()? as f32).to_bits()), 0],
            Format::ComplexDouble | Format::ComplexFloat => {
                let both = complex_parts(object)?;
                if self.format == Format::ComplexDouble {
                    [both.0.to_bits(), both.1.to_bits()]
                } else {
                    let bits = |part: f64| u64::from((part as f32).to_bits());
                    [bits(both.0) | (bits(both.1) << 32), 0]
                }
            }
            Format::Bool => [u64::from(object.is_truthy()?), 0],
            Format::Integer(bytes, signed) => [integer_bits(object, bytes, signed)?, 0],
            Format::Structure => return Err(PyTypeError::new_err("a struct is expected")),
        })
    }

    /// The array for the function: the object itself, or a copy in the order that is expected.
    pub fn array<'py>(&self, object: &Bound<'py, PyAny>, private: bool, write: bool) -> PyResult<Bound<'py, PyAny>> {
        let py = object.py();
        let Some(pointer) = as_array(object) else {
            return self.array_from_other(object, private, write);
        };
        // SAFETY: the array is alive while this runs.
        let (type_number, flags) = unsafe { ((*(*pointer).descr).type_num, (*pointer).flags) };
        if type_number != self.type_number || self.format == Format::Structure {
            self.check_dtype(object)?;
        }
        let order = if self.fortran { NPY_ARRAY_F_CONTIGUOUS } else { NPY_ARRAY_C_CONTIGUOUS };
        if write && flags & NPY_ARRAY_WRITEABLE == 0 {
            return Err(PyValueError::new_err(format!(
                "{} is written, but the array is read-only: pass a copy (`x.copy()`)",
                self.described()
            )));
        }
        let wanted = order | NPY_ARRAY_ALIGNED;
        if !private && flags & wanted == wanted && self.is_native(object)? {
            return Ok(object.clone());
        }
        if !private {
            note_copy(py, &self.name)?;
        }
        self.converted(object, wanted | if private { NPY_ARRAY_ENSURECOPY | NPY_ARRAY_WRITEABLE } else { 0 })
    }

    /// Whether the bytes of numbers have the order of this machine.
    fn is_native(&self, object: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Some(pointer) = as_array(object) else { return Ok(false) };
        // SAFETY: the array is alive while this runs, and so are both descriptions.
        let same = unsafe { (*pointer).descr.cast::<pyo3::ffi::PyObject>() == self.dtype.as_ptr() };
        if same {
            return Ok(true);
        }
        let descr = object.getattr("dtype")?;
        descr.getattr("isnative")?.extract()
    }

    fn array_from_other<'py>(
        &self,
        object: &Bound<'py, PyAny>,
        private: bool,
        write: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = object.py();
        if object.is_none() || object.is_instance_of::<pyo3::types::PyString>() {
            return Err(PyTypeError::new_err(format!(
                "{} takes a NumPy array of {}, not {}",
                self.described(),
                self.dtype.bind(py),
                object.get_type().name()?
            )));
        }
        if write && !private {
            return Err(PyTypeError::new_err(format!(
                "{} is written: pass a NumPy array of {}",
                self.described(),
                self.dtype.bind(py)
            )));
        }
        let array = py.import("numpy")?.call_method1("asarray", (object,))?;
        self.array(&array, private, false)
    }

    fn check_dtype(&self, object: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = object.py();
        let theirs = object.getattr("dtype")?;
        let kind: String = theirs.getattr("kind")?.extract()?;
        // SAFETY: both are descriptions of types, and alive.
        let same = kind != "O"
            && unsafe {
                PY_ARRAY_API.PyArray_EquivTypes(
                    py,
                    theirs.as_ptr().cast::<PyArray_Descr>(),
                    self.dtype.as_ptr().cast::<PyArray_Descr>(),
                ) != 0
            };
        let swapped = || -> PyResult<bool> {
            let theirs = theirs.call_method1("newbyteorder", ("=",))?;
            theirs.eq(self.dtype.bind(py))
        };
        if same || (kind != "O" && swapped()?) {
            return Ok(());
        }
        Err(PyTypeError::new_err(format!(
            "{} takes an array of {}, not of {}: convert it with .astype",
            self.described(),
            self.dtype.bind(py),
            theirs
        )))
    }

    fn converted<'py>(&self, object: &Bound<'py, PyAny>, flags: i32) -> PyResult<Bound<'py, PyAny>> {
        let py = object.py();
        let dtype = self.dtype.clone_ref(py).into_ptr();
        // SAFETY: the function takes over the reference to the description, and gives a new reference or an error.
        unsafe {
            let new =
                PY_ARRAY_API.PyArray_FromAny(py, object.as_ptr(), dtype.cast(), 0, 0, flags, std::ptr::null_mut());
            Bound::from_owned_ptr_or_err(py, new)
        }
    }

    /// A new array of zeros for what this parameter takes.
    pub fn zeros<'py>(&self, py: Python<'py>, shape: &[isize]) -> PyResult<Bound<'py, PyAny>> {
        let dtype = self.dtype.clone_ref(py).into_ptr();
        let mut shape = shape.to_vec();
        // SAFETY: the function takes over the reference to the description, and gives a new reference or an error.
        unsafe {
            let new = PY_ARRAY_API.PyArray_Zeros(
                py,
                shape.len() as i32,
                shape.as_mut_ptr(),
                dtype.cast(),
                i32::from(self.fortran),
            );
            Bound::from_owned_ptr_or_err(py, new)
        }
    }

    /// Whether anything is known of the shape.
    pub fn has_shape(&self) -> bool {
        self.required.is_some() || self.shape.is_some() || self.rank > 0
    }

    /// Whether an array of this shape has all elements that the function uses.
    pub fn check_shape(&self, shape: &[isize], integers: &[i64]) -> PyResult<()> {
        if self.rank > 0 && shape.len() != self.rank {
            return Err(PyValueError::new_err(format!(
                "{} takes an array with {} axes, not {}",
                self.described(),
                self.rank,
                shape.len()
            )));
        }
        let count = element_count(shape);
        if let Some(required) = &self.required {
            let needed = required.value(integers);
            if count < needed {
                return Err(PyValueError::new_err(format!(
                    "{} has {count} elements, but the function uses {needed}{}",
                    self.described(),
                    if self.shape_text.is_empty() { String::new() } else { format!(" ({})", self.shape_text) }
                )));
            }
        }
        let Some(expected) = &self.shape else { return Ok(()) };
        if shape.len() < 2 || shape.len() != expected.len() {
            return Ok(());
        }
        let expected: Vec<i64> = expected.iter().map(|extent| extent.value(integers)).collect();
        let inner = if self.fortran { 0..shape.len() - 1 } else { 1..shape.len() };
        if inner.into_iter().any(|axis| shape[axis] as i64 != expected[axis]) {
            return Err(PyValueError::new_err(format!(
                "{} has the shape {shape:?}, but the function takes {expected:?} ({})",
                self.described(),
                self.shape_text
            )));
        }
        Ok(())
    }
}

fn complex_parts(object: &Bound<'_, PyAny>) -> PyResult<(f64, f64)> {
    let number = object.py().import("builtins")?.getattr("complex")?;
    if object.is_instance_of::<pyo3::types::PyString>() {
        return Err(PyTypeError::new_err("a text"));
    }
    let value = number.call1((object,))?;
    Ok((value.getattr("real")?.extract()?, value.getattr("imag")?.extract()?))
}

fn integer_bits(object: &Bound<'_, PyAny>, bytes: u8, signed: bool) -> PyResult<u64> {
    let overflow = || PyOverflowError::new_err("too large");
    let bits = 8 * u32::from(bytes);
    if signed {
        let value: i64 = object.extract()?;
        let (least, most) = (i64::MIN >> (64 - bits), i64::MAX >> (64 - bits));
        if value < least || value > most {
            return Err(overflow());
        }
        return Ok(value as u64);
    }
    let value: u64 = object.extract()?;
    if value > u64::MAX >> (64 - bits) {
        return Err(overflow());
    }
    Ok(value)
}

/// Says in the log of the package that an array was copied.
fn note_copy(py: Python<'_>, name: &str) -> PyResult<()> {
    py.import("zymase._notes")?.call_method1("copied", (name,))?;
    Ok(())
}

/// Keeps NumPy's types known to this crate: the table of its functions is read when it is first used.
pub fn prepare(py: Python<'_>) {
    // SAFETY: reads the table of NumPy's types.
    unsafe {
        PY_ARRAY_API.get_type_object(py, NpyTypes::PyArray_Type);
    }
}
