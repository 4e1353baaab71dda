#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

namespace conformance {

/// Where a file will be written, as it was when this was made: what a program that runs meanwhile puts in its place is
/// replaced, neither followed nor waited for.
struct FileTarget {
  std::filesystem::path named;   ///< as the user names it; empty for no file
  std::filesystem::path path;    ///< what a link of the user leads to, else `named`
  bool is_written_whole = true;  ///< false for what is there and no regular file, such as a pipe or a terminal
};

[[nodiscard]] FileTarget file_target(std::filesystem::path const& named);

/// Makes sure that the file can be written, and removes it if it is a regular one, so that what an earlier run left
/// there is not taken for the result of this one. Throws InputError naming the path when it cannot be written.
FileTarget cleared_file(std::filesystem::path const& named);

/// As write_file, but whoever opens the path finds the old file or the whole new one: it is written beside and renamed.
/// What was no regular file is written in place, as is a regular file in a folder that takes no other. Throws
/// InputError as write_file does, and when `named` no longer leads to what was written.
void replace_file(FileTarget const& target, std::string const& bytes);
void replace_file(std::filesystem::path const& path, std::string const& bytes);

struct CloseFile {
  void operator()(std::FILE* file) const { static_cast<void>(std::fclose(file)); }
};
using OpenFile = std::unique_ptr<std::FILE, CloseFile>;

/// The target, emptied and open for writing, for this program alone. Throws InputError naming the path.
[[nodiscard]] OpenFile open_file(FileTarget const& target);

}  // namespace conformance
