#include "mock-provider/default_answer.hpp"

#include <fmt/core.h>

#include "mock-provider/check/finding_list.hpp"
#include "mock-provider/conversation.hpp"
#include "mock-provider/schema_sample.hpp"

namespace mock_provider::default_answer {
namespace {

Json const* forced_function(Json const& request) {
  Json const* const choice = member(request, "tool_choice");
  Json const* const tools = member(request, "tools");
  if (choice == nullptr || tools == nullptr || !tools->is_array()) return nullptr;
  Json const* const wanted = member(*choice, "function");
  Json const* const wanted_name = wanted == nullptr ? nullptr : member(*wanted, "name");
  if (*choice != "required" && wanted_name == nullptr) return nullptr;
  for (Json const& tool : *tools) {
    Json const* const function = member(tool, "function");
    Json const* const name = function == nullptr ? nullptr : member(*function, "name");
    if (name == nullptr || !name->is_string()) continue;
    if (wanted_name == nullptr || *name == *wanted_name) return function;
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

std::string structured(Json const& format) {
  Json const* const inner = member(format, "json_schema");
  Json const* const schema = inner == nullptr ? nullptr : member(*inner, "schema");
  if (schema == nullptr) return json_text::dump({{"answer", "sample"}});
  return json_text::dump(schema_sample::of(*schema));
}

}  // namespace

Completion to(Json const& request) {
  Completion completion;
  if (Json const* const function = forced_function(request)) {
    Json const* const parameters = member(*function, "parameters");
    Json const arguments = parameters == nullptr ? Json::object() : schema_sample::of(*parameters);
    completion.tool_calls.push_back({.id = std::nullopt,
                                     .name = member(*function, "name")->get<std::string>(),
                                     .arguments = json_text::dump(arguments)});
    return completion;
  }
  Json const* const format = member(request, "response_format");
  Json const* const type = format == nullptr ? nullptr : member(*format, "type");
  bool const wants_json = type != nullptr && (*type == "json_schema" || *type == "json_object");
  completion.text = wants_json ? structured(*format) : sentence(request);
  return completion;
}

}  // namespace mock_provider::default_answer
