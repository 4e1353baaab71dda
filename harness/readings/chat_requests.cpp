#include <algorithm>
#include <string>
#include <utility>

#include "harness/readings/chapters.hpp"
#include "harness/readings/wire_rules.hpp"

namespace conformance::readings {
namespace chat_requests_rules {
namespace {

void require_all(Json& schema, bool& is_strict) {
  if (!is_strict || member(schema, "properties").empty()) return;
  Json const required = schema.value("required", Json::array());
  Json names = Json::array();
  for (auto const& [name, property] : schema["properties"].items()) {
    names.push_back(name);
    bool const was_required = std::find(required.begin(), required.end(), Json(name)) != required.end();
    if (was_required || !member(property, "type").is_string()) continue;
    property["type"] = Json::array({property["type"], "null"});
    if (property.contains("enum")) property["enum"].push_back(nullptr);
  }
  schema["required"] = std::move(names);
}

}  // namespace
}  // namespace chat_requests_rules

std::vector<ReadingRule> chat_requests() {
  return {
      {.decision = "A-069",
       .reading = "emptied",
       .answer = changed_functions([](Json& function, Json const&, Json const&) {
         if (!function.contains("description")) function["description"] = "";
       })},
      {.decision = "A-070",
       .reading = "all-required",
       .answer = changed_strict_schemas(chat_requests_rules::require_all)},
  };
}

}  // namespace conformance::readings
