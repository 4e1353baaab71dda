#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/judge/report/run_document.hpp"

namespace conformance {

/// How a vector came out, as a text whose first word says it: "pass", "known-failure", "unsupported", "does not count",
/// or the status of an attempt that failed; of a failure all that `run` shows of it.
[[nodiscard]] std::string result_text(VectorResult const& result, ClauseRegistry const& registry, RunInfo const& info);

/// How the vectors of one topic came out, with the texts of those that failed. It begins with
/// - "fail TOPIC: 2 of 12 vectors failed" when a failure decides, or the harness failed;
/// - "pass TOPIC: 12 vectors played" when some passed, or failed as is known;
/// - "does not count TOPIC: …" when no failure decides and nothing passed;
/// - "unsupported TOPIC: …" when nothing was played.
[[nodiscard]] std::string topic_text(std::string const& topic, std::vector<VectorResult const*> const& results,
                                     ClauseRegistry const& registry, RunInfo const& info);

/// Removes what an earlier run left in a folder of results. Throws InputError for a folder that holds anything else,
/// and for one that cannot be made.
void clear_results(std::filesystem::path const& folder);

/// Thousands of files take longer to write than many adapters to judge.
enum class ResultsOf : std::uint8_t { topics, vectors };

/// Writes FOLDER/TOPIC.txt for each topic and, if wanted, FOLDER/TOPIC/VECTOR.txt for each vector, and the verdict as
/// FOLDER/verdict.txt. What stands in the folder by then is removed: what was judged may have put it there.
void write_results(std::filesystem::path const& folder, RunParts const& run, ResultsOf of = ResultsOf::topics);

}  // namespace conformance
