#include "prompty/process/openai/chat.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "prompty/process/response_shape.hpp"
#include "prompty/process/structured_output.hpp"

namespace prompty::processing {
namespace {

using response_shape::expect;
using response_shape::member;
using response_shape::text_member;

Json const& first_message(Json const& response) {
  Json const& choices = member(response, "choices");
  // P8.1-13, A-104: an answer of unknown shape must not pass for an empty text.
  if (!choices.is_array() || choices.empty()) expect("a list with at least one choice", "/choices", choices);
  // P8.1-01: the others are other answers to the same messages.
  Json const& message = member(choices.front(), "message");
  if (!message.is_object()) expect("a message", "/choices/0/message", message);
  return message;
}

ToolCall tool_call(Json const& call, std::size_t index) {
  std::string const pointer = fmt::format("/choices/0/message/tool_calls/{}", index);
  Json const& function = member(call, "function");
  // P8.1-14, A-105: other types of call have nothing to be called by.
  std::string const in_function = fmt::format("{}/function", pointer);
  if (!function.is_object()) expect("a function call", in_function, function);
  // P8.1-03: the arguments are not parsed here, and so not rewritten either.
  return {.id = text_member(call, "id", pointer),
          .name = text_member(function, "name", in_function),
          .arguments = text_member(function, "arguments", in_function)};
}

}  // namespace

Outcome process_chat(PromptyAgent const& agent, Json const& response) {
  Json const& message = first_message(response);

  Json const& calls = member(message, "tool_calls");
  if (!calls.is_null() && !calls.is_array()) expect("a list", "/choices/0/message/tool_calls", calls);
  // P8.1-04, P8.1-05, P8.1-06: before content is looked at, and whatever finish_reason says.
  if (!calls.empty()) {
    std::vector<ToolCall> tool_calls;
    // P8.1-02: ids are not compared, so that calls which share one stay apart.
    for (Json const& call : calls) tool_calls.push_back(tool_call(call, tool_calls.size()));
    return tool_calls;
  }

  Json const& content = member(message, "content");
  // P8.1-07: missing is read as null; nothing else passes for no content.
  if (content.is_null()) return Text{};
  if (!content.is_string()) expect("a string", "/choices/0/message/content", content);
  return text_outcome(agent, content.get<std::string>());
}

}  // namespace prompty::processing
