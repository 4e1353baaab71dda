#include "prompty/provider/errors.hpp"

#include <fmt/core.h>

#include "prompty/core/errors.hpp"
#include "prompty/secrets/secrets.hpp"

namespace prompty::errors {
namespace {

constexpr std::size_t shown_bytes = 80;

std::string excerpt(std::string_view text) {
  return text.size() <= shown_bytes ? std::string(text) : fmt::format("{} ...", text.substr(0, shown_bytes));
}

}  // namespace

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
  return unexpected_response(
      fmt::format("{} answered with status {} and a body that is not JSON", without_url_secrets(url), status));
}

ValueError answer_not_a_stream(std::string_view url, std::string_view content_type) {
  return unexpected_response(fmt::format("{} answered with {} instead of text/event-stream", without_url_secrets(url),
                                         content_type.empty() ? "no content type" : content_type));
}

ValueError event_not_json(std::string_view data) {
  return unexpected_response(fmt::format("the data of an event must be JSON or [DONE], not {}", excerpt(data)));
}

}  // namespace prompty::errors
