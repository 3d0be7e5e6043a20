#include <stdio.h>
#include <stdlib.h>
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);

static double mean(const void *samples, int format, int count) {
    double sum = 0;
    switch (format) {
        case 1:
        case 2:
            for (int i = 0; i < count; ++i) sum += ((const unsigned int *)samples)[i] / 4294967295.0;
            break;
        case 3:
            for (int i = 0; i < count; ++i) sum += ((const float *)samples)[i] * ((const float *)samples)[i];
            break;
        default: abort();
    }
    return sum / count;
}

int main(int argc, char **argv) {
    float samples[] = {1, 2, 3, 4}, adjoints[] = {0, 0, 0, 0};
    int format = argc > 1 ? atoi(argv[1]) : 3;
    __enzyme_autodiff((void *)mean, enzyme_dup, samples, adjoints, enzyme_const, format, enzyme_const, 4);
    printf("%g %g %g %g\n", adjoints[0], adjoints[1], adjoints[2], adjoints[3]);
}
