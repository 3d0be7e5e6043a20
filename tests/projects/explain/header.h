#pragma once
// This file is longer than the one that includes it,
// so that the lines of one are none of the other.
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
inline void advance(double *state, int n) {
  for (int i = 1; i < n; i++)
    state[i] = state[i] * state[i] + state[i - 1];
}
inline double in_header(double *state, int n, int count) {
  for (int t = 0; t < count; t++)
    for (int i = 1; i < n; i++)
      state[i] = state[i] * state[i] + state[i - 1];
  return state[n - 1];
}
