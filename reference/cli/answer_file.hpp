#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include "cli/show_outcome.hpp"
#include "prompty/core/outcome.hpp"

namespace prompty::cli {

/// Writes the outcome into the file instead of `out`: an image as the bytes that its base64 stands for, further ones of
/// the same answer with -2, -3 and so on before the ending of the name; anything else as it would be printed. An image
/// that is only an address is printed to `out` after all. Each file is written as by `write_file`, none when an image
/// is neither, which is a ValueError. Throws RuntimeError when a file cannot be written.
void write_outcome(Outcome const& outcome, std::string const& path, Printing printing, std::ostream& out);

/// The bytes that a base64 text stands for, with or without a `data:` address around it. Throws ValueError for any
/// other text.
[[nodiscard]] std::string bytes_of_image(std::string_view value);

}  // namespace prompty::cli
