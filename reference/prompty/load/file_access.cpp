#include "prompty/load/file_access.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <system_error>

#include "prompty/core/error_catalogue.hpp"

namespace prompty::file_access {

std::string read(std::filesystem::path const& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) throw errors::file_not_found(path.string());
  std::ifstream file(path, std::ios::binary);
  if (!file) throw errors::file_unreadable(path.string(), std::strerror(errno));
  std::string content{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (file.bad()) throw errors::file_unreadable(path.string(), "the disk or network gave an error half-way");
  return content;
}

}  // namespace prompty::file_access
