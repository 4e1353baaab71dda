#pragma once

#include <filesystem>
#include <string>

namespace conformance {

/// Where the harness finds what it judges by.
struct DataFolders {
  std::filesystem::path vectors;
  std::filesystem::path spec;
};

/// Empty options are filled from the nearest folder above the program that holds vectors/ and spec/ (a checkout), or
/// from share/prompty beside the program's folder (an installation). Throws InputError when there is neither.
[[nodiscard]] DataFolders find_data_folders(std::string const& vectors_option, std::string const& spec_option);

/// The path of the running program.
[[nodiscard]] std::filesystem::path program_path();

}  // namespace conformance
