// Members of file streams in the middle of a function.
// run:
#include <cstdio>
#include <fstream>
#include <string>
struct Reader {
    std::string path;
    std::ifstream in;
    int count = 0;
    double last = 1;
    explicit Reader(std::string p) : path(std::move(p)) {
        in.open(path, std::ios::in);
        in.exceptions(std::ios::badbit);
    }
    bool next(double &value) {
        if (!in.good() || in.eof())
            return false;
        in >> value;
        if (in.fail())
            return false;
        ++count;
        return true;
    }
    void rewind() {
        in.clear();
        in.seekg(0, std::ios::beg);
        in.peek();
    }
    ~Reader() {
        if (in.is_open())
            in.close();
    }
};
static std::string scratch() {
    std::string name = "streams.tmp";
    std::ofstream out(name, std::ios::binary);
    out << "2 3 4\n";
    double numbers[2] = {0.5, 0.25};
    out.write((const char *)numbers, sizeof numbers);
    return name;
}
static double f(const double *x, int n) {
    std::string path = scratch();
    Reader reader(path);
    double sum = 0, value;
    while (reader.count < 3 && reader.next(value)) {
        sum += value * x[reader.count % n] * x[0];
        reader.last = sum;
    }
    reader.rewind();
    if (reader.next(value))
        sum *= value;
    std::ifstream bytes(path, std::ios::binary);
    double numbers[2] = {0, 0};
    bytes.seekg(6);
    bytes.read((char *)numbers, sizeof numbers);
    double read = (double)bytes.gcount() / 16, here = (double)bytes.tellg();
    bool open = bytes.rdbuf()->is_open();
    bytes.close();
    std::remove(path.c_str());
    return sum * reader.last * read + numbers[0] * x[1] * x[1] * (open ? 1 : 0) + numbers[1] * x[2] * x[2] * (here / 22);
}
const double expected[] = {357.532, 45.306, 67.064, 88.592, 0};
#include "agree.h"
