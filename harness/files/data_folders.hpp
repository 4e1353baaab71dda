#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "harness/files/file_tree.hpp"

namespace conformance {

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
