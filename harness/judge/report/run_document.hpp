#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/judge/clauses/code_places.hpp"
#include "harness/judge/deviations/deviation.hpp"
#include "harness/judge/report/mutation_score.hpp"
#include "harness/judge/report/run_info.hpp"
#include "harness/judge/run/summary.hpp"
#include "mock-provider/matching/json.hpp"

namespace conformance {

/// All that a run knows and a report for people can show.
struct RunParts {
  std::vector<VectorResult> const& results;
  Summary const& summary;
  ClauseRegistry const& registry;
  RunInfo const& info;
  std::vector<Deviation> const& mutants;
  std::optional<MutationScore> score = std::nullopt;        ///< nothing when it was not measured
  std::string digest = {};                                  ///< "sha256:…" of the JSON Lines report of the run
  std::map<std::string, std::vector<CodePlace>> code = {};  ///< where the reference does what each clause says
};

/// A run as one JSON object: how it was judged and its verdict, the numbers by group, class, level and section, every
/// clause with its statement, state and mutants, the decisions that they name, and every vector with its attempts and,
/// under `source`, what it gives and expects.
[[nodiscard]] Json run_document(RunParts const& run);

/// Something that a report says of the run as a whole, in words.
struct RunFact {
  std::string name;
  std::string value;

  bool operator==(RunFact const&) const = default;
};

/// "C++ library 1.2 (C++)": who was judged.
[[nodiscard]] std::string subject_text(RunInfo const& info);

/// What every report carries, whatever its form: who was judged, in which profile, with which suite and vectors, by
/// which command; how many vectors and clauses came out how; and how sharp the suite is, when that was measured.
[[nodiscard]] std::vector<RunFact> run_facts(RunParts const& run);

/// What sets the clauses of a group apart from those of the groups before it, as a clause of a sentence; "" for the
/// documents.
[[nodiscard]] std::string beyond_what(Group group);

/// Classes by name, those of which nothing was judged behind the others.
[[nodiscard]] std::vector<std::pair<std::string, JudgedClass>> judged_first(
    std::map<std::string, JudgedClass> const& classes);

/// How sharp the suite is, without a full stop.
[[nodiscard]] std::string sharpness_text(MutationScore const& score);

/// "12 pass, 1 fail", or "none".
[[nodiscard]] std::string counts_text(std::map<Status, int> const& counts);

}  // namespace conformance
