// A stack machine with calls, jumps and memory.
#include <math.h>
enum { PUSH, ADD, MUL, SIN, DUP, SWAP, JNZ, DEC, STORE, LOAD, HALT, CALL, RET };
double vm(const double *x, double *mem) {
    static const int code[] = {PUSH, 0, STORE, 0, /*4*/ LOAD, 0, PUSH, 1, MUL, SIN, PUSH, 0, ADD, STORE, 0, CALL, 21, DEC, JNZ, 4, HALT, /*21*/ LOAD, 0, DUP, MUL, LOAD, 1, ADD, STORE, 1, RET};
    double st[16];
    int rs[8];
    int sp = 0, rp = 0, pc = 0, cnt = 4;
    for (;;) switch (code[pc++]) {
        case PUSH: st[sp++] = x[code[pc++]];
        break;
        case ADD: sp--;
        st[sp-1] += st[sp];
        break;
        case MUL: sp--;
        st[sp-1] *= st[sp];
        break;
        case SIN: st[sp-1] = sin(st[sp-1]);
        break;
        case DUP: st[sp] = st[sp-1];
        sp++;
        break;
        case SWAP: {
            double t = st[sp-1];
            st[sp-1] = st[sp-2];
            st[sp-2] = t;
            break;
        }
        case JNZ: if (cnt) pc = code[pc];
        else pc++;
        break;
        case DEC: cnt--;
        break;
        case STORE: mem[code[pc++]] = st[--sp];
        break;
        case LOAD: st[sp++] = mem[code[pc++]];
        break;
        case CALL: rs[rp++] = pc + 1;
        pc = code[pc];
        break;
        case RET: pc = rs[--rp];
        break;
        case HALT: return mem[1] * mem[0];
    }
}
// check: double vm(double *x = {0.7, 1.3}, double *mem = {9, 0.5} seed {1, 2})
// value: 16.604127714597413
// expect: x = {42.67260616154268, -18.71526921860679},
//     mem = {0, 3.602510066523372}
