#include "prompty/core/error_catalogue_traces.hpp"

#include <fmt/core.h>

#include <system_error>

#include "prompty/core/secrets.hpp"

namespace prompty::errors {

RuntimeError trace_not_written(std::string_view path, int system_error) {
  return RuntimeError(fmt::format("The trace could not be written to {}: {}; name a folder that can be written to",
                                  path, std::generic_category().message(system_error)));
}

RuntimeError spans_not_taken(std::string_view url, int status, std::string_view message) {
  return RuntimeError(
      fmt::format("The collector at {} did not take the spans: status {}: {}; see whether it takes OTLP as JSON over "
                  "HTTP at that address",
                  without_url_secrets(url), status, message));
}

CancelledError stream_let_go() {
  return CancelledError("The stream was let go of before its end");
}

}  // namespace prompty::errors
