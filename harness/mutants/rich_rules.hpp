#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/mutants/message_rules.hpp"

namespace conformance::mutants {

/// The kinds of inputs that become messages, and of those that become parts.
[[nodiscard]] bool is_thread(Json const& property);
[[nodiscard]] bool is_media(Json const& property);

/// A place in a template at which an input is put out.
struct Mention {
  std::string before;  ///< the text between the marker above, or the beginning, and the mention
  std::string text;    ///< with its braces
  std::string name;    ///< of the input
  std::string after;   ///< the text from the mention to the next marker or the end
  std::string role;    ///< as the marker above writes it; "system" without one
};

/// Gives the text that stands instead of `before`, `text` and `after`.
using ChangeMention = std::function<std::string(Mention const& mention)>;

/// Changes the template of `prepare` around the first mention of a rich input below each marker.
[[nodiscard]] Rule changed_mentions(bool (*is_meant)(Json const& property), ChangeMention change);

/// Changes the values of inputs before `prepare` sees them.
[[nodiscard]] Rule changed_rich_values(bool (*is_meant)(Json const& property), std::function<void(Json& value)> change);

/// Changes each message of threads that are lists before `prepare` sees them.
[[nodiscard]] Rule changed_thread_messages(std::function<void(Json& message)> change);

/// Changes each part of what `prepare` answers that is no text.
[[nodiscard]] Rule changed_media_parts(std::function<void(Json& part)> change);

/// The messages of all threads that were given, in order.
[[nodiscard]] Json messages_of_threads(Json const& agent, Json const& inputs);

/// The parts of all media that were given, in order.
[[nodiscard]] std::vector<Json> parts_of_media(Json const& agent, Json const& inputs);

/// Whether a value is given for one of the inputs that fits.
[[nodiscard]] bool has_value(Json const& params, bool (*is_meant)(Json const& property),
                             std::function<bool(Json const& value)> const& predicate);

}  // namespace conformance::mutants
