// zymase/sparse.hpp: patterns of nonzeros, and groups of columns that share none of their rows.
//
// Columns of one group (one colour) can be found by a single directional derivative: in every row at most one of them
// has an entry. A banded Jacobian takes as many directions as the band is wide, however many columns it has. A symmetric matrix
// takes fewer still: an entry may be read in either of its two columns.
#ifndef ZYMASE_SPARSE_HPP
#define ZYMASE_SPARSE_HPP

#include <algorithm>
#include <cstddef>
#include <vector>

namespace zymase {

// Which entries of a matrix can be other than zero: the columns of each row, in ascending order.
struct Pattern {
  std::size_t rows = 0, columns = 0;
  std::vector<std::vector<std::size_t>> columns_of_row;

  Pattern(std::size_t rows, std::size_t columns) : rows(rows), columns(columns), columns_of_row(rows) {}

  void add(std::size_t row, std::size_t column) {
    std::vector<std::size_t> &entries = columns_of_row[row];
    auto place = std::lower_bound(entries.begin(), entries.end(), column);
    if (place == entries.end() || *place != column)
      entries.insert(place, column);
  }

  Pattern transposed() const {
    Pattern result(columns, rows);
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t column : columns_of_row[row])
        result.columns_of_row[column].push_back(row);
    return result;
  }
};

// The entries of a pattern with their values, row after row.
template <class T> struct SparseMatrix {
  std::size_t rows = 0, columns = 0;
  std::vector<std::size_t> row_starts; // rows + 1 of them
  std::vector<std::size_t> column_indices;
  std::vector<T> values;

  explicit SparseMatrix(const Pattern &pattern) : rows(pattern.rows), columns(pattern.columns), row_starts{0} {
    for (const auto &entries : pattern.columns_of_row) {
      column_indices.insert(column_indices.end(), entries.begin(), entries.end());
      row_starts.push_back(column_indices.size());
    }
    values.resize(column_indices.size());
  }

  T operator()(std::size_t row, std::size_t column) const {
    auto first = column_indices.begin() + static_cast<std::ptrdiff_t>(row_starts[row]);
    auto last = column_indices.begin() + static_cast<std::ptrdiff_t>(row_starts[row + 1]);
    auto place = std::lower_bound(first, last, column);
    return place != last && *place == column ? values[static_cast<std::size_t>(place - column_indices.begin())] : T(0);
  }
};

// A colour per column; columns of the same colour have no row in common.
struct Colouring {
  std::size_t count = 0;
  std::vector<std::size_t> colour;
};

// Greedy, in the order of the columns: a column gets the first colour that no column has with which it shares a row.
inline Colouring colour_columns(const Pattern &pattern) {
  Pattern rows_of = pattern.transposed();
  const std::size_t none = pattern.columns;
  Colouring result{0, std::vector<std::size_t>(pattern.columns, none)};
  std::vector<std::size_t> taken_for(pattern.columns + 1, none);
  for (std::size_t column = 0; column < pattern.columns; ++column) {
    for (std::size_t row : rows_of.columns_of_row[column])
      for (std::size_t neighbour : pattern.columns_of_row[row])
        if (result.colour[neighbour] != none)
          taken_for[result.colour[neighbour]] = column;
    std::size_t colour = 0;
    while (taken_for[colour] == column)
      ++colour;
    result.colour[column] = colour;
    result.count = std::max(result.count, colour + 1);
  }
  return result;
}

namespace detail {

// Whether entry (row, column) of a symmetric matrix can be read off the sum of the columns of this colour: no other of its columns has
// an entry in this row.
inline bool is_alone(const Pattern &pattern, const Colouring &colouring, std::size_t row, std::size_t column) {
  for (std::size_t other : pattern.columns_of_row[row])
    if (other != column && colouring.colour[other] == colouring.colour[column])
      return false;
  return true;
}

// A colour that `vertex` must not have: `middle` is a neighbour of it, `end` one of that. On no path of four vertices are there only two
// colours.
inline bool closes_path(const Pattern &graph, const std::vector<std::size_t> &colour, std::size_t none, std::size_t middle,
                        std::size_t end) {
  if (colour[middle] == none)
    return true;
  for (std::size_t further : graph.columns_of_row[end])
    if (further != end && further != middle && colour[further] == colour[middle])
      return true;
  return false;
}

} // namespace detail

// For a symmetric pattern with its diagonal: a star colouring. Of (row, column) and (column, row), one at least is alone in its row among the
// columns of its colour.
inline Colouring colour_symmetric(const Pattern &pattern) {
  const std::size_t none = pattern.columns;
  Colouring result{0, std::vector<std::size_t>(pattern.columns, none)};
  std::vector<std::size_t> taken_for(pattern.columns + 1, none);
  for (std::size_t vertex = 0; vertex < pattern.columns; ++vertex) {
    for (std::size_t middle : pattern.columns_of_row[vertex]) {
      if (middle == vertex)
        continue;
      if (result.colour[middle] != none)
        taken_for[result.colour[middle]] = vertex;
      for (std::size_t end : pattern.columns_of_row[middle])
        if (end != vertex && end != middle && result.colour[end] != none &&
            detail::closes_path(pattern, result.colour, none, middle, end))
          taken_for[result.colour[end]] = vertex;
    }
    std::size_t colour = 0;
    while (taken_for[colour] == vertex)
      ++colour;
    result.colour[vertex] = colour;
    result.count = std::max(result.count, colour + 1);
  }
  return result;
}

} // namespace zymase

#endif
