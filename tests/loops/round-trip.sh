#!/bin/sh
# What mlir-opt-22 prints, also after its own passes, is read by `zymase fmt`, whose text mlir-opt-22 reads as the same module.
# Usage: round-trip.sh PATH-TO-ZYMASE
zymase=${1:?the zymase program}
folder=$(dirname "$0")/forms
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
failed=0
for file in "$folder"/*.mlir; do
    for passes in "" "--mlir-print-op-generic" "-canonicalize" "-cse" "-lower-affine" "-convert-scf-to-cf" "-lift-cf-to-scf" \
        "-lower-affine -convert-scf-to-cf -canonicalize" "-expand-strided-metadata"; do
        # shellcheck disable=SC2086
        if ! timeout 20 mlir-opt-22 "$file" $passes -o "$work/theirs" 2> "$work/error"; then
            echo "$file [$passes]: $(head -1 "$work/error")"
            failed=1
            continue
        fi
        if timeout 20 "$zymase" fmt "$work/theirs" -o "$work/ours" && timeout 20 mlir-opt-22 "$work/ours" -o "$work/back" &&
            timeout 20 mlir-opt-22 "$work/theirs" -o "$work/again" && cmp "$work/again" "$work/back"; then
            continue
        fi
        echo "$file [$passes]: not the same"
        failed=1
    done
done
exit $failed
