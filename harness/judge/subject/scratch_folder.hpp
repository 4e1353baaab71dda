#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "harness/judge/subject/posix.hpp"

namespace conformance {

enum class ScratchPlace {
  temporary_folder,  ///< the system's
  memory,  ///< a file system in memory where there is one and TMPDIR does not name a place: no disk is waited for
};

/// A fresh folder, removed with all its content at the end, whatever was made of it: folders without permissions,
/// folders nested deeper than a path can tell, any number of files. A process that is killed leaves its folders behind;
/// the next one that makes its first removes them.
class ScratchFolder {
 public:
  /// Throws std::system_error when the folder cannot be made.
  explicit ScratchFolder(ScratchPlace place = ScratchPlace::temporary_folder);
  ~ScratchFolder();
  ScratchFolder(ScratchFolder const&) = delete;
  ScratchFolder& operator=(ScratchFolder const&) = delete;

  /// Absolute, without symbolic links, no "/" at the end.
  [[nodiscard]] std::string const& path() const { return path_; }

 private:
  std::string path_;
  /// Holds a lock on the folder, which the end of the process gives up, however it comes.
  FileDescriptor lock_;
};

/// Removes the scratch folders of this user in `folder` whose processes are gone.
void sweep_scratch_folders(std::string const& folder);

struct FolderSize {
  std::uint64_t bytes = 0;  ///< on the disk, of files; links are not followed
  bool is_cut = false;      ///< there was more than `max_files`, or it was nested too deeply, and not all was counted
};

/// Folders below each other that `size_of_folder` looks into.
constexpr int deepest_scratch_folder = 100;

/// The size of what lies below a folder. What vanishes meanwhile is not counted.
[[nodiscard]] FolderSize size_of_folder(std::string const& path, std::size_t max_files);

}  // namespace conformance
