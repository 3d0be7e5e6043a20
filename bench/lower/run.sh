#!/bin/sh
# Gradients of affine kernels: taken at the level of loops and lowered, against those of the LLVM engine.
# Usage: bench/lower/run.sh ZYMASE [options of zymase lower]; clang contracts products and sums, so the loop level may, too.
set -e
zymase=$1
shift
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
kernel() {
  name=$1
  shift
  "$zymase" raise "$here/kernels.c" --function "$name" "$@" --to loops -o "$scratch/$name.mlir"
  "$zymase" grad "$scratch/$name.mlir" --function "$name" -o "$scratch/$name.grad.mlir"
  "$zymase" lower "$scratch/$name.grad.mlir" --prefix loops_ $options -o "$scratch/$name.ll"
}
options=${*:---fast-math contract --optimise all}
kernel matvec --fix n=512 --shape a=512x512,x=512,y=512
kernel stencil --fix n=512 --shape u=512x512,v=512x512
kernel conv --fix n=16384,m=64 --shape x=16384,w=64,y=16321
kernel cholesky --fix n=256 --shape a=256x256
kernel heat --fix n=4096,steps=200 --shape u=4096,v=4096
for name in matvec stencil conv cholesky heat; do
  "${CLANG:-clang-22}" -w -O3 -march=native -c "$scratch/$name.ll" -o "$scratch/$name.o"
done
"$zymase" cc -w -O3 -march=native "$here/main.c" "$scratch"/*.o -lm -o "$scratch/main"
"$scratch/main"
