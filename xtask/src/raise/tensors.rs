//! The same functions on tensors: results and gradients against those of the native program.

use super::case::{self, Case, Item};
use super::native::finished;
use super::zymase;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};

/// A raised function with its data.
pub struct Tensors<'c> {
    /// The module with loops.
    pub module: &'c Path,
    pub case: &'c Case,
    pub parameters: &'c [(Item, Vec<f64>)],
    pub results: &'c [Item],
    pub shadows: &'c [Vec<f64>],
    pub scratch: &'c Path,
}

impl Tensors<'_> {
    fn file(&self) -> PathBuf {
        self.scratch.join("tensors.mlir")
    }

    /// Raises the loops further.
    pub fn raise(&self) -> Result<()> {
        let mut command = zymase();
        command.arg("raise").arg(self.module).args(["--function", &self.case.function, "--to", "stablehlo", "-o"]);
        finished(command.arg(self.file())).map(drop)
    }

    /// Optimises the tensors, after which the module contains these texts.
    pub fn optimise(&self, texts: &[String]) -> Result<()> {
        let mut command = zymase();
        finished(command.arg("opt").arg(self.file()).arg("-o").arg(self.file()))?;
        let optimised = fs::read_to_string(self.file())?;
        for text in texts {
            ensure!(optimised.contains(text), "there is no {text} in\n{optimised}");
        }
        Ok(())
    }

    fn evaluate(&self, module: &Path, inputs: &[&(Item, Vec<f64>)], outputs: usize) -> Result<Vec<Vec<f64>>> {
        let mut command = zymase();
        command.arg("run").arg(module).args(["--function", &self.case.function]);
        let mut flag = Some("--input");
        for (number, (item, values)) in inputs.iter().enumerate() {
            let path = self.scratch.join(format!("in{number}.npy"));
            case::write(&path, item, values)?;
            command.args(flag.take()).arg(path);
        }
        let paths: Vec<PathBuf> = (0..outputs).map(|number| self.scratch.join(format!("out{number}.npy"))).collect();
        if !paths.is_empty() {
            command.arg("--output").args(&paths);
        }
        finished(&mut command)?;
        paths.iter().map(|path| case::read(path)).collect()
    }

    /// What the function computes: results, then all arrays as they are in the end.
    pub fn values(&self) -> Result<Vec<f64>> {
        let written = self.written()?;
        let inputs: Vec<&(Item, Vec<f64>)> = self.parameters.iter().collect();
        let count = written.iter().filter(|written| **written).count();
        let outputs = self.evaluate(&self.file(), &inputs, self.results.len() + count)?;
        let mut found: Vec<f64> = outputs[..self.results.len()].concat();
        let mut next = outputs[self.results.len()..].iter();
        for ((item, values), written) in self.parameters.iter().zip(&written) {
            if item.shape.is_some() {
                found.extend(if *written { next.next().context("an array less than were written")? } else { values });
            }
        }
        Ok(found)
    }

    /// What the shadows of arrays hold in the end, as the loops have it.
    pub fn gradients(&self) -> Result<Vec<f64>> {
        let is_active = |item: &Item| item.shape.is_some() && item.is_float();
        let active: Vec<usize> = (0..self.parameters.len()).filter(|at| is_active(&self.parameters[*at].0)).collect();
        if active.is_empty() {
            return Ok(Vec::new());
        }
        let differentiated = self.scratch.join("tensor_gradient.mlir");
        let wrt: Vec<String> = active.iter().map(usize::to_string).collect();
        let mut command = zymase();
        command.arg("grad").arg(self.file()).args(["--function", &self.case.function, "--wrt", &wrt.join(",")]);
        finished(command.arg("-o").arg(&differentiated))?;
        let written = self.written()?;
        let mut inputs: Vec<(Item, Vec<f64>)> = self.parameters.to_vec();
        inputs.extend(self.results.iter().filter(|item| item.is_float()).map(|item| (item.clone(), vec![1.0])));
        for (place, (item, _)) in self.parameters.iter().enumerate() {
            if written[place] && item.is_float() {
                inputs.push((item.clone(), self.shadows[place].clone()));
            }
        }
        let inputs: Vec<&(Item, Vec<f64>)> = inputs.iter().collect();
        let outputs = self.evaluate(&differentiated, &inputs, active.len())?;
        let mut found = Vec::new();
        for (place, gradient) in active.iter().zip(outputs) {
            let begun = |number: usize| if written[*place] { 0.0 } else { self.shadows[*place][number] };
            found.extend(gradient.iter().enumerate().map(|(number, value)| begun(number) + value));
        }
        Ok(found)
    }

    /// For each parameter, whether the loops write it.
    fn written(&self) -> Result<Vec<bool>> {
        let text = fs::read_to_string(self.module)?;
        let mut names: Vec<String> = self.parameters.iter().map(|(item, _)| format!("%{}", item.name)).collect();
        let mut roots: Vec<usize> = (0..names.len()).collect();
        let mut written = vec![false; names.len()];
        for line in text.lines().map(str::trim) {
            if let Some((view, rest)) = line.split_once(" = memref.collapse_shape ")
                && let Some(at) = names.iter().position(|name| rest.split(' ').next() == Some(name))
            {
                let root = roots[at];
                names.push(view.to_owned());
                roots.push(root);
            }
            let is_store = line.starts_with("memref.store ") || line.contains("memref.atomic_rmw ");
            let target = line.split(", ").find_map(|part| part.split_once('[')).map(|(name, _)| name);
            if is_store && let Some(at) = names.iter().position(|name| target == Some(name)) {
                written[roots[at]] = true;
            }
        }
        ensure!(written.len() == self.parameters.len(), "a parameter too many");
        Ok(written)
    }
}
