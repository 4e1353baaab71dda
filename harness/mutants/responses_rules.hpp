#pragma once

#include <functional>

#include "harness/mutants/api_rules.hpp"

namespace conformance::mutants {

// Rules over Responses requests.

/// Changes the body of Responses requests.
[[nodiscard]] Rule changed_responses(ChangeRequest change);

/// Changes the items that each message gives; the messages are converted one by one and their items joined.
using ChangeItems = std::function<void(Json& items, Json const& message)>;
[[nodiscard]] Rule changed_input_items(ChangeItems change);

/// Changes the item of role and content of each message that gives one.
using ChangeItem = std::function<void(Json& item, Json const& message)>;
[[nodiscard]] Rule changed_item(ChangeItem change);

/// Whether a message carries the item of a function call, and that item.
[[nodiscard]] bool has_stored_call(Json const& message);
[[nodiscard]] Json const& stored_call_of(Json const& message);

}  // namespace conformance::mutants
