#include "prompty/core/errors.hpp"

#include <fmt/core.h>

#include <system_error>

namespace prompty {

void Error::set_conversation(std::vector<Message> messages) {
  conversation_ = std::make_shared<std::vector<Message> const>(std::move(messages));
}

}  // namespace prompty

namespace prompty::errors {
namespace {

ValueError about_property(Explanation explanation) {
  std::string const hint = explanation.hint.empty() ? "" : fmt::format("; {}", explanation.hint);
  ValueError error(explanation.problem + hint);
  error.set_explanation(std::move(explanation));
  return error;
}

}  // namespace

ValueError wrong_type(std::string_view property_path, std::string_view expected, Json const& found) {
  return about_property(
      {.property_path = std::string(property_path),
       .problem = fmt::format("{} must be {}, not {}", property_path, expected, describe_json(found))});
}

ValueError wrong_text_from_reference(std::string_view property_path, std::string_view expected) {
  return about_property(
      {.property_path = std::string(property_path),
       .problem = fmt::format("{} must be {}, not the text that its reference gives", property_path, expected)});
}

ValueError property_missing(std::string_view property_path, std::string_view what_it_is) {
  return about_property({.property_path = std::string(property_path),
                         .problem = fmt::format("{} is missing", property_path),
                         .hint = fmt::format("give {}", what_it_is)});
}

ValueError client_without_endpoint(std::string_view name) {
  return ValueError(fmt::format("The client registered as connection '{}' has no endpoint: give it one", name));
}

ValueError no_token_source(std::string_view kind) {
  return ValueError(
      fmt::format("model.connection: a connection of kind '{0}' needs a bearer token, and the host hands in none; "
                  "register a token source for '{0}', or use a connection of kind key",
                  kind));
}

ValueError empty_token(std::string_view kind) {
  return ValueError(fmt::format("The token source for connections of kind '{}' gave an empty token", kind));
}

ValueError unexpected_response(std::string_view reason) {
  return ValueError(fmt::format("Unexpected response format: {}", reason));
}

ValueError arguments_not_an_object(std::string_view property_path) {
  return ValueError(fmt::format("{} must be the text of a JSON object, which Anthropic takes as the input of the call",
                                property_path));
}

ValueError arguments_not_an_object(std::string_view function, Json const& found) {
  return ValueError(fmt::format("The arguments of a call of '{}' must be a JSON object of parameters to values, not {}",
                                function, describe_json(found)),
                    "P8.7-05");
}

ValueError other_outcome(std::string_view found, std::string_view expected, std::string_view reader) {
  std::string_view const hint = reader == "tool_calls" ? ", or let turn() carry them out" : "";
  return ValueError(fmt::format("The outcome is {}, not {}: read it with {}(){}", found, expected, reader, hint));
}

ValueError value_does_not_fit(std::string_view pointer, std::string_view expected, Json const& found) {
  std::string_view const where = pointer.empty() ? "The JSON" : pointer;
  return about_property({.property_path = std::string(pointer),
                         .problem = fmt::format("{} must be {}, not {}", where, expected, describe_json(found))});
}

ValueError value_missing(std::string_view pointer, std::string_view description) {
  std::string const hint = description.empty() ? "" : fmt::format("it is: {}", description);
  return about_property(
      {.property_path = std::string(pointer), .problem = fmt::format("{} is missing", pointer), .hint = hint});
}

ValueError value_refused(std::string_view pointer, std::string_view reason) {
  std::string_view const where = pointer.empty() ? "The JSON" : pointer;
  return about_property(
      {.property_path = std::string(pointer), .problem = fmt::format("{} does not fit: {}", where, reason)});
}

ValueError text_is_not_json(std::string_view reason) {
  return ValueError(fmt::format(
      "The outcome is text that is not JSON ({}): read it with text(), or declare outputs so that the model "
      "answers with JSON",
      reason));
}

NotImplementedError requests_not_shown(std::string_view provider) {
  return NotImplementedError(fmt::format("The executor for provider '{}' does not show its requests", provider));
}

NotImplementedError streams_not_offered(std::string_view provider) {
  return NotImplementedError(
      fmt::format("The executor for provider '{}' offers no streams; ask for a complete answer instead", provider));
}

NotImplementedError streams_not_processed(std::string_view provider) {
  return NotImplementedError(
      fmt::format("The processor for provider '{}' reads no streams; ask for a complete answer instead", provider));
}

RuntimeError no_randomness(int system_error) {
  return RuntimeError(
      fmt::format("The operating system gave no random bytes: {}", std::generic_category().message(system_error)));
}

}  // namespace prompty::errors
