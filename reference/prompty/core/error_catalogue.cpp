#include "prompty/core/error_catalogue.hpp"

#include <fmt/core.h>

#include <system_error>
#include <utility>

#include "prompty/core/describe_json.hpp"
#include "prompty/core/describe_place.hpp"
#include "prompty/core/secrets.hpp"

namespace prompty::errors {
namespace {

ValueError about_file(Explanation explanation, Place const& place, std::string_view clause = "") {
  std::string const where = describe_place(place);
  ValueError error(fmt::format("{}{}{}; {}", explanation.problem, where.empty() ? "" : ": ", where, explanation.hint),
                   clause);
  error.set_place(place);
  error.set_explanation(std::move(explanation));
  return error;
}

ValueError about_frontmatter(Explanation explanation, std::size_t line, std::string_view clause) {
  ValueError error(fmt::format("{}; {}", explanation.problem, explanation.hint), clause);
  error.set_place({.line = line, .column = 1});
  error.set_explanation(std::move(explanation));
  return error;
}

ValueError about_property(Explanation explanation) {
  std::string const hint = explanation.hint.empty() ? "" : fmt::format("; {}", explanation.hint);
  ValueError error(explanation.problem + hint);
  error.set_explanation(std::move(explanation));
  return error;
}

}  // namespace

FileNotFoundError file_not_found(std::string_view path) {
  return FileNotFoundError(fmt::format("Prompty file not found: {}", path));
}

RuntimeError file_unreadable(std::string_view path, std::string_view reason) {
  return RuntimeError(fmt::format("Prompty file cannot be read: {}: {}", path, reason));
}

ValueError file_too_large(std::string_view path, std::size_t most_bytes) {
  return about_file({.problem = fmt::format("Prompty file is larger than {} bytes", most_bytes),
                     .hint = "leave out what the prompt does not need"},
                    {.file = std::string(path)});
}

ValueError file_not_utf8(Place const& place) {
  return about_file({.problem = "Prompty file is not UTF-8", .hint = "save the file as UTF-8"}, place);
}

ValueError frontmatter_not_closed(std::string_view opener, std::size_t line) {
  return about_frontmatter(
      {.problem =
           fmt::format("Malformed frontmatter: the '{}' on line {} opens a block that nothing closes", opener, line),
       .hint = fmt::format("end the properties with a line '{}'", opener)},
      line, "P2.2-11");
}

ValueError nothing_after_frontmatter(std::size_t line) {
  return about_frontmatter(
      {.problem = fmt::format("Malformed frontmatter: the file ends right at the closing delimiter on line {}", line),
       .hint = "write the prompt below it"},
      line, "P2.2-20");
}

ValueError invalid_yaml(std::string_view subject, Place const& place, std::string_view reason) {
  ValueError error(fmt::format("Invalid {}: {}: {}", subject, describe_place(place), reason), "P2.1-08");
  error.set_place(place);
  error.set_explanation({.problem = fmt::format("Invalid {}: {}", subject, reason)});
  return error;
}

ValueError frontmatter_not_a_mapping(Place const& place, Json const& found) {
  return about_file({.problem = fmt::format("Frontmatter must be a mapping of property names to values, not {}",
                                            describe_json(found)),
                     .hint = "write 'name: value' lines"},
                    place);
}

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

ValueError duplicate_name(std::string_view property_path, std::string_view name) {
  return about_property({.property_path = std::string(property_path),
                         .problem = fmt::format("{}: the name '{}' is taken by an earlier entry", property_path, name),
                         .hint = "names must differ"});
}

ValueError value_not_allowed(std::string_view property_path, std::string_view found, std::string_view allowed) {
  return about_property({.property_path = std::string(property_path),
                         .problem = fmt::format("{} must be {}, not '{}'", property_path, allowed, found)});
}

ValueError placed(ValueError const& error, Place const& place) {
  ValueError moved(fmt::format("{}: {}", describe_place(place), error.what()), error.clause());
  moved.set_place(place);
  moved.set_explanation(error.explanation());
  return moved;
}

ValueError unknown_part_kind(std::string_view property_path, std::string_view kind) {
  return ValueError(fmt::format("{} must be text, image, audio or file, not '{}'", property_path, kind), "P7.1.2-01");
}

ValueError property_kind_has_no_type(std::string_view name, std::string_view kind) {
  return ValueError(
      fmt::format("Property '{}': kind '{}' has no JSON Schema type; use string, integer, float, boolean, "
                  "array, object, image, file or audio",
                  name, kind),
      "P7.1.4-10");
}

ValueError required_thread_has_no_type(std::string_view name) {
  return ValueError(
      fmt::format("Property '{}': a model cannot supply a thread; make it optional or give it another kind", name),
      "P7.1.4-10");
}

NotImplementedError tool_kind_not_offered(std::string_view tool, std::string_view kind) {
  return NotImplementedError(
      fmt::format(
          "Tool '{}': tools of kind '{}' cannot be offered to a model by this version yet; only kinds 'function' and "
          "'prompty' can",
          tool, kind),
      "P7.1.3-01");
}

ValueError function_offered_twice(std::string_view function, std::string_view tool) {
  return ValueError(
      fmt::format("Tool '{}': a function '{}' is already offered to the model; rename one, or narrow allowedTools",
                  tool, function),
      "P2.9-03");
}

ValueError child_prompt_without_path(std::string_view tool) {
  return ValueError(fmt::format("Tool '{}': a tool of kind 'prompty' needs the path of a .prompty file", tool),
                    "P2.9-08");
}

ValueError child_prompt_outside(std::string_view tool, std::string_view path) {
  return ValueError(
      fmt::format("Tool '{}': {} is outside the folder of the prompt; move the file below that folder", tool, path),
      "P2.9.2-02");
}

ValueError not_an_audio_type(std::string_view media_type) {
  return ValueError(
      fmt::format("Audio part: the media type '{}' is not of the form audio/<format>, such as audio/wav", media_type),
      "P7.1.2-09");
}

ValueError unsupported_api_type(std::string_view api_type) {
  return ValueError(
      fmt::format("Unsupported API type: {} (model.apiType is chat, embedding, image or responses)", api_type));
}

ValueError connection_missing() {
  return ValueError(
      "model.connection is missing: give one of kind 'key' with endpoint and apiKey, or of kind 'anonymous' with "
      "endpoint");
}

ValueError connection_field_missing(std::string_view kind, std::string_view field) {
  return ValueError(fmt::format("model.connection.{} is missing: a connection of kind '{}' needs it", field, kind),
                    "P2.5-09");
}

ValueError unknown_connection_kind(std::string_view kind) {
  return ValueError(
      fmt::format("model.connection.kind '{}' is unknown; use key, reference, remote, anonymous, foundry or "
                  "oauth",
                  kind),
      "P2.5-02");
}

ValueError invalid_url(std::string_view url, std::string_view reason) {
  return ValueError(fmt::format("The URL '{}' cannot be used: {}", without_url_secrets(url), reason));
}

ValueError invalid_header(std::string_view name) {
  return ValueError(fmt::format("The value for header {} holds a line break or another control character", name));
}

ConnectionError no_answer(std::string_view url, std::string_view cause) {
  return ConnectionError(fmt::format("No answer from {}: {}", without_url_secrets(url), cause));
}

ExecuteError provider_refused(std::string_view url, int status, std::string_view message, std::string_view request_id) {
  std::string const id = request_id.empty() ? "" : fmt::format(" (request id {})", request_id);
  return ExecuteError(fmt::format("{} answered with status {}: {}{}", without_url_secrets(url), status, message, id),
                      status, std::string(request_id));
}

ValueError answer_not_json(std::string_view url, int status) {
  return ValueError(fmt::format("Unexpected response format: {} answered with status {} and a body that is not JSON",
                                without_url_secrets(url), status));
}

NotImplementedError requests_not_shown(std::string_view provider) {
  return NotImplementedError(fmt::format("The executor for provider '{}' does not show its requests", provider));
}

ValueError unexpected_response(std::string_view reason) {
  return ValueError(fmt::format("Unexpected response format: {}", reason));
}

ValueError empty_embedding_response() {
  return ValueError("Empty embedding response", "P8.2-01");
}

ValueError empty_image_response() {
  return ValueError("Empty image response", "P8.3-01");
}

ValueError response_failed(std::string_view message) {
  return ValueError(std::string(message), "P8.4-01");
}

InvokerError not_registered(std::string_view component, std::string_view key) {
  return InvokerError(fmt::format("No {} registered for key: {}", component, key), "P11.3-07");
}

InvokerError provider_not_set(std::string_view component) {
  return InvokerError(
      fmt::format("No {} registered for key: (none); set model.provider, for example to openai", component),
      "P11.3-07");
}

RuntimeError no_randomness(int system_error) {
  return RuntimeError(
      fmt::format("The operating system gave no random bytes: {}", std::generic_category().message(system_error)));
}

}  // namespace prompty::errors
