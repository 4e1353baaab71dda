#include "prompty/conversation/answer.hpp"

#include "prompty/core/errors.hpp"

namespace prompty::conversation {
namespace answer {
namespace {

ToolCall read_call(Json const& call) {
  Json const& function = member_of(call, "function");
  // M4.1-03: the id stays what it is, be it empty or one that was there before.
  return {.id = text_in(call, "id"), .name = text_in(function, "name"), .arguments = text_in(function, "arguments")};
}

Json const& first_choice(Json const& response) {
  Json const& choices = list_in(response, "choices");
  if (choices.empty()) throw errors::unexpected_response("the answer has no choices");
  return choices.front();
}

}  // namespace
}  // namespace answer

Json const& member_of(Json const& object, char const* name) {
  static Json const none = nullptr;
  if (!object.is_object()) return none;
  Json::const_iterator const found = object.find(name);
  return found == object.end() ? none : *found;
}

std::string text_in(Json const& object, char const* name) {
  Json const& value = member_of(object, name);
  return value.is_string() ? value.get<std::string>() : std::string();
}

Json const& list_in(Json const& object, char const* name) {
  static Json const none = Json::array();
  Json const& value = member_of(object, name);
  return value.is_array() ? value : none;
}

std::string reasoning_in(Json const& message) {
  // servers that send both names send the same text twice.
  std::string reasoning = text_in(message, "reasoning");
  return reasoning.empty() ? text_in(message, "reasoning_content") : reasoning;
}

AssistantTurn read_answer(Json const& response) {
  Json const& choice = answer::first_choice(response);
  Json const& message = member_of(choice, "message");
  if (!message.is_object()) throw errors::unexpected_response("the first choice of the answer has no message");
  AssistantTurn turn{.content = text_in(message, "content")};
  for (Json const& call : list_in(message, "tool_calls")) turn.tool_calls.push_back(answer::read_call(call));
  std::string const reasoning = reasoning_in(message);
  // M6-11: kept beside the content, never in it.
  if (!reasoning.empty()) turn.reasoning = reasoning;
  // M6-14: stored beside the text, even if both say the same.
  turn.reasoning_details = list_in(message, "reasoning_details");
  Json const& finish_reason = member_of(choice, "finish_reason");
  // M3.2-08: the server's own word, by which callers tell a cut-off answer from a finished one.
  if (finish_reason.is_string()) turn.finish_reason = finish_reason.get<std::string>();
  return turn;
}

}  // namespace prompty::conversation
