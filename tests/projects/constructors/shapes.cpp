#include "shapes.h"
Shape::Shape(double x) { size = 2 * x; }
Shape::~Shape() { size = 0; }
double Shape::get(double y) { return size * y; }
Box::Box(double x) : Shape(x * x), width(x) {}
Box::~Box() { width = 0; }
double Box::get(double y) { return size * width * y; }
