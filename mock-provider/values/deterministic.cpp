#include "mock-provider/values/deterministic.hpp"

namespace mock_provider::deterministic {
namespace {

/// One step of the splitmix64 generator.
std::uint64_t next(std::uint64_t& state) {
  state += 0x9E3779B97F4A7C15U;
  std::uint64_t mixed = state;
  mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9U;
  mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBU;
  return mixed ^ (mixed >> 31U);
}

}  // namespace

std::uint64_t hash(std::string_view text, std::uint64_t seed) {
  std::uint64_t value = 0xCBF29CE484222325U ^ seed;
  for (char const character : text) {
    value ^= static_cast<unsigned char>(character);
    value *= 0x100000001B3U;
  }
  return next(value);
}

std::uint64_t seed_of_turn(std::string_view scenario, std::uint64_t seed, std::uint64_t turn) {
  return hash("turn", hash(scenario, seed) + turn);
}

std::string token(std::uint64_t seed, std::size_t length) {
  constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  std::string result;
  while (result.size() < length) result += alphabet[next(seed) % alphabet.size()];
  return result;
}

std::int64_t time_of(std::uint64_t seed) {
  constexpr std::int64_t start_of_2025 = 1'735'689'600;
  constexpr std::uint64_t seconds_of_a_year = 31'536'000;
  return start_of_2025 + static_cast<std::int64_t>(next(seed) % seconds_of_a_year);
}

}  // namespace mock_provider::deterministic
