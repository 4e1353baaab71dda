#include "prompty/load/file_access.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

namespace prompty::file_access {
namespace {

constexpr std::size_t block_size = 65536;

bool is_of(std::filesystem::path const& path, Kinds kinds) {
  std::error_code ignored;
  std::filesystem::file_status const status = std::filesystem::status(path, ignored);
  // P4.11-07: a folder can be opened too, and would fail only when it is read.
  return std::filesystem::is_regular_file(status) ||
         (kinds == Kinds::regular_files_and_pipes && std::filesystem::is_fifo(status));
}

}  // namespace

std::variant<std::string, NotFound, TooLarge, Unreadable> read(std::filesystem::path const& path,
                                                               std::size_t most_bytes, Kinds kinds) {
  // A name with a NUL would be cut there by the operating system.
  if (path.native().find('\0') != std::string::npos || !is_of(path, kinds)) return NotFound{};
  std::ifstream file(path, std::ios::binary);
  if (!file) return Unreadable{std::strerror(errno)};
  std::string content;
  std::array<char, block_size> block;
  while (file) {
    file.read(block.data(), static_cast<std::streamsize>(block.size()));
    content.append(block.data(), static_cast<std::size_t>(file.gcount()));
    // The size that the folder names may be no longer true, or 0 as below /proc.
    if (content.size() > most_bytes) return TooLarge{};
  }
  if (file.bad()) return Unreadable{"the disk or network gave an error half-way"};
  return content;
}

}  // namespace prompty::file_access
