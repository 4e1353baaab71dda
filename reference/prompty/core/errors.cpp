#include "prompty/core/errors.hpp"

namespace prompty {

void Error::set_conversation(std::vector<Message> messages) {
  conversation_ = std::make_shared<std::vector<Message> const>(std::move(messages));
}

}  // namespace prompty

namespace prompty::errors {

ValueError about_property(Explanation explanation) {
  std::string const hint = explanation.hint.empty() ? "" : fmt::format("; {}", explanation.hint);
  ValueError error(explanation.problem + hint);
  error.set_explanation(std::move(explanation));
  return error;
}

ValueError wrong_type(std::string_view property_path, std::string_view expected, Json const& found) {
  return about_property(
      {.property_path = std::string(property_path),
       .problem = fmt::format("{} must be {}, not {}", property_path, expected, describe_json(found))});
}

ValueError property_missing(std::string_view property_path, std::string_view what_it_is) {
  return about_property({.property_path = std::string(property_path),
                         .problem = fmt::format("{} is missing", property_path),
                         .hint = fmt::format("give {}", what_it_is)});
}

ValueError other_outcome(std::string_view found, std::string_view expected, std::string_view reader) {
  std::string_view const hint = reader == "tool_calls" ? ", or let turn() carry them out" : "";
  return ValueError(fmt::format("The outcome is {}, not {}: read it with {}(){}", found, expected, reader, hint));
}

}  // namespace prompty::errors
