#include "cli/files.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "cli/errors.hpp"
#include "prompty/core/match.hpp"
#include "prompty/load/file_access.hpp"

namespace prompty::cli {
namespace {

/// Whether the name stands for a descriptor that this process was given. Whoever gave a pipe writes into it already;
/// to open any other pipe may wait for ever.
bool is_given_descriptor(std::string_view path) {
  return path.starts_with("/dev/fd/") || path.starts_with("/proc/self/fd/") || path == "/dev/stdin";
}

std::string kind_of(std::filesystem::file_status status) {
  using Type = std::filesystem::file_type;
  static std::map<Type, std::string> const kinds = {{Type::directory, "a folder"},
                                                    {Type::symlink, "a symbolic link"},
                                                    {Type::block, "a device"},
                                                    {Type::character, "a device"},
                                                    {Type::fifo, "a pipe"},
                                                    {Type::socket, "a socket"},
                                                    {Type::unknown, "of a kind that is not known"}};
  std::map<Type, std::string>::const_iterator const found = kinds.find(status.type());
  return found == kinds.end() ? "" : found->second;
}

constexpr mode_t for_the_owner = 0600;
constexpr mode_t for_all = 0666;  // but for whom the umask leaves out
constexpr mode_t permission_bits = 07777;
constexpr int max_names = 100;
constexpr int max_links = 40;

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
  for (int number = 0; number < max_names; ++number) {
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
  for (int links = 0; links < max_links; ++links) {
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

std::string read_file(std::string const& path, std::size_t max_bytes) {
  std::error_code ignored;
  std::filesystem::file_status const status = std::filesystem::status(path, ignored);
  if (!std::filesystem::exists(status)) throw errors::named_file_not_found(path);
  bool const may_be_pipe = is_given_descriptor(path);
  file_access::Kinds const kinds =
      may_be_pipe ? file_access::Kinds::regular_files_and_pipes : file_access::Kinds::regular_files;
  return match(
      file_access::read(path, max_bytes, kinds), [](std::string&& bytes) { return std::move(bytes); },
      [&](file_access::NotFound) -> std::string { throw errors::named_file_of_wrong_kind(path, kind_of(status)); },
      [&](file_access::TooLarge) -> std::string { throw errors::named_file_too_large(path, max_bytes); },
      [&](file_access::Unreadable const& failure) -> std::string {
        throw errors::named_file_unreadable(path, failure.reason);
      });
}

std::string kind_unless_regular(std::string const& path) {
  std::error_code ignored;
  return kind_of(std::filesystem::symlink_status(path, ignored));
}

int replace_file(std::string const& path, std::string_view bytes, Readers readers) {
  struct stat old {};
  bool const takes_over = readers == Readers::as_before && ::stat(path.c_str(), &old) == 0;
  bool const is_private = readers == Readers::owner || takes_over;
  std::string beside;
  int const file = open_beside(path, is_private ? for_the_owner : for_all, beside);
  if (file < 0) return errno;
  int error = takes_over ? take_over(file, old) : 0;
  if (error == 0) error = write_all(file, bytes);
  // All bytes have to be on the disk, where the file system has something to wait for.
  if (error == 0 && ::fsync(file) != 0 && errno != EINVAL) error = errno;
  if (::close(file) != 0 && error == 0) error = errno;
  if (error == 0 && std::rename(beside.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) ::unlink(beside.c_str());
  return error;
}

int write_file(std::string const& path, std::string_view bytes) {
  std::optional<std::string> const target = replaceable(path);
  if (!target) return write_into(path, bytes);
  int const error = replace_file(*target, bytes, Readers::as_before);
  return is_about_the_folder(error) ? write_into(path, bytes) : error;
}

}  // namespace prompty::cli
