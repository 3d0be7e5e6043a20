double weight(double x) { return x * x * x; }
