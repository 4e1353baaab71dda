#include "mock-provider/matcher_form.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "harness/matching/expectation.hpp"
#include "mock-provider/scenario_members.hpp"

namespace mock_provider::matcher_form {
namespace {

using text_pattern::Plain;

constexpr std::int64_t most_turns = 1'000'000;

/// A copy of one part of a matcher, once its expectation is known to be well formed.
Json expectation(Json const& value, std::string const& pointer) {
  std::vector<conformance::ExpectationProblem> const problems = conformance::problems_of_expectation(value);
  if (!problems.empty()) throw ScenarioError(pointer + problems.front().pointer, problems.front().message);
  return value;
}

std::optional<Json> part(ClosedObject const& object, std::string_view name) {
  Json const* const member = object.find(name);
  if (member == nullptr) return std::nullopt;
  return expectation(*member, object.pointer_of(name));
}

std::optional<TextPattern> pattern(ClosedObject const& object, std::string_view name, Plain plain) {
  Json const* const member = object.find(name);
  if (member == nullptr) return std::nullopt;
  return text_pattern::decode(*member, object.pointer_of(name), plain);
}

std::variant<Json, TextPattern> header_part(Json const& value, std::string const& pointer) {
  if (text_pattern::is_object_form(value)) return text_pattern::decode(value, pointer, Plain::equals);
  // {"$absent": true} is well formed only as a member.
  std::vector<conformance::ExpectationProblem> const problems =
      conformance::problems_of_expectation(Json{{"header", value}});
  constexpr std::string_view member = "/header";
  if (problems.empty()) return value;
  throw ScenarioError(pointer + problems.front().pointer.substr(member.size()), problems.front().message);
}

std::vector<std::pair<std::string, std::variant<Json, TextPattern>>> header_parts(ClosedObject const& object) {
  std::vector<std::pair<std::string, std::variant<Json, TextPattern>>> parts;
  Json const* const headers = object.find("headers");
  if (headers == nullptr) return parts;
  std::string const pointer = object.pointer_of("headers");
  if (!headers->is_object()) throw ScenarioError(pointer, "must be an object from header name to expectation");
  require_each_header_once(*headers, pointer);
  for (auto const& header : headers->items()) {
    parts.emplace_back(header.key(), header_part(header.value(), json_text::child(pointer, header.key())));
  }
  return parts;
}

std::optional<std::size_t> turn(ClosedObject const& object) {
  std::optional<std::int64_t> const number = object.whole_number("turn", 1, most_turns);
  if (!number) return std::nullopt;
  return static_cast<std::size_t>(*number);
}

}  // namespace

RequestMatcher decode(Json const& value, std::string pointer) {
  ClosedObject const object(value, std::move(pointer), members::match);
  return {.method = part(object, "method"),
          .path = part(object, "path"),
          .query = part(object, "query"),
          .body = part(object, "body"),
          .headers = header_parts(object),
          .model = pattern(object, "model", Plain::equals),
          .last_user_message = pattern(object, "lastUserMessage", Plain::contains),
          .system_message = pattern(object, "systemMessage", Plain::contains),
          .tool_result = pattern(object, "toolResult", Plain::contains),
          .result_of_tool = pattern(object, "resultOfTool", Plain::equals),
          .offered_tool = pattern(object, "offeredTool", Plain::equals),
          .turn = turn(object)};
}

}  // namespace mock_provider::matcher_form
