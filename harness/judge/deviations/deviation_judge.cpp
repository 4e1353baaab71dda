#include "harness/judge/deviations/deviation_judge.hpp"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/replay/replay.hpp"
#include "mock-provider/matching/bounded_json.hpp"

namespace conformance {
namespace {

constexpr std::chrono::milliseconds usual_patience{3'000};
/// With deviations of a reference that is linked in, which passes; a deviation that never delivers costs all of it.
constexpr std::chrono::milliseconds patience_with_deviations{500};
constexpr std::chrono::milliseconds short_patience{100};

/// Passes calls on and remembers them with their replies.
class RecordingSubject final : public Subject {
 public:
  explicit RecordingSubject(Subject& inner) : inner_(inner) {}

  [[nodiscard]] Capabilities const& capabilities() const override { return inner_.capabilities(); }
  [[nodiscard]] std::string scratch() const override { return inner_.scratch(); }
  [[nodiscard]] Reply call(std::string const& operation, Json const& params) override {
    return call_with_items(operation, params, {});
  }
  [[nodiscard]] Reply call_with_items(std::string const& operation, Json const& params,
                                      ItemListener const& on_item) override {
    Reply reply = inner_.call_with_items(operation, params, on_item);
    calls_.push_back({.operation = operation, .params = params, .reply = std::move(reply)});
    return calls_.back().reply;
  }

  [[nodiscard]] std::vector<AnsweredCall> take_calls() { return std::move(calls_); }

 private:
  Subject& inner_;
  std::vector<AnsweredCall> calls_;
};

/// Whether both are written alike: 1 and 1.0 are equal, and may be answered differently.
bool same_text(Json const& one, Json const& other) {
  return one == other && one.dump(-1, ' ', false, Json::error_handler_t::replace) ==
                             other.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// A text of a vector's calls with numbers in place of what is another one each time: its folder below `scratch`, its
/// address on the mock provider, ids of requests, and what marks a place for messages.
std::string without_what_differs(std::string const& text, std::string const& scratch) {
  RE2 const differing("(" + RE2::QuoteMeta(scratch) +
                      "/[^/\"\\\\ ]*|http://127\\.0\\.0\\.1:[0-9]+/[^/\"\\\\ ]*|req_[0-9A-Za-z]{24}|"
                      "PROMPTY_THREAD_[0-9a-f]{16})");
  std::string result;
  std::map<std::string, std::size_t> numbers;
  re2::StringPiece const whole(text);
  std::size_t end = 0;
  for (re2::StringPiece found; differing.Match(whole, end, whole.size(), RE2::UNANCHORED, &found, 1);) {
    std::size_t const begin = static_cast<std::size_t>(found.data() - whole.data());
    std::size_t const number = numbers.try_emplace(std::string(found), numbers.size()).first->second;
    result += fmt::format("{}<{}>", text.substr(end, begin - end), number);
    end = begin + found.size();
  }
  return result + text.substr(end);
}

}  // namespace

Way way_of(Vector const& vector, Way way) {
  return way == Way::load && !loads_as_split(vector) ? Way::direct : way;
}

bool is_played_anew(Vector const& vector) {
  return vector.provider || vector.mcp || vector.changes_files();
}

/// A vector with the calls of the reference that were recorded when it was played. Its files stay laid out.
class DeviationJudge::Prepared {
 public:
  Prepared(Vector const& vector, DeviationJudge const& judge)
      : vector_(vector),
        judge_(judge),
        way_(way_of(vector, judge.way_)),
        is_played_anew_(way_ == Way::http || conformance::is_played_anew(vector)) {
    RecordingSubject recording(judge.reference_);
    if (way_ == Way::http && !due_ways(vector, recording.capabilities()).ways.contains(Way::http)) return;
    // Deviations may read the files that a call names when they are tried on the recorded calls.
    Attempt const attempt = played(recording, usual_patience, &workspace_, &requests_);
    is_passed_ = !is_failure(attempt.judgement.status);
    if (!is_passed_) return;
    if (way_ == Way::load)
      examine_as_load();
    else
      keep(recording.take_calls(), attempt);
  }

  /// See DeviationJudge::answers_of.
  [[nodiscard]] std::string answers() const {
    Json answers = {{"passed", is_passed_}, {"calls", Json::array()}};
    for (AnsweredCall const& call : calls_)
      answers["calls"].push_back({call.operation, call.params, reply_as_json(call.reply), call.sent});
    std::string const text = answers.dump(-1, ' ', false, Json::error_handler_t::replace);
    return sha256(without_what_differs(text, judge_.reference_.scratch()));
  }

  [[nodiscard]] JudgedRequests const* requests() const { return is_passed_ && requests_ ? &*requests_ : nullptr; }

  [[nodiscard]] std::optional<Attempt> attempt_under(Deviation const& deviation) const {
    if (!is_passed_ || is_out_of_reach(deviation)) return std::nullopt;
    return is_played_anew_ ? attempt_anew(deviation) : attempt_of_steps(deviation);
  }

 private:
  [[nodiscard]] Attempt played(Subject& subject, std::chrono::milliseconds patience,
                               std::optional<Workspace>* kept_files = nullptr,
                               std::optional<JudgedRequests>* kept_requests = nullptr) const {
    ReplayContext const context{.subject = subject,
                                .registry = judge_.registry_,
                                .profile = judge_.profile_,
                                .mock = judge_.mock_,
                                .patience = patience,
                                .kept_files = kept_files,
                                .kept_requests = kept_requests};
    if (way_ == Way::http) return replay_http(vector_, context);
    return way_ == Way::load ? replay_split_as_load(vector_, context) : replay_direct(vector_, context, Way::direct);
  }

  void keep(std::vector<AnsweredCall> calls, Attempt const& attempt) {
    calls_ = std::move(calls);
    // A vector that is played several times shows all that it can the first time. A step that was not judged as passed
    // or failed is the last that was played.
    std::size_t const steps = std::min(calls_.size(), vector_.steps.size());
    if (!is_played_anew_) calls_.erase(calls_.begin() + static_cast<std::ptrdiff_t>(steps), calls_.end());
    std::vector<Json> sent;
    for (HttpExchange const& exchange : attempt.exchanges) {
      Json body = json_in(exchange.body);
      if (!body.is_discarded()) sent.push_back(std::move(body));
    }
    for (AnsweredCall& call : calls_) call.sent = sent;
  }

  void examine_as_load() {
    Subject& reference = judge_.reference_;
    workspace_.emplace(reference.scratch(), std::map<std::string, std::string>{
                                                {"prompt.prompty", vector_.steps.front().given.value("text", "")}});
    Json params = {{"path", (workspace_->folder() / "prompt.prompty").string()}};
    Reply reply = reference.call("load", params);
    calls_.push_back({.operation = "load", .params = std::move(params), .reply = std::move(reply)});
  }

  [[nodiscard]] Judgement judged(std::size_t step, Reply const& reply) const {
    if (way_ == Way::load) return judge_split_as_load(vector_, reply, judge_.registry_, judge_.profile_);
    return judge_reply(vector_.steps[step].expect, reply, vector_, judge_.registry_, judge_.profile_);
  }

  /// The first step that fails, else the last that is answered otherwise; one that passes by a reading comes first.
  [[nodiscard]] std::optional<Attempt> attempt_of_steps(Deviation const& deviation) const {
    std::optional<Attempt> passed;
    for (std::size_t index = 0; index < calls_.size(); ++index) {
      AnsweredCall const& call = calls_[index];
      std::optional<Reply> changed = reply_under(deviation, call);
      if (!changed) continue;
      Json answered = reply_as_json(*changed);
      Reply const reply = reply_without_unset_members(call.operation, std::move(*changed));
      Attempt attempt{.vector = &vector_,
                      .way = way_,
                      .judgement = judged(index, reply),
                      .operation = call.operation,
                      .sent = nullptr,
                      .answered = std::move(answered)};
      if (is_failure(attempt.judgement.status)) return attempt;
      if (!passed || passed->judgement.reading.empty()) passed = std::move(attempt);
    }
    return passed;
  }

  [[nodiscard]] std::optional<Reply> reply_under(Deviation const& deviation, AnsweredCall const& call) const {
    AskReference const ask = [&](std::string const& operation, Json const& params) {
      bool const known = operation == call.operation && (&params == &call.params || same_text(params, call.params));
      return known ? call.reply : judge_.reference_.call(operation, params);
    };
    try {
      return changed_reply(deviation, call, ask);
    } catch (std::exception const& error) {
      throw HarnessError(fmt::format("the deviation {} fails on {}: {}", deviation.id, vector_.id, error.what()));
    }
  }

  /// Whether no operation of the vector is among those of the deviation.
  [[nodiscard]] bool is_out_of_reach(Deviation const& deviation) const {
    return !deviation.operations.empty() && std::none_of(calls_.begin(), calls_.end(), [&](AnsweredCall const& call) {
      return deviation.operations.contains(call.operation);
    });
  }

  [[nodiscard]] std::optional<Attempt> attempt_anew(Deviation const& deviation) const {
    if (vector_.changes_files()) return attempt_with_changing_files(deviation);
    AskReference const ask = [&](std::string const& operation, Json const& params) {
      return judge_.reference_.call(operation, params);
    };
    bool const is_untouched = std::all_of(calls_.begin(), calls_.end(),
                                          [&](AnsweredCall const& call) { return leaves_alone(deviation, call, ask); });
    if (is_untouched) return std::nullopt;
    DeviatingSubject mutated(deviation, judge_.reference_);
    // A deviation that holds items back to the end makes the wait pointless.
    return played(mutated, deviation.tells_late ? short_patience : patience_with_deviations);
  }

  /// What a deviation makes of the recorded calls says nothing: their files are by now those of the last step.
  [[nodiscard]] std::optional<Attempt> attempt_with_changing_files(Deviation const& deviation) const {
    DeviatingSubject mutated(deviation, judge_.reference_);
    std::optional<Attempt> attempt = played(mutated, patience_with_deviations);
    bool const is_as_usual = !is_failure(attempt->judgement.status) && attempt->judgement.reading.empty();
    if (is_as_usual) attempt.reset();
    return attempt;
  }

  Vector const& vector_;
  DeviationJudge const& judge_;
  Way way_;
  bool is_played_anew_;
  bool is_passed_ = false;
  std::optional<Workspace> workspace_;
  std::optional<JudgedRequests> requests_;
  std::vector<AnsweredCall> calls_;
};

DeviationJudge::DeviationJudge(ClauseRegistry const& registry, Profile profile, Subject& reference,
                               mock_provider::Server& mock, Way way)
    : registry_(registry), profile_(profile), reference_(reference), mock_(mock), way_(way) {}

DeviationJudge::~DeviationJudge() = default;

DeviationJudge::Prepared const& DeviationJudge::prepared(Vector const& vector) const {
  {
    std::scoped_lock const lock(mutex_);
    auto const known = prepared_.find(&vector);
    if (known != prepared_.end()) return *known->second;
  }
  // Without the lock, since the reference plays the vector here.
  auto made = std::make_unique<Prepared>(vector, *this);
  std::scoped_lock const lock(mutex_);
  return *prepared_.try_emplace(&vector, std::move(made)).first->second;
}

std::optional<Attempt> DeviationJudge::attempt_of(Vector const& vector, Deviation const& deviation) const {
  return prepared(vector).attempt_under(deviation);
}

std::optional<Attempt> DeviationJudge::failure_of(Vector const& vector, Deviation const& deviation) const {
  std::optional<Attempt> attempt = attempt_of(vector, deviation);
  if (attempt && !is_failure(attempt->judgement.status)) attempt.reset();
  return attempt;
}

JudgedRequests const* DeviationJudge::requests_of(Vector const& vector) const {
  return prepared(vector).requests();
}

std::string DeviationJudge::answers_of(Vector const& vector) const {
  return prepared(vector).answers();
}

}  // namespace conformance
