#pragma once

#include <set>
#include <vector>

#include "harness/judge/replay/replay.hpp"
#include "harness/judge/variations/variation.hpp"

namespace conformance {

/// Those of some transforms that need no page of spec/: the ones that vectors declare, and `sse_split`.
/// Throws InputError for a name that none of them has.
[[nodiscard]] VariationsByTransform plain_variations(std::set<Transform> const& transforms,
                                                     VariationsWanted const& wanted = {});

/// What a vector is due that passed in these ways.
[[nodiscard]] std::vector<Variation> due_variations(Vector const& vector, std::set<Way> const& passed,
                                                    VariationsByTransform const& played);

/// Plays the vector once more under a variation that it is due, and judges it as ever. When several at once fail, they
/// are played one by one, and the first that fails alone is the one that is named. Under `sse_split` they are cut in
/// turn until one fails, but for those that begin behind the end of the stream. The attempt is one of the vector
/// itself, in `Way::transform`.
[[nodiscard]] Attempt replay_varied(Vector const& vector, Variation const& due, ReplayContext const& context,
                                    VariationsByTransform const& played);

/// Plays a vector in a way that is no transform: as `replay_direct`, `replay_http` and `replay_split_as_load` do.
[[nodiscard]] Attempt replay(Vector const& vector, ReplayContext const& context, Way way);

}  // namespace conformance
