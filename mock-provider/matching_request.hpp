#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "mock-provider/conversation.hpp"
#include "mock-provider/request.hpp"
#include "mock-provider/route.hpp"
#include "mock-provider/scenario.hpp"

namespace mock_provider {

/// What the matchers of a scenario see of a request.
struct MatchableRequest {
  std::string const& method;
  Route const& route;
  Headers const& headers;
  Json const& body;  ///< null when the request has no JSON body
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
