#pragma once

#include "prompty/core/host.hpp"
#include "prompty/core/json.hpp"
#include "prompty/transport/transport.hpp"

namespace prompty::openapi {

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
