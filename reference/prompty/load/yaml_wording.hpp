#pragma once

#include <string>

namespace prompty::yaml {

/// The words for a message of yaml-cpp that tell a writer of prompts what is wrong and how to fix it; the message
/// itself when there are none.
[[nodiscard]] std::string clearer(std::string const& message);

}  // namespace prompty::yaml
