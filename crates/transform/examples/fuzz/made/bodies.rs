//! Operations with regions.

use super::{Known, Writer, list};

const ASSOCIATIVE: [&str; 4] = ["add", "multiply", "maximum", "minimum"];

impl Writer<'_> {
    /// The start of a reduction: a value of rank zero, or a constant.
    fn start(&mut self, scope: &[Known], element: &'static str) -> Known {
        match self.any(scope, |value| value.rank() == 0 && value.element == element) {
            Some(value) if self.chance(30) => value,
            _ => self.constant(&[], element, if element.contains('i') { "0" } else { "0.0" }),
        }
    }

    /// An associative body of two parameters: one operation, or `a + b + a b`.
    fn body(&mut self, element: &'static str) -> String {
        let (a, b, c, d, e) = (self.name(), self.name(), self.name(), self.name(), self.name());
        let ty = super::tensor(&[], element);
        let op = *self.random.pick(&ASSOCIATIVE);
        let lines = if self.chance(75) {
            format!("{e} = stablehlo.{op} {a}, {b} : {ty}")
        } else {
            format!(
                "{c} = stablehlo.multiply {a}, {b} : {ty}\n    {d} = stablehlo.add {a}, {b} : {ty}\n    {e} = stablehlo.add {c}, {d} : {ty}"
            )
        };
        format!("({{\n  ^bb0({a}: {ty}, {b}: {ty}):\n    {lines}\n    stablehlo.return {e} : {ty}\n  }})")
    }

    pub fn reduced(&mut self, scope: &[Known]) -> Option<Vec<Known>> {
        let operand = self.any(scope, |value| value.rank() > 0 && !value.is_complex() && value.element != "i1")?;
        let start = self.start(scope, operand.element);
        let dimensions: Vec<usize> = (0..operand.rank()).filter(|_| self.chance(60)).collect();
        let kept = (0..operand.rank()).filter(|dimension| !dimensions.contains(dimension));
        let shape: Vec<i64> = kept.map(|dimension| operand.shape[dimension]).collect();
        let (made, body) = (self.fresh(&shape, operand.element), self.body(operand.element));
        let dimensions = if dimensions.is_empty() {
            String::from("array<i64>")
        } else {
            format!("array<i64: {}>", list(dimensions))
        };
        self.line(&format!(
            "{} = \"stablehlo.reduce\"({}, {}) <{{dimensions = {dimensions}}}> {body} : ({}, {}) -> {}",
            made.name,
            operand.name,
            start.name,
            operand.ty(),
            start.ty(),
            made.ty()
        ));
        Some(vec![made])
    }

    pub fn windowed(&mut self, scope: &[Known]) -> Option<Vec<Known>> {
        let operand = self.any(scope, |value| value.rank() > 0 && value.is_real())?;
        let start = self.start(scope, operand.element);
        let (mut shape, mut window, mut strides, mut padding) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for size in &operand.shape {
            let (width, stride, low, high) = (
                self.random.between(1, 3),
                self.random.between(1, 2),
                self.random.between(0, 1),
                self.random.between(0, 2),
            );
            let padded = size + low + high;
            shape.push(if padded < width { 0 } else { (padded - width) / stride + 1 });
            window.push(width);
            strides.push(stride);
            padding.push(format!("[{low}, {high}]"));
        }
        let (made, body) = (self.fresh(&shape, operand.element), self.body(operand.element));
        self.line(&format!(
            "{} = \"stablehlo.reduce_window\"({}, {}) <{{window_dimensions = array<i64: {}>, window_strides = array<i64: {}>, padding = dense<[{}]> : tensor<{}x2xi64>}}> {body} : ({}, {}) -> {}",
            made.name,
            operand.name,
            start.name,
            list(window),
            list(strides),
            list(padding),
            operand.rank(),
            operand.ty(),
            start.ty(),
            made.ty()
        ));
        Some(vec![made])
    }

    /// One or two operands by the first of them.
    pub fn sorted(&mut self, scope: &[Known]) -> Option<Vec<Known>> {
        let first = self.any(scope, |value| value.rank() > 0 && !value.is_complex())?;
        let other = self.any(scope, |value| value.shape == first.shape)?;
        let operands = if self.chance(50) { vec![first.clone()] } else { vec![first.clone(), other] };
        let made: Vec<Known> = operands.iter().map(|value| self.fresh(&value.shape, value.element)).collect();
        let mut parameters = Vec::new();
        for operand in &operands {
            let ty = super::tensor(&[], operand.element);
            parameters.extend([(self.name(), ty.clone()), (self.name(), ty)]);
        }
        let (truth, ty) = (self.name(), &parameters[0].1);
        let dimension = self.random.between(0, first.rank() as i64 - 1);
        let types = list(operands.iter().map(Known::ty));
        let header = list(parameters.iter().map(|(name, ty)| format!("{name}: {ty}")));
        let (a, b) = (&parameters[0].0, &parameters[1].0);
        self.line(&format!(
            "{} = \"stablehlo.sort\"({}) <{{dimension = {dimension} : i64, is_stable = true}}> ({{\n  ^bb0({header}):\n    {truth} = stablehlo.compare LT, {a}, {b} : ({ty}, {ty}) -> tensor<i1>\n    stablehlo.return {truth} : tensor<i1>\n  }}) : ({types}) -> ({types})",
            list(made.iter().map(|value| &value.name)),
            list(operands.iter().map(|value| &value.name)),
        ));
        Some(made)
    }

    /// Rows that are updated at random places.
    pub fn scattered(&mut self, scope: &[Known]) -> Option<Vec<Known>> {
        let operand = self.any(scope, |value| value.rank() > 0 && !value.is_complex() && value.element != "i1")?;
        let fits = |value: &Known| {
            value.rank() == operand.rank()
                && value.shape[1..] == operand.shape[1..]
                && value.element == operand.element
                && value.shape[0] < 9
        };
        let updates = self.any(scope, fits)?;
        let is_unique = self.chance(20);
        let places = self.places(updates.shape[0], operand.shape[0], is_unique);
        let (made, body) = (self.fresh(&operand.shape, operand.element), self.body(operand.element));
        self.line(&format!(
            "{} = \"stablehlo.scatter\"({}, {}, {}) <{{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [{}], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = {is_unique}}}> {body} : ({5}, {6}, {7}) -> {5}",
            made.name,
            operand.name,
            places.name,
            updates.name,
            list(1..operand.rank()),
            operand.ty(),
            places.ty(),
            updates.ty(),
        ));
        Some(vec![made])
    }

    /// Operations of a region, and a value of this type at its end.
    fn region(&mut self, scope: &[Known], depth: usize, wanted: &Known) -> Known {
        let mut inner = scope.to_vec();
        for _ in 0..self.random.between(0, 4) {
            self.operation(&mut inner, depth + 1);
        }
        // The latest that fits, so that the operations matter.
        let latest = inner.iter().rev().find(|value| value.ty() == wanted.ty());
        latest.cloned().unwrap_or_else(|| wanted.clone())
    }

    pub fn branched(&mut self, scope: &[Known], depth: usize) -> Option<Vec<Known>> {
        let (index, wanted) = (self.index(scope), self.any(scope, |_| true)?);
        let made = self.fresh(&wanted.shape, wanted.element);
        self.line(&format!("{} = \"stablehlo.case\"({}) ({{", made.name, index.name));
        for branch in 0..self.random.between(1, 3) {
            if branch > 0 {
                self.line("}, {");
            }
            let last = self.region(scope, depth, &wanted);
            self.line(&format!("stablehlo.return {} : {}", last.name, last.ty()));
        }
        self.line(&format!("}}) : (tensor<i32>) -> {}", made.ty()));
        Some(vec![made])
    }

    pub fn repeated(&mut self, scope: &[Known], depth: usize) -> Option<Vec<Known>> {
        let (start, wanted) = (self.index(scope), self.any(scope, Known::is_float)?);
        let (counter, carried) = (self.fresh(&[], "i32"), self.fresh(&wanted.shape, wanted.element));
        let made = self.fresh(&wanted.shape, wanted.element);
        let (last_count, truth) = (self.name(), self.name());
        self.line(&format!(
            "{last_count}, {} = stablehlo.while({} = {}, {} = {}) : tensor<i32>, {}\n cond {{",
            made.name,
            counter.name,
            start.name,
            carried.name,
            wanted.name,
            wanted.ty()
        ));
        let limit = match self.random.between(0, 4) {
            0 => self.index(scope),
            number => self.constant(&[], "i32", &number.to_string()),
        };
        self.line(&format!(
            "{truth} = stablehlo.compare LT, {}, {} : (tensor<i32>, tensor<i32>) -> tensor<i1>\n  stablehlo.return {truth} : tensor<i1>\n }} do {{",
            counter.name, limit.name
        ));
        let mut inner = scope.to_vec();
        inner.extend([counter.clone(), carried.clone()]);
        let last = self.region(&inner, depth, &carried);
        let (one, next) = (self.constant(&[], "i32", "1"), self.name());
        self.line(&format!("{next} = stablehlo.add {}, {} : tensor<i32>", counter.name, one.name));
        self.line(&format!("stablehlo.return {next}, {} : tensor<i32>, {}\n }}", last.name, last.ty()));
        Some(vec![Known { name: last_count, shape: Vec::new(), element: "i32" }, made])
    }

    pub fn mapped(&mut self, scope: &[Known]) -> Option<Vec<Known>> {
        let a = self.any(scope, |value| value.is_float() && value.rank() > 0)?;
        let (b, made) = (self.alike(scope, &a), self.fresh(&a.shape, a.element));
        let (x, y) = (self.fresh(&[], a.element), self.fresh(&[], a.element));
        self.line(&format!(
            "{} = \"stablehlo.map\"({}, {}) <{{dimensions = array<i64: {}>}}> ({{\n  ^bb0({}: {ty}, {}: {ty}):",
            made.name,
            a.name,
            b.name,
            list(0..a.rank()),
            x.name,
            y.name,
            ty = x.ty()
        ));
        let mut inner = vec![x.clone(), y];
        for _ in 0..self.random.between(1, 4) {
            self.operation(&mut inner, 2);
        }
        let last = inner.iter().rev().find(|value| value.ty() == x.ty()).unwrap_or(&x).clone();
        self.line(&format!("stablehlo.return {} : {}\n  }}) : ({2}, {2}) -> {2}", last.name, last.ty(), a.ty()));
        Some(vec![made])
    }
}
