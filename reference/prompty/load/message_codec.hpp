#pragma once

#include "prompty/core/message.hpp"

/// Messages as JSON, in the shape of a thread input and of the adapter protocol.
namespace prompty::message_codec {

/// The messages in a list of `{role, content: [part], metadata?}`; null members are the same as absent ones, and absent
/// content is no part. Throws ValueError for a message without a role, a part without a value, an unknown kind of part,
/// and members of a wrong type; `path` names the list in errors.
[[nodiscard]] std::vector<Message> read(Json const& value, std::string const& path);

/// The same shape; what is not set is left out.
[[nodiscard]] Json write(std::vector<Message> const& messages);

}  // namespace prompty::message_codec
