#include "prompty/core/error_catalogue_messages.hpp"

#include <fmt/core.h>

#include "prompty/core/describe_json.hpp"
#include "prompty/core/describe_place.hpp"

namespace prompty::errors {

ValueError inputs_not_a_mapping(Json const& found) {
  return ValueError(fmt::format("inputs must be a mapping of input names to values, not {}", describe_json(found)));
}

ValueError required_inputs_missing(std::vector<std::string> const& names) {
  std::string others;
  for (std::size_t index = 1; index < names.size(); ++index) {
    others += fmt::format("{}{}", index == 1 ? " (and also " : ", ", names[index]);
  }
  if (!others.empty()) others += ")";
  return ValueError(
      fmt::format("Missing required input: {}{}; give a value, or give the property a default", names.front(), others));
}

ValueError thread_input_wrong(std::string_view input, Json const& found) {
  return ValueError(
      fmt::format(
          "Input '{}' is a thread: give a list of messages such as {{\"role\": \"user\", \"content\": \"Hi\"}}, "
          "not {}",
          input, describe_json(found)),
      "P2.7-13");
}

ValueError media_input_wrong(std::string_view input, std::string_view kind, Json const& found) {
  return ValueError(
      fmt::format("Input '{0}' is of kind {1}: give a URL, a data: URI or base64 as a string, or a part "
                  "such as {{\"kind\": \"{1}\", \"value\": \"…\"}}, not {2}",
                  input, kind, describe_json(found)));
}

ValueError media_input_of_other_kind(std::string_view input, std::string_view kind, std::string_view found) {
  return ValueError(
      fmt::format("Input '{}' is of kind {}, but the part given for it is of kind '{}'; give one of kind {}", input,
                  kind, found, kind));
}

ValueError marker_nonce_mismatch(std::string_view role, std::size_t line) {
  return ValueError(
      fmt::format("Role marker nonce mismatch (possible injection): line {} of the rendered prompt is a "
                  "marker for '{}' with a nonce that is not the template's; take it out of the input that "
                  "holds it",
                  line, role));
}

ValueError marker_not_kept(std::size_t line) {
  return ValueError(fmt::format(
      "Role marker nonce mismatch (possible injection): line {} of the rendered prompt has a role marker of "
      "the template that did not stay one; take quotes, commas, brackets and line ends out of the inputs in "
      "its brackets, or write double quotes around them in the template; if the template puts other text "
      "on that line, give the marker a line of its own",
      line));
}

ValueError marker_attributes_changed(std::string_view role, std::size_t line) {
  return ValueError(
      fmt::format("Role marker nonce mismatch (possible injection): line {} of the rendered prompt is a marker for "
                  "'{}' whose attributes are not those that the template wrote; take quotes, commas, brackets and line "
                  "ends out of the inputs in its brackets, or write double quotes around them in the template",
                  line, role));
}

ValueError marker_attribute_reserved(std::string_view key, std::size_t line) {
  return ValueError(
      fmt::format("Role marker attribute '{}' is reserved, on line {} of the rendered prompt: only the pipeline writes "
                  "it; give the attribute another name, or give the messages as an input of kind thread",
                  key, line));
}

FileNotFoundError named_file_not_found(std::string_view path) {
  return FileNotFoundError(fmt::format("File not found: {}", path));
}

RuntimeError named_file_unreadable(std::string_view path, std::string_view reason) {
  return RuntimeError(fmt::format("File cannot be read: {}: {}", path, reason));
}

RuntimeError named_file_of_wrong_kind(std::string_view path, std::string_view kind) {
  return RuntimeError(fmt::format("File cannot be read: {} is {}; name a regular file, or write what it gives into one",
                                  path, kind.empty() ? "no regular file" : kind));
}

ValueError named_file_too_large(std::string_view path, std::size_t most_bytes) {
  return ValueError(
      fmt::format("File is too large: {} holds more than {} bytes; name a smaller one", path, most_bytes));
}

ValueError environment_file_malformed(Place const& place, std::string_view reason) {
  constexpr std::string_view hint = "write NAME=value, with quotes around a value that holds '#' or outer blanks";
  ValueError error(fmt::format("Invalid environment file: {}: {}; {}", describe_place(place), reason, hint));
  error.set_place(place);
  error.set_explanation({.problem = fmt::format("Invalid environment file: {}", reason),
                         .hint = std::string(hint),
                         .quoting = Quoting::withheld});
  return error;
}

}  // namespace prompty::errors
