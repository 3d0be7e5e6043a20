// The shadow of a struct pointer is a struct: double fields take gradients, integer fields stay.
// run:
#include "check.h"
struct body { double mass; int id; double pos[2]; char tag; };
extern int enzyme_dup;
void __enzyme_autodiff(void *, ...);
double moment(const struct body *b) { return b->mass * (b->pos[0] * b->pos[0] + b->pos[1] * b->id); }
int main(void) {
    struct body b = {2.0, 7, {3.0, 5.0}, 'x'}, d = {0.0, 7, {0.0, 0.0}, 'x'};
    __enzyme_autodiff((void *)moment, enzyme_dup, &b, &d);
    check_close("mass", d.mass, 44.0, 1e-12);
    check_close("pos0", d.pos[0], 12.0, 1e-12);
    check_close("pos1", d.pos[1], 14.0, 1e-12);
    check_close("id", d.id, 7.0, 0.0);
    check_close("tag", d.tag, 'x', 0.0);
    return 0;
}
