#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <stdexcept>
#include <string>

#include "harness/judge/run/summary.hpp"
#include "mock-provider/matching/json.hpp"

namespace conformance {

/// A line of a report says what a run would not write there, since the line itself or those before it say otherwise.
class Contradiction : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Follows the lines of a report, and throws Contradiction at one that was changed by hand: an attempt that passed and
/// tells what went wrong, and a summary whose counts, exit code, verdict or clauses are not those of the lines before
/// it, or whose digest is not that of these lines; a report that another runner wrote may have none. A line that lacks
/// what it has to say throws Json::exception.
class ReportCheck {
 public:
  /// `first` is the line that a report begins with, and `deciding` what it says of what decides.
  ReportCheck(Json const& first, Deciding deciding);

  /// Any line after the first.
  void take(Json const& line);

 private:
  void take_attempt(Json const& line);
  void take_unsupported(Json const& line);
  void take_fault(Json const& line);
  void take_summary(Json const& line);
  void check_digest(Json const& summary) const;
  void check_counts(Json const& summary) const;
  void check_verdict(Json const& summary) const;
  void check_clause(Json const& clause) const;
  [[nodiscard]] VectorResult const* find(std::string const& id) const;

  Deciding deciding_;
  std::string lines_digest_;                     ///< of the lines until now
  std::map<std::string, VectorResult> results_;  ///< by the id of the vector; with what decides, and statuses alone
  std::set<std::string> played_clauses_;         ///< those of vectors with an attempt
  std::map<std::string, bool> decides_;          ///< by the ids of vectors: whether a fault of theirs does
  bool is_over_ = false;                         ///< whether the summary was there
};

}  // namespace conformance
