#include "harness/judge/files/file_target.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <exception>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"

namespace conformance {
namespace {

InputError cannot_write(std::filesystem::path const& path) {
  return InputError(fmt::format("cannot write {}: check that its folder exists and may be written", path.string()));
}

bool is_regular(int descriptor) {
  struct stat status {};
  return ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

/// Null when it cannot be opened. A link or a pipe that turned up where a regular file belongs is neither followed nor
/// waited for.
OpenFile opened(std::filesystem::path const& path, bool is_written_whole, int more_flags = 0) {
  int const guard = is_written_whole ? O_NOFOLLOW | O_NONBLOCK : 0;
  constexpr mode_t for_all = 0666;
  int const descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | guard | more_flags, for_all);
  if (descriptor < 0) return nullptr;
  if (is_written_whole && !is_regular(descriptor)) {
    ::close(descriptor);
    return nullptr;
  }
  return OpenFile(::fdopen(descriptor, "wb"));
}

bool is_written(OpenFile file, std::string const& bytes) {
  if (!file) return false;
  bool const is_whole = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
  return std::fclose(file.release()) == 0 && is_whole;
}

bool is_written_beside(std::filesystem::path const& path, std::string const& bytes) {
  std::error_code error;
  std::filesystem::path const beside = fmt::format("{}.{}.part", path.string(), ::getpid());
  std::filesystem::remove(beside, error);
  if (!is_written(opened(beside, true, O_EXCL), bytes)) {
    std::filesystem::remove(beside, error);
    return false;
  }
  std::filesystem::rename(beside, path, error);
  if (!error) return true;
  std::filesystem::remove(beside, error);
  return false;
}

}  // namespace

FileTarget file_target(std::filesystem::path const& named) {
  std::error_code error;
  if (!std::filesystem::exists(named, error)) return {.named = named, .path = named};
  if (!std::filesystem::is_regular_file(named, error))
    return {.named = named, .path = named, .is_written_whole = false};
  // A link stays one, and leads to the new file.
  return {.named = named, .path = std::filesystem::canonical(named, error)};
}

FileTarget cleared_file(std::filesystem::path const& named) {
  write_file(named, "");
  std::error_code error;
  bool const is_plain = std::filesystem::is_regular_file(std::filesystem::symlink_status(named, error));
  if (is_plain) std::filesystem::remove(named, error);
  return file_target(named);
}

void replace_file(FileTarget const& target, std::string const& bytes) {
  if (!target.is_written_whole) return write_file(target.path, bytes);
  std::error_code error;
  if (target.path.has_parent_path()) std::filesystem::create_directories(target.path.parent_path(), error);
  // A folder in which nothing can be made may hold a file that can be written.
  if (!is_written_beside(target.path, bytes) && !is_written(opened(target.path, true), bytes))
    throw cannot_write(target.named);
  if (!std::filesystem::equivalent(target.named, target.path, error))
    throw InputError(fmt::format("{} was replaced meanwhile, and what is there now is no report; it is in {}",
                                 target.named.string(), target.path.string()));
}

void replace_file(std::filesystem::path const& path, std::string const& bytes) {
  replace_file(file_target(path), bytes);
}

OpenFile open_file(FileTarget const& target) {
  if (target.is_written_whole) replace_file(target, "");
  OpenFile file = opened(target.path, target.is_written_whole);
  if (!file) throw cannot_write(target.named);
  return file;
}

}  // namespace conformance
