struct Shape {
    double size;
    Shape(double x);
    virtual double get(double y);
    virtual ~Shape();
};
struct Box : Shape {
    double width;
    Box(double x);
    double get(double y) override;
    ~Box() override;
};
