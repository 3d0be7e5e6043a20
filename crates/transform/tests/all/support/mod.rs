//! Compares derivatives: reverse mode with forward mode, and forward mode with central differences, in `f64`.

pub mod batches;
pub mod second;

use zymase_dialects::evaluate::devices::{Grid, Job, run_on_devices};
use zymase_dialects::evaluate::values::{element_type, static_shape};
use zymase_dialects::evaluate::{Limits, Machine, RuntimeValue};
use zymase_ir::derivative::Carries;
use zymase_ir::{Form, Ir, Type, print, read, verify};
use zymase_tensor::Tensor;
use zymase_transform::{Checkpointing, Mode, Request, differentiate};

/// Random numbers that are the same every time.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + (self.next() % (high - low + 1) as u64) as i64
    }

    pub fn real(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * ((self.next() >> 11) as f64 / (1u64 << 53) as f64)
    }
}

pub fn load(text: &str) -> Ir {
    let ir = read(&zymase_dialects::context(), text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    verify(&ir).unwrap_or_else(|errors| panic!("{}\n{text}", errors[0]));
    ir
}

/// Asks for a derivative of `main`, without its results.
pub fn request(mode: Mode, wrt: Option<&[usize]>) -> Request {
    let wrt = wrt.map(<[usize]>::to_vec);
    Request { function: "main".into(), mode, wrt, outputs: false, checkpointing: Checkpointing::KeepAll }
}

/// Checks that gradients are the same to the bit whichever of these ways saves memory; what they are.
pub fn same_gradients(ir: &Ir, arguments: &[Tensor], ways: &[&str]) -> Vec<Vec<f64>> {
    let mut expected: Option<Vec<Vec<f64>>> = None;
    for way in ways {
        let mut derived = ir.clone();
        let checkpointing = Checkpointing::parse(way).expect("a way to save memory");
        let asked = Request { outputs: true, checkpointing, ..request(Mode::Reverse, None) };
        differentiate(&mut derived, &asked).unwrap_or_else(|errors| panic!("{way}: {}", errors[0]));
        let found: Vec<Vec<f64>> = run(&derived, arguments).iter().map(numbers).collect();
        assert_eq!(expected.get_or_insert(found.clone()), &found, "{way}\n{}", print(ir, Form::Pretty));
    }
    expected.unwrap_or_default()
}

/// Why a derivative is refused; the module stays as it is.
pub fn refusal(text: &str, request: &Request) -> String {
    let mut ir = load(text);
    let before = print(&ir, Form::Pretty);
    let errors = differentiate(&mut ir, request).expect_err("a refusal");
    assert_eq!(print(&ir, Form::Pretty), before, "a module that is refused stays as it is");
    errors[0].to_string()
}

pub fn derive(ir: &Ir, mode: Mode) -> Ir {
    let mut derived = ir.clone();
    differentiate(&mut derived, &request(mode, None))
        .unwrap_or_else(|errors| panic!("{mode:?}: {}\n{}", errors[0], print(ir, Form::Pretty)));
    // What is printed is what was made.
    let text = print(&derived, Form::Pretty);
    assert_eq!(print(&load(&text), Form::Pretty), text);
    derived
}

pub fn signature(ir: &Ir) -> (Vec<Type>, Vec<Type>) {
    let function = zymase_dialects::func::Func(ir.function("main").expect("main"));
    let (inputs, results) = function.signature(ir).expect("a signature");
    (inputs.to_vec(), results.to_vec())
}

pub fn run(ir: &Ir, arguments: &[Tensor]) -> Vec<Tensor> {
    let arguments = arguments.iter().cloned().map(RuntimeValue::Tensor).collect();
    let results = Machine::new(ir, Limits::default())
        .run("main", arguments)
        .unwrap_or_else(|error| panic!("{error}\n{}", print(ir, Form::Pretty)));
    results.into_iter().map(|value| value.into_tensor().expect("a tensor")).collect()
}

/// The numbers of a tensor of `f64` or of complex numbers thereof, parts beside one another.
pub fn numbers(tensor: &Tensor) -> Vec<f64> {
    tensor.to_bytes().as_chunks::<8>().0.iter().map(|bytes| f64::from_le_bytes(*bytes)).collect()
}

pub fn tensor(ty: &Type, values: impl FnMut() -> f64) -> Tensor {
    let shape = static_shape(ty).expect("a static shape");
    let parts = if ty.element().as_complex().is_some() { 2 } else { 1 };
    let count = shape.iter().product::<usize>() * parts;
    let bytes: Vec<u8> = std::iter::repeat_with(values).take(count).flat_map(f64::to_le_bytes).collect();
    Tensor::from_bytes(element_type(ty).expect("an element type"), &shape, &bytes).expect("a tensor")
}

pub fn carries(ir: &Ir, ty: &Type) -> bool {
    ir.context().carries(ty) == Carries::Derivatives
}

/// `a + step * b`.
pub fn moved(a: &Tensor, b: &Tensor, step: f64) -> Tensor {
    let bytes: Vec<u8> = numbers(a).iter().zip(numbers(b)).flat_map(|(a, b)| (a + step * b).to_le_bytes()).collect();
    Tensor::from_bytes(a.element(), a.shape(), &bytes).expect("a tensor")
}

/// The real part of the sum of products over all devices, without conjugation; and the sum of their sizes.
pub fn pairing(ir: &Ir, types: &[Type], a: &PerDevice, b: &PerDevice) -> (f64, f64) {
    let (mut sum, mut size) = (0.0, 0.0);
    for (a, b) in a.iter().zip(b) {
        assert!(a.len() == types.len() && b.len() == types.len());
        for ((ty, a), b) in types.iter().zip(a).zip(b) {
            assert!(carries(ir, ty));
            for (place, (a, b)) in numbers(a).into_iter().zip(numbers(b)).enumerate() {
                let sign = if ty.element().as_complex().is_some() && place % 2 == 1 { -1.0 } else { 1.0 };
                sum += sign * a * b;
                size += (a * b).abs();
            }
        }
    }
    (sum, size)
}

/// What devices are given and give, device by device.
pub type PerDevice = Vec<Vec<Tensor>>;

pub const ALONE: Grid = Grid { replicas: 1, partitions: 1 };

/// Runs `main` on every device of a grid.
pub fn run_on(ir: &Ir, grid: Grid, arguments: &[Vec<Tensor>]) -> PerDevice {
    if grid == ALONE {
        return vec![run(ir, &arguments[0])];
    }
    let function = ir.function("main").expect("main");
    let values = |tensors: &Vec<Tensor>| tensors.iter().cloned().map(RuntimeValue::Tensor).collect();
    let jobs = arguments.iter().map(|tensors| Job { function, arguments: values(tensors) }).collect();
    let results = run_on_devices(ir, Limits::default(), grid, jobs, Vec::new())
        .unwrap_or_else(|error| panic!("{error}\n{}", print(ir, Form::Pretty)));
    let tensors = |values: Vec<RuntimeValue>| values.into_iter().map(|value| value.into_tensor().expect("a tensor"));
    results.into_iter().map(|values| tensors(values).collect()).collect()
}

/// Lists of tensors for each device, one behind the other.
fn joined(a: &PerDevice, b: &PerDevice) -> PerDevice {
    a.iter().zip(b).map(|(a, b)| [&a[..], b].concat()).collect()
}

/// Checks all derivatives of `main` at random points; floats are drawn from a range, integers from another.
pub fn check(text: &str, random: &mut Random, floats: (f64, f64), integers: (i64, i64)) {
    check_on(text, ALONE, random, floats, integers);
}

/// As [`check`], of the function from the arguments of all devices to their results.
pub fn check_on(text: &str, grid: Grid, random: &mut Random, floats: (f64, f64), integers: (i64, i64)) {
    let ir = load(text);
    let (forward, reverse) = (derive(&ir, Mode::Forward), derive(&ir, Mode::Reverse));
    let (inputs, results) = signature(&ir);
    let draw = |ty: &Type, random: &mut Random| match carries(&ir, ty) {
        true => tensor(ty, || random.real(floats.0, floats.1)),
        false => {
            let shape = static_shape(ty).expect("a static shape");
            let count = shape.iter().product();
            let values: Vec<i64> = (0..count).map(|_| random.between(integers.0, integers.1)).collect();
            Tensor::from_i64(element_type(ty).expect("an element type"), &shape, &values).expect("a tensor")
        }
    };
    let active: Vec<Type> = inputs.iter().filter(|ty| carries(&ir, ty)).cloned().collect();
    let targets: Vec<Type> = results.iter().filter(|ty| carries(&ir, ty)).cloned().collect();
    let mut on_each = |types: &[Type], draw: &dyn Fn(&Type, &mut Random) -> Tensor| -> PerDevice {
        (0..grid.count()).map(|_| types.iter().map(|ty| draw(ty, random)).collect()).collect()
    };
    let point = on_each(&inputs, &draw);
    let unit = |ty: &Type, random: &mut Random| tensor(ty, || random.real(-1.0, 1.0));
    let (tangents, seeds) = (on_each(&active, &unit), on_each(&targets, &unit));

    let pushed = run_on(&forward, grid, &joined(&point, &tangents));
    let pushed: PerDevice = pushed.iter().map(|all| all[results.len()..].to_vec()).collect();
    let pulled = run_on(&reverse, grid, &joined(&point, &seeds));
    let (by_forward, size) = pairing(&ir, &targets, &seeds, &pushed);
    let (by_reverse, other) = pairing(&ir, &active, &pulled, &tangents);
    let bound = 1e-11 * (size + other + 1e-300);
    assert!((by_forward - by_reverse).abs() <= bound, "forward {by_forward}, reverse {by_reverse}\n{text}");

    let step = 1e-5;
    let along = |point: &[Tensor], tangents: &[Tensor], step: f64| -> Vec<Tensor> {
        let mut rest = tangents.iter();
        let next = |(ty, value): (&Type, &Tensor)| match carries(&ir, ty) {
            true => moved(value, rest.next().expect("a tangent"), step),
            false => value.clone(),
        };
        inputs.iter().zip(point).map(next).collect()
    };
    let at = |step: f64| {
        let arguments: PerDevice =
            point.iter().zip(&tangents).map(|(point, tangents)| along(point, tangents, step)).collect();
        let values = run_on(&ir, grid, &arguments);
        let kept = values.iter().flat_map(|values| results.iter().zip(values).filter(|(ty, _)| carries(&ir, ty)));
        kept.flat_map(|(_, value)| numbers(value)).collect::<Vec<f64>>()
    };
    let (above, below) = (at(step), at(-step));
    let computed: Vec<f64> = pushed.iter().flatten().flat_map(numbers).collect();
    assert_eq!(computed.len(), above.len());
    for ((above, below), computed) in above.iter().zip(&below).zip(computed) {
        let difference = (above - below) / (2.0 * step);
        let bound = 2e-6 * (1.0 + difference.abs() + above.abs());
        assert!((difference - computed).abs() <= bound, "differences {difference}, forward {computed}\n{text}");
    }
    if grid == ALONE {
        // The points of what comes after this stay the same.
        second::check_second(text, &ir, &point[0], &mut Random(random.0 ^ 0x005e_c04d));
    }
}

/// `2x3xf64` in `tensor<>`.
pub fn ty(shape: &[i64], element: &str) -> String {
    let sizes: String = shape.iter().map(|size| format!("{size}x")).collect();
    format!("tensor<{sizes}{element}>")
}

/// A function of one operation in the generic form: `{operands} = "op"(...) <{attributes}>`.
pub fn program<S: AsRef<str>>(op: &str, operands: &[S], attributes: &str, regions: &str, result: &str) -> String {
    let names: Vec<String> = (0..operands.len()).map(|index| format!("%{index}")).collect();
    let parameters: Vec<String> =
        names.iter().zip(operands).map(|(name, ty)| format!("{name}: {}", ty.as_ref())).collect();
    let attributes = if attributes.is_empty() { String::new() } else { format!(" <{{{attributes}}}>") };
    format!(
        "func.func @main({}) -> {result} {{\n  %r = \"{op}\"({}){attributes}{regions} : ({}) -> {result}\n  return %r : {result}\n}}\n",
        parameters.join(", "),
        names.join(", "),
        operands.iter().map(AsRef::as_ref).collect::<Vec<&str>>().join(", ")
    )
}

pub fn shape(random: &mut Random, least: i64, rank: i64) -> Vec<i64> {
    (0..rank).map(|_| random.between(least, 4)).collect()
}

pub fn any_shape(random: &mut Random) -> Vec<i64> {
    let rank = random.between(0, 3);
    shape(random, 1, rank)
}

pub fn list(numbers: &[i64]) -> String {
    match numbers {
        [] => "array<i64>".into(),
        _ => format!("array<i64: {}>", plain(numbers)),
    }
}

pub fn plain(numbers: &[i64]) -> String {
    numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}

pub fn shuffled(random: &mut Random, count: i64) -> Vec<i64> {
    let mut all: Vec<i64> = (0..count).collect();
    for last in (1..all.len()).rev() {
        all.swap(last, random.between(0, last as i64) as usize);
    }
    all
}

pub fn body(op: &str, element: &str) -> String {
    format!(
        " ({{\n  ^bb0(%a: tensor<{element}>, %b: tensor<{element}>):\n    %c = \"{op}\"(%a, %b) : (tensor<{element}>, \
         tensor<{element}>) -> tensor<{element}>\n    \"stablehlo.return\"(%c) : (tensor<{element}>) -> ()\n  }})"
    )
}

/// A body that gives its second argument.
pub fn replacing() -> String {
    " ({\n  ^bb0(%a: tensor<f64>, %b: tensor<f64>):\n    \"stablehlo.return\"(%b) : (tensor<f64>) -> ()\n  })".into()
}

/// Attributes of random windows over a shape, sizes up to a number, with dilations if asked for; and how many windows
/// there are.
pub fn window(random: &mut Random, from: &[i64], largest: i64, dilated: bool) -> (String, Vec<i64>) {
    let (mut windows, mut strides, mut base, mut dilations) = (vec![], vec![], vec![], vec![]);
    let (mut padding, mut result) = (vec![], vec![]);
    let widest = if dilated { 2 } else { 1 };
    let least = if dilated { -1 } else { 0 };
    for size in from {
        let (window, dilation) = (random.between(1, largest), random.between(1, widest));
        let (stride, gap) = (random.between(1, 3), random.between(1, widest));
        let (low, high) = (random.between(least, 2), random.between(least, 2));
        let whole = (size - 1) * gap + 1 + low + high;
        let reach = (window - 1) * dilation + 1;
        result.push(if whole < reach { 0 } else { (whole - reach) / stride + 1 });
        windows.push(window);
        strides.push(stride);
        base.push(gap);
        dilations.push(dilation);
        padding.push(format!("[{low}, {high}]"));
    }
    let dilations = match dilated {
        true => format!("base_dilations = {}, window_dilations = {}, ", list(&base), list(&dilations)),
        false => String::new(),
    };
    let attributes = format!(
        "{dilations}padding = dense<[{}]> : tensor<{}x2xi64>, window_dimensions = {}, window_strides = {}",
        padding.join(", "),
        from.len(),
        list(&windows),
        list(&strides)
    );
    (attributes, result)
}
