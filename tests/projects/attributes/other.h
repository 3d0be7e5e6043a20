__attribute__((enzyme_inactive)) double counted(double x);
__attribute__((enzyme_function_like("log1p"))) double near(double x);
