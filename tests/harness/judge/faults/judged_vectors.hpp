#pragma once

#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "harness/judge/faults/diagnosis.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"

namespace conformance::diagnosis_test {

inline Signature at(std::string place, std::string change = "extra") {
  return {.operation = "split", .place = std::move(place), .change = std::move(change)};
}

/// A subject that is judged by vectors of named clauses; what known mistakes would show is set.
class Diagnoses : public testing::Test {
 protected:
  /// What is wrong with a vector of these clauses.
  void judge(std::string const& id, std::vector<std::string> const& clauses, std::set<Signature> shown,
             Group group = Group::documents) {
    vectors_.push_back(std::make_unique<Vector>(one_sample_vector({{"id", id}})));
    vectors_.back()->clauses = clauses;
    judged_.push_back({.vector = vectors_.back().get(), .shown = std::move(shown), .group = group});
  }

  /// Gives the last vector an agent.
  void of_interface(std::string const& provider, std::string const& api_type) {
    vectors_.back()->steps.front().given["agent"] = {{"model", {{"provider", provider}, {"apiType", api_type}}}};
  }

  void know(std::string const& mistake, std::string const& clause, std::map<std::string, std::set<Signature>> shows) {
    mutants_.push_back(
        std::make_unique<Deviation>(Deviation{.id = mistake, .clause = clause, .breaks = "", .answer = {}}));
    shows_[mistake] = std::move(shows);
  }

  Diagnosis made() {
    std::vector<Deviation const*> known;
    for (std::unique_ptr<Deviation> const& mutant : mutants_) known.push_back(mutant.get());
    return diagnose(judged_, known, [&](std::vector<Deviation const*> const& mistakes, Vector const& vector) {
      return shown_by(mistakes, vector.id.substr(vector.topic.size() + 1));
    });
  }

  /// What was said of all these mistakes at once, or else what each of them shows.
  [[nodiscard]] std::set<Signature> shown_by(std::vector<Deviation const*> const& mistakes,
                                             std::string const& id) const {
    std::vector<std::string> ids;
    for (Deviation const* const mistake : mistakes) ids.push_back(mistake->id);
    std::sort(ids.begin(), ids.end());
    auto const together = shows_.find(fmt::format("{}", fmt::join(ids, " and ")));
    if (together != shows_.end() && together->second.contains(id)) return together->second.at(id);
    std::set<Signature> all;
    if (mistakes.size() > 1)
      for (Deviation const* const mistake : mistakes) all.merge(shown_by({mistake}, id));
    return all;
  }

  std::vector<std::unique_ptr<Vector>> vectors_;
  std::vector<JudgedVector> judged_;
  std::vector<std::unique_ptr<Deviation>> mutants_;
  std::map<std::string, std::map<std::string, std::set<Signature>>> shows_;
};

}  // namespace conformance::diagnosis_test
