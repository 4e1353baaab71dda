#include "prompty/parse/errors.hpp"

#include <fmt/core.h>

#include "prompty/core/describe_json.hpp"
#include "prompty/core/describe_place.hpp"

namespace prompty::errors {

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

}  // namespace prompty::errors
