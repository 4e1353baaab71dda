#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "mock-provider/http/request.hpp"
#include "mock-provider/scenario/conversation.hpp"
#include "mock-provider/scenario/route.hpp"
#include "mock-provider/scenario/scenario.hpp"
#include "mock-provider/values/json_text.hpp"

namespace mock_provider::matcher_form {

/// The typed form of the member `match` of a step. Throws ScenarioError.
[[nodiscard]] RequestMatcher decode(Json const& value, std::string pointer);

}  // namespace mock_provider::matcher_form

namespace mock_provider {

/// What the matchers of a scenario see of a request.
struct MatchableRequest {
  std::string const& method;
  Route const& route;
  Headers const& headers;
  Json const& body;  ///< null when the request has no JSON body
  /// The items that a request for a response goes on from, oldest first; nullptr or null when it begins.
  Json const* earlier = nullptr;
  /// Made by the first matcher that needs it; a request is matched by one thread.
  mutable std::optional<Conversation> conversation = std::nullopt;
};

/// The first part of a matcher that a request does not meet.
struct Mismatch {
  std::string part;           ///< the member of `match`, or "header NAME"
  std::string pointer;        ///< JSON pointer into the body, "" for the other parts
  std::string message;        ///< with what was expected and what came, on one line
  std::size_t parts_met = 0;  ///< how many parts hold: the nearest matcher has the most

  bool operator==(Mismatch const&) const = default;
};

/// Nothing when the request meets every part of the matcher.
[[nodiscard]] std::optional<Mismatch> mismatch(RequestMatcher const& matcher, MatchableRequest const& request);

}  // namespace mock_provider
