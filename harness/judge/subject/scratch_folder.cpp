#include "harness/judge/subject/scratch_folder.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <string_view>
#include <system_error>
#include <vector>

namespace conformance {
namespace {

constexpr std::uint64_t bytes_of_a_block = 512;

/// The names in a folder, "." and ".." left out.
std::vector<std::string> names_in(int folder) {
  std::vector<std::string> names;
  DIR* const stream = ::fdopendir(::dup(folder));
  if (stream == nullptr) return names;
  ::rewinddir(stream);
  while (dirent const* const entry = ::readdir(stream)) {
    std::string const name = entry->d_name;
    if (name != "." && name != "..") names.push_back(name);
  }
  ::closedir(stream);
  return names;
}

int open_folder(int above, std::string const& name) {
  // An adapter may have taken its own folders' permissions away.
  ::fchmodat(above, name.c_str(), S_IRWXU, 0);
  return ::openat(above, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

bool is_folder(int above, std::string const& name) {
  struct stat status {};
  return ::fstatat(above, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(status.st_mode);
}

/// Removes a folder `name` of `top`; the folders in it are moved up to `top` under fresh names, so that depth does not
/// matter.
void empty_into(int top, std::string const& name, std::uint64_t& moved) {
  int const folder = open_folder(top, name);
  if (folder < 0) return;
  for (std::string const& inner : names_in(folder)) {
    if (!is_folder(folder, inner)) {
      ::unlinkat(folder, inner.c_str(), 0);
      continue;
    }
    ::fchmodat(folder, inner.c_str(), S_IRWXU, 0);
    ::renameat(folder, inner.c_str(), top, fmt::format(".moved-up-{}", moved++).c_str());
  }
  ::close(folder);
  ::unlinkat(top, name.c_str(), AT_REMOVEDIR);
}

void remove_flat(std::string const& path) {
  int const top = open_folder(AT_FDCWD, path);
  if (top < 0) return;
  std::uint64_t moved = 0;
  for (std::vector<std::string> names = names_in(top); !names.empty(); names = names_in(top)) {
    std::uint64_t const before = moved;
    bool removed = false;
    for (std::string const& name : names) {
      if (is_folder(top, name)) {
        empty_into(top, name, moved);
        removed = removed || !is_folder(top, name);
      } else {
        removed = ::unlinkat(top, name.c_str(), 0) == 0 || removed;
      }
    }
    if (!removed && moved == before) break;
  }
  ::close(top);
  ::rmdir(path.c_str());
}

std::filesystem::path folder_of(ScratchPlace place) {
  char const* const in_memory = "/dev/shm";
  bool const may_choose = place == ScratchPlace::memory && std::getenv("TMPDIR") == nullptr;
  return may_choose && ::access(in_memory, W_OK | X_OK) == 0 ? in_memory : std::filesystem::temp_directory_path();
}

constexpr std::string_view scratch_prefix = "prompty-conformance-scratch-";

int lock_folder(int folder, int how) {
  int locked = -1;
  do {
    locked = ::flock(folder, how);
  } while (locked != 0 && errno == EINTR);
  return locked;
}

bool is_still_at(std::string const& path, int folder) {
  struct stat opened {};
  struct stat named {};
  return ::fstat(folder, &opened) == 0 && ::lstat(path.c_str(), &named) == 0 && opened.st_dev == named.st_dev &&
         opened.st_ino == named.st_ino;
}

FileDescriptor opened_folder(std::string const& path) {
  return FileDescriptor(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

void sweep_one(std::string const& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0 || !S_ISDIR(status.st_mode) || status.st_uid != ::geteuid()) return;
  FileDescriptor folder = opened_folder(path);
  if (!folder.is_open() && errno == EACCES && ::chmod(path.c_str(), S_IRWXU) == 0) folder = opened_folder(path);
  // Held until the folder is gone: who has just made it waits for the lock, and then makes another one.
  if (lock_folder(folder.number(), LOCK_EX | LOCK_NB) == 0 && is_still_at(path, folder.number())) remove_flat(path);
}

/// Once in a process: those that others leave behind meanwhile are for the next one.
void sweep_all() {
  std::error_code none;
  sweep_scratch_folders("/dev/shm");
  sweep_scratch_folders(std::filesystem::temp_directory_path(none).string());
}

}  // namespace

void sweep_scratch_folders(std::string const& folder) {
  std::error_code unreadable;
  std::vector<std::string> paths;
  for (std::filesystem::directory_iterator entry(folder, unreadable), end; !unreadable && entry != end;
       entry.increment(unreadable)) {
    bool const is_ours = entry->path().filename().native().starts_with(scratch_prefix);
    if (is_ours) paths.push_back(entry->path().string());
  }
  for (std::string const& path : paths) sweep_one(path);
}

ScratchFolder::ScratchFolder(ScratchPlace place) {
  static std::once_flag is_swept;
  std::call_once(is_swept, sweep_all);
  std::filesystem::path const above = folder_of(place);
  do {
    std::string pattern = (above / std::string(scratch_prefix).append("XXXXXX")).string();
    if (::mkdtemp(pattern.data()) == nullptr) {
      throw std::system_error(errno, std::generic_category(), "cannot create a scratch folder " + pattern);
    }
    path_ = pattern;
    lock_ = opened_folder(path_);
    if (!lock_.is_open()) {
      int const error = errno;
      // Somebody swept it before it was locked.
      if (error == ENOENT) continue;
      ::rmdir(path_.c_str());
      throw std::system_error(error, std::generic_category(), "cannot open the scratch folder " + path_);
    }
    // Without locks, as on some network drives, no folder is swept either.
    static_cast<void>(lock_folder(lock_.number(), LOCK_EX));
  } while (!is_still_at(path_, lock_.number()));
  path_ = std::filesystem::canonical(path_).string();
}

ScratchFolder::~ScratchFolder() {
  remove_flat(path_);
}

FolderSize size_of_folder(std::string const& path, std::size_t max_files) {
  FolderSize size;
  std::size_t files = 0;
  std::error_code ignored;
  std::filesystem::recursive_directory_iterator entry(path, std::filesystem::directory_options::skip_permission_denied,
                                                      ignored);
  for (; !ignored && entry != std::filesystem::recursive_directory_iterator(); entry.increment(ignored)) {
    if (++files > max_files || entry.depth() >= deepest_scratch_folder) {
      size.is_cut = true;
      return size;
    }
    struct stat status {};
    if (::lstat(entry->path().c_str(), &status) != 0 || !S_ISREG(status.st_mode)) continue;
    size.bytes += static_cast<std::uint64_t>(status.st_blocks) * bytes_of_a_block;
  }
  return size;
}

}  // namespace conformance
