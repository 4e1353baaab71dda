#pragma once

#include <string_view>

namespace prompty::openai {

/// Whether the provider takes metadata of that key on a message of that role; of a role that it does not know,
/// every key. The reasoning that compatible servers ask back counts as known.
[[nodiscard]] bool takes_metadata(std::string_view role, std::string_view key);

}  // namespace prompty::openai
