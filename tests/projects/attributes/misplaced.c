__attribute__((enzyme_function_like("log1p"))) int number;
