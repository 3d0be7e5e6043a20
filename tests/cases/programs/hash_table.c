// An open-addressing hash table from integer keys to active values, filled and looked up.
#define SLOTS 16

struct entry {
    unsigned key;
    int used;
    double value;
};

static unsigned hash(unsigned k) { return (k * 2654435761u) >> 28; }

static double *slot(struct entry *table, unsigned key) {
    unsigned h = hash(key) % SLOTS;
    while (table[h].used && table[h].key != key)
        h = (h + 1) % SLOTS;
    if (!table[h].used) {
        table[h].used = 1;
        table[h].key = key;
        table[h].value = 0.0;
    }
    return &table[h].value;
}

double aggregate(const double *x, const unsigned *keys, int n) {
    struct entry table[SLOTS];
    for (int i = 0; i < SLOTS; ++i)
        table[i].used = 0;
    for (int i = 0; i < n; ++i)
        *slot(table, keys[i]) += x[i] * x[i];
    double s = 0.0;
    for (int i = 0; i < n; ++i)
        s += *slot(table, keys[i]) * x[n - 1 - i];
    return s + *slot(table, 999u);
}
// check: double aggregate(double *x = {1.0, 0.5, -1.5, 2.0, 0.7, 1.1}, unsigned *keys = {17, 33, 17, 5, 33, 21},
//     int n = 6)
// value: 6.173
// expect: x = {7.41, 1.94, -5.3, -2.75, 2.42, 5.45}
