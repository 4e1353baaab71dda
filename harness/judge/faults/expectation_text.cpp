#include "harness/judge/faults/expectation_text.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "mock-provider/matching/matcher.hpp"

namespace conformance {
namespace {

std::string json_text(Json const& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string members_text(Json const& members, std::string_view behind) {
  std::string text;
  for (auto const& [name, expected] : members.items()) {
    if (!is_absent_matcher(expected))
      text += fmt::format("{}{}:{}", text.empty() ? "" : ",", json_text(name), expectation_text(expected));
  }
  return fmt::format("{{{}{}{}}}", text, text.empty() || behind.empty() ? "" : ",", behind);
}

std::string list_text(Json const& elements) {
  std::string text;
  for (Json const& element : elements) text += (text.empty() ? "" : ",") + expectation_text(element);
  return "[" + text + "]";
}

std::string alternatives_text(Json const& alternatives) {
  std::string text;
  for (Json const& alternative : alternatives) text += (text.empty() ? "" : " or ") + expectation_text(alternative);
  return text;
}

std::string type_text(Json const& name) {
  if (name == "null") return "null";
  std::string const type = name.is_string() ? name.get<std::string>() : "value";
  return std::string(type.find_first_of("aio") == 0 ? "an " : "a ") + type;
}

std::string matcher_text(Matcher matcher, Json const& operand) {
  switch (matcher) {
    case Matcher::absent:
      return "nothing";
    case Matcher::optional:
      return expectation_text(operand) + " or nothing";
    case Matcher::type:
      return type_text(operand);
    case Matcher::match:
      return "a text of the form " + json_text(operand);
    case Matcher::json:
      return "JSON text of " + expectation_text(operand);
    case Matcher::one_of:
      return alternatives_text(operand);
    case Matcher::subset:
      return operand.is_object() ? members_text(operand, "…") : json_text(operand);
    case Matcher::unordered:
      return list_text(operand) + " in any order";
    case Matcher::trim_end:
    case Matcher::literal:
      return json_text(operand);
    case Matcher::non_empty:
      return "something that is not empty";
  }
  return json_text(operand);
}

}  // namespace

std::string expectation_text(Json const& expectation) {
  if (expectation.is_array()) return list_text(expectation);
  if (!expectation.is_object()) return json_text(expectation);
  if (expectation.size() == 1) {
    if (std::optional<Matcher> const matcher = matcher_named(expectation.begin().key()))
      return matcher_text(*matcher, expectation.begin().value());
  }
  return members_text(expectation, "");
}

}  // namespace conformance
