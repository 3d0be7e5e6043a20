// Complete constructors and destructors that are other names of those of bases.
// check: double f(double x = 1.5)
// value: 44.625
// expect: x = 65.0
struct Shape {
    double size;
    Shape(double x);
    Shape(const Shape &other);
    virtual double area(double y) const;
    virtual ~Shape();
};
struct Box : Shape {
    double height;
    Box(double x);
    double area(double y) const override;
    ~Box() override;
};
static double left = 0;
Shape::Shape(double x) { size = 2 * x; }
Shape::Shape(const Shape &other) { size = 3 * other.size; }
Shape::~Shape() { left += size; }
double Shape::area(double y) const { return size * y; }
Box::Box(double x) : Shape(x * x), height(x) {}
Box::~Box() { left += height; }
double Box::area(double y) const { return size * height * y; }

double f(double x) {
    left = 0;
    double sum;
    {
        Shape plain(x), tripled(plain);
        Shape *box = new Box(x);
        sum = plain.area(x) + tripled.area(x) + box->area(x);
        delete box;
    }
    return sum + left - x;
}
