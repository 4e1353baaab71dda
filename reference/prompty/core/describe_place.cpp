#include "prompty/core/describe_place.hpp"

#include <fmt/core.h>

namespace prompty {

std::string describe_place(Place const& place) {
  if (place.line == 0) return place.file;
  std::string const position = fmt::format("line {}, column {}", place.line, place.column);
  return place.file.empty() ? position : fmt::format("{}, {}", place.file, position);
}

}  // namespace prompty
