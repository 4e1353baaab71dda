#include <fmt/core.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include <algorithm>

#include "harness/judge/deviations/deviation_judge.hpp"
#include "harness/judge/deviations/habit.hpp"
#include "harness/judge/deviations/own_mutants.hpp"
#include "harness/judge/deviations/rules.hpp"
#include "harness/judge/faults/diagnosis.hpp"
#include "harness/judge/run/summary.hpp"
#include "harness/judge/subject/in_process.hpp"
#include "harness/judge/suite/suite_of_repository.hpp"
#include "mock-provider/server.hpp"

// Each clause is broken as bluntly as can be, without a look at its mutants: its vectors, and no others, meet another
// answer. Then it is not held, and blamed but for a few.
namespace conformance::blunt_test {
namespace {

using testing::IsEmpty;

/// One clause in so many is broken; which ones follows from the order of the pages.
constexpr std::size_t one_in = PROMPTY_TESTS_AT_LENGTH ? 1 : 100;
constexpr double most_blamed_elsewhere = 0.03;

/// A value in which every text, number and truth value is another one.
Json garbled(Json const& value) {
  if (value.is_string()) return value.get<std::string>() + "~";
  if (value.is_number()) return value.get<double>() + 1;
  if (value.is_boolean()) return !value.get<bool>();
  if (value.is_null()) return "~";
  if (value.empty()) return Json::array({"~"});
  Json changed = value;
  for (Json& part : changed) part = garbled(part);
  return changed;
}

/// A value in which every object has a member of its own more.
Json with_strays(Json const& value) {
  if (!value.is_structured()) return value;
  Json changed = value;
  for (Json& part : changed) part = with_strays(part);
  if (changed.is_object()) changed["strayMember"] = 1;
  return changed;
}

Deviation changing(std::string id, Json (*change)(Json const&)) {
  return {.id = std::move(id),
          .clause = "",
          .breaks = "",
          .answer = [change](std::string const& operation, Json const& params, AskReference const& reference) {
            Reply reply = reference(operation, params);
            if (reply.status == Reply::Status::result) reply.value = change(reply.value);
            return reply;
          }};
}

/// Raises where a value is due, and the other way round.
Deviation raising() {
  return {.id = "raises",
          .clause = "",
          .breaks = "",
          .answer = [](std::string const& operation, Json const& params, AskReference const& reference) {
            Reply const reply = reference(operation, params);
            return reply.status == Reply::Status::result ? deviations::raised("RuntimeError")
                                                         : deviations::answered(Json::object());
          }};
}

class BluntBreaks : public testing::Test {
 protected:
  /// The vectors of the clause that decide.
  [[nodiscard]] std::vector<Vector const*> vectors_of(std::string const& clause) const {
    std::vector<Vector const*> own;
    for (Vector const& vector : corpus_.vectors) {
      if (vector.gating && vector.cites(clause)) own.push_back(&vector);
    }
    return own;
  }

  /// What is shown when the vectors of a clause, and no others, are answered so; nothing when none of them notices.
  [[nodiscard]] std::vector<JudgedVector> judged(std::string const& clause, Deviation const& mistake) const {
    std::vector<JudgedVector> judged;
    bool is_noticed = false;
    for (Vector const& vector : corpus_.vectors) {
      JudgedVector one{.vector = &vector,
                       .shown = {},
                       .group = registry_.leading_clause(vector.clauses).group,
                       .gating = vector.gating};
      if (vector.gating && vector.cites(clause)) {
        if (std::optional<Attempt> const failure = judge_.failure_of(vector, mistake)) {
          one.shown = signatures_.of(*failure);
          one.raised = raised_by(*failure);
          is_noticed = true;
        }
      }
      judged.push_back(std::move(one));
    }
    return is_noticed ? judged : std::vector<JudgedVector>();
  }

  [[nodiscard]] Diagnosis diagnosis_of(std::vector<JudgedVector> const& judged) {
    return diagnose(judged, known_mistakes_, [&](std::vector<Deviation const*> const& mistakes, Vector const& vector) {
      return known_.shown_by(mistakes, vector);
    });
  }

  [[nodiscard]] ClauseState state_of(std::string const& clause, std::vector<JudgedVector> const& judged,
                                     Diagnosis const& diagnosis) const {
    std::vector<VectorResult> results;
    for (std::size_t index = 0; index < judged.size(); ++index) {
      VectorResult result = unplayed_result(*judged[index].vector, registry_);
      Attempt attempt{.vector = judged[index].vector, .way = Way::direct};
      attempt.judgement.status = judged[index].shown.empty() ? Status::pass : Status::fail;
      result.attempts.push_back(std::move(attempt));
      if (!judged[index].shown.empty()) result.blame = diagnosis.blames[index];
      results.push_back(std::move(result));
    }
    std::vector<RunFault> faults(diagnosis.faults.size());
    for (ClauseCoverage const& coverage : summarize(results, corpus_, registry_, {}, faults).clauses) {
      if (coverage.clause->id == clause) return coverage.state;
    }
    return ClauseState::no_vector;
  }

  static std::vector<Deviation const*> all_known() {
    std::vector<Deviation const*> known;
    for (Deviation const& mutant : mutants_test::own_mutants()) known.push_back(&mutant);
    for (Deviation const& habit : habits_everywhere()) known.push_back(&habit);
    return known;
  }

  Suite const suite_ = suite_of_repository();
  ClauseRegistry const& registry_ = suite_.registry;
  Corpus const& corpus_ = suite_.corpus;
  std::vector<Deviation const*> const known_mistakes_ = all_known();
  InProcessSubject reference_;
  mock_provider::Server mock_{mock_provider::ServerOptions{}};
  DeviationJudge const judge_{registry_, Profile::as_written, reference_, mock_};
  SignatureMaker const signatures_{corpus_};
  KnownMistakes known_{judge_, signatures_};
};

TEST_F(BluntBreaks, AreNeverHeldAndSeldomBlamedOnOtherClausesAlone) {
  std::vector<Deviation> const mistakes = {raising(), changing("garbles", garbled), changing("adds", with_strays)};
  std::vector<std::string> held;
  std::vector<std::string> elsewhere;
  std::size_t broken = 0;
  std::size_t place = one_in / 2;
  for (Clause const& clause : registry_.clauses()) {
    if (clause.group != Group::documents || vectors_of(clause.id).empty() || place++ % one_in != 0) continue;
    for (Deviation const& mistake : mistakes) {
      std::vector<JudgedVector> const shown = judged(clause.id, mistake);
      if (shown.empty()) continue;
      ++broken;
      Diagnosis const diagnosis = diagnosis_of(shown);
      std::string const name = fmt::format("{} {}", mistake.id, clause.id);
      if (state_of(clause.id, shown, diagnosis) == ClauseState::held) held.push_back(name);
      bool const is_blamed = std::any_of(diagnosis.faults.begin(), diagnosis.faults.end(), [&](Fault const& fault) {
        return std::find(fault.clauses.begin(), fault.clauses.end(), clause.id) != fault.clauses.end();
      });
      if (!is_blamed) elsewhere.push_back(name);
    }
  }
  EXPECT_GT(broken, 0U);
  EXPECT_THAT(held, IsEmpty());
  EXPECT_LE(static_cast<double>(elsewhere.size()), 1 + most_blamed_elsewhere * static_cast<double>(broken))
      << fmt::format("{}", fmt::join(elsewhere, ", "));
}

}  // namespace
}  // namespace conformance::blunt_test
