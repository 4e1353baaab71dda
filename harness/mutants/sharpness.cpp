#include "harness/mutants/sharpness.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "harness/input_error.hpp"
#include "harness/mutants/mutated_subject.hpp"
#include "harness/replay/replay.hpp"
#include "harness/replay/workspace.hpp"

namespace conformance::sharpness {
namespace {

constexpr std::chrono::milliseconds usual_patience{3'000};
constexpr std::chrono::milliseconds short_patience{100};

/// Passes calls on and remembers them with their replies.
class RecordingSubject final : public Subject {
 public:
  explicit RecordingSubject(Subject& inner) : inner_(inner) {}

  [[nodiscard]] Capabilities const& capabilities() const override { return inner_.capabilities(); }
  [[nodiscard]] std::string scratch() const override { return inner_.scratch(); }
  [[nodiscard]] Reply call(std::string const& operation, Json const& params) override {
    return call_and_hear(operation, params, {});
  }
  [[nodiscard]] Reply call_and_hear(std::string const& operation, Json const& params, HearItem const& hear) override {
    Reply reply = inner_.call_and_hear(operation, params, hear);
    calls_.push_back({.operation = operation, .params = params, .reply = std::move(reply)});
    return calls_.back().reply;
  }

  [[nodiscard]] std::vector<AnsweredCall> take_calls() { return std::move(calls_); }

 private:
  Subject& inner_;
  std::vector<AnsweredCall> calls_;
};

/// A vector that talks to the mock provider, and what the reference was asked and answered when it passed.
struct ScriptedVector {
  Vector const* vector;
  std::vector<AnsweredCall> calls;

  [[nodiscard]] bool untouched_by(Mutant const& mutant) const {
    return std::all_of(calls.begin(), calls.end(),
                       [&](AnsweredCall const& call) { return leaves_alone(mutant, call); });
  }
};

/// A vector that the reference passes. Its files stay laid out and the reference's answers are kept, so that a mutant
/// costs only what it asks beyond them.
class ExaminedVector {
 public:
  ExaminedVector(Vector const& vector, Subject& reference, ClauseRegistry const& registry)
      : vector_(vector), reference_(reference), registry_(registry) {
    if (!vector.files.empty() || vector.cwd) workspace_.emplace(reference.scratch(), vector.files);
    std::filesystem::path const folder = workspace_ ? workspace_->folder() : std::filesystem::path(reference.scratch());
    if (vector.cwd) std::filesystem::create_directories(folder / *vector.cwd);
    for (Step const& step : vector.steps) {
      params_.push_back(params_of(step, vector, Profile::as_written, folder));
      replies_.push_back(reference.call(step.operation, params_.back()));
    }
  }

  [[nodiscard]] bool fails_under(Mutant const& mutant) const {
    for (std::size_t index = 0; index < vector_.steps.size(); ++index) {
      Reply const reply = answer_of(mutant, index);
      if (same_reply(reply, replies_[index])) continue;
      ExpectedAnswer const& expected = vector_.steps[index].expect;
      if (is_failure(judge_reply(expected, reply, vector_, registry_, Profile::as_written).status)) return true;
    }
    return false;
  }

 private:
  Reply answer_of(Mutant const& mutant, std::size_t index) const {
    std::string const& own_operation = vector_.steps[index].operation;
    AskReference const ask = [&](std::string const& operation, Json const& params) {
      bool const known = operation == own_operation && (&params == &params_[index] || params == params_[index]);
      return known ? replies_[index] : reference_.call(operation, params);
    };
    try {
      return mutant.answer(own_operation, params_[index], ask);
    } catch (std::exception const& error) {
      throw HarnessError(fmt::format("the mutant {} fails on {}: {}", mutant.id, vector_.id, error.what()));
    }
  }

  Vector const& vector_;
  Subject& reference_;
  ClauseRegistry const& registry_;
  std::optional<Workspace> workspace_;
  std::vector<Json> params_;
  std::vector<Reply> replies_;
};

}  // namespace
}  // namespace conformance::sharpness

namespace conformance {

KillMatrix measure_sharpness(Corpus const& corpus, ClauseRegistry const& registry, std::vector<Mutant> const& mutants,
                             Subject& reference, mock_provider::Server& mock) {
  auto const fails = [&](Vector const& vector, Subject& subject, std::chrono::milliseconds patience) {
    ReplayContext const context{
        .subject = subject, .registry = registry, .profile = Profile::as_written, .mock = mock, .patience = patience};
    return is_failure(replay_direct(vector, context, Way::direct).judgement.status);
  };
  std::map<std::string, std::unique_ptr<sharpness::ExaminedVector>> examined;
  std::map<std::string, sharpness::ScriptedVector> scripted;
  for (Vector const& vector : corpus.vectors) {
    sharpness::RecordingSubject recording(reference);
    if (fails(vector, recording, sharpness::usual_patience)) continue;
    if (vector.provider || vector.mcp)
      scripted.emplace(vector.id, sharpness::ScriptedVector{.vector = &vector, .calls = recording.take_calls()});
    else
      examined.emplace(vector.id, std::make_unique<sharpness::ExaminedVector>(vector, reference, registry));
  }
  return kill_matrix(mutants, as_cited(corpus), [&](Mutant const& mutant, std::string const& vector_id) {
    if (auto const found = examined.find(vector_id); found != examined.end()) return found->second->fails_under(mutant);
    auto const found = scripted.find(vector_id);
    if (found == scripted.end() || found->second.untouched_by(mutant)) return false;
    MutatedSubject mutated(mutant, reference);
    // Of who tells nothing before the end it is known that the wait is in vain.
    return fails(*found->second.vector, mutated,
                 mutant.tells_late ? sharpness::short_patience : sharpness::usual_patience);
  });
}

std::vector<CitingVector> as_cited(Corpus const& corpus) {
  std::vector<CitingVector> citing;
  for (Vector const& vector : corpus.vectors)
    citing.push_back({.id = vector.id, .clauses = vector.clauses, .needs = vector.needs});
  return citing;
}

std::vector<std::string> clauses_without_mutant(ClauseRegistry const& registry, std::vector<Mutant> const& mutants) {
  std::set<std::string> mutated;
  for (Mutant const& mutant : mutants) mutated.insert(mutant.clause);
  std::vector<std::string> missing;
  for (Clause const& clause : registry.clauses()) {
    if (clause.due() && !mutated.contains(clause.id)) missing.push_back(clause.id);
  }
  return missing;
}

}  // namespace conformance
