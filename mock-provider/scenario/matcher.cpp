#include "mock-provider/scenario/matcher.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

#include "mock-provider/matching/expectation.hpp"
#include "mock-provider/scenario/forms.hpp"
#include "mock-provider/scenario/masking.hpp"

namespace mock_provider::matcher_form {
namespace {

using text_pattern::Plain;

constexpr std::int64_t most_turns = 1'000'000;
constexpr std::string_view never_said =
    "is never met: requests to that \"path\" call no model; leave one of the two out, or use \"body\"";

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

RequestMatcher parts_of(ClosedObject const& object) {
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

/// Throws for a matcher that no request meets: one of a model by another method than POST, and one that looks for what
/// is said to a model on a route where nothing is.
void require_playable(ClosedObject const& object, RequestMatcher const& matcher) {
  bool const is_of_models = !matcher.path;
  if (is_of_models && matcher.method && matcher.method->is_string() && *matcher.method != "POST") {
    throw ScenarioError(object.pointer_of("method"),
                        "is never met: without a \"path\" a step takes requests to a model, which are POST; name the "
                        "path, or leave the method out");
  }
  bool const calls_no_model =
      matcher.path && matcher.path->is_string() && !calls_model(route_of(matcher.path->get_ref<std::string const&>()));
  if (!calls_no_model) return;
  for (std::string_view const name :
       {"lastUserMessage", "systemMessage", "toolResult", "resultOfTool", "offeredTool"}) {
    if (object.has(name)) throw ScenarioError(object.pointer_of(name), std::string(never_said));
  }
  if (matcher.turn.value_or(1) > 1) throw ScenarioError(object.pointer_of("turn"), std::string(never_said));
}

}  // namespace

RequestMatcher decode(Json const& value, std::string pointer) {
  ClosedObject const object(value, std::move(pointer), members::match);
  RequestMatcher matcher = parts_of(object);
  require_playable(object, matcher);
  return matcher;
}

}  // namespace mock_provider::matcher_form

namespace mock_provider {
namespace {

/// One part of a matcher and why a request does not meet it.
struct Part {
  std::string name;
  std::string pointer = {};                 ///< into the body
  std::optional<std::string> problem = {};  ///< nothing when it holds
};

/// `shown` stands in the problem for what came, where that is secret or has secrets in it.
Part compared(std::string name, Json const& expected, Json const& got, std::optional<std::string> const& shown = {}) {
  std::optional<conformance::Difference> const difference = conformance::first_difference(expected, got);
  if (!difference) return {.name = std::move(name)};
  bool const is_in_body = name == "body";
  std::string const place = is_in_body && !difference->pointer.empty() ? " at " + difference->pointer : "";
  std::string problem =
      fmt::format("{} differs{}: {}; expected {}, got {}", name, place, difference->message,
                  json_text::excerpt(difference->expected), json_text::excerpt(shown ? Json(*shown) : difference->got));
  return {.name = std::move(name), .pointer = is_in_body ? difference->pointer : "", .problem = std::move(problem)};
}

Part unlike(std::string name, TextPattern const& pattern, std::string_view got) {
  std::string problem = fmt::format("{} is {}, not one that {}", name, got, text_pattern::description(pattern));
  return {.name = std::move(name), .problem = std::move(problem)};
}

Part compared_text(std::string name, TextPattern const& pattern, std::optional<std::string> const& text) {
  if (!text) return unlike(std::move(name), pattern, "missing");
  if (text_pattern::matches(pattern, *text)) return {.name = std::move(name)};
  return unlike(std::move(name), pattern, json_text::excerpt(*text));
}

/// What is shown in place of a value; nothing when that is the value itself.
std::optional<std::string> unless_equal(std::string shown, std::string_view value) {
  return shown == value ? std::nullopt : std::optional(std::move(shown));
}

Part compared_header(std::string const& name, std::variant<Json, TextPattern> const& expected, Headers const& headers) {
  std::string const* const value = header_named(headers, name);
  std::string const part = fmt::format("header {}", name);
  if (TextPattern const* const pattern = std::get_if<TextPattern>(&expected)) {
    if (value == nullptr) return unlike(part, *pattern, "missing");
    if (text_pattern::matches(*pattern, *value)) return {.name = part};
    return unlike(part, *pattern, json_text::excerpt(shown_header(name, *value)));
  }
  // A header that is not there is a missing member, so that {"$absent": true} can ask for it.
  Json answer = Json::object();
  std::optional<std::string> shown;
  if (value != nullptr) {
    answer["header"] = *value;
    shown = unless_equal(shown_header(name, *value), *value);
  }
  return compared(part, Json{{"header", std::get<Json>(expected)}}, answer, shown);
}

/// Both patterns have to fit one and the same result.
Part compared_results(RequestMatcher const& matcher, std::vector<Conversation::Result> const& results) {
  bool const is_met = std::any_of(results.begin(), results.end(), [&](Conversation::Result const& result) {
    return (!matcher.tool_result || text_pattern::matches(*matcher.tool_result, result.text)) &&
           (!matcher.result_of_tool || text_pattern::matches(*matcher.result_of_tool, result.tool));
  });
  std::string const name = matcher.tool_result ? "toolResult" : "resultOfTool";
  if (is_met) return {.name = name};
  std::string wanted;
  if (matcher.tool_result) wanted = fmt::format(" whose text {}", text_pattern::description(*matcher.tool_result));
  if (matcher.result_of_tool) {
    wanted += fmt::format("{} whose tool {}", wanted.empty() ? "" : " and",
                          text_pattern::description(*matcher.result_of_tool));
  }
  std::string const last = results.empty()
                               ? ""
                               : fmt::format("; the last is {} of {}", json_text::excerpt(results.back().text),
                                             json_text::excerpt(results.back().tool));
  return {.name = name,
          .problem = fmt::format("{} differs: of {} tool results since the model spoke last none is one{}{}", name,
                                 results.size(), wanted, last)};
}

Part compared_tools(TextPattern const& pattern, std::vector<std::string> const& tools) {
  bool const is_met = std::any_of(tools.begin(), tools.end(),
                                  [&](std::string const& tool) { return text_pattern::matches(pattern, tool); });
  if (is_met) return {.name = "offeredTool"};
  std::string const offered = json_text::shortened(fmt::format("{}", fmt::join(tools, ", ")), 200);
  return {.name = "offeredTool",
          .problem = fmt::format("offeredTool differs: the request offers {}, and none whose name {}",
                                 tools.empty() ? "no tool" : offered, text_pattern::description(pattern))};
}

bool is_about_conversation(RequestMatcher const& matcher) {
  return matcher.model || matcher.last_user_message || matcher.system_message || matcher.tool_result ||
         matcher.result_of_tool || matcher.offered_tool || matcher.turn;
}

void compare_conversation(RequestMatcher const& matcher, Conversation const& conversation, std::vector<Part>& parts) {
  if (matcher.model) parts.push_back(compared_text("model", *matcher.model, conversation.model));
  if (matcher.turn) parts.push_back(compared("turn", *matcher.turn, conversation.turn));
  if (matcher.system_message) {
    parts.push_back(compared_text("systemMessage", *matcher.system_message, conversation.system_message));
  }
  if (matcher.last_user_message) {
    parts.push_back(compared_text("lastUserMessage", *matcher.last_user_message, conversation.last_user_message));
  }
  if (matcher.tool_result || matcher.result_of_tool) {
    parts.push_back(compared_results(matcher, conversation.results));
  }
  if (matcher.offered_tool) parts.push_back(compared_tools(*matcher.offered_tool, conversation.offered_tools));
}

std::vector<Part> compared_parts(RequestMatcher const& matcher, MatchableRequest const& request) {
  std::vector<Part> parts;
  if (matcher.method) parts.push_back(compared("method", *matcher.method, request.method));
  if (matcher.path) parts.push_back(compared("path", *matcher.path, request.route.path));
  if (matcher.query) {
    std::string const& query = request.route.query;
    parts.push_back(compared("query", *matcher.query, query, unless_equal(shown_query(query), query)));
  }
  for (auto const& [name, expected] : matcher.headers) {
    parts.push_back(compared_header(name, expected, request.headers));
  }
  if (is_about_conversation(matcher)) {
    if (!request.conversation) {
      request.conversation = conversation::of(request.body, request.route, request.earlier);
    }
    compare_conversation(matcher, *request.conversation, parts);
  }
  if (matcher.body) parts.push_back(compared("body", *matcher.body, request.body));
  return parts;
}

}  // namespace

std::optional<Mismatch> mismatch(RequestMatcher const& matcher, MatchableRequest const& request) {
  std::optional<Mismatch> first;
  std::size_t met = 0;
  for (Part const& part : compared_parts(matcher, request)) {
    if (!part.problem) {
      ++met;
    } else if (!first) {
      first = Mismatch{.part = part.name, .pointer = part.pointer, .message = *part.problem};
    }
  }
  if (first) first->parts_met = met;
  return first;
}

}  // namespace mock_provider
