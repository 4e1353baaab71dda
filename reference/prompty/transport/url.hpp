#pragma once

#include <string>
#include <string_view>
#include <vector>

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

/// `bytes` in base64 with padding, for data: URIs and credentials.
[[nodiscard]] std::string base64(std::string_view bytes);

/// What stands between the separators, without what is empty.
[[nodiscard]] std::vector<std::string_view> parts_of(std::string_view text, char separator);

/// Host and port of a server. An IPv6 address stands without its brackets.
struct Authority {
  std::string host;
  int port = 0;

  bool operator==(Authority const&) const = default;
};

/// The two halves of `host:port`. The port is `default_port` when there is none, and 0 when it is no number from 1 to
/// 65535.
[[nodiscard]] Authority split_authority(std::string_view text, int default_port);

/// The server of an origin such as `https://host:port`; the default port is that of the scheme.
[[nodiscard]] Authority authority_of_origin(std::string_view origin);

/// The value of an authorization header for what stands before the `@` of a URL: `user:password`, or a user alone, with
/// %XX for other characters.
[[nodiscard]] std::string basic_authorization(std::string_view user_information);

}  // namespace prompty
