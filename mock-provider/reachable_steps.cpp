#include "mock-provider/reachable_steps.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "mock-provider/route.hpp"

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
  return later.path->is_string() && asks_model(route_of(later.path->get_ref<std::string const&>()));
}

template <typename Part>
bool covers(std::optional<Part> const& earlier, std::optional<Part> const& later) {
  return !earlier || earlier == later;
}

bool covers_headers(RequestMatcher const& earlier, RequestMatcher const& later) {
  return std::all_of(earlier.headers.begin(), earlier.headers.end(), [&](auto const& header) {
    return std::find(later.headers.begin(), later.headers.end(), header) != later.headers.end();
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
