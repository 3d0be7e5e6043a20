/* Runs the checkpoints of the run time on a loop that only counts, and prints what it does: for each number of steps and states
   `kind steps states forward backward most`, where forward and backward are the steps that the two sweeps ran, and most the
   states that were held at once. Anything that is out of order ends the program. */
#include "../../bodies/checkpoints.c"
#include <stdio.h>
#include <stdlib.h>

static count place, end, steps_run, expected;

void *__zymase_allocate(void *context, count bytes) { return malloc(bytes + 1); }
void __zymase_checkpoint_wraps(void) { abort(); }

static count run_steps(void *frame, count most, int *left) {
  count done = 0;
  while (done < most && !*left) {
    ++done, ++steps_run;
    *left = ++place == end;
  }
  return done;
}

static void run_back(void *frame) {
  if (place != expected--)
    abort();
  ++place;
}

int main(int argc, char **argv) {
  count most_steps = atoll(argv[1]), most_states = atoll(argv[2]);
  for (int known = 0; known < 2; ++known)
    for (count steps = 1; steps <= most_steps; ++steps)
      for (count states = -1; states <= most_states; ++states) {
        struct piece piece = {(char *)&place, sizeof place, STATE};
        int left;
        place = steps_run = 0, end = steps, expected = steps - 1;
        struct run *run = __zymase_checkpoint_forward(0, 0, &piece, 1, known ? steps : -1, states, run_steps, &left);
        if (!left || place != steps || run->steps != steps)
          abort();
        count forward = steps_run;
        for (int again = 0; again < 2; ++again) {
          steps_run = 0, expected = steps - 1;
          __zymase_checkpoint_reverse(0, 0, run, run_steps, run_back);
          if (expected != -1 || place != steps)
            abort();
          printf("%d %lld %lld %lld %lld %lld\n", known + 2 * again, steps, states, forward, steps_run, run->made);
        }
      }
}
