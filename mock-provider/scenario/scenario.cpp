#include "mock-provider/scenario/scenario.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "mock-provider/scenario/forms.hpp"
#include "mock-provider/scenario/matcher.hpp"
#include "mock-provider/scenario/route.hpp"
#include "mock-provider/scenario/text_pattern.hpp"

namespace mock_provider::reachable_steps {
namespace {

/// So many steps that are played always are looked at: the work must not grow with the square of a scenario.
constexpr std::size_t most_compared = 1'000;

RequestMatcher const& matcher_of(Step const& step) {
  static RequestMatcher const of_any_request{};
  return step.match ? *step.match : of_any_request;
}

/// Without a path a step takes requests to a model only.
bool covers_path(RequestMatcher const& earlier, RequestMatcher const& later) {
  if (earlier.path) return earlier.path == later.path;
  if (!later.path) return true;
  return later.path->is_string() && calls_model(route_of(later.path->get_ref<std::string const&>()));
}

template <typename Part>
bool covers(std::optional<Part> const& earlier, std::optional<Part> const& later) {
  return !earlier || earlier == later;
}

bool covers(std::optional<TextPattern> const& earlier, std::optional<TextPattern> const& later) {
  return !earlier || (later && text_pattern::covers(*earlier, *later));
}

using HeaderMatcher = decltype(RequestMatcher::headers)::value_type;

bool covers_header(HeaderMatcher const& earlier, HeaderMatcher const& later) {
  if (!same_header_name(earlier.first, later.first)) return false;
  TextPattern const* const one = std::get_if<TextPattern>(&earlier.second);
  TextPattern const* const other = std::get_if<TextPattern>(&later.second);
  return one != nullptr && other != nullptr ? text_pattern::covers(*one, *other) : earlier.second == later.second;
}

bool covers_headers(RequestMatcher const& earlier, RequestMatcher const& later) {
  return std::all_of(earlier.headers.begin(), earlier.headers.end(), [&](HeaderMatcher const& header) {
    return std::any_of(later.headers.begin(), later.headers.end(),
                       [&](HeaderMatcher const& other) { return covers_header(header, other); });
  });
}

bool covers(Step const& earlier_step, Step const& later_step) {
  RequestMatcher const& earlier = matcher_of(earlier_step);
  RequestMatcher const& later = matcher_of(later_step);
  return covers_path(earlier, later) && covers(earlier.method, later.method) && covers(earlier.query, later.query) &&
         covers(earlier.body, later.body) && covers_headers(earlier, later) && covers(earlier.model, later.model) &&
         covers(earlier.last_user_message, later.last_user_message) &&
         covers(earlier.system_message, later.system_message) && covers(earlier.tool_result, later.tool_result) &&
         covers(earlier.result_of_tool, later.result_of_tool) && covers(earlier.offered_tool, later.offered_tool) &&
         covers(earlier.turn, later.turn);
}

}  // namespace

void require(std::vector<Step> const& steps) {
  std::vector<std::size_t> always;
  for (std::size_t index = 0; index < steps.size(); ++index) {
    auto const cover = std::find_if(always.begin(), always.end(),
                                    [&](std::size_t earlier) { return covers(steps[earlier], steps[index]); });
    if (cover != always.end()) {
      throw ScenarioError(
          json_text::child("/steps", index),
          fmt::format("is never played: /steps/{} is played always and takes every request that this step could take; "
                      "move this step before it, or give that one a \"match\" or a number of plays",
                      *cover));
    }
    if (!steps[index].plays && always.size() < most_compared) always.push_back(index);
  }
}

}  // namespace mock_provider::reachable_steps

namespace mock_provider::scenario {
namespace {

constexpr std::int64_t most_plays = 1'000'000'000;
constexpr std::int64_t most_seed = 9'007'199'254'740'991;

std::optional<std::uint64_t> decode_plays(ClosedObject const& object) {
  Json const* const repeat = object.find("repeat");
  if (repeat == nullptr) return 1;
  if (*repeat == "always") return std::nullopt;
  if (!repeat->is_number_integer()) {
    throw ScenarioError(object.pointer_of("repeat"), "must be a whole number from 1 up or \"always\"");
  }
  return static_cast<std::uint64_t>(*object.whole_number("repeat", 1, most_plays));
}

Step decode_step(Json const& value, std::string pointer) {
  ClosedObject const object(value, std::move(pointer), members::step);
  Step step{.match = std::nullopt,
            .respond = respond_form::decode(object.required("respond"), object.pointer_of("respond")),
            .plays = decode_plays(object)};
  if (Json const* const match = object.find("match")) {
    step.match = matcher_form::decode(*match, object.pointer_of("match"));
  }
  return step;
}

Admission decode_admission(ClosedObject const& object) {
  std::string const admits = object.text("admits").value_or("with-key");
  if (admits == "with-key") return Admission::with_key;
  if (admits == "anyone") return Admission::anyone;
  throw ScenarioError(object.pointer_of("admits"), "must be with-key or anyone");
}

std::optional<LettingOut> decode_letting_out(ClosedObject const& object) {
  Json const* const value = object.find("letsOut");
  if (value == nullptr) return std::nullopt;
  ClosedObject const lets_out(*value, object.pointer_of("letsOut"), members::lets_out);
  constexpr std::int64_t most = 1'000'000;
  LettingOut letting{.items = static_cast<std::size_t>(lets_out.whole_number("items", 0, most).value_or(0))};
  if (std::optional<std::int64_t> const patience = lets_out.whole_number("patienceMs", 1, most))
    letting.patience = std::chrono::milliseconds(*patience);
  return letting;
}

}  // namespace

Scenario decode(Json const& value) {
  ClosedObject const object(value, "", members::scenario);
  Scenario scenario;
  scenario.name = object.text("name");
  if (scenario.name && !is_name(*scenario.name)) {
    throw ScenarioError(
        "/name", fmt::format("must be 1 to 128 letters, digits, \".\", \"_\" or \"-\", and none of {}", taken_names));
  }
  static_cast<void>(object.text("$schema"));
  static_cast<void>(object.text("description"));
  scenario.seed = static_cast<std::uint64_t>(object.whole_number("seed", 0, most_seed).value_or(0));
  scenario.sequence_header = object.text("sequencePerHeader");
  if (scenario.sequence_header && scenario.sequence_header->empty()) {
    throw ScenarioError("/sequencePerHeader", "must be the name of a header that tells tests apart, such as x-test-id");
  }
  Json const& steps = object.required("steps");
  if (!steps.is_array()) throw ScenarioError("/steps", "must be an array of steps");
  for (std::size_t index = 0; index < steps.size(); ++index) {
    scenario.steps.push_back(decode_step(steps[index], json_text::child("/steps", index)));
  }
  reachable_steps::require(scenario.steps);
  if (Json const* const mcp = object.find("mcp")) scenario.mcp = mcp_server::decode(*mcp, object.pointer_of("mcp"));
  scenario.admission = decode_admission(object);
  scenario.lets_out = decode_letting_out(object);
  return scenario;
}

bool is_name(std::string_view name) {
  auto const allowed = [](char character) {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
           (character >= '0' && character <= '9') || character == '.' || character == '_' || character == '-';
  };
  if (name.empty() || name.size() > 128 || !std::all_of(name.begin(), name.end(), allowed)) return false;
  return name != "_mock" && name != "." && name != ".." && !is_taken(name);
}

bool is_taken(std::string_view segment) {
  constexpr std::array<std::string_view, 15> taken{
      "v1",     "v1beta",   "audio",  "batches",     "chat",   "conversations", "embeddings",   "files",
      "images", "messages", "models", "moderations", "openai", "responses",     "vector_stores"};
  return std::find(taken.begin(), taken.end(), segment) != taken.end();
}

}  // namespace mock_provider::scenario
