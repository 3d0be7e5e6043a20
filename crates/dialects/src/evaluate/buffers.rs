//! Memory at run time: bytes, or values where elements are memrefs themselves, and views of them.
//!
//! What was not written yet reads as bytes that are all ones, which are not a number in every format of floats: a program that
//! forgets to begin with zero shows it.

use super::Result;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use zymase_tensor::{ElementType, Tensor};

/// An element of a buffer.
#[derive(Clone, Debug)]
pub enum Element {
    Number(Tensor),
    Memref(Buffer),
}

/// What an allocation holds.
#[derive(Debug)]
enum Cells {
    Bytes(Vec<u8>),
    /// Elements that are memrefs; those that were not written are missing.
    Memrefs(Vec<Option<Buffer>>),
    Freed,
}

/// A view of an allocation.
#[derive(Clone, Debug)]
pub struct Buffer {
    cells: Arc<Mutex<Cells>>,
    /// The type of elements; none for memrefs.
    element: Option<ElementType>,
    /// Where the first element lies, in bytes or values.
    start: i64,
    sizes: Vec<usize>,
    strides: Vec<i64>,
}

/// The strides of elements that lie in the order of their places.
pub fn row_major(sizes: &[usize]) -> Vec<i64> {
    let mut strides = vec![1; sizes.len()];
    for place in (0..sizes.len().saturating_sub(1)).rev() {
        strides[place] = strides[place + 1] * sizes[place + 1] as i64;
    }
    strides
}

impl Buffer {
    /// Memory that nothing was written to.
    pub fn new(element: Option<ElementType>, sizes: &[usize], limit: usize) -> Result<Buffer> {
        let count = sizes.iter().try_fold(1usize, |product, size| product.checked_mul(*size));
        let bytes = count.and_then(|count| count.checked_mul(element.map_or(8, ElementType::bytes)));
        let (Some(count), Some(bytes)) = (count, bytes.filter(|bytes| *bytes <= limit)) else {
            return Err("a buffer is too large".into());
        };
        let cells = if element.is_some() { Cells::Bytes(vec![0xff; bytes]) } else { Cells::Memrefs(vec![None; count]) };
        let cells = Arc::new(Mutex::new(cells));
        Ok(Buffer { cells, element, start: 0, sizes: sizes.to_vec(), strides: row_major(sizes) })
    }

    /// Memory that holds a tensor.
    pub fn of_tensor(tensor: &Tensor) -> Buffer {
        let cells = Arc::new(Mutex::new(Cells::Bytes(tensor.to_bytes())));
        let (element, sizes) = (Some(tensor.element()), tensor.shape().to_vec());
        Buffer { cells, element, start: 0, strides: row_major(&sizes), sizes }
    }

    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    pub fn strides(&self) -> &[i64] {
        &self.strides
    }

    /// How far the first element lies from the beginning of the allocation, in elements.
    pub fn offset(&self) -> i64 {
        self.start / self.width()
    }

    fn width(&self) -> i64 {
        self.element.map_or(1, |element| element.bytes() as i64)
    }

    fn cells(&self) -> MutexGuard<'_, Cells> {
        self.cells.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Another view of the same allocation: `offset` counts from the first element of this one.
    pub fn view(&self, offset: i64, sizes: Vec<usize>, strides: Vec<i64>) -> Result<Buffer> {
        let start = offset.checked_mul(self.width()).and_then(|shift| self.start.checked_add(shift));
        let start = start.ok_or("a view lies too far away")?;
        Ok(Buffer { cells: Arc::clone(&self.cells), element: self.element, start, sizes, strides })
    }

    /// Elements of another type in the same bytes.
    pub fn bytes_as(&self, element: ElementType, shift: i64, sizes: Vec<usize>) -> Result<Buffer> {
        let start = self.start.checked_add(shift).ok_or("a view lies too far away")?;
        let (cells, strides) = (Arc::clone(&self.cells), row_major(&sizes));
        Ok(Buffer { cells, element: Some(element), start, sizes, strides })
    }

    /// Where an element lies, in bytes or values.
    fn place(&self, indices: &[i64]) -> Result<usize> {
        if indices.len() != self.sizes.len() {
            return Err(format!("{} indices for {} dimensions", indices.len(), self.sizes.len()).into());
        }
        let mut place = self.start;
        for ((index, size), stride) in indices.iter().zip(&self.sizes).zip(&self.strides) {
            if *index < 0 || *index as usize >= *size {
                return Err(format!("the element at {indices:?} of a buffer of sizes {:?}", self.sizes).into());
            }
            place += index * stride * self.width();
        }
        usize::try_from(place).map_err(|_| "an element before the beginning of its buffer".into())
    }

    pub fn load(&self, indices: &[i64]) -> Result<Element> {
        let place = self.place(indices)?;
        match (&*self.cells(), self.element) {
            (Cells::Bytes(bytes), Some(element)) => {
                let found =
                    bytes.get(place..place + element.bytes()).ok_or("an element beyond the end of its buffer")?;
                let found = if element == ElementType::Bool { &[u8::from(found[0] != 0)] } else { found };
                Ok(Element::Number(Tensor::from_bytes(element, &[], found)?))
            }
            (Cells::Memrefs(memrefs), None) => {
                let found = memrefs.get(place).ok_or("an element beyond the end of its buffer")?;
                found.clone().map(Element::Memref).ok_or_else(|| "an element that was not written yet".into())
            }
            (Cells::Freed, _) => Err("a buffer that was given back".into()),
            _ => Err("a buffer of other elements".into()),
        }
    }

    pub fn store(&self, indices: &[i64], value: &Element) -> Result<()> {
        let place = self.place(indices)?;
        match (&mut *self.cells(), self.element, value) {
            (Cells::Bytes(bytes), Some(element), Element::Number(number)) => {
                let new = number.to_bytes();
                let old = bytes.get_mut(place..place + element.bytes());
                let old = old.filter(|old| old.len() == new.len()).ok_or("an element beyond the end of its buffer")?;
                old.copy_from_slice(&new);
                Ok(())
            }
            (Cells::Memrefs(memrefs), None, Element::Memref(memref)) => {
                *memrefs.get_mut(place).ok_or("an element beyond the end of its buffer")? = Some(memref.clone());
                Ok(())
            }
            (Cells::Freed, ..) => Err("a buffer that was given back".into()),
            _ => Err("a buffer of other elements".into()),
        }
    }

    /// All elements, in the order of their places.
    pub fn to_tensor(&self) -> Result<Tensor> {
        let element = self.element.ok_or("a buffer of buffers is no tensor")?;
        let mut bytes = Vec::new();
        for indices in places(&self.sizes) {
            if let Element::Number(number) = self.load(&indices)? {
                bytes.extend(number.to_bytes());
            }
        }
        Ok(Tensor::from_bytes(element, &self.sizes, &bytes)?)
    }

    /// Copies all elements to another buffer of the same sizes.
    pub fn copy_to(&self, other: &Buffer) -> Result<()> {
        if self.sizes != other.sizes {
            return Err(format!("sizes {:?} are copied to {:?}", self.sizes, other.sizes).into());
        }
        let values: Result<Vec<Element>> = places(&self.sizes).map(|indices| self.load(&indices)).collect();
        places(&self.sizes).zip(values?).try_for_each(|(indices, value)| other.store(&indices, &value))
    }

    /// Gives the allocation back; an error if that happened already.
    pub fn free(&self) -> Result<()> {
        let mut cells = self.cells();
        if matches!(*cells, Cells::Freed) {
            return Err("a buffer that was given back already".into());
        }
        *cells = Cells::Freed;
        Ok(())
    }
}

/// All places of a shape, the last index first.
pub fn places(sizes: &[usize]) -> impl Iterator<Item = Vec<i64>> {
    let count: usize = sizes.iter().product();
    let sizes = sizes.to_vec();
    (0..count).map(move |number| {
        let mut rest = number;
        let mut indices = vec![0; sizes.len()];
        for place in (0..sizes.len()).rev() {
            indices[place] = (rest % sizes[place]) as i64;
            rest /= sizes[place];
        }
        indices
    })
}
