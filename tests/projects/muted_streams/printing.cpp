#include <fstream>
#include <iomanip>
#include <iostream>
#include <locale>
#include <sstream>

struct Trace {
    std::ostream &out;
    template <class T> Trace &operator<<(const T &value) {
        out << value;
        return *this;
    }
    Trace &operator<<(std::ostream &(*change)(std::ostream &)) {
        change(out);
        return *this;
    }
};

double printed(double x) {
    double y = x * x;
    std::cout << y << std::endl;
    Trace{std::cout} << std::fixed << y << std::endl << std::flush;
    std::cout.put('c').flush();
    std::ostringstream text;
    text << std::setw(12) << std::setfill('*') << std::setprecision(3) << y << std::endl;
    std::cout << text.str() << text.str().size() << std::endl;
    std::ofstream file("/dev/null");
    file << y << file.widen('\n');
    std::wcout.setstate(std::ios::failbit);
    std::wcout << L"y" << y << std::endl;
    return std::use_facet<std::ctype<char>>(std::locale()).toupper('y') == 'Y' ? y : 0;
}
