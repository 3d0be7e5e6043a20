// A recursive-descent evaluator over a text, with a table of variables: strings steer, numbers flow.
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct parser {
    const char *text;
    const double *vars;
};

static double expression(struct parser *p);

static double factor(struct parser *p) {
    if (*p->text == '(') {
        ++p->text;
        double v = expression(p);
        ++p->text;
        return v;
    }
    if (*p->text == '-') {
        ++p->text;
        return -factor(p);
    }
    if (strncmp(p->text, "sin", 3) == 0) {
        p->text += 3;
        return sin(factor(p));
    }
    if (isdigit((unsigned char)*p->text)) {
        char *end;
        double v = (double)strtol(p->text, &end, 10);
        p->text = end;
        return v;
    }
    return p->vars[*p->text++ - 'a'];
}

static double term(struct parser *p) {
    double v = factor(p);
    while (*p->text == '*' || *p->text == '/') {
        char op = *p->text++;
        double w = factor(p);
        v = op == '*' ? v * w : v / w;
    }
    return v;
}

static double expression(struct parser *p) {
    double v = term(p);
    while (*p->text == '+' || *p->text == '-') {
        char op = *p->text++;
        double w = term(p);
        v = op == '+' ? v + w : v - w;
    }
    return v;
}

double evaluate(const double *vars) {
    struct parser p = {"a*(b+3*c)-sin(a*b)/(c+2)+-b*b", vars};
    return expression(&p);
}
// check: double evaluate(double *vars = {1.2, 0.7, -0.4})
// value: -1.555401949981787
// expect: vars = {-0.79201498630557243, -0.70059711938098113, 3.8908762187386166}
