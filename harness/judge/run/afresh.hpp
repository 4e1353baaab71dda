#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

#include "harness/judge/run/runner.hpp"

namespace conformance {

/// How much is played again. What lies beyond stays as it was judged.
struct AfreshLimits {
  std::size_t vectors = 1000;  ///< that are played in a process that they share
  std::size_t processes = 40;  ///< of one vector each
  std::size_t searched = 5;    ///< for which the earlier vector is looked for
  std::chrono::milliseconds time{60'000};
  std::stop_token stop = {};
};

/// What replays need besides a subject.
struct ReplayNeeds {
  ClauseRegistry const& registry;
  Profile profile;
  mock_provider::Server& mock;
  VariationsByTransform variations = {};
};

/// Starts one more process of the subject; throws SubjectStartError when it does not start.
using StartSubject = std::function<std::unique_ptr<Subject>()>;

/// Plays the failed vectors again in processes that had no request before, and sets `passes_afresh` of those that
/// pass there in every way in which they failed: their failures come from earlier requests. All together are
/// played in one fresh process, and in the opposite order in another one; what passes in either is played twice in a
/// process of its own. That at which the process ended, which may have been asked for more at that moment, passes
/// afresh as soon as it passes in one of the two orders, one at a time. What timed out or is known to fail is left
/// alone. Of some of those that failed `fails_after` is found by playing parts of what was played before them, the
/// nearest first.
void play_afresh(std::vector<VectorResult>& results, StartSubject const& start, ReplayNeeds const& needs,
                 AfreshLimits const& limits = {});

}  // namespace conformance
