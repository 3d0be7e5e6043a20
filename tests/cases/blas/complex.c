// Complex vectors and matrices, by both interfaces.
// run:
// flags: -lblas
#include "blas.h"
#include <complex.h>

typedef double complex number_pair;
void cblas_zdotu_sub(int, const void *, int, const void *, int, void *);
void cblas_zdotc_sub(int, const void *, int, const void *, int, void *);
number_pair zdotc_(int *, const number_pair *, int *, const number_pair *, int *);
void cblas_zaxpy(int, const void *, const void *, int, void *, int);
void zswap_(int *, number_pair *, int *, number_pair *, int *);
void cblas_zcopy(int, const void *, int, void *, int);
void cblas_zscal(int, const void *, void *, int);
void zdscal_(int *, double *, number_pair *, int *);
double cblas_dznrm2(int, const void *, int);
double dzasum_(int *, const number_pair *, int *);
void cblas_zgemv(int, int, int, int, const void *, const void *, int, const void *, int, const void *, void *, int);
void zgemv_(char *, int *, int *, number_pair *, const number_pair *, int *, const number_pair *, int *, number_pair *,
            number_pair *, int *);
void cblas_zgeru(int, int, int, const void *, const void *, int, const void *, int, void *, int);
void zgerc_(int *, int *, number_pair *, const number_pair *, int *, const number_pair *, int *, number_pair *, int *);
void cblas_zgemm(int, int, int, int, int, int, const void *, const void *, int, const void *, int, const void *, void *,
                 int);
void zgemm_(char *, char *, int *, int *, int *, number_pair *, const number_pair *, int *, const number_pair *, int *,
            number_pair *, number_pair *, int *);

enum { LD = 4, STORED = 12, COUNT = 2 * (3 * STORED + 2) };
static const int transpositions[] = {111, 112, 113};
static const char letters[] = "NTC";

// how[0]: by rows. how[1], how[2]: transpositions, 0 to 2. how[3]: a step backwards.
#define OPERANDS                                                                                                       \
    number_pair A[STORED], B[STORED], C[STORED], a, b, r = 0;                                                          \
    int i = how[3] ? -1 : 2, j = how[3] ? 2 : -1, three = 3, two = 2, ld = LD;                                         \
    memcpy(A, p, sizeof A), memcpy(B, p + 2 * STORED, sizeof B), memcpy(C, p + 4 * STORED, sizeof C);                  \
    memcpy(&a, p + COUNT - 4, sizeof a), memcpy(&b, p + COUNT - 2, sizeof b);                                          \
    (void)i, (void)j, (void)three, (void)two, (void)ld;
#define END                                                                                                            \
    return weigh((double *)A, 2 * STORED) + 2 * weigh((double *)B, 2 * STORED) + 3 * weigh((double *)C, 2 * STORED) +  \
           creal(r) * cimag(r) + creal(r * a * b);

double f_vectors(const double *p, const int *how) {
    OPERANDS
    number_pair u, v;
    cblas_zdotu_sub(3, A, i, B, j, &u);
    cblas_zdotc_sub(3, A, i, B, j, &v);
    r = u * v + zdotc_(&two, A, &i, C, &j);
    cblas_zaxpy(3, &a, A, i, B, j);
    zswap_(&three, A, &i, C, &j);
    cblas_zcopy(2, A + 6, i, C + 6, j);
    cblas_zscal(3, &b, B, 2);
    zdscal_(&three, (double *)&a, C, &two);
    r += cblas_dznrm2(3, A, 2) + dzasum_(&three, B, &two);
    END
}
double f_matrices(const double *p, const int *how) {
    OPERANDS
    cblas_zgemv(LAYOUT, transpositions[how[1]], 3, 3, &a, A, LD, B, i, &b, C, j);
    cblas_zgeru(LAYOUT, 2, 3, &b, A, i, B, j, C, LD);
    cblas_zgemm(LAYOUT, transpositions[how[1]], transpositions[how[2]], 2, 3, 3, &a, A, LD, B, LD, &b, C, LD);
    END
}
double f_matrices_by_address(const double *p, const int *how) {
    OPERANDS
    char first = letters[how[1]], second = letters[how[2]];
    zgemv_(&first, &three, &three, &a, A, &ld, B, &i, &b, C, &j);
    zgerc_(&two, &three, &b, A, &i, B, &j, C, &ld);
    zgemm_(&first, &second, &two, &three, &three, &a, A, &ld, B, &ld, &b, C, &ld);
    END
}

int main(void) {
    double p[COUNT];
    int how[6] = {0};
    for (int i = 0; i < COUNT; ++i)
        p[i] = number(i);
    for (how[3] = 0; how[3] < 2; ++how[3])
        THREE_WAYS(f_vectors, p, COUNT, how);
    for (how[0] = 0; how[0] < 2; ++how[0])
        for (how[1] = 0; how[1] < 3; ++how[1])
            for (how[2] = 0; how[2] < 3; ++how[2]) {
                how[3] = how[1] == 1;
                THREE_WAYS(f_matrices, p, COUNT, how);
                THREE_WAYS(f_matrices_by_address, p, COUNT, how);
            }
    return 0;
}
