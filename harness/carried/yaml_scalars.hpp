#pragma once

#include <string>

namespace conformance {

/// Whether a text stands in a YAML file, and everywhere as the whole of a plain or quoted scalar that ends its line,
/// behind a key or a dash.
[[nodiscard]] bool stands_as_scalar(std::string const& text, std::string const& file);

/// The file with another text in those scalars, in double quotes, with escapes for all that a line of YAML cannot hold.
[[nodiscard]] std::string with_scalar(std::string file, std::string const& text, std::string const& instead);

}  // namespace conformance
