__attribute__((enzyme_function_like(3))) double near(double x);
