#include "harness/files/text_file.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <exception>
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

void replace_file(std::filesystem::path const& path, std::string const& bytes) {
  std::error_code error;
  bool const is_there = std::filesystem::exists(path, error);
  if (is_there && !std::filesystem::is_regular_file(path, error)) return write_file(path, bytes);
  // A link stays one, and leads to the new file.
  std::filesystem::path const target = is_there ? std::filesystem::canonical(path, error) : path;
  std::filesystem::path const beside = fmt::format("{}.{}.part", target.string(), ::getpid());
  try {
    write_file(beside, bytes);
    std::filesystem::rename(beside, target);
  } catch (std::exception const&) {
    // A folder in which nothing can be made may hold a file that can be written.
    std::filesystem::remove(beside, error);
    write_file(path, bytes);
  }
}

void clear_file(std::filesystem::path const& path) {
  write_file(path, "");
  std::error_code error;
  bool const is_plain = std::filesystem::is_regular_file(std::filesystem::symlink_status(path, error));
  if (is_plain) std::filesystem::remove(path, error);
}

}  // namespace conformance
