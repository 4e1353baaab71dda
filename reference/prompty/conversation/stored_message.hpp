#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "prompty/core/json.hpp"
#include "prompty/core/outcome.hpp"

namespace prompty::conversation {

struct SystemTurn {
  std::string content;

  bool operator==(SystemTurn const&) const = default;
};

/// `content` is a JSON string, or an array of parts as the wire has them.
struct UserTurn {
  Json content;

  bool operator==(UserTurn const&) const = default;
};

/// What the model said, and all that is known of how it came to it. `reasoning_details` is a JSON array, empty when
/// there is none. `is_error` marks a turn whose stream broke off.
struct AssistantTurn {
  std::string content;
  std::vector<ToolCall> tool_calls = {};
  std::optional<std::string> reasoning = std::nullopt;
  Json reasoning_details = Json::array();
  std::optional<std::string> finish_reason = std::nullopt;
  bool is_error = false;

  bool operator==(AssistantTurn const&) const = default;
};

/// The result of one call. `is_error` marks one that failed or was denied.
struct ToolTurn {
  std::string tool_call_id;
  std::string content;
  std::optional<std::string> tool_name = std::nullopt;
  bool is_error = false;

  bool operator==(ToolTurn const&) const = default;
};

/// M1-05: a fifth role does not exist.
using Turn = std::variant<SystemTurn, UserTurn, AssistantTurn, ToolTurn>;

/// One entry of the list that a conversation is. `own_members` is a JSON object of what its owner put on it besides; it
/// never leaves the machine.
struct StoredMessage {
  Turn turn;
  Json own_members = Json::object();

  bool operator==(StoredMessage const&) const = default;
};

}  // namespace prompty::conversation
