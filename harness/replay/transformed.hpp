#pragma once

#include <set>
#include <string>
#include <vector>

#include "harness/carried/carried_values.hpp"
#include "harness/replay/replay.hpp"

namespace conformance {

/// One rewriting that a vector is due, in one of its ways.
struct DueTransform {
  Transform transform = Transform::crlf;
  Way of = Way::direct;
  std::string hostile = {};  ///< of `Transform::carried`: the name of what is put in the places of its values

  bool operator==(DueTransform const&) const = default;
};

/// Of the wanted transforms those that the vector declares, each in every due way, and `sse_split` for a stream, in the
/// way that gets it over HTTP. None that changes nothing. Hostile values are played in the first due way, since what is
/// handed on over HTTP is so in the others.
[[nodiscard]] std::vector<DueTransform> due_transforms(Vector const& vector, std::set<Way> const& due_ways,
                                                       std::set<Transform> const& wanted,
                                                       CarriedValues const* carried = nullptr);

/// How the bytes of a stream are cut for one replay.
struct Cuts {
  std::string told;  ///< in words: "into pieces of 7 bytes, the first of 3"
  Json fault;        ///< as in `respond` of the mock provider
};

/// All the cuts that a stream is replayed with: between any two bytes, in pieces of 7 from each start, so that each
/// place is cut in one of them and not in the others, in long pieces that end in many places, inside each character of
/// several bytes, and, its lines ending in CR LF, between the two.
[[nodiscard]] std::vector<Cuts> const& stream_cuts();

/// Plays the vector once more in that way with its input rewritten, and judges it as ever; under `sse_split` with one
/// set of cuts after the other, until one of them fails. When several hostile values at once fail, they are put in one
/// by one, and the first that fails alone is the one that is named. The attempt is one of the vector itself, in
/// `Way::transform`. `carried` is needed for `Transform::carried`.
[[nodiscard]] Attempt replay_transformed(Vector const& vector, DueTransform const& due, ReplayContext const& context,
                                         CarriedValues const* carried = nullptr);

/// Plays a vector in a way that is no transform: as `replay_direct`, `replay_http` and `replay_split_as_load` do.
[[nodiscard]] Attempt replay(Vector const& vector, ReplayContext const& context, Way way);

}  // namespace conformance
