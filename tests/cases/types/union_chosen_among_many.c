// A number in a union with a pointer travels as the pointer through a long chain of choices.
union cell {
  double number;
  double *pointer;
};

__attribute__((noinline)) static void pick(union cell *to, const union cell *from, const int *wanted) {
  double *p = from[0].pointer;
  if (wanted[0])
    p = from[1].pointer;
  if (wanted[1])
    p = from[2].pointer;
  if (wanted[2])
    p = from[3].pointer;
  if (wanted[3])
    p = from[4].pointer;
  if (wanted[4])
    p = from[5].pointer;
  if (wanted[5])
    p = from[6].pointer;
  if (wanted[6])
    p = from[7].pointer;
  to->pointer = p;
}

__attribute__((noinline)) static double value(const union cell *c, int is_pointer) {
  return is_pointer ? *c->pointer * 3 : c->number;
}

double among(const double *x, int choice, int is_pointer) {
  union cell cells[8], chosen;
  double far = x[1] * x[0];
  int wanted[7];
  for (int i = 0; i < 7; ++i)
    wanted[i] = i + 1 == choice;
  for (int i = 0; i < 8; ++i)
    if (is_pointer)
      cells[i].pointer = &far;
    else
      cells[i].number = x[i] * x[i];
  pick(&chosen, cells, wanted);
  return value(&chosen, is_pointer);
}
// check: double among(double *x = {2, 3, 5, 7, 4, 6, 8, 9}, int choice = 0, int is_pointer = 0)
// value: 4
// expect: x = {4, 0, 0, 0, 0, 0, 0, 0}
// check: double among(double *x = {2, 3, 5, 7, 4, 6, 8, 9}, int choice = 1, int is_pointer = 0)
// value: 9
// expect: x = {0, 6, 0, 0, 0, 0, 0, 0}
// check: double among(double *x = {2, 3, 5, 7, 4, 6, 8, 9}, int choice = 7, int is_pointer = 0)
// value: 81
// expect: x = {0, 0, 0, 0, 0, 0, 0, 18}
// check: double among(double *x = {2, 3, 5, 7, 4, 6, 8, 9}, int choice = 4, int is_pointer = 1)
// value: 18
// expect: x = {9, 6, 0, 0, 0, 0, 0, 0}
