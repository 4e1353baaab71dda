#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/vectors/vector.hpp"

namespace conformance {

/// One of several parts that together are the whole, from 1.
struct Shard {
  std::size_t number = 1;
  std::size_t count = 1;

  bool operator==(Shard const&) const = default;
};

/// "2/8". Throws InputError for anything else, and for a number that is not from 1 to the count.
[[nodiscard]] Shard parse_shard(std::string const& text);

/// The vectors of a shard, in their order. Each vector is in exactly one shard; the shards differ by one vector at
/// most.
[[nodiscard]] std::vector<Vector const*> vectors_of_shard(std::vector<Vector const*> const& vectors,
                                                          Shard const& shard);

}  // namespace conformance
