#pragma once

#include "prompty/tools/openapi/access.hpp"

namespace prompty::openapi {

/// The request that calls an operation below `server`, an absolute URL (P11.2-24). `arguments` have the names of the
/// function's schema; null counts as not given. They never change scheme, host or the fixed parts of the path. Throws
/// ValueError for missing and unknown arguments, for a body that its format cannot represent, and for a value that
/// would change the path, end a header or replace a credential.
[[nodiscard]] HttpRequest build_call(Operation const& operation, Json const& arguments, std::string const& server,
                                     Authentication const& proof);

// The styles of OpenAPI: how values become text. Nested values that a style cannot represent are written as JSON.

/// What replaces `{name}` in a path, percent-encoded, without a slash.
[[nodiscard]] std::string in_path(Parameter const& parameter, Json const& value);

/// The `name=value` pairs of a query or form, percent-encoded; none for an empty array or object.
[[nodiscard]] std::vector<std::string> in_query(Parameter const& parameter, Json const& value);

/// The value of a header, unchecked.
[[nodiscard]] std::string in_header(Parameter const& parameter, Json const& value);

/// The `name=value` pairs of a cookie header; values are percent-encoded.
[[nodiscard]] std::vector<std::string> in_cookie(Parameter const& parameter, Json const& value);

/// `time` is for the whole answer, from the request to its end.
struct AnswerLimits {
  std::size_t max_bytes;
  std::chrono::milliseconds time;
  Cancellation cancellation = {};
};

/// The whole answer to a request, whatever its status. Throws ConnectionError when none arrives or it exceeds the
/// limits, and CancelledError.
[[nodiscard]] HttpResponse exchange(HttpRequest const& request, Transport const& transport, AnswerLimits const& limits);

/// The content of an answer: the value of JSON, other text as it is, and a sentence when there is none. Throws
/// ExecuteError, with status and the start of the body, for an error and for a redirect, which is not followed.
[[nodiscard]] Json result_of(HttpRequest const& request, HttpResponse const& response);

/// A URL without its query, which may hold secrets.
[[nodiscard]] std::string without_query(std::string_view url);

}  // namespace prompty::openapi
