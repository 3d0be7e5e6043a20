//! Calls of compiled functions and their derivatives from Python.
//!
//! Every compiled entry has one C type, `int entry(void **slots)`: each slot points to a number or to the elements of an array.
//! A [`Call`] knows what goes into each slot (an argument, a new array of zeros, a seed) and which slots become results, so
//! that one call of it costs little more than the conversion of its arguments. The interpreter is free for other threads while
//! the entry runs.

use crate::parameter::{Cell, Parameter, as_array, prepare, shape_of};
use numpy::npyffi::PY_ARRAY_API;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::ffi::{CStr, c_char, c_int, c_void};

type Entry = unsafe extern "C" fn(*mut *mut c_void) -> c_int;
type Message = unsafe extern "C" fn() -> *const c_char;

/// What is put into a slot.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// An argument of the call; its parameter has the same number.
    Argument(usize),
    /// Zeros, as many as the parameter with this number has.
    Zeros(usize),
    /// The extents of the array that is the argument with this number.
    Extents(usize),
    /// 1, where the parameter with this number has one element.
    One(usize),
    /// An argument behind those of the function, shaped as a parameter; copied if it is overwritten.
    Given { parameter: usize, place: usize, copied: bool },
}

impl Source {
    fn read(description: &Bound<'_, PyAny>) -> PyResult<Source> {
        let (kind, parameter, place, copied): (String, usize, usize, bool) = description.extract()?;
        Ok(match kind.as_str() {
            "argument" => Source::Argument(parameter),
            "zeros" => Source::Zeros(parameter),
            "extents" => Source::Extents(parameter),
            "one" => Source::One(parameter),
            "given" => Source::Given { parameter, place, copied },
            other => return Err(PyValueError::new_err(format!("{other} is no source"))),
        })
    }

    fn parameter(self) -> usize {
        match self {
            Source::Argument(number) | Source::Zeros(number) | Source::Extents(number) | Source::One(number) => number,
            Source::Given { parameter, .. } => parameter,
        }
    }
}

/// What is returned.
enum Results {
    Nothing,
    Slot(usize),
    Several(Vec<Results>),
}

impl Results {
    fn read(tree: &Bound<'_, PyAny>) -> PyResult<Results> {
        if tree.is_none() {
            return Ok(Results::Nothing);
        }
        if let Ok(items) = tree.cast::<PyTuple>() {
            return Ok(Results::Several(items.iter().map(|item| Results::read(&item)).collect::<PyResult<_>>()?));
        }
        Ok(Results::Slot(tree.extract()?))
    }
}

/// What a slot holds during a call.
enum Place<'py> {
    Number,
    /// The array whose elements are used, and the one that they are copied back to.
    Array(Bound<'py, PyAny>, Option<Bound<'py, PyAny>>),
    /// The array whose extents are used.
    Extents(Bound<'py, PyAny>),
}

/// A compiled function, or a derivative of one, that Python can call.
#[pyclass(module = "zymase._native", frozen)]
pub struct Call {
    entry: Entry,
    message: Message,
    parameters: Vec<Parameter>,
    /// How many of the parameters are arguments; the others are results of the function.
    arguments: usize,
    given: usize,
    sources: Vec<Source>,
    results: Results,
    error: Py<PyAny>,
    name: String,
    /// Keeps the code loaded.
    _library: Py<PyAny>,
}

#[pymethods]
impl Call {
    /// `entry` and `message` are addresses in `library`, which stays loaded as long as this object.
    #[new]
    #[pyo3(signature = (name, entry, message, library, parameters, arguments, sources, results, error))]
    #[expect(clippy::too_many_arguments, reason = "called from one place, by names")]
    fn new(
        py: Python<'_>,
        name: String,
        entry: usize,
        message: usize,
        library: Py<PyAny>,
        parameters: &Bound<'_, PyAny>,
        arguments: usize,
        sources: &Bound<'_, PyAny>,
        results: &Bound<'_, PyAny>,
        error: Py<PyAny>,
    ) -> PyResult<Call> {
        prepare(py);
        if entry == 0 || message == 0 {
            return Err(PyValueError::new_err("an entry has no address"));
        }
        let sources: Vec<Source> = sources.try_iter()?.map(|item| Source::read(&item?)).collect::<PyResult<_>>()?;
        let places = sources.iter().map(|source| match source {
            Source::Given { place, .. } => place + 1,
            _ => 0,
        });
        // SAFETY: the package passes addresses that the loader gave for symbols of these types.
        let (entry, message) =
            unsafe { (std::mem::transmute::<usize, Entry>(entry), std::mem::transmute::<usize, Message>(message)) };
        Ok(Call {
            entry,
            message,
            parameters: parameters.try_iter()?.map(|item| Parameter::read(&item?)).collect::<PyResult<_>>()?,
            arguments,
            given: places.max().unwrap_or(0),
            sources,
            results: Results::read(results)?,
            error,
            name,
            _library: library,
        })
    }

    #[pyo3(signature = (*arguments, **named))]
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        arguments: &Bound<'py, PyTuple>,
        named: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Py<PyAny>> {
        let placed;
        let arguments = match named {
            Some(named) if !named.is_empty() => {
                placed = self.place_named(arguments, named)?;
                &placed
            }
            _ => arguments,
        };
        if arguments.len() != self.arguments + self.given {
            return Err(self.wrong_count(arguments.len()));
        }
        let mut cells = [[0u64; 2]; 16];
        let mut more_cells;
        let cells = if self.sources.len() <= cells.len() {
            &mut cells[..self.sources.len()]
        } else {
            more_cells = vec![[0u64; 2]; self.sources.len()];
            &mut more_cells[..]
        };
        let places = self.fill(arguments, cells)?;
        self.run(py, cells, &places)?;
        self.finish(py, cells, &places)
    }

    #[getter]
    fn __name__(&self) -> &str {
        &self.name
    }
}

impl Call {
    fn wrong_count(&self, count: usize) -> PyErr {
        let names: Vec<&str> = self.parameters[..self.arguments].iter().map(|each| each.name.as_str()).collect();
        let more = if self.given > 0 { format!(" and {} more", self.given) } else { String::new() };
        PyTypeError::new_err(format!(
            "{}() takes {} arguments ({}){more}, but {count} were given",
            self.name,
            self.arguments,
            names.join(", ")
        ))
    }

    /// All arguments in their places, where some are given by name.
    fn place_named<'py>(
        &self,
        arguments: &Bound<'py, PyTuple>,
        named: &Bound<'py, PyDict>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let mut all: Vec<Bound<'py, PyAny>> = arguments.iter().collect();
        for parameter in self.parameters[..self.arguments].iter().skip(all.len()) {
            let Some(value) = named.get_item(&parameter.name)? else { break };
            all.push(value);
        }
        if all.len() != arguments.len() + named.len() {
            return Err(PyTypeError::new_err(format!(
                "{}() was given names that it does not have, or has already: {:?}",
                self.name,
                named.keys()
            )));
        }
        PyTuple::new(arguments.py(), all)
    }

    /// Puts arguments into slots, then what depends on their shapes.
    fn fill<'py>(&self, arguments: &Bound<'py, PyTuple>, cells: &mut [Cell]) -> PyResult<Vec<Place<'py>>> {
        let py = arguments.py();
        let mut places: Vec<Place<'py>> = Vec::with_capacity(self.sources.len());
        let mut integers = [0i64; 32];
        let mut slots = [usize::MAX; 32];
        if self.parameters.len() > integers.len() {
            return Err(PyTypeError::new_err("functions of more than 31 parameters cannot be called"));
        }
        for (slot, source) in self.sources.iter().enumerate() {
            if let Source::Argument(number) = *source {
                let place = self.argument(&self.parameters[number], &arguments.get_item(number)?, &mut cells[slot])?;
                if let Place::Number = place {
                    integers[number] = cells[slot][0] as i64;
                }
                slots[number] = slot;
                places.push(place);
            } else {
                places.push(Place::Number);
            }
        }
        for (number, slot) in slots.iter().enumerate().filter(|(_, slot)| **slot != usize::MAX) {
            if let Place::Array(array, _) = &places[*slot]
                && self.parameters[number].has_shape()
            {
                self.parameters[number].check_shape(&shape_of(array), &integers)?;
            }
        }
        for (slot, source) in self.sources.iter().enumerate() {
            if matches!(source, Source::Argument(_)) {
                continue;
            }
            let number = source.parameter();
            if let Source::Extents(_) = source {
                let Place::Array(array, _) = &places[slots[number]] else {
                    return Err(PyTypeError::new_err("only arrays have extents"));
                };
                places[slot] = Place::Extents(array.clone());
                continue;
            }
            let shape = match slots[number] {
                usize::MAX if self.parameters[number].scalar => None,
                usize::MAX => Some(self.result_shape(number, &integers)),
                of => match &places[of] {
                    Place::Number | Place::Extents(_) => None,
                    Place::Array(array, _) => Some(shape_of(array)),
                },
            };
            places[slot] = self.derived(py, *source, shape, arguments, &mut cells[slot])?;
        }
        Ok(places)
    }

    fn result_shape(&self, number: usize, integers: &[i64]) -> Vec<isize> {
        let extents = self.parameters[number].shape.as_deref().unwrap_or_default();
        extents.iter().map(|extent| extent.value(integers).max(0) as isize).collect()
    }

    fn argument<'py>(
        &self,
        parameter: &Parameter,
        object: &Bound<'py, PyAny>,
        cell: &mut Cell,
    ) -> PyResult<Place<'py>> {
        let is_number = parameter.scalar && !(parameter.writable && as_array(object).is_some());
        if is_number {
            *cell = parameter.number(object)?;
            return Ok(Place::Number);
        }
        let write = parameter.writable && !parameter.copied;
        let array = parameter.array(object, parameter.copied, write)?;
        let back = (write && !array.is(object)).then(|| object.clone());
        Ok(Place::Array(array, back))
    }

    /// A slot that is no argument of the function.
    fn derived<'py>(
        &self,
        py: Python<'py>,
        source: Source,
        shape: Option<Vec<isize>>,
        arguments: &Bound<'py, PyTuple>,
        cell: &mut Cell,
    ) -> PyResult<Place<'py>> {
        let parameter = &self.parameters[source.parameter()];
        match (source, shape) {
            (Source::Zeros(_), None) => Ok(Place::Number),
            (Source::One(_), None) => {
                *cell = parameter.format.one();
                Ok(Place::Number)
            }
            (Source::Zeros(_), Some(shape)) => Ok(Place::Array(parameter.zeros(py, &shape)?, None)),
            (Source::One(_), Some(shape)) => {
                if shape.iter().product::<isize>() != 1 {
                    return Err(PyValueError::new_err(format!(
                        "the value of {}() is not one number but an array ({} of shape {shape:?}): ask for the \
                         jacobian or for vjp, which takes a cotangent",
                        self.name, parameter.name
                    )));
                }
                let array = parameter.zeros(py, &shape)?;
                array.call_method1("fill", (1,))?;
                Ok(Place::Array(array, None))
            }
            (Source::Given { place, .. }, None) => {
                *cell = parameter.number(&arguments.get_item(self.arguments + place)?)?;
                Ok(Place::Number)
            }
            (Source::Given { place, copied, .. }, Some(shape)) => {
                let object = arguments.get_item(self.arguments + place)?;
                let array = parameter.array(&object, copied, false)?;
                let theirs = shape_of(&array);
                if theirs != shape {
                    return Err(PyValueError::new_err(format!(
                        "a tangent or cotangent of {} has the shape {theirs:?}; it must be {shape:?}",
                        parameter.name
                    )));
                }
                Ok(Place::Array(array, None))
            }
            (Source::Argument(_) | Source::Extents(_), _) => Ok(Place::Number),
        }
    }

    /// Calls the entry without holding the interpreter.
    fn run(&self, py: Python<'_>, cells: &mut [Cell], places: &[Place<'_>]) -> PyResult<()> {
        let mut few = [std::ptr::null_mut::<c_void>(); 16];
        let mut many;
        let pointers = if places.len() <= few.len() {
            &mut few[..places.len()]
        } else {
            many = vec![std::ptr::null_mut::<c_void>(); places.len()];
            &mut many[..]
        };
        for ((pointer, place), cell) in pointers.iter_mut().zip(places).zip(cells.iter_mut()) {
            *pointer = match place {
                Place::Number => std::ptr::from_mut(cell).cast(),
                // SAFETY: the array is alive until after the call, and its extents with it.
                Place::Extents(array) => {
                    as_array(array).map_or(std::ptr::null_mut(), |it| unsafe { (*it).dimensions.cast() })
                }
                // SAFETY: as before.
                Place::Array(array, _) => {
                    as_array(array).map_or(std::ptr::null_mut(), |it| unsafe { (*it).data.cast() })
                }
            };
        }
        let (entry, address) = (self.entry, pointers.as_mut_ptr() as usize);
        // SAFETY: there is a pointer for each slot of the entry, to memory that `fill` has checked.
        let status = py.detach(|| unsafe { entry(address as *mut *mut c_void) });
        if status == 0 {
            return Ok(());
        }
        // SAFETY: the entry of the same library left a message for this thread.
        let text = unsafe { CStr::from_ptr((self.message)()) }.to_string_lossy().into_owned();
        Err(PyErr::from_value(self.error.bind(py).call1((format!("{}(): {text}", self.name),))?))
    }

    fn finish(&self, py: Python<'_>, cells: &[Cell], places: &[Place<'_>]) -> PyResult<Py<PyAny>> {
        for place in places {
            if let Place::Array(array, Some(back)) = place {
                // SAFETY: both are arrays, and alive.
                let status = unsafe { PY_ARRAY_API.PyArray_CopyInto(py, back.as_ptr().cast(), array.as_ptr().cast()) };
                if status != 0 {
                    return Err(PyErr::fetch(py));
                }
            }
        }
        self.result(py, &self.results, cells, places)
    }

    fn result(&self, py: Python<'_>, tree: &Results, cells: &[Cell], places: &[Place<'_>]) -> PyResult<Py<PyAny>> {
        Ok(match tree {
            Results::Nothing => py.None(),
            Results::Slot(slot) => match &places[*slot] {
                Place::Number => {
                    let format = self.parameters[self.sources[*slot].parameter()].format;
                    format.to_python(py, &cells[*slot])?
                }
                Place::Extents(_) => py.None(),
                Place::Array(_, Some(back)) => back.clone().unbind(),
                Place::Array(array, None) => array.clone().unbind(),
            },
            Results::Several(parts) => {
                let items: PyResult<Vec<_>> = parts.iter().map(|part| self.result(py, part, cells, places)).collect();
                PyTuple::new(py, items?)?.into_any().unbind()
            }
        })
    }
}
