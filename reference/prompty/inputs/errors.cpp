#include "prompty/inputs/errors.hpp"

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

}  // namespace prompty::errors
