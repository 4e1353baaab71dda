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

/// Whether a span stands inside one of its own name.
bool is_part(Json const& span, Json const& name) {
  return span.is_object() && span.contains("name") && span["name"] == name && span.contains("parent") &&
         span["parent"] == name;
}

void add_attributes(Json& span, Json const& part) {
  if (!part.contains("attributes") || !part["attributes"].is_object()) return;
  if (!span.contains("attributes")) span["attributes"] = Json::object();
  if (!span["attributes"].is_object()) return;
  for (auto const& [key, value] : part["attributes"].items()) {
    if (!span["attributes"].contains(key)) span["attributes"][key] = value;
  }
}

/// The spans, each with those of its own name that stand inside of it: who opens a span around a call whose function
/// opens one as well has recorded one call.
Json with_parts_joined(Json const& spans) {
  Json joined = Json::array();
  for (Json const& span : spans) {
    auto const whole = std::find_if(joined.rbegin(), joined.rend(), [&](Json const& earlier) {
      return earlier.is_object() && earlier.contains("name") && is_part(span, earlier["name"]);
    });
    if (whole == joined.rend())
      joined.push_back(span);
    else
      add_attributes(*whole, span);
  }
  return joined;
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
    for (Json const& span : recorded_spans::with_parts_joined(spans)) {
      if (recorded_spans::is_mentioned(span, expected)) mentioned.push_back(span);
    }
  }
  std::vector<Difference> found = differences(wanted, mentioned);
  for (Difference& difference : found) difference.pointer.insert(0, "/spans");
  return found;
}

}  // namespace conformance
