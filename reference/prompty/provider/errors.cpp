#include "prompty/provider/errors.hpp"

#include <fmt/core.h>

#include "prompty/core/secrets.hpp"

namespace prompty::errors {
namespace {

constexpr std::size_t shown_bytes = 80;

std::string excerpt(std::string_view text) {
  return text.size() <= shown_bytes ? std::string(text) : fmt::format("{} ...", text.substr(0, shown_bytes));
}

}  // namespace

ValueError unsupported_api_type(std::string_view api_type) {
  return ValueError(
      fmt::format("Unsupported API type: {} (model.apiType is chat, embedding, image or responses)", api_type));
}

ValueError unsupported_anthropic_api_type(std::string_view api_type) {
  return ValueError(fmt::format("Unsupported API type: {} (the provider anthropic has only chat)", api_type));
}

NotImplementedError api_type_not_streamed(std::string_view api_type) {
  return NotImplementedError(
      fmt::format("Answers of the API type '{}' are not streamed; ask for a complete answer instead", api_type));
}

ValueError deployment_missing(std::string_view provider) {
  return ValueError(
      fmt::format("model.id is missing: the provider {} takes it as the name of the deployment to ask", provider));
}

ValueError connection_missing() {
  return ValueError(
      "model.connection is missing: give one of kind 'key' with endpoint and apiKey, or of kind 'anonymous' with "
      "endpoint");
}

ValueError unknown_connection_kind(std::string_view kind) {
  return ValueError(
      fmt::format("model.connection.kind '{}' is unknown; use key, reference, remote, anonymous, foundry or "
                  "oauth",
                  kind),
      "P2.5-02");
}

ValueError connection_field_missing(std::string_view kind, std::string_view field) {
  return ValueError(fmt::format("model.connection.{} is missing: a connection of kind '{}' needs it", field, kind),
                    "P2.5-09");
}

ValueError connection_not_registered(std::string_view name) {
  return ValueError(fmt::format("model.connection.name: no connection is registered under '{}'; register a client with "
                                "that name before the prompt runs",
                                name),
                    "P11.1-08");
}

ExecuteError provider_refused(std::string_view url, int status, std::string_view message, std::string_view request_id) {
  std::string const id = request_id.empty() ? "" : fmt::format(" (request id {})", request_id);
  return ExecuteError(fmt::format("{} answered with status {}: {}{}", without_url_secrets(url), status, message, id),
                      status, std::string(request_id));
}

ExecuteError redirect_not_followed(std::string_view url, int status, std::string_view target,
                                   std::string_view request_id) {
  std::string const id = request_id.empty() ? "" : fmt::format(" (request id {})", request_id);
  std::string const where = target.empty() ? "elsewhere" : fmt::format("to {}", without_url_secrets(target));
  return ExecuteError(fmt::format("{} answered with status {} and points {}, where credentials are not sent along; if "
                                  "that is the provider, make it the endpoint of model.connection{}",
                                  without_url_secrets(url), status, where, id),
                      status, std::string(request_id));
}

ValueError answer_not_json(std::string_view url, int status) {
  return ValueError(fmt::format("Unexpected response format: {} answered with status {} and a body that is not JSON",
                                without_url_secrets(url), status));
}

ValueError answer_not_a_stream(std::string_view url, std::string_view content_type) {
  return ValueError(fmt::format("Unexpected response format: {} answered with {} instead of text/event-stream",
                                without_url_secrets(url), content_type.empty() ? "no content type" : content_type));
}

ValueError event_not_json(std::string_view data) {
  return ValueError(
      fmt::format("Unexpected response format: the data of an event must be JSON or [DONE], not {}", excerpt(data)));
}

AnswerLimitError event_of_stream_too_large(std::string_view url, std::size_t max_event_bytes) {
  return AnswerLimitError(
      fmt::format("An event in the stream of {} has more than {} bytes; raise max_event_bytes (--max-event-bytes), or "
                  "request less",
                  url, max_event_bytes));
}

}  // namespace prompty::errors
