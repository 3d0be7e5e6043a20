//! Enums that hold numbers, integers and texts in the same bytes, in recursive programs with errors.

mod stack_machine {
    #[derive(Clone, Debug)]
    enum Op {
        Push(f64),
        Load(usize),
        Add,
        Multiply,
        Duplicate,
        SkipIfNegative(isize),
        Repeat { count: u32, body: Vec<Op> },
    }

    enum Trouble {
        Underflow(usize),
        BadAddress(usize),
    }

    fn run(ops: &[Op], memory: &[f64], stack: &mut Vec<f64>) -> Result<(), Trouble> {
        let mut at = 0usize;
        while at < ops.len() {
            let mut pop = || stack.pop().ok_or(Trouble::Underflow(at));
            match &ops[at] {
                Op::Push(value) => stack.push(*value),
                Op::Load(index) => stack.push(*memory.get(*index).ok_or(Trouble::BadAddress(*index))?),
                Op::Add => {
                    let (b, a) = (pop()?, pop()?);
                    stack.push(a + b);
                }
                Op::Multiply => {
                    let (b, a) = (pop()?, pop()?);
                    stack.push(a * b);
                }
                Op::Duplicate => {
                    let a = pop()?;
                    stack.extend([a, a]);
                }
                Op::SkipIfNegative(distance) => {
                    if pop()? < 0.0 {
                        at = at.checked_add_signed(*distance).unwrap();
                        continue;
                    }
                }
                Op::Repeat { count, body } => {
                    for _ in 0..*count {
                        run(body, memory, stack)?;
                    }
                }
            }
            at += 1;
        }
        Ok(())
    }

    fn program(x: &[f64]) -> f64 {
        let square = vec![Op::Duplicate, Op::Multiply, Op::Load(1), Op::Add, Op::Push(0.5), Op::Multiply];
        let ops = [
            Op::Load(0),
            Op::Repeat { count: 3, body: square },
            Op::Load(2),
            Op::SkipIfNegative(3),
            Op::Load(2),
            Op::Multiply,
            Op::Load(1),
            Op::Multiply,
        ];
        let mut stack = Vec::new();
        let first = match run(&ops, x, &mut stack) {
            Ok(()) => stack.iter().sum(),
            Err(Trouble::Underflow(at) | Trouble::BadAddress(at)) => at as f64 * x[0],
        };
        match run(&[Op::Load(1), Op::Load(7)], x, &mut stack) {
            Ok(()) => f64::NAN,
            Err(Trouble::Underflow(at)) => at as f64,
            Err(Trouble::BadAddress(at)) => first + at as f64 * x[2],
        }
    }

    suite::case!(multiplies, [0.3, 1.2, 0.5], |x| { program(x) });

    suite::case!(skips, [0.7, 0.4, -0.5], |x| { program(x) });
}

mod portfolio {
    use std::borrow::Cow;

    enum Instrument<'a> {
        Bond { name: Cow<'a, str>, coupon: f64, years: u32 },
        Annuity { payment: f64, years: u32, growth: f64 },
        Swap(Box<Instrument<'a>>, Box<Instrument<'a>>),
        Basket { name: String, items: Vec<(f64, Instrument<'a>)> },
    }

    enum PricingError {
        NoMaturity(String),
        Empty(String),
    }

    impl Instrument<'_> {
        fn value(&self, rate: f64) -> Result<f64, PricingError> {
            let discount = |year: u32| (-rate * f64::from(year)).exp();
            Ok(match self {
                Self::Bond { name, years: 0, .. } => {
                    return Err(PricingError::NoMaturity(name.clone().into_owned()));
                }
                Self::Bond { coupon, years, .. } => {
                    (1..=*years).map(|year| coupon * discount(year)).sum::<f64>() + discount(*years)
                }
                Self::Annuity { payment, years, growth } => {
                    (1..=*years).map(|year| payment * (1.0 + growth).powi(year as i32 - 1) * discount(year)).sum()
                }
                Self::Swap(a, b) => a.value(rate)? - b.value(rate)?,
                Self::Basket { name, items } if items.is_empty() => {
                    return Err(PricingError::Empty(name.to_uppercase()));
                }
                Self::Basket { items, .. } => {
                    items.iter().map(|(weight, item)| item.value(rate).map(|v| weight * v)).sum::<Result<f64, _>>()?
                }
            })
        }
    }

    suite::case!(values, [0.03, 0.05, 0.4, 0.02], |x| {
        let bond = |name: &'static str, coupon, years| Instrument::Bond { name: Cow::Borrowed(name), coupon, years };
        let annuity = Instrument::Annuity { payment: x[2], years: 3, growth: x[3] };
        let items = vec![(0.5, bond("five", 0.03, 5)), (x[2], bond("one", x[1], 1))];
        let book = [
            bond("two", x[1], 2),
            Instrument::Swap(Box::new(bond("ten", x[1] + 0.01, 4)), Box::new(annuity)),
            Instrument::Basket { name: "mixed".to_string(), items },
            bond("broken", 0.1, 0),
            Instrument::Basket { name: format!("empty-{}", 7), items: Vec::new() },
        ];
        let mut sum = 0.0;
        for instrument in &book {
            match instrument.value(x[0]) {
                Ok(value) => sum += value * value,
                Err(PricingError::NoMaturity(name)) => sum += name.len() as f64 * x[1],
                Err(PricingError::Empty(name)) => sum *= 1.0 + x[3] * f64::from(u8::from(name == "EMPTY-7")),
            }
        }
        sum
    });
}

/// Texts that a boxed error makes of itself: its own code lets them grow.
mod boxed_errors {
    use std::error::Error;

    fn product(text: &str) -> Result<f64, Box<dyn Error>> {
        let mut parts = text.split(',');
        let a: f64 = parts.next().ok_or("empty")?.parse()?;
        let b: f64 = parts.next().ok_or("only one factor")?.parse()?;
        Ok(a * b)
    }

    suite::case!(as_text, [0.5, 0.7], |x| {
        let mut sum = product("2.5,3").unwrap_or(1.0) * x[0];
        for text in ["2.5", "1,z"] {
            match product(text) {
                Ok(value) => sum += value,
                Err(error) => sum += x[1] * x[0] * error.to_string().len() as f64,
            }
        }
        sum
    });
}
