#include "harness/readings/chapters.hpp"
#include "harness/readings/wire_rules.hpp"

namespace conformance::readings {
namespace responses_requests_rules {
namespace {

void flatten(Json& body, Json const&) {
  if (!member(body, "tools").is_array()) return;
  for (Json& tool : body["tools"]) {
    Json const function = member(tool, "function");
    if (!function.is_object()) continue;
    tool.erase("function");
    tool.update(function);
  }
}

}  // namespace
}  // namespace responses_requests_rules

std::vector<ReadingRule> responses_requests() {
  return {{.decision = "A-083",
           .reading = "flat",
           .answer = changed_sent(is_responses_agent, responses_requests_rules::flatten)}};
}

}  // namespace conformance::readings
