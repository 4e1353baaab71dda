#pragma once

#include <string>
#include <string_view>

namespace prompty::openapi {

/// `text` with A to Z as small letters.
[[nodiscard]] std::string lower_case(std::string_view text);

/// Whether headers and cookies can have the name.
[[nodiscard]] bool is_header_name(std::string_view name);

/// Whether a header, in whatever letter case, says where a message goes and where it ends, or is described by other
/// means than a parameter.
[[nodiscard]] bool is_header_of_http(std::string_view name);

}  // namespace prompty::openapi
