#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mock-provider/scenario.hpp"

namespace mock_provider::chunking {

/// The deltas of a UTF-8 text, in order; none is empty or ends inside a character, and together they are the text. By
/// words, a delta ends where a word does ("It", " is", " 72°F", "."); seeded, it has 1 to 12 characters.
[[nodiscard]] std::vector<std::string> pieces(std::string_view text, Chunking const& chunking);

}  // namespace mock_provider::chunking
