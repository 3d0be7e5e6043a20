// A loop entered at two places: entry decided by an integer, both entries checked.
double twoentry(double x, double y, int start, int n) {
    double a = x, b = y;
    int i = 0;
    if (start)
        goto second;
first:
    a = a * b + 0.25;
    if (++i >= n)
        goto out;
second:
    b = b * 0.5 + a * x;
    if (++i >= n)
        goto out;
    goto first;
out:
    return a * 3.0 + b;
}
// check: double twoentry(double x = 0.7, double y = 1.1, int start = 0, int n = 5)
// value: 10.35367500864
// expect: x = 42.8173065664, y = 19.9477559296
// check: double twoentry(double x = 0.7, double y = 1.1, int start = 1, int n = 6)
// value: 9.2152798650990224
// expect: x = 62.129619836013582, y = 9.0109349365711982
