#include "harness/verdict/recorded_spans.hpp"

#include <algorithm>
#include <utility>

namespace conformance {
namespace recorded_spans {
namespace {

bool is_mentioned(Json const& span, Json const& expected) {
  if (!span.is_object() || !span.contains("name")) return true;
  return std::any_of(expected.begin(), expected.end(),
                     [&](Json const& wanted) { return wanted["name"] == span["name"]; });
}

}  // namespace
}  // namespace recorded_spans

std::optional<Json> take_spans(Reply& reply) {
  if (!reply.value.is_object() || !reply.value.contains("spans")) return std::nullopt;
  Json spans = std::move(reply.value["spans"]);
  reply.value.erase("spans");
  return spans;
}

std::vector<Difference> span_differences(Json const& expected, Json const& spans) {
  Json wanted = Json::array();
  for (Json const& span : expected) wanted.push_back({{"$subset", span}});
  Json mentioned = spans;
  if (spans.is_array()) {
    mentioned = Json::array();
    for (Json const& span : spans) {
      if (recorded_spans::is_mentioned(span, expected)) mentioned.push_back(span);
    }
  }
  std::vector<Difference> found = differences(wanted, mentioned);
  for (Difference& difference : found) difference.pointer.insert(0, "/spans");
  return found;
}

}  // namespace conformance
