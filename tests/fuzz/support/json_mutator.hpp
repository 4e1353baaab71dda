#pragma once

#include <string_view>

namespace prompty_fuzz {

/// Names and texts that mean something to what is fuzzed, with a blank between each two. A target that is linked with
/// json_mutator.cpp has them: most of its inputs are then made by changing one value of the JSON that stands in another
/// input, so that it stays JSON, and the others by changing bytes.
[[nodiscard]] std::string_view words();

}  // namespace prompty_fuzz
