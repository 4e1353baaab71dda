#include "harness/files/text_file.hpp"

#include <fmt/core.h>

#include <fstream>
#include <iterator>

#include "harness/input_error.hpp"

namespace conformance {

std::string read_file(std::filesystem::path const& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    throw InputError(fmt::format("{} is a folder; name a file", path.string()));
  }
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw InputError(fmt::format("cannot read {}: no such file, or no permission", path.string()));
  return std::string(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
}

void write_file(std::filesystem::path const& path, std::string const& bytes) {
  std::error_code error;
  if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), error);
  std::ofstream stream(path, std::ios::binary | std::ios::trunc);
  stream << bytes;
  stream.close();
  if (!stream)
    throw InputError(fmt::format("cannot write {}: check that its folder exists and may be written", path.string()));
}

}  // namespace conformance
