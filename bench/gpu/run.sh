#!/bin/sh
# Runs the tests, then the benchmarks, of the folder it is in. With `check`: the tests also under compute-sanitizer, where it is installed.
cd "$(dirname "$0")" || exit 1
nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
date -u +%Y-%m-%d
passed=0
failed=0
for program in test_*; do
  case $program in *.log) continue ;; esac
  chmod +x "$program"
  output=$(timeout 120 "./$program" 2>&1)
  status=$?
  line=$(echo "$output" | tail -n 1)
  case $line in
  *passed*)
    passed=$((passed + $(echo "$line" | sed 's/ passed.*//')))
    failed=$((failed + $(echo "$line" | sed 's/.*, \(.*\) failed/\1/')))
    ;;
  *) failed=$((failed + 1)) ;;
  esac
  [ $status -eq 0 ] || echo "$program: $output"
  if [ "$1" = check ] && command -v compute-sanitizer >/dev/null; then
    for tool in memcheck racecheck; do
      found=$(timeout 300 compute-sanitizer --tool $tool "./$program" 2>&1 | grep -E "ERROR SUMMARY|RACECHECK SUMMARY|========= (Invalid|Error|Warning)" | sort | uniq -c | head -n 5)
      echo "$program: $tool: $found"
    done
  fi
done
# Each of these is one test, which ends with 0.
for program in launches_*; do
  case $program in *.log) continue ;; esac
  chmod +x "$program"
  if output=$(timeout 120 "./$program" 2>&1); then passed=$((passed + 1)); else
    failed=$((failed + 1))
    echo "$program: $output"
  fi
done
echo "$passed passed, $failed failed"
echo
echo "kernel                  primal/ms  grad./ms   ratio bound"
for program in bench_*; do
  case $program in *.log) continue ;; esac
  chmod +x "$program"
  timeout 120 "./$program" 2>&1 || echo "$program: failed"
done
