#pragma once

#include <string>
#include <string_view>

namespace prompty {

/// An absolute http or https URL in the two halves that a client needs: `https://host:port` and the rest, which starts
/// with a slash.
struct Url {
  std::string origin;
  std::string target;

  bool operator==(Url const&) const = default;
};

/// Throws ValueError when `url` is not http or https, has no host, holds user information, blanks or control
/// characters, or its port is not a number up to 65535.
[[nodiscard]] Url parse_url(std::string_view url);

/// `endpoint` and `path` with exactly one slash between them. A query of the endpoint goes behind the path, in place of
/// parameters of the path with the same names.
[[nodiscard]] std::string join_url(std::string_view endpoint, std::string_view path);

/// `text` as one segment of a path: every byte but letters, digits and `-._~` as %XX.
[[nodiscard]] std::string percent_encoded(std::string_view text);

}  // namespace prompty
