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
/// it. A line that lacks what it has to say throws Json::exception.
class ReportCheck {
 public:
  explicit ReportCheck(Deciding deciding) : deciding_(std::move(deciding)) {}

  void take(Json const& line);

 private:
  void take_attempt(Json const& line);
  void take_unsupported(Json const& line);
  void take_fault(Json const& line);
  void take_summary(Json const& line);
  void check_counts(Json const& summary) const;
  void check_verdict(Json const& summary) const;
  void check_clause(Json const& clause) const;
  [[nodiscard]] VectorResult const* find(std::string const& id) const;

  Deciding deciding_;
  std::map<std::string, VectorResult> results_;  ///< by the id of the vector; with what decides, and statuses alone
  std::set<std::string> played_clauses_;         ///< those of vectors with an attempt
  std::map<std::string, bool> decides_;          ///< by the ids of vectors: whether a fault of theirs does
  bool is_over_ = false;                         ///< whether the summary was there
};

}  // namespace conformance
