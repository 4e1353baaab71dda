#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "harness/judge/replay/replay.hpp"
#include "harness/judge/variations/transform.hpp"

namespace conformance {

/// With which cuts a stream is replayed.
struct CutsWanted {
  bool all = true;         ///< else `usual_stream_cuts`
  std::uint64_t seed = 1;  ///< of the choice among these

  bool operator==(CutsWanted const&) const = default;
};

/// One rewriting that a vector is due, in one of its ways.
struct DueTransform {
  Transform transform = Transform::crlf;
  Way of = Way::direct;
  std::string name = {};  ///< which of the `Rewritings`, "" under other transforms
  CutsWanted cuts = {};   ///< under `sse_split`

  bool operator==(DueTransform const&) const = default;
};

/// Of the wanted transforms those that the vector declares, each in every due way, and `sse_split` for a stream, in the
/// way that gets it over HTTP. None that changes nothing. Named rewritings are played in the first due way: what holds
/// over HTTP holds in the others. Over HTTP they are those of `Rewritings::over_http`.
[[nodiscard]] std::vector<DueTransform> due_transforms(Vector const& vector, std::set<Way> const& due_ways,
                                                       std::set<Transform> const& wanted,
                                                       NamedRewritings const& named = {}, CutsWanted cuts = {});

/// How the bytes of a stream are cut for one replay.
struct Cuts {
  std::string description;  ///< in words: "into pieces of 7 bytes, the first of 3"
  Json fault;               ///< as in `respond` of the mock provider
  std::size_t first = 0;    ///< bytes before the first cut; 0 where that follows from what they are
};

/// All the cuts that a stream is replayed with: between any two bytes, in pieces of 7 from each start, so that each
/// place is cut in one of them and not in the others, in long pieces that end in many places, inside each character of
/// several bytes, and, its lines ending in CR LF, between the two.
[[nodiscard]] std::vector<Cuts> const& stream_cuts();

/// Of them those that are played usually: inside line ends, inside characters, and between any two bytes or into
/// pieces of one size from one start. The seed chooses these for each vector: what gets a stream wrong that comes in
/// such pieces gets most streams wrong, and the vectors together are cut in all ways.
[[nodiscard]] std::vector<Cuts> usual_stream_cuts(Vector const& vector, std::uint64_t seed);

/// Plays the vector once more in that way with its input rewritten, and judges it as ever; under `sse_split` with one
/// set of cuts after the other, until one of them fails, but for those that begin behind the end of the stream. When
/// several named rewritings at once fail, they are played one by one, and the first that fails alone is the one that is
/// named. The attempt is one of the vector itself, in `Way::transform`. `named` has those of a due name.
[[nodiscard]] Attempt replay_transformed(Vector const& vector, DueTransform const& due, ReplayContext const& context,
                                         NamedRewritings const& named = {});

/// Plays a vector in a way that is no transform: as `replay_direct`, `replay_http` and `replay_split_as_load` do.
[[nodiscard]] Attempt replay(Vector const& vector, ReplayContext const& context, Way way);

}  // namespace conformance
