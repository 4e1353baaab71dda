#include "cli/named_file.hpp"

#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "cli/errors.hpp"
#include "prompty/core/match.hpp"
#include "prompty/load/file_access.hpp"

namespace prompty::cli {
namespace named_file {
namespace {

/// Whether the name stands for a descriptor that this process was given. Whoever gave a pipe writes into it already;
/// to open any other pipe may wait for ever.
bool is_given_descriptor(std::string_view path) {
  return path.starts_with("/dev/fd/") || path.starts_with("/proc/self/fd/") || path == "/dev/stdin";
}

std::string kind_of(std::filesystem::file_status status) {
  switch (status.type()) {
    case std::filesystem::file_type::directory:
      return "a folder";
    case std::filesystem::file_type::symlink:
      return "a symbolic link";
    case std::filesystem::file_type::block:
    case std::filesystem::file_type::character:
      return "a device";
    case std::filesystem::file_type::fifo:
      return "a pipe";
    case std::filesystem::file_type::socket:
      return "a socket";
    case std::filesystem::file_type::unknown:
      return "of a kind that is not known";
    case std::filesystem::file_type::none:
    case std::filesystem::file_type::not_found:
    case std::filesystem::file_type::regular:
      return "";
  }
  return "";
}

}  // namespace
}  // namespace named_file

std::string read_file(std::string const& path, std::size_t most_bytes) {
  std::error_code ignored;
  std::filesystem::file_status const status = std::filesystem::status(path, ignored);
  if (!std::filesystem::exists(status)) throw errors::named_file_not_found(path);
  bool const may_be_pipe = named_file::is_given_descriptor(path);
  file_access::Kinds const kinds =
      may_be_pipe ? file_access::Kinds::regular_files_and_pipes : file_access::Kinds::regular_files;
  return match(
      file_access::read(path, most_bytes, kinds), [](std::string&& bytes) { return std::move(bytes); },
      [&](file_access::NotFound) -> std::string {
        throw errors::named_file_of_wrong_kind(path, named_file::kind_of(status));
      },
      [&](file_access::TooLarge) -> std::string { throw errors::named_file_too_large(path, most_bytes); },
      [&](file_access::Unreadable const& failure) -> std::string {
        throw errors::named_file_unreadable(path, failure.reason);
      });
}

std::string what_is_no_regular_file(std::string const& path) {
  std::error_code ignored;
  return named_file::kind_of(std::filesystem::symlink_status(path, ignored));
}

}  // namespace prompty::cli
