#include "harness/mutants/outcome_rules.hpp"

#include <utility>

namespace conformance::mutants {

AnswerMessage always(Reply reply) {
  return [reply = std::move(reply)](Json const&) { return reply; };
}

Reply outcome(std::string const& type, Json value) {
  return answered({{"type", type}, {"value", std::move(value)}});
}

bool has_calls(Json const& message) {
  return member(message, "tool_calls").is_array() && !member(message, "tool_calls").empty();
}

std::string content_of(Json const& message) {
  Json const& content = member(message, "content");
  return content.is_string() ? content.get<std::string>() : "";
}

Json parsed(std::string const& text) {
  return Json::parse(text, nullptr, false);
}

bool is_json(std::string const& text) {
  return !parsed(text).is_discarded();
}

}  // namespace conformance::mutants
