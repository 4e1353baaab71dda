#include "cli/written_file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <system_error>

namespace prompty::cli {
namespace written_file {
namespace {

constexpr mode_t for_the_owner = 0600;
constexpr mode_t for_all = 0666;  // but for whom the umask leaves out
constexpr mode_t permission_bits = 07777;
constexpr int most_names = 100;
constexpr int most_links = 40;

int write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t const count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR) return errno;
    if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return 0;
}

/// A new file beside the one at `path`, whose name goes into `beside`; -1 with errno.
int open_beside(std::string const& path, mode_t mode, std::string& beside) {
  int file = -1;
  for (int number = 0; number < most_names; ++number) {
    beside = fmt::format("{}.{}-{}.part", path, ::getpid(), number);
    file = ::open(beside.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, mode);
    if (file >= 0 || errno != EEXIST) break;
  }
  return file;
}

/// Gives the file owner, group and permissions of another.
int take_over(int file, struct stat const& other) {
  struct stat own {};
  if (::fstat(file, &own) != 0) return errno;
  bool const is_alike = own.st_uid == other.st_uid && own.st_gid == other.st_gid;
  if (!is_alike && ::fchown(file, other.st_uid, other.st_gid) != 0) return errno;
  return ::fchmod(file, other.st_mode & permission_bits) == 0 ? 0 : errno;
}

/// All bytes on the disk, the file closed.
int finish(int file, std::string_view bytes) {
  int error = write_all(file, bytes);
  // Not every file system has something to wait for.
  if (error == 0 && ::fsync(file) != 0 && errno != EINVAL) error = errno;
  if (::close(file) != 0 && error == 0) error = errno;
  return error;
}

int write_into(std::string const& path, std::string_view bytes) {
  int file = -1;
  do {
    file = ::open(path.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, for_all);
  } while (file < 0 && errno == EINTR);
  if (file < 0) return errno;
  int const error = write_all(file, bytes);
  return ::close(file) != 0 && error == 0 ? errno : error;
}

/// The regular file that `path` leads to, or the place for a new one; nothing for what has to be written into. What a
/// descriptor leads to is such, even a regular file: whoever opened that wants it to be this one. So is a file that is
/// protected against being written, which the system then refuses.
std::optional<std::string> replaceable(std::filesystem::path path) {
  std::error_code error;
  for (int links = 0; links < most_links; ++links) {
    std::filesystem::path const folder =
        std::filesystem::canonical(path.has_parent_path() ? path.parent_path() : ".", error);
    if (error || folder.string().starts_with("/proc/")) return std::nullopt;
    std::filesystem::file_status const status = std::filesystem::symlink_status(path, error);
    bool const is_protected = ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0;
    if (!std::filesystem::exists(status)) return path.string();
    if (std::filesystem::is_regular_file(status) && !is_protected) return path.string();
    if (!std::filesystem::is_symlink(status)) return std::nullopt;
    path = folder / std::filesystem::read_symlink(path, error);
    if (error) return std::nullopt;
  }
  return std::nullopt;
}

/// Whether the file itself may well be written when this kept it from being replaced.
bool is_about_the_folder(int error) {
  return error == EACCES || error == EPERM || error == EROFS || error == EBUSY || error == ENAMETOOLONG;
}

}  // namespace
}  // namespace written_file

int replace_file(std::string const& path, std::string_view bytes, Readers readers) {
  struct stat old {};
  bool const takes_over = readers == Readers::as_before && ::stat(path.c_str(), &old) == 0;
  bool const is_private = readers == Readers::owner || takes_over;
  std::string beside;
  int const file =
      written_file::open_beside(path, is_private ? written_file::for_the_owner : written_file::for_all, beside);
  if (file < 0) return errno;
  int error = takes_over ? written_file::take_over(file, old) : 0;
  if (error != 0) {
    ::close(file);
  } else {
    error = written_file::finish(file, bytes);
  }
  if (error == 0 && std::rename(beside.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) ::unlink(beside.c_str());
  return error;
}

int write_file(std::string const& path, std::string_view bytes) {
  std::optional<std::string> const target = written_file::replaceable(path);
  if (!target) return written_file::write_into(path, bytes);
  int const error = replace_file(*target, bytes, Readers::as_before);
  return written_file::is_about_the_folder(error) ? written_file::write_into(path, bytes) : error;
}

}  // namespace prompty::cli
