#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// Everything that a provider makes up at random, made up from a seed instead, so that a run repeats byte for byte.
namespace mock_provider::deterministic {

/// A hash that is the same on every machine.
[[nodiscard]] std::uint64_t hash(std::string_view text, std::uint64_t seed = 0);

/// What the answer to one request is made from: another for each turn of a scenario, so far from those of its
/// neighbours that numbers added to it never lead from one turn into the next.
[[nodiscard]] std::uint64_t seed_of_turn(std::string_view scenario, std::uint64_t seed, std::uint64_t turn);

/// `length` letters and digits that depend on the seed alone.
[[nodiscard]] std::string token(std::uint64_t seed, std::size_t length);

/// A second of the year 2025 as Unix time.
[[nodiscard]] std::int64_t time_of(std::uint64_t seed);

}  // namespace mock_provider::deterministic
