#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "prompty/core/cancellation.hpp"
#include "prompty/core/json.hpp"
#include "prompty/transport/transport.hpp"

namespace prompty::openapi {

/// How much of an answer is read, and until when.
struct Reach {
  std::size_t most_bytes;
  std::chrono::milliseconds time;
  Cancellation cancellation = {};
};

/// The method and URL of a request without the query, which may hold secrets.
[[nodiscard]] std::string shown(HttpRequest const& request);

/// The whole answer to a request, whatever its status. Throws ConnectionError when none arrives or it is beyond the
/// reach, and CancelledError.
[[nodiscard]] HttpResponse exchange(HttpRequest const& request, Transport const& transport, Reach const& reach);

/// What an answer says: the value of JSON, other text as it is, and a sentence when there is nothing. Throws
/// ExecuteError, with status and the start of the body, for an error and for a redirect, which is not followed.
[[nodiscard]] Json result_of(HttpRequest const& request, HttpResponse const& response);

}  // namespace prompty::openapi
