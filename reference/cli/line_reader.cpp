#include "cli/line_reader.hpp"

#include <istream>

namespace prompty::cli {

std::variant<std::string, NoLine> StreamLines::read(std::string const& /*prompt*/) {
  std::string line;
  if (!std::getline(in_, line)) return NoLine::ended;
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return line;
}

}  // namespace prompty::cli
