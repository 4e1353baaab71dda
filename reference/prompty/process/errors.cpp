#include "prompty/process/errors.hpp"

#include <fmt/core.h>

#include "prompty/secrets/secrets.hpp"

namespace prompty::errors {
namespace {

std::string in_brackets(std::string_view request_id) {
  return request_id.empty() ? "" : fmt::format(" (request id {})", request_id);
}

}  // namespace

ValueError response_failed(std::string_view message) {
  return ValueError(std::string(message), "P8.4-01");
}

ConnectionError stream_ended_early(std::string_view source, std::string_view missing, std::string_view request_id) {
  return ConnectionError(fmt::format("The answer from {} was cut short: it ended before {}{}",
                                     without_url_secrets(source), missing, in_brackets(request_id)));
}

ExecuteError provider_failed_in_stream(std::string_view source, int status, std::string_view message,
                                       std::string_view request_id) {
  return ExecuteError(fmt::format("{} failed in the middle of its answer: {}{}", without_url_secrets(source), message,
                                  in_brackets(request_id)),
                      status, std::string(request_id));
}

}  // namespace prompty::errors
