#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/judge/run/runner.hpp"

namespace conformance {

/// A failure that is known, or a vector that is known to pass and to fail.
struct KnownFailure {
  std::string id;
  std::string reason;
  std::string issue = {};      ///< where it is tracked; may be empty
  std::string signature = {};  ///< `failure_signature`; may be empty of a flaky one
  std::string content = {};    ///< `content_of` the vector when it was listed; empty without a signature
  std::optional<std::chrono::year_month_day> expires = std::nullopt;  ///< the last day on which it counts

  bool operator==(KnownFailure const&) const = default;
};

/// Status, place and kind of each failure, in a line that does not change from run to run, each line once: a vector may
/// fail in one way or in several.
[[nodiscard]] std::string failure_signature(VectorResult const& result);

/// A digest of what a vector gives and expects.
[[nodiscard]] std::string content_of(Vector const& vector);

/// Reads a list of known failures (YAML): entries with `id`, `reason`, `signature`, `content` and, as one likes,
/// `issue` and `expires` (YYYY-MM-DD). Throws InputError with path and line for another form, a vector that does not
/// exist or is listed twice, and an entry without reason.
[[nodiscard]] std::vector<KnownFailure> read_known_failures(std::filesystem::path const& path, Corpus const& corpus);

/// Reads a list of vectors that are known to be flaky: as above, but an entry needs no `signature` and `content`; one
/// that has these, and thus excuses a vector that fails every time, needs `expires` as well.
[[nodiscard]] std::vector<KnownFailure> read_known_flaky(std::filesystem::path const& path, Corpus const& corpus);

/// The list as YAML, as `read_known_failures` reads it.
[[nodiscard]] std::string known_failures_yaml(std::vector<KnownFailure> const& failures);

/// The failures in `results` as a list: entries of `former` keep reason, issue and expiry, others get `reason`. What
/// passes or was not played is not in it, except that what was not played stays as it was listed.
[[nodiscard]] std::vector<KnownFailure> updated_known_failures(std::vector<KnownFailure> const& former,
                                                               std::vector<VectorResult> const& results,
                                                               std::string const& reason);

/// What is known of how a subject fails, applied to results as they come.
class Baseline {
 public:
  Baseline(std::vector<KnownFailure> const& failures, std::vector<KnownFailure> const& flaky,
           std::chrono::year_month_day today);

  /// Whether nothing is known, so that no result changes.
  [[nodiscard]] bool is_empty() const { return failures_.empty() && flaky_.empty(); }

  /// A failure that is listed and fails as listed, in each way that it fails in, becomes a known failure, a pass that
  /// is listed an unexpected pass; a signature that is not listed, an entry that expired and a vector that changed
  /// since are said in the detail. A flaky vector may pass; its failure becomes a known one when rounds of this run
  /// passed as well, or when it fails as listed.
  void apply(VectorResult& result) const;

 private:
  std::map<std::string, KnownFailure> failures_;
  std::map<std::string, KnownFailure> flaky_;
  std::chrono::year_month_day today_;
};

}  // namespace conformance
