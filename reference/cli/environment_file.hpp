#pragma once

#include <map>
#include <string>
#include <string_view>

#include "prompty/core/environment.hpp"

namespace prompty::cli {

/// The variables in the text of an environment file: lines `NAME=value`, with `export` before the name if one likes. A
/// value in double quotes may hold `\n`, `\t`, `\"`, `\\` and `\$`, one in single quotes is taken as it is, and one
/// without ends at ` #`. Blank lines and lines that begin with `#` say nothing; of two lines for a name the later one
/// counts. Throws ValueError with line and column of `file` for any other line.
[[nodiscard]] std::map<std::string, std::string> read_environment_file(std::string_view text, std::string const& file);

/// An environment of `variables` behind `first`: what `first` sets is never overridden.
[[nodiscard]] Environment with_variables(Environment first, std::map<std::string, std::string> variables);

}  // namespace prompty::cli
