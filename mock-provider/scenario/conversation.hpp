#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "mock-provider/scenario/route.hpp"
#include "mock-provider/values/json_text.hpp"

namespace mock_provider {

/// What a request to a model says, whichever interface it comes by.
struct Conversation {
  /// What a tool gave back.
  struct Result {
    std::string tool;  ///< its name, "" when the request does not show the call
    std::string text;

    bool operator==(Result const&) const = default;
  };

  std::optional<std::string> model;  ///< Azure's deployment when the body names none
  std::optional<std::string> last_user_message;
  std::optional<std::string> system_message;  ///< all of them, a line between
  std::vector<Result> results;                ///< since the model spoke last
  std::vector<std::string> offered_tools;     ///< names
  std::size_t turn = 1;                       ///< 1 when the model has not spoken yet

  bool operator==(Conversation const&) const = default;
};

}  // namespace mock_provider

namespace mock_provider::conversation {

/// Reads any JSON; what is malformed is passed over. `earlier` are the items of Responses that the provider has kept
/// and the request goes on from, a list, oldest first; nullptr or null without any.
[[nodiscard]] Conversation of(Json const& body, Route const& route, Json const* earlier = nullptr);

/// The text of a content: a string, or all parts of a list that have one, in order.
[[nodiscard]] std::string text_of(Json const& content);

}  // namespace mock_provider::conversation
