#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace bench {

/// A frontmatter as users write it: model, options, some inputs and tools, two nested schemas. Without its delimiters.
[[nodiscard]] std::string typical_frontmatter();

/// A chat prompt with conditions, a loop and filters.
[[nodiscard]] std::string typical_template();

/// Inputs for it: twenty orders.
[[nodiscard]] nlohmann::ordered_json typical_inputs();

/// A streamed chat completion of that many bytes, in events of two hundred and more.
inline constexpr std::size_t event_stream_bytes = 1'000'000;
[[nodiscard]] std::string typical_event_stream();

/// `count` repetitions of `piece`.
[[nodiscard]] std::string repeated(std::string const& piece, std::size_t count);

}  // namespace bench
