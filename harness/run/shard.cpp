#include "harness/run/shard.hpp"

#include <fmt/core.h>

#include <charconv>

#include "harness/input_error.hpp"

namespace conformance {
namespace {

std::size_t number_in(std::string const& text, std::size_t begin, std::size_t end) {
  std::size_t number = 0;
  char const* const last = text.data() + end;
  auto const [stopped, problem] = std::from_chars(text.data() + begin, last, number);
  return problem == std::errc() && stopped == last ? number : 0;
}

}  // namespace

Shard parse_shard(std::string const& text) {
  std::size_t const slash = text.find('/');
  Shard shard{.number = 0, .count = 0};
  if (slash != std::string::npos)
    shard = {.number = number_in(text, 0, slash), .count = number_in(text, slash + 1, text.size())};
  if (shard.number == 0 || shard.number > shard.count)
    throw InputError(
        fmt::format("--shard {}: must be NUMBER/COUNT with a number from 1 to the count, such as 2/8", text));
  return shard;
}

std::vector<Vector const*> vectors_of_shard(std::vector<Vector const*> const& vectors, Shard const& shard) {
  std::vector<Vector const*> chosen;
  for (std::size_t place = shard.number - 1; place < vectors.size(); place += shard.count)
    chosen.push_back(vectors[place]);
  return chosen;
}

}  // namespace conformance
