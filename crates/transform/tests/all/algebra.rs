//! Factorisations, triangular systems, Fourier transforms and batch normalisation: reverse against forward against
//! differences.

use crate::support::{Random, check, list, plain, program, shape, ty};

/// A program that makes Hermitian positive definite matrices of its parameter and goes on with them as `%a`. Only the
/// triangle whose rows stand in a relation to columns belongs to them, the other one holds something else.
fn definite(batch: &[i64], n: i64, element: &str, relation: &str, rest: &str, result: &str) -> String {
    let whole: Vec<i64> = [batch, &[n, n]].concat();
    let (matrix, rank) = (ty(&whole, element), whole.len() as i64);
    let mut turned: Vec<i64> = (0..rank).collect();
    turned.swap(rank as usize - 1, rank as usize - 2);
    let batches: Vec<i64> = (0..rank - 2).collect();
    format!(
        "func.func @main(%x: {matrix}) -> {result} {{
          %c = chlo.conj %x : {matrix} -> {matrix}
          %t = stablehlo.transpose %c, dims = [{turned}] : ({matrix}) -> {matrix}
          %p = stablehlo.dot_general %x, %t, batching_dims = [{batches}] x [{batches}], contracting_dims = [{last}] x \
         [{row}] : ({matrix}, {matrix}) -> {matrix}
          %i = stablehlo.iota dim = {row} : {numbers}
          %j = stablehlo.iota dim = {last} : {numbers}
          %e = stablehlo.compare EQ, %i, %j : ({numbers}, {numbers}) -> {bits}
          %f = stablehlo.convert %e : ({bits}) -> {matrix}
          %s = stablehlo.add %p, %f : {matrix}
          %w = stablehlo.multiply %s, %x : {matrix}
          %k = stablehlo.compare {relation}, %i, %j : ({numbers}, {numbers}) -> {bits}
          %a = stablehlo.select %k, %s, %w : {bits}, {matrix}
          {rest}
        }}",
        turned = plain(&turned),
        batches = plain(&batches),
        last = rank - 1,
        row = rank - 2,
        numbers = ty(&whole, "i64"),
        bits = ty(&whole, "i1"),
    )
}

#[test]
fn cholesky_factors() {
    let mut random = Random(21);
    for round in 0..8 {
        let batch = if round % 2 == 0 { vec![] } else { shape(&mut random, 1, 1) };
        let (n, element) = (random.between(1, 4), if round % 3 == 0 { "complex<f64>" } else { "f64" });
        let matrix = ty(&[&batch[..], &[n, n]].concat(), element);
        for (lower, relation) in [(true, "GE"), (false, "LE")] {
            let rest = format!("%r = stablehlo.cholesky %a, lower = {lower} : {matrix}\n  return %r : {matrix}");
            check(&definite(&batch, n, element, relation, &rest, &matrix), &mut random, (-1.0, 1.0), (0, 1));
        }
    }
}

#[test]
fn triangular_systems() {
    let mut random = Random(22);
    for round in 0..24 {
        let batch = if round % 2 == 0 { vec![] } else { shape(&mut random, 1, 2) };
        let element = if round % 4 < 2 { "complex<f64>" } else { "f64" };
        let (n, others) = (random.between(1, 4), random.between(1, 3));
        let turn = ["NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"][round % 3];
        let [left, lower, unit] = [0, 1, 2].map(|_| random.between(0, 1) == 1);
        let sides = if left { [n, others] } else { [others, n] };
        let operands = [ty(&[&batch[..], &[n, n]].concat(), element), ty(&[&batch[..], &sides].concat(), element)];
        let attributes = format!(
            "left_side = {left}, lower = {lower}, transpose_a = #stablehlo<transpose {turn}>, unit_diagonal = {unit}"
        );
        let text = program("stablehlo.triangular_solve", &operands, &attributes, "", &operands[1]);
        check(&text, &mut random, (0.4, 1.5), (0, 1));
    }
}

#[test]
fn fourier_transforms() {
    let mut random = Random(23);
    for round in 0..24 {
        let kind = ["FFT", "IFFT", "RFFT", "IRFFT"][round % 4];
        let rank = random.between(1, 3);
        let batch = shape(&mut random, 1, (round % 3) as i64);
        let lengths: Vec<i64> = (0..rank).map(|_| random.between(1, 6)).collect();
        let mut half = lengths.clone();
        half[rank as usize - 1] = half[rank as usize - 1] / 2 + 1;
        let [whole, half] = [&lengths, &half].map(|sizes| [&batch[..], sizes].concat());
        let (from, to) = match kind {
            "RFFT" => (ty(&whole, "f64"), ty(&half, "complex<f64>")),
            "IRFFT" => (ty(&half, "complex<f64>"), ty(&whole, "f64")),
            _ => (ty(&whole, "complex<f64>"), ty(&whole, "complex<f64>")),
        };
        let attributes = format!("fft_length = {}, fft_type = #stablehlo<fft_type {kind}>", list(&lengths));
        check(&program("stablehlo.fft", &[from], &attributes, "", &to), &mut random, (-1.0, 1.0), (0, 1));
    }
}

#[test]
fn batch_normalisations() {
    let mut random = Random(24);
    for _ in 0..6 {
        let rank = random.between(1, 4);
        let sizes: Vec<i64> = (0..rank).map(|_| random.between(2, 3)).collect();
        let feature = random.between(0, rank - 1);
        let (whole, one) = (ty(&sizes, "f64"), ty(&[sizes[feature as usize]], "f64"));
        let attributes = format!("epsilon = 0.01 : f32, feature_index = {feature} : i64");
        let text =
            program("stablehlo.batch_norm_inference", &[&whole, &one, &one, &one, &one], &attributes, "", &whole);
        check(&text, &mut random, (0.3, 1.5), (0, 1));
        let training = vec![&whole, &one, &one];
        let gradient = vec![&whole, &one, &one, &one, &whole];
        for (name, operands) in [("training", training), ("grad", gradient)] {
            let join = |parts: Vec<String>| parts.join(", ");
            let parameters = join(operands.iter().enumerate().map(|(place, ty)| format!("%{place}: {ty}")).collect());
            let names = join((0..operands.len()).map(|place| format!("%{place}")).collect());
            let types = join(operands.iter().map(|ty| ty.to_string()).collect());
            let text = format!(
                "func.func @main({parameters}) -> ({whole}, {one}, {one}) {{\n  %r:3 = \"stablehlo.batch_norm_{name}\"({names}) \
                 <{{{attributes}}}> : ({types}) -> ({whole}, {one}, {one})\n  return %r#0, %r#1, %r#2 : {whole}, {one}, \
                 {one}\n}}"
            );
            check(&text, &mut random, (0.3, 1.5), (0, 1));
        }
    }
}

/// A call of a routine of LAPACK, as JAX writes it.
fn lapack(routine: &str, operands: &str, configuration: &str, ty: &str) -> String {
    format!(
        "stablehlo.custom_call @lapack_{routine}_ffi({operands}) {{mhlo.backend_config = {{{configuration}}}}} : {ty}"
    )
}

/// The letter that stands before the names of routines for an element type.
fn letter(element: &str) -> &'static str {
    if element == "f64" { "d" } else { "z" }
}

#[test]
fn systems_and_factors_of_lapack() {
    let mut random = Random(25);
    for round in 0..6 {
        let batch = if round % 2 == 0 { vec![] } else { shape(&mut random, 1, 1) };
        let (n, element) = (random.between(1, 4), if round % 3 == 0 { "complex<f64>" } else { "f64" });
        let (matrix, info) = (ty(&[&batch[..], &[n, n]].concat(), element), ty(&batch, "i32"));
        let (uplo, relation) = if round < 3 { (76, "GE") } else { (85, "LE") };
        let routine = format!("{}potrf", letter(element));
        let call =
            lapack(&routine, "%a", &format!("uplo = {uplo} : ui8"), &format!("({matrix}) -> ({matrix}, {info})"));
        let rest = format!("%r:2 = {call}\n  return %r#0 : {matrix}");
        check(&definite(&batch, n, element, relation, &rest, &matrix), &mut random, (-1.0, 1.0), (0, 1));
        let routine = format!("{}trsm", letter(element));
        let configuration = format!(
            "diag = {} : ui8, side = {} : ui8, trans_x = {} : ui8, uplo = {uplo} : ui8",
            [78, 85][round % 2],
            [76, 82][round / 2 % 2],
            [78, 84, 67][round % 3]
        );
        let call = lapack(&routine, "%0, %1", &configuration, &format!("({matrix}, {matrix}) -> {matrix}"));
        let text = format!(
            "func.func @main(%0: {matrix}, %1: {matrix}) -> {matrix} {{\n  %r = {call}\n  return %r : {matrix}\n}}"
        );
        check(&text, &mut random, (0.4, 1.5), (0, 1));
    }
    for round in 0..9 {
        let batch = if round % 2 == 0 { vec![] } else { shape(&mut random, 1, 1) };
        let element = if round % 3 == 0 { "complex<f64>" } else { "f64" };
        let (rows, columns) = (random.between(1, 4), random.between(1, 4));
        let matrix = ty(&[&batch[..], &[rows, columns]].concat(), element);
        let pivots = ty(&[&batch[..], &[rows.min(columns)]].concat(), "i32");
        let types = format!("({matrix}) -> ({matrix}, {pivots}, {})", ty(&batch, "i32"));
        let call = lapack(&format!("{}getrf", letter(element)), "%0", "", &types);
        let text =
            format!("func.func @main(%0: {matrix}) -> {matrix} {{\n  %r:3 = {call}\n  return %r#0 : {matrix}\n}}");
        check(&text, &mut random, (-1.0, 1.0), (0, 1));
    }
}

#[test]
fn reflections_of_lapack() {
    let mut random = Random(26);
    for round in 0..10 {
        let batch = if round % 2 == 0 { vec![] } else { shape(&mut random, 1, 1) };
        let element = if round % 3 == 0 { "complex<f64>" } else { "f64" };
        let (rows, columns) = (random.between(2, 4), random.between(1, 4));
        let count = rows.min(columns);
        let matrix = ty(&[&batch[..], &[rows, columns]].concat(), element);
        let factors = ty(&[&batch[..], &[count]].concat(), element);
        let call =
            lapack(&format!("{}geqrf", letter(element)), "%0", "", &format!("({matrix}) -> ({matrix}, {factors})"));
        let text = format!(
            "func.func @main(%0: {matrix}) -> ({matrix}, {factors}) {{\n  %r:2 = {call}\n  return %r#0, %r#1 : {matrix}, \
             {factors}\n}}"
        );
        check(&text, &mut random, (-1.0, 1.0), (0, 1));
        // Vectors and factors that do not come from a factorisation.
        if columns <= rows {
            let routine = if element == "f64" { "dorgqr" } else { "zungqr" };
            let call = lapack(routine, "%0, %1", "", &format!("({matrix}, {factors}) -> {matrix}"));
            let text = format!(
                "func.func @main(%0: {matrix}, %1: {factors}) -> {matrix} {{\n  %r = {call}\n  return %r : {matrix}\n}}"
            );
            check(&text, &mut random, (-1.0, 1.0), (0, 1));
        }
    }
}

#[test]
fn spectra_of_lapack() {
    let mut random = Random(27);
    for round in 0..8 {
        let batch = if round % 2 == 0 { vec![] } else { shape(&mut random, 1, 1) };
        let (n, element) = (random.between(1, 4), if round % 3 == 0 { "complex<f64>" } else { "f64" });
        let whole = [&batch[..], &[n, n]].concat();
        let (matrix, real) = (ty(&whole, element), ty(&whole, "f64"));
        let values = ty(&[&batch[..], &[n]].concat(), "f64");
        let (uplo, relation) = if round < 4 { (76, "GE") } else { (85, "LE") };
        let routine = if element == "f64" { "dsyevd" } else { "zheevd" };
        let types = format!("({matrix}) -> ({matrix}, {values}, {})", ty(&batch, "i32"));
        let call = lapack(routine, "%a", &format!("mode = 86 : ui8, uplo = {uplo} : ui8"), &types);
        // Magnitudes do not depend on the phases of vectors.
        let rest = format!(
            "%r:3 = {call}\n  %q = stablehlo.abs %r#0 : ({matrix}) -> {real}\n  return %q, %r#1 : {real}, {values}"
        );
        let text = definite(&batch, n, element, relation, &rest, &format!("({real}, {values})"));
        check(&text, &mut random, (-1.0, 1.0), (0, 1));
    }
    for round in 0..12 {
        let batch = if round % 2 == 0 { vec![] } else { shape(&mut random, 1, 1) };
        let element = if round % 3 == 0 { "complex<f64>" } else { "f64" };
        let (rows, columns) = (random.between(1, 4), random.between(1, 4));
        let least = rows.min(columns);
        let with = |sizes: &[i64], element: &str| ty(&[&batch[..], sizes].concat(), element);
        let matrix = with(&[rows, columns], element);
        let values = with(&[least], "f64");
        let keeps = round % 4 != 3;
        let (u, v) = match keeps {
            true => (with(&[rows, least], element), with(&[least, columns], element)),
            false => (with(&[rows, rows], element), with(&[columns, columns], element)),
        };
        let mode = if keeps { 83 } else { 78 };
        let types = format!("({matrix}) -> ({matrix}, {values}, {u}, {v}, {})", ty(&batch, "i32"));
        let call = lapack(&format!("{}gesdd", letter(element)), "%0", &format!("mode = {mode} : ui8"), &types);
        // The product of left and right vectors does not depend on their phases.
        let rank = batch.len();
        let batches = plain(&(0..rank as i64).collect::<Vec<_>>());
        let (more, result) = match keeps {
            true => (
                format!(
                    "  %p = stablehlo.dot_general %r#2, %r#3, batching_dims = [{batches}] x [{batches}], contracting_dims = \
                     [{}] x [{rank}] : ({u}, {v}) -> {matrix}\n  return %p, %r#1 : {matrix}, {values}",
                    rank + 1
                ),
                format!("({matrix}, {values})"),
            ),
            false => (format!("  return %r#1 : {values}"), format!("({values})")),
        };
        let text = format!("func.func @main(%0: {matrix}) -> {result} {{\n  %r:5 = {call}\n{more}\n}}");
        check(&text, &mut random, (-1.0, 1.0), (0, 1));
    }
}

#[test]
fn eigenvalues_of_lapack_without_symmetry() {
    let mut random = Random(28);
    for round in 0..12 {
        let batch = if round % 2 == 0 { vec![] } else { shape(&mut random, 1, 1) };
        let (n, element) = (random.between(1, 4), if round % 3 == 0 { "complex<f64>" } else { "f64" });
        let with = |sizes: &[i64], element: &str| ty(&[&batch[..], sizes].concat(), element);
        let (matrix, real) = (with(&[n, n], element), with(&[n, n], "f64"));
        let (vectors, values) = (with(&[n, n], "complex<f64>"), with(&[n], element));
        let (left, right) = ([78, 86][round / 2 % 2], [78, 86][round / 4 % 2]);
        // Of real matrices the values come in parts.
        let parts = if element == "f64" { 2 } else { 1 };
        let spectrum = vec![values.clone(); parts].join(", ");
        let types = format!("({matrix}) -> ({spectrum}, {vectors}, {vectors}, {})", ty(&batch, "i32"));
        let configuration = format!("compute_left = {left} : ui8, compute_right = {right} : ui8");
        let call = lapack(&format!("{}geev", letter(element)), "%a", &configuration, &types);
        // Eigenvalues that are far apart, two of them not real.
        let entry = |row: i64, column: i64| match (row, column) {
            (0, 1) => "1.5".to_string(),
            (1, 0) => "-1.5".to_string(),
            _ if row == column && row > 1 => format!("{}.0", 3 * row),
            _ => "0.0".to_string(),
        };
        let row = |row: i64| format!("[{}]", (0..n).map(|column| entry(row, column)).collect::<Vec<_>>().join(", "));
        let (apart, rank) = ((0..n).map(row).collect::<Vec<_>>().join(", "), batch.len());
        let moved = format!(
            "  %c = stablehlo.constant dense<[{apart}]> : tensor<{n}x{n}xf64>\n  %d = stablehlo.broadcast_in_dim %c, dims = \
             [{rank}, {}] : (tensor<{n}x{n}xf64>) -> {real}\n  %e = stablehlo.convert %d : ({real}) -> {matrix}\n  %a = \
             stablehlo.add %0, %e : {matrix}",
            rank + 1
        );
        let mut returned: Vec<String> = (0..parts).map(|part| format!("%r#{part}")).collect();
        let mut results = vec![values; parts];
        let mut more = String::new();
        for (place, asked) in [left, right].into_iter().enumerate().filter(|(_, asked)| *asked == 86) {
            // Magnitudes do not depend on the phases of vectors.
            more += &format!("  %q{asked}{place} = stablehlo.abs %r#{} : ({vectors}) -> {real}\n", parts + place);
            returned.push(format!("%q{asked}{place}"));
            results.push(real.clone());
        }
        let results = results.join(", ");
        let text = format!(
            "func.func @main(%0: {matrix}) -> ({results}) {{\n{moved}\n  %r:{} = {call}\n{more}  return {} : {results}\n}}",
            parts + 3,
            returned.join(", ")
        );
        check(&text, &mut random, (-1.0, 1.0), (0, 1));
    }
}
