#include "harness/subject/scratch_folder.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <vector>

namespace conformance {
namespace scratch_folder {
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

}  // namespace
}  // namespace scratch_folder

ScratchFolder::ScratchFolder(ScratchPlace place) {
  std::string pattern = (scratch_folder::folder_of(place) / "prompty-conformance-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) {
    throw std::system_error(errno, std::generic_category(), "cannot create a scratch folder " + pattern);
  }
  path_ = std::filesystem::canonical(pattern).string();
}

ScratchFolder::~ScratchFolder() {
  scratch_folder::remove_flat(path_);
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
    size.bytes += static_cast<std::uint64_t>(status.st_blocks) * scratch_folder::bytes_of_a_block;
  }
  return size;
}

}  // namespace conformance
