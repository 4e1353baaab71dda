#pragma once

#include <filesystem>
#include <vector>

#include "prompty/core/host.hpp"

// Files of environment variables such as `.env`. Loading reads none (P4.1-09); a program hands in what it has read.
namespace prompty {

/// The variables in the text of an environment file: lines `NAME=value`, with an optional `export` before the name. A
/// value in double quotes may hold `\n`, `\t`, `\"`, `\\` and `\$`, one in single quotes is taken as it is, and one
/// without ends at ` #`. Blank lines and lines that begin with `#` are ignored; the later of two lines for a
/// name wins. Throws ValueError with line and column of `file` for any other line.
[[nodiscard]] std::map<std::string, std::string> read_environment_file(std::string_view text, std::string const& file);

/// An environment of `variables` behind `first`: what `first` sets, even to "", is never overridden (P4.1-13).
[[nodiscard]] Environment with_variables(Environment first, std::map<std::string, std::string> variables);

/// An environment of the variables in these files behind `first`, as they are now. Of several files that set a
/// variable the first wins. Throws FileNotFoundError when a file is not there, RuntimeError when one cannot be read,
/// and ValueError as `read_environment_file` and for more than 64 MiB. For example, before anything is loaded:
/// `global_runtime().environment = with_environment_files({".env"});`
[[nodiscard]] Environment with_environment_files(std::vector<std::filesystem::path> const& files,
                                                 Environment first = process_environment());

}  // namespace prompty
