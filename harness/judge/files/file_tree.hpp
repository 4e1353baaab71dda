#pragma once

#include <concepts>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace conformance {

/// A file that is built into the program.
struct EmbeddedFile {
  std::string_view path;  ///< with "/", such as "vectors/load/a.json"
  std::string_view bytes;
};

/// The files below a folder, on disk or built into the program. Paths below it are relative and have "/".
class FileTree {
 public:
  /// A folder on disk, whether it exists or not.
  template <std::convertible_to<std::filesystem::path> Path>
  FileTree(Path const& folder) : place_(std::filesystem::path(folder)) {}

  /// The embedded files below `folder`, such as "vectors". They must outlive the tree.
  FileTree(std::span<EmbeddedFile const> files, std::string folder);

  /// The tree of a folder below this one, whether it exists or not.
  [[nodiscard]] FileTree below(std::string const& folder) const;

  /// The folder as messages name it: its path, or its name and that it is built in.
  [[nodiscard]] std::string display_name() const;
  /// The last part of the folder's path, such as "vectors".
  [[nodiscard]] std::string name() const;
  /// Where it is on disk; nullptr when it is built in.
  [[nodiscard]] std::filesystem::path const* on_disk() const;

  /// Whether the folder is there.
  [[nodiscard]] bool exists() const;
  [[nodiscard]] bool holds(std::string const& path) const;
  /// The paths of all files below it, sorted; none when the folder does not exist.
  [[nodiscard]] std::vector<std::string> paths() const;
  /// The bytes of a file. Throws InputError naming it when it cannot be read.
  [[nodiscard]] std::string read(std::string const& path) const;
  /// As `read`, of a text. Throws InputError naming file and line where it is not UTF-8, too.
  [[nodiscard]] std::string read_text(std::string const& path) const;

 private:
  struct BuiltIn {
    std::span<EmbeddedFile const> files;
    std::string folder;
  };

  std::variant<std::filesystem::path, BuiltIn> place_;
};

/// The vectors, their schemas and fixtures, the specification with its mutants, and the sources of the reference, as
/// they were when the program was built.
[[nodiscard]] std::span<EmbeddedFile const> embedded_files();

/// Where the harness finds what it judges by.
struct DataFolders {
  FileTree vectors;
  FileTree spec;
  FileTree schemas;    ///< those beside the vectors, or those of the suite when there are none
  FileTree reference;  ///< the sources of the reference; of a checkout, else those built into the program
};

/// What a program can fall back on.
struct Surroundings {
  std::filesystem::path program;           ///< the program that looks for its data
  std::span<EmbeddedFile const> embedded;  ///< what is built into it: vectors/, spec/ and reference/
};

/// Empty options are filled from share/prompty beside the program's folder (an installation), else from the nearest
/// folder above the program that holds vectors/ and spec/ (a checkout), else from what is built into the program. An
/// installation has no sources; those built in are taken then.
[[nodiscard]] DataFolders find_data_folders(std::string const& vectors_option, std::string const& spec_option,
                                            Surroundings const& surroundings);

/// The path of the running program.
[[nodiscard]] std::filesystem::path program_path();

}  // namespace conformance
