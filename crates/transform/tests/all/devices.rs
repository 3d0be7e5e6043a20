//! Operations among devices, on grids of simulated ones: derivatives of the function from the arguments of all devices to
//! their results, and batches, for each way to number groups.

use crate::support::{Random, batches, body, check_on, program, ty};
use zymase_dialects::evaluate::devices::Grid;

const SQUARE: Grid = Grid { replicas: 2, partitions: 2 };
const ROW: Grid = Grid { replicas: 1, partitions: 4 };
const COLUMN: Grid = Grid { replicas: 3, partitions: 1 };
const WIDE: Grid = Grid { replicas: 2, partitions: 3 };

const CHANNEL: &str = "channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>";

/// A grid, attributes that say who takes part, and how many devices a group has.
type Groups = (Grid, String, i64);

fn groups(rows: &str, count: usize, size: i64) -> String {
    format!("replica_groups = dense<{rows}> : tensor<{count}x{size}xi64>")
}

/// Groups of operations that reduce or gather: by replicas, by replicas with all their partitions, by devices.
fn reducing() -> Vec<Groups> {
    vec![
        (SQUARE, groups("[[0, 1]]", 1, 2), 2),
        (SQUARE, groups("[[1, 0]]", 1, 2), 2),
        (SQUARE, groups("[[0], [1]]", 2, 1), 1),
        (SQUARE, format!("{CHANNEL}, {}", groups("[[1, 0]]", 1, 2)), 4),
        (SQUARE, format!("{CHANNEL}, {}", groups("[[1], [0]]", 2, 1)), 2),
        (SQUARE, format!("{CHANNEL}, {}, use_global_device_ids", groups("[[0, 3], [2, 1]]", 2, 2)), 2),
        (WIDE, format!("{CHANNEL}, {}, use_global_device_ids", groups("[[5, 0, 3], [2, 4, 1]]", 2, 3)), 3),
    ]
}

/// Groups of operations that exchange: by replicas, or by partitions.
fn exchanging() -> Vec<Groups> {
    vec![
        (SQUARE, groups("[[1, 0]]", 1, 2), 2),
        (COLUMN, groups("[[2, 0, 1]]", 1, 3), 3),
        (SQUARE, format!("{CHANNEL}, {}", groups("[[1, 0]]", 1, 2)), 2),
        (ROW, format!("{CHANNEL}, {}", groups("[[3, 0], [1, 2]]", 2, 2)), 2),
        (WIDE, format!("{CHANNEL}, {}", groups("[[2, 0, 1]]", 1, 3)), 3),
    ]
}

fn check_both(text: &str, grid: Grid, random: &mut Random) {
    check_on(text, grid, random, (0.3, 1.5), (0, 1));
    batches::check_on(text, grid, random, batches::ANY);
}

#[test]
fn reductions() {
    let mut random = Random(101);
    for (grid, groups, size) in reducing() {
        for op in ["add", "multiply", "maximum"] {
            let body = body(&format!("stablehlo.{op}"), "f64");
            let row = ty(&[2, 3], "f64");
            let knows_members = op == "add" || !groups.contains(CHANNEL) || groups.contains("use_global");
            if knows_members {
                check_both(&program("stablehlo.all_reduce", &[&row], &groups, &body, &row), grid, &mut random);
            }
            for along in [0, 1] {
                let mut sizes = [2, 3];
                let part = ty(&sizes, "f64");
                sizes[along] *= size;
                let attributes = format!("{groups}, scatter_dimension = {along} : i64");
                let text = program("stablehlo.reduce_scatter", &[ty(&sizes, "f64")], &attributes, &body, &part);
                check_both(&text, grid, &mut random);
            }
        }
    }
}

#[test]
fn gathering() {
    let mut random = Random(102);
    for (grid, groups, size) in reducing() {
        for along in [0, 1] {
            let mut sizes = [2, 3];
            let part = ty(&sizes, "f64");
            sizes[along] *= size;
            let attributes = format!("all_gather_dim = {along} : i64, {groups}");
            let text = program("stablehlo.all_gather", &[part], &attributes, "", &ty(&sizes, "f64"));
            check_both(&text, grid, &mut random);
        }
    }
}

#[test]
fn exchanges() {
    let mut random = Random(103);
    for (grid, groups, size) in exchanging() {
        for (split, concat) in [(0, 1), (1, 0), (1, 1)] {
            let mut sizes = [2 * size, 3 * size];
            let whole = ty(&sizes, "f64");
            sizes[split] /= size;
            sizes[concat] *= size;
            let attributes = format!(
                "concat_dimension = {concat} : i64, {groups}, split_count = {size} : i64, split_dimension = {split} : i64"
            );
            let text = program("stablehlo.all_to_all", &[whole], &attributes, "", &ty(&sizes, "f64"));
            check_both(&text, grid, &mut random);
        }
    }
}

#[test]
fn broadcasts() {
    let mut random = Random(104);
    let row = ty(&[2, 3], "f64");
    let mut all = exchanging();
    // Devices that are in no group.
    all.push((COLUMN, groups("[[2, 1]]", 1, 2), 2));
    all.push((ROW, format!("{CHANNEL}, {}", groups("[[3, 0, 1]]", 1, 3)), 3));
    for (grid, groups, _) in all {
        let text = program("stablehlo.collective_broadcast", &[&row], &groups, "", &row);
        check_both(&text, grid, &mut random);
    }
}

#[test]
fn permutations() {
    let mut random = Random(105);
    let row = ty(&[2, 3], "f64");
    let pairs = |pairs: &str, count: usize| format!("source_target_pairs = dense<{pairs}> : tensor<{count}x2xi64>");
    for (grid, attributes) in [
        (SQUARE, pairs("[[0, 1], [1, 0]]", 2)),
        (COLUMN, pairs("[[0, 1], [1, 2], [2, 0]]", 3)),
        (COLUMN, pairs("[[2, 0], [1, 1]]", 2)),
        (ROW, format!("{CHANNEL}, {}", pairs("[[0, 3], [3, 1]]", 2))),
        (WIDE, format!("{CHANNEL}, {}", pairs("[[0, 2], [2, 1], [1, 0]]", 3))),
    ] {
        check_both(&program("stablehlo.collective_permute", &[&row], &attributes, "", &row), grid, &mut random);
    }
}

/// Devices that go on until what they have together is large enough, which takes a number of iterations that is known only when
/// they have run: these run again in the reverse, exchanges among devices included.
#[test]
fn loops_of_unknown_length_among_devices() {
    let sum = body("stablehlo.add", "f64");
    let everybody = "replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>";
    let text = format!(
        "func.func @main(%x: tensor<2xf64>) -> tensor<2xf64> {{
      %start = stablehlo.constant dense<0.0> : tensor<f64>
      %third = stablehlo.constant dense<0.3> : tensor<2xf64>
      %r:2 = stablehlo.while(%v = %x, %size = %start) : tensor<2xf64>, tensor<f64>
      cond {{
        %enough = stablehlo.constant dense<40.0> : tensor<f64>
        %c = stablehlo.compare LT, %size, %enough : (tensor<f64>, tensor<f64>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      }} do {{
        %all = \"stablehlo.all_reduce\"(%v) <{{{everybody}}}>{sum} : (tensor<2xf64>) -> tensor<2xf64>
        %part = stablehlo.multiply %all, %third : tensor<2xf64>
        %s = stablehlo.sine %v : tensor<2xf64>
        %n = stablehlo.add %part, %s : tensor<2xf64>
        %q = stablehlo.multiply %n, %n : tensor<2xf64>
        %t = stablehlo.reduce(%q init: %start) applies stablehlo.add across dimensions = [0] : (tensor<2xf64>, tensor<f64>) -> tensor<f64>
        %u = \"stablehlo.all_reduce\"(%t) <{{{everybody}}}>{sum} : (tensor<f64>) -> tensor<f64>
        stablehlo.return %n, %u : tensor<2xf64>, tensor<f64>
      }}
      return %r#0 : tensor<2xf64>
    }}"
    );
    check_on(&text, COLUMN, &mut Random(107), (0.3, 0.9), (0, 1));
}

/// A ring of devices that pass values on in a loop, and a loss that all of them share.
#[test]
fn loops_and_branches_among_devices() {
    let sum = body("stablehlo.add", "f64");
    let text = format!(
        "func.func @main(%x: tensor<3xf64>, %w: tensor<3xf64>) -> (tensor<3xf64>, tensor<f64>) {{
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %rounds = stablehlo.constant dense<4> : tensor<i32>
      %start = stablehlo.constant dense<0.0> : tensor<f64>
      %me = stablehlo.partition_id : tensor<ui32>
      %first = stablehlo.constant dense<0> : tensor<ui32>
      %is_first = stablehlo.compare EQ, %me, %first : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
      %r:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<3xf64>
      cond {{
        %c = stablehlo.compare LT, %i, %rounds : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      }} do {{
        %n = stablehlo.add %i, %one : tensor<i32>
        %p = \"stablehlo.collective_permute\"(%v) <{{{CHANNEL}, source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>}}> : (tensor<3xf64>) -> tensor<3xf64>
        %s = stablehlo.sine %p : tensor<3xf64>
        %b = \"stablehlo.if\"(%is_first) ({{
          %a = stablehlo.multiply %s, %w : tensor<3xf64>
          stablehlo.return %a : tensor<3xf64>
        }}, {{
          %a = stablehlo.add %s, %x : tensor<3xf64>
          stablehlo.return %a : tensor<3xf64>
        }}) : (tensor<i1>) -> tensor<3xf64>
        stablehlo.return %n, %b : tensor<i32>, tensor<3xf64>
      }}
      %q = stablehlo.multiply %r#1, %r#1 : tensor<3xf64>
      %t = stablehlo.reduce(%q init: %start) applies stablehlo.add across dimensions = [0] : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
      %loss = \"stablehlo.all_reduce\"(%t) <{{{CHANNEL}, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, use_global_device_ids}}>{sum} : (tensor<f64>) -> tensor<f64>
      return %r#1, %loss : tensor<3xf64>, tensor<f64>
    }}"
    );
    let ring = Grid { replicas: 1, partitions: 3 };
    let mut random = Random(106);
    check_on(&text, ring, &mut random, (0.3, 1.5), (0, 1));
    batches::check_on(&text, ring, &mut random, batches::ANY);
}
