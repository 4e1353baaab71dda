#include "support/text_file.hpp"

#include <fstream>
#include <iterator>

namespace prompty_tests {

std::string text_of(std::filesystem::path const& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

}  // namespace prompty_tests
