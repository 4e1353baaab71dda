#include "mock-provider/anthropic_default_answer.hpp"

#include <fmt/core.h>

#include <string>

#include "mock-provider/check/finding_list.hpp"
#include "mock-provider/conversation.hpp"
#include "mock-provider/schema_sample.hpp"

namespace mock_provider::anthropic_default_answer {
namespace {

Json const* forced_tool(Json const& request) {
  Json const* const choice = member(request, "tool_choice");
  Json const* const tools = member(request, "tools");
  if (choice == nullptr || tools == nullptr || !tools->is_array()) return nullptr;
  Json const* const type = member(*choice, "type");
  Json const* const wanted = member(*choice, "name");
  bool const is_forced = type != nullptr && (*type == "any" || (*type == "tool" && wanted != nullptr));
  if (!is_forced) return nullptr;
  for (Json const& tool : *tools) {
    Json const* const name = member(tool, "name");
    if (name == nullptr || !name->is_string()) continue;
    if (*type == "any" || *name == *wanted) return &tool;
  }
  return nullptr;
}

std::string sentence(Json const& request) {
  Json const* const messages = member(request, "messages");
  std::size_t const count = messages != nullptr && messages->is_array() ? messages->size() : 0;
  Json const* const content = count == 0 ? nullptr : member(messages->back(), "content");
  std::string const last = content == nullptr ? "" : conversation::text_of(*content);
  return fmt::format("The mock provider received {} message{}; the last says: {}", count, count == 1 ? "" : "s",
                     json_text::excerpt(Json(last), 200));
}

Json const* wanted_schema(Json const& request) {
  Json const* const config = member(request, "output_config");
  Json const* const format = config == nullptr ? nullptr : member(*config, "format");
  return format == nullptr ? nullptr : member(*format, "schema");
}

}  // namespace

Completion to(Json const& request) {
  Completion completion;
  if (Json const* const tool = forced_tool(request)) {
    Json const* const schema = member(*tool, "input_schema");
    Json const input = schema == nullptr ? Json::object() : schema_sample::of(*schema);
    completion.tool_calls.push_back(
        {.id = std::nullopt, .name = member(*tool, "name")->get<std::string>(), .arguments = json_text::dump(input)});
    return completion;
  }
  Json const* const schema = wanted_schema(request);
  completion.text = schema == nullptr ? sentence(request) : json_text::dump(schema_sample::of(*schema));
  return completion;
}

}  // namespace mock_provider::anthropic_default_answer
