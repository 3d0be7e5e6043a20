//! Programs on simulated devices: groups of every numbering, channels, what is fed in, and programs that never end.

use zymase_dialects::evaluate::{Limits, Machine};
use zymase_ir::{read, verify};

/// Runs a function of one parameter on a grid of devices, each with its own numbers; what the devices return.
fn run_all(body: &str, result: &str, grid: (usize, usize), more: &str) -> Result<Vec<String>, String> {
    let (replicas, partitions) = grid;
    let count = replicas * partitions;
    let list = |item: &dyn Fn(usize) -> String| (0..count).map(item).collect::<Vec<_>>().join(", ");
    let constants: String = (0..count)
        .map(|device| {
            let numbers: Vec<String> = (0..4).map(|place| (10 * device + place).to_string()).collect();
            format!("  %a{device} = stablehlo.constant dense<[{}]> : tensor<4xi64>\n", numbers.join(", "))
        })
        .collect();
    let row = format!("[{}]", vec!["@device"; partitions].join(", "));
    let text = format!(
        "func.func @device(%x: tensor<4xi64>) -> {result} {{\n{body}\n}}\n{more}\nfunc.func @main() -> ({types}) {{\n{constants}  \
         %r:{count} = \"interpreter.run_parallel\"({operands}) <{{programs = [{rows}]{feed}}}> : ({inputs}) -> ({types})\n  \
         return {results} : {types}\n}}\n",
        types = list(&|_| result.to_owned()),
        operands = list(&|device| format!("%a{device}")),
        rows = vec![row; replicas].join(", "),
        feed = if more.is_empty() { "" } else { ", infeed = [@fed, @fed]" },
        inputs = list(&|_| "tensor<4xi64>".to_owned()),
        results = list(&|device| format!("%r#{device}")),
    );
    let ir = read(&zymase_dialects::context(), &text).map_err(|error| error.to_string())?;
    verify(&ir).map_err(|errors| errors[0].to_string())?;
    let results = Machine::new(&ir, Limits::default()).run("main", Vec::new()).map_err(|error| error.to_string())?;
    let numbers = |value: &zymase_dialects::evaluate::RuntimeValue| {
        let numbers = value.tensor().ok().and_then(|tensor| tensor.to_i64().ok()).expect("a tensor of integers");
        numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    Ok(results.iter().map(numbers).collect())
}

fn collective(operation: &str, result: &str, grid: (usize, usize)) -> Result<Vec<String>, String> {
    let body = format!("  %0 = {operation} : (tensor<4xi64>) -> {result}\n  return %0 : {result}");
    run_all(&body, result, grid, "")
}

const ADD: &str = "({\n  ^bb0(%a: tensor<i64>, %b: tensor<i64>):\n    %s = stablehlo.add %a, %b : tensor<i64>\n    \
                   stablehlo.return %s : tensor<i64>\n  })";
const CHANNEL: &str = "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>";

fn groups(rows: &str, shape: &str, more: &str) -> String {
    format!("replica_groups = dense<{rows}> : tensor<{shape}xi64>{more}")
}

#[test]
fn groups_of_replicas_partitions_and_devices() {
    let sum = |groups: &str| {
        let operation = format!("\"stablehlo.all_reduce\"(%x) <{{{groups}}}> {ADD}");
        collective(&operation, "tensor<4xi64>", (2, 2)).unwrap()
    };
    let firsts = |sums: Vec<String>| -> Vec<i64> {
        sums.iter().map(|row| row.split(' ').next().unwrap().parse().unwrap()).collect()
    };
    // Devices hold 0, 10 (replica 0) and 20, 30 (replica 1).
    assert_eq!(firsts(sum(&groups("[[0, 1]]", "1x2", ""))), [20, 40, 20, 40]);
    assert_eq!(firsts(sum(&groups("[[0], [1]]", "2x1", &format!(", {CHANNEL}")))), [10, 10, 50, 50]);
    let devices = groups("[[0, 3], [1, 2]]", "2x2", &format!(", {CHANNEL}, use_global_device_ids"));
    assert_eq!(firsts(sum(&devices)), [30, 30, 30, 30]);
    assert_eq!(firsts(sum(&groups("[[0, -1], [1, -1]]", "2x2", ""))), [0, 10, 20, 30]);
    assert_eq!(firsts(sum(&groups("", "0x0", &format!(", {CHANNEL}")))), [60; 4]);
}

#[test]
fn parts_are_gathered_scattered_and_exchanged() {
    let pair = groups("[[1, 0]]", "1x2", "");
    let gathered = format!("\"stablehlo.all_gather\"(%x) <{{all_gather_dim = 0 : i64, {pair}}}>");
    assert_eq!(collective(&gathered, "tensor<8xi64>", (2, 1)).unwrap(), ["10 11 12 13 0 1 2 3"; 2]);
    let scattered = format!("\"stablehlo.reduce_scatter\"(%x) <{{scatter_dimension = 0 : i64, {pair}}}> {ADD}");
    assert_eq!(collective(&scattered, "tensor<2xi64>", (2, 1)).unwrap(), ["14 16", "10 12"]);
    let exchange = "split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64";
    let exchanged = format!("\"stablehlo.all_to_all\"(%x) <{{{exchange}, {pair}}}>");
    assert_eq!(collective(&exchanged, "tensor<4xi64>", (2, 1)).unwrap(), ["12 13 2 3", "10 11 0 1"]);
    let moved = format!(
        "\"stablehlo.collective_permute\"(%x) <{{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>, {CHANNEL}}}>"
    );
    assert_eq!(collective(&moved, "tensor<4xi64>", (1, 2)).unwrap(), ["0 0 0 0", "0 1 2 3"]);
    let given = format!("\"stablehlo.collective_broadcast\"(%x) <{{{}}}>", groups("[[2, 0]]", "1x2", ""));
    assert_eq!(collective(&given, "tensor<4xi64>", (3, 1)).unwrap(), ["20 21 22 23", "0 0 0 0", "20 21 22 23"]);
}

#[test]
fn devices_know_their_numbers_send_and_are_fed() {
    let body = "  %0 = stablehlo.replica_id : tensor<ui32>\n  %1 = stablehlo.partition_id : tensor<ui32>\n  \
                %2 = stablehlo.add %0, %0 : tensor<ui32>\n  %3 = stablehlo.add %2, %1 : tensor<ui32>\n  return %3 : tensor<ui32>";
    assert_eq!(run_all(body, "tensor<ui32>", (2, 2), "").unwrap(), ["0", "1", "2", "3"]);
    // In a ring: each sends to the next and receives from the one before.
    let pairs = "source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>";
    let body = format!(
        "  %t = stablehlo.create_token : !stablehlo.token
  %0 = \"stablehlo.send\"(%x, %t) <{{{CHANNEL}, is_host_transfer = false, {pairs}}}> : (tensor<4xi64>, !stablehlo.token) -> !stablehlo.token
  %1:2 = \"stablehlo.recv\"(%0) <{{{CHANNEL}, is_host_transfer = false, {pairs}}}> : (!stablehlo.token) -> (tensor<4xi64>, !stablehlo.token)
  return %1#0 : tensor<4xi64>"
    );
    assert_eq!(run_all(&body, "tensor<4xi64>", (2, 1), "").unwrap(), ["10 11 12 13", "0 1 2 3"]);
    let fed = "func.func @fed() -> tensor<4xi64> {\n  %0 = stablehlo.constant dense<7> : tensor<4xi64>\n  return %0 : tensor<4xi64>\n}";
    let body = "  %t = stablehlo.create_token : !stablehlo.token
  %0:2 = \"stablehlo.infeed\"(%t) : (!stablehlo.token) -> (tensor<4xi64>, !stablehlo.token)
  %1 = \"stablehlo.outfeed\"(%0#0, %0#1) : (tensor<4xi64>, !stablehlo.token) -> !stablehlo.token
  return %0#0 : tensor<4xi64>";
    assert_eq!(run_all(body, "tensor<4xi64>", (2, 1), fed).unwrap(), ["7 7 7 7"; 2]);
    assert!(run_all(body, "tensor<4xi64>", (3, 1), fed).unwrap_err().contains("nothing is fed in"));
}

#[test]
fn programs_that_cannot_go_on_are_errors() {
    // Only one of two devices comes to the meeting.
    let body = format!(
        "  %id = stablehlo.replica_id : tensor<ui32>
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  %first = stablehlo.compare EQ, %id, %zero : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %0 = \"stablehlo.if\"(%first) ({{
    %1 = \"stablehlo.all_reduce\"(%x) <{{{}}}> {ADD} : (tensor<4xi64>) -> tensor<4xi64>
    stablehlo.return %1 : tensor<4xi64>
  }}, {{
    stablehlo.return %x : tensor<4xi64>
  }}) : (tensor<i1>) -> tensor<4xi64>
  return %0 : tensor<4xi64>",
        groups("[[0, 1]]", "1x2", "")
    );
    let message = run_all(&body, "tensor<4xi64>", (2, 1), "").unwrap_err();
    assert!(message.contains("stablehlo.all_reduce: all devices wait for each other"), "{message}");
    let waiting = format!(
        "  %t = stablehlo.create_token : !stablehlo.token
  %1:2 = \"stablehlo.recv\"(%t) <{{{CHANNEL}, is_host_transfer = false}}> : (!stablehlo.token) -> (tensor<4xi64>, !stablehlo.token)
  return %1#0 : tensor<4xi64>"
    );
    assert!(run_all(&waiting, "tensor<4xi64>", (2, 1), "").unwrap_err().contains("all devices wait"));
    let too_many = format!("\"stablehlo.all_reduce\"(%x) <{{{}}}> {ADD}", groups("[[0, 1, 2]]", "1x3", ""));
    assert!(collective(&too_many, "tensor<4xi64>", (2, 1)).unwrap_err().contains("no number 2 among 2 replicas"));
}
