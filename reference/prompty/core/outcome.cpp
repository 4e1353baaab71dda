#include "prompty/core/outcome.hpp"

#include "prompty/core/match.hpp"

namespace prompty {
namespace {

Json calls_to_json(std::vector<ToolCall> const& calls) {
  Json list = Json::array();
  for (ToolCall const& call : calls) {
    list.push_back(Json{{"id", call.id}, {"name", call.name}, {"arguments", call.arguments}});
  }
  return list;
}

}  // namespace

Json outcome_to_json(Outcome const& outcome) {
  Json shown;
  match(
      outcome,
      [&](Text const& text) {
        shown = Json{{"type", "text"}, {"value", text.value}};
      },
      [&](StructuredValue const& structured) {
        shown = Json{{"type", "json"}, {"value", structured.value}};
      },
      [&](std::vector<ToolCall> const& calls) {
        shown = Json{{"type", "tool_calls"}, {"value", calls_to_json(calls)}};
      });
  return shown;
}

}  // namespace prompty
