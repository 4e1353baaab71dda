#include "prompty/core/error_catalogue_streams.hpp"

#include <fmt/core.h>

#include <string>

#include "prompty/core/secrets.hpp"

namespace prompty::errors {
namespace error_catalogue_streams {
namespace {

constexpr std::size_t shown_bytes = 80;

std::string excerpt(std::string_view text) {
  return text.size() <= shown_bytes ? std::string(text) : fmt::format("{} ...", text.substr(0, shown_bytes));
}

std::string in_brackets(std::string_view request_id) {
  return request_id.empty() ? "" : fmt::format(" (request id {})", request_id);
}

}  // namespace
}  // namespace error_catalogue_streams

ValueError model_refused(std::string_view refusal) {
  return ValueError(fmt::format("Model refused: {}", refusal), "P8.6-11");
}

NotImplementedError streams_not_offered(std::string_view provider) {
  return NotImplementedError(
      fmt::format("The executor for provider '{}' offers no streams; ask for a complete answer instead", provider));
}

NotImplementedError streams_not_processed(std::string_view provider) {
  return NotImplementedError(
      fmt::format("The processor for provider '{}' reads no streams; ask for a complete answer instead", provider));
}

NotImplementedError api_type_not_streamed(std::string_view api_type) {
  return NotImplementedError(
      fmt::format("Answers of the API type '{}' are not streamed; ask for a complete answer instead", api_type));
}

ValueError answer_not_a_stream(std::string_view url, std::string_view content_type) {
  return ValueError(fmt::format("Unexpected response format: {} answered with {} instead of text/event-stream",
                                without_url_secrets(url), content_type.empty() ? "no content type" : content_type));
}

ValueError event_too_large(std::size_t most_bytes) {
  return ValueError(
      fmt::format("Unexpected response format: an event of the stream is larger than {} bytes, which is as much as is "
                  "kept",
                  most_bytes));
}

ValueError event_not_json(std::string_view data) {
  return ValueError(fmt::format("Unexpected response format: the data of an event must be JSON or [DONE], not {}",
                                error_catalogue_streams::excerpt(data)));
}

ConnectionError stream_cut_short(std::string_view source, std::string_view missing, std::string_view request_id) {
  return ConnectionError(fmt::format("The answer from {} was cut short: it ended before {}{}",
                                     without_url_secrets(source), missing,
                                     error_catalogue_streams::in_brackets(request_id)));
}

ExecuteError provider_failed_in_stream(std::string_view source, int status, std::string_view message,
                                       std::string_view request_id) {
  return ExecuteError(fmt::format("{} failed in the middle of its answer: {}{}", without_url_secrets(source), message,
                                  error_catalogue_streams::in_brackets(request_id)),
                      status, std::string(request_id));
}

}  // namespace prompty::errors
