#include "harness/mutants/outcome_rules.hpp"

#include <utility>

namespace conformance::mutants {

Rule outcome_where(OutcomePredicate predicate, AnswerMessage change) {
  return changed_outcome([predicate = std::move(predicate), change = std::move(change)](Reply reply, Json const& agent,
                                                                                        Json const& message) {
    return predicate(agent, message) ? change(message) : reply;
  });
}

AnswerMessage always(Reply reply) {
  return [reply = std::move(reply)](Json const&) { return reply; };
}

Reply outcome(std::string const& type, Json value) {
  return answered({{"type", type}, {"value", std::move(value)}});
}

Reply content_as_text(Json const& message) {
  return outcome("text", content_of(message));
}

Reply content_as_json(Json const& message) {
  return outcome("json", parsed(content_of(message)));
}

bool has_calls(Json const& message) {
  return member(message, "tool_calls").is_array() && !member(message, "tool_calls").empty();
}

bool has_outputs(Json const& agent) {
  return !member(agent, "outputs").empty();
}

bool is_unset(Json const& message, std::string const& key) {
  return member(message, key).is_null();
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
