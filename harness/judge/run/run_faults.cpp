#include "harness/judge/run/run_faults.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "harness/judge/deviations/habit.hpp"
#include "harness/judge/deviations/split_when_loading.hpp"
#include "harness/judge/faults/diagnosis.hpp"
#include "harness/judge/faults/mistake_search.hpp"
#include "harness/judge/faults/shown_change.hpp"
#include "harness/judge/faults/shown_items.hpp"
#include "harness/judge/faults/title.hpp"
#include "harness/judge/run/summary.hpp"
#include "harness/judge/subject/in_process.hpp"
#include "harness/judge/subject/readable_text.hpp"

namespace conformance {
namespace {

constexpr std::size_t bytes_of_a_title = 240;

/// How a sentence begins that shows nothing of the implementation behind the adapter.
constexpr std::string_view of_the_adapter = "the adapter ";

constexpr std::string_view not_asked = "not asked";

/// What a request leaves behind for the next, by operation, where a page speaks of it.
std::vector<std::string> clauses_of_earlier_requests(std::string const& operation) {
  static std::map<std::string, std::vector<std::string>> const clauses = {{"build_request", {"P7.0-03"}},
                                                                          {"turn", {"P9.1-06"}}};
  auto const found = clauses.find(operation);
  return found == clauses.end() ? std::vector<std::string>() : found->second;
}

Signature of_earlier_requests(std::string const& operation) {
  return {.operation = operation,
          .place = "",
          .change = "fails only after other requests, or by chance; in a process of its own it passes"};
}

/// The clause by which an agent's request exists at all: the format that its model asks for.
std::string clause_of_request(Vector const& vector) {
  Json const& given = vector.steps.back().given;
  Json const agent = given.is_object() ? given.value("agent", Json::object()) : Json::object();
  Json const model = agent.is_object() ? agent.value("model", Json::object()) : Json::object();
  if (!model.is_object()) return "P7.1.7-01";
  if (model.value("provider", Json()) == "anthropic") return "P7.5-01";
  static std::map<std::string, std::string> const clauses = {
      {"embedding", "P7.2-01"}, {"image", "P7.3-01"}, {"responses", "P7.4-01"}};
  Json const type = model.value("apiType", Json());
  auto const found = type.is_string() ? clauses.find(type.get<std::string>()) : clauses.end();
  return found == clauses.end() ? "P7.1.7-01" : found->second;
}

/// Whether a vector about an answer was played against a provider and failed before that was asked for one. This says
/// nothing of how answers are read.
bool never_requested(Attempt const& attempt) {
  bool const over_http = attempt.way == Way::http || (attempt.variation && attempt.variation->of == Way::http);
  std::string const& operation = attempt.vector->steps.back().operation;
  return over_http && attempt.exchanges.empty() && operation.starts_with("process") && attempt.answered.is_object() &&
         attempt.answered.contains("error");
}

Signature of_nothing_sent(std::string const& clause) {
  return {.operation = "run", .place = "", .change = "raises an error before it sends a request (" + clause + ")"};
}

/// What a run shows, as the diagnosis sees it.
class JudgedVectors {
 public:
  JudgedVectors(Suite const& suite, SignatureMaker const& signatures) : signatures_(signatures) {
    for (Crossing const& crossing : suite.crossings.crossings) crossings_.emplace(crossing.name, crossing.clauses);
  }

  [[nodiscard]] std::vector<JudgedVector> of(std::vector<VectorResult> const& results) {
    is_given_up_ = std::any_of(results.begin(), results.end(), [](VectorResult const& result) {
      return std::any_of(result.attempts.begin(), result.attempts.end(),
                         [](Attempt const& attempt) { return ending_of(attempt) == not_asked; });
    });
    std::vector<JudgedVector> judged;
    for (VectorResult const& result : results) {
      Status const status = result.status();
      if (status != Status::unsupported && status != Status::error) judged.push_back(one(result, status));
    }
    return judged;
  }

 private:
  [[nodiscard]] JudgedVector one(VectorResult const& result, Status status) const {
    JudgedVector judged{.vector = result.vector, .shown = {}, .group = result.group, .gating = result.gating};
    bool const ended_by_others = result.passes_afresh && status == Status::crash;
    if (result.passes_afresh && !ended_by_others) {
      std::string const& operation = result.vector->steps.back().operation;
      judged.besides.emplace(of_earlier_requests(operation), clauses_of_earlier_requests(operation));
      return judged;
    }
    for (Attempt const& attempt : result.attempts) {
      if (!ended_by_others && shows_broken(attempt.judgement.status)) add(judged, attempt);
      if (ended_by_others && attempt.judgement.status == Status::crash) judged.unanswered.merge(endings_of(attempt));
    }
    return judged;
  }

  void add(JudgedVector& judged, Attempt const& attempt) const {
    if (never_requested(attempt)) {
      std::string const clause = clause_of_request(*attempt.vector);
      judged.besides.emplace(of_nothing_sent(clause), std::vector{clause});
      if (judged.raised.empty()) judged.raised = raised_by(attempt);
      return;
    }
    if (is_unanswered(attempt)) {
      judged.unanswered.merge(endings_of(attempt));
      return;
    }
    std::set<Signature> shown = signatures_.of(attempt);
    auto const crossing = attempt.variation && attempt.variation->transform == Transform::crossed
                              ? crossings_.find(attempt.variation->name)
                              : crossings_.end();
    if (crossing != crossings_.end()) {
      for (Signature const& signature : shown) judged.besides.emplace(signature, crossing->second);
      return;
    }
    if (std::set<Signature> plain = signatures_.plainly(attempt); !plain.empty()) {
      for (Signature const& signature : shown) judged.hostile[signature].insert(plain.begin(), plain.end());
    }
    judged.shown.merge(shown);
    if (judged.raised.empty()) judged.raised = raised_by(attempt);
  }

  /// What is no answer at all, or was never asked for, is none to hold against a clause. A process that ended or hung
  /// did so on what it was given, unless it did so on so much that it was given up.
  [[nodiscard]] bool is_unanswered(Attempt const& attempt) const {
    std::string const ending = ending_of(attempt);
    return ending == not_asked || ending == "protocol fault" ||
           (is_given_up_ && (ending == "crash" || ending == "timeout"));
  }

  /// Whatever was made of the input, it says how the subject ended.
  [[nodiscard]] std::set<Signature> endings_of(Attempt attempt) const {
    attempt.variation = std::nullopt;
    std::set<Signature> endings;
    for (Signature signature : signatures_.of(attempt)) {
      if (ending_of(attempt) == not_asked) signature.change.replace(0, signature.change.find(':'), not_asked);
      endings.insert(std::move(signature));
    }
    return endings;
  }

  SignatureMaker const& signatures_;
  std::map<std::string, std::vector<std::string>> crossings_;  ///< clauses by the name of the addition
  bool is_given_up_ = false;                                   ///< whether something was not asked
};

/// Whether the subject has no `split`, so that its vectors were played as `load`.
bool loads_to_split(std::vector<VectorResult> const& results) {
  return std::any_of(results.begin(), results.end(), [](VectorResult const& result) {
    return std::any_of(result.attempts.begin(), result.attempts.end(),
                       [](Attempt const& attempt) { return attempt.way == Way::load; });
  });
}

/// Whether nothing was asked of the subject for a vector, which tells nothing of what went wrong before.
bool was_not_asked(JudgedVector const& judged) {
  auto const is_not_asked = [](Signature const& signature) { return signature.change.starts_with(not_asked); };
  return judged.shown.empty() && !judged.unanswered.empty() &&
         std::all_of(judged.unanswered.begin(), judged.unanswered.end(), is_not_asked);
}

bool shows(JudgedVector const& judged, Signature const& signature) {
  return judged.shown.contains(signature) || judged.besides.contains(signature) ||
         judged.unanswered.contains(signature);
}

/// Whether a vector that shows a fault tells what went wrong, which an answer where an error is due does not.
bool tells(JudgedVector const& judged, Fault const& fault) {
  return std::any_of(fault.signatures.begin(), fault.signatures.end(), [&](Signature const& signature) {
    return !is_missing_error(signature.change) && shows(judged, signature);
  });
}

/// The signatures that the vector shows first, then the others.
std::vector<Signature> in_order_of_showing(Fault const& fault, JudgedVector const& shown) {
  std::vector<Signature> ordered = fault.signatures;
  std::stable_partition(ordered.begin(), ordered.end(),
                        [&](Signature const& signature) { return shows(shown, signature); });
  return ordered;
}

/// What was got, as far as two implementations that make one mistake give the same: an error without its wording, and
/// a text whose end does not count without the white space there. A value in the place of an error is compared whole.
std::string comparable_text(Difference const& difference, bool is_error) {
  Json const& got = difference.got;
  bool const is_ending_in_error = is_error && difference.kind == DifferenceKind::ending && got.is_object();
  if (is_ending_in_error) return got.value("kind", Json()).dump();
  if (is_error && difference.pointer == "/message") return "";
  bool const is_trimmed = difference.expected.is_object() && difference.expected.contains("$trimEnd");
  Json const shown = is_trimmed && got.is_string() ? Json(trimmed_end(got.get<std::string>())) : got;
  return shown.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// The places with what was got there, in all that is wrong with one replay.
std::set<std::pair<std::string, std::string>> got_in(Attempt const& attempt) {
  bool const is_error = attempt.answered.is_object() && attempt.answered.contains("error");
  std::set<std::pair<std::string, std::string>> got;
  for (Difference const& difference : attempt.judgement.differences)
    got.emplace(difference.pointer + "#" + difference.inside, comparable_text(difference, is_error));
  return got;
}

/// Thrown where the time is over, out of whatever search.
struct Overdue {};

void require_time(std::function<bool()> const& is_overdue) {
  if (is_overdue()) throw Overdue{};
}

/// Turns a diagnosis into what reports show.
class FaultReport {
 public:
  FaultReport(std::vector<VectorResult>& results, std::vector<JudgedVector> const& judged,
              ClauseRegistry const& registry, Deciding const& deciding, DeviationJudge const& judge,
              SignatureMaker const& signatures, std::function<bool()> const& is_overdue)
      : judged_(judged),
        registry_(registry),
        deciding_(deciding),
        judge_(judge),
        signatures_(signatures),
        is_overdue_(is_overdue) {
    for (VectorResult& result : results) results_.emplace(result.vector, &result);
  }

  /// The faults, the worst first.
  [[nodiscard]] std::vector<RunFault> faults(Diagnosis const& diagnosis) {
    std::vector<std::pair<RunFault, std::size_t>> reported;
    for (std::size_t index = 0; index < diagnosis.faults.size(); ++index)
      reported.emplace_back(reported_fault(diagnosis, index), index);
    decide_rest(reported, diagnosis);
    std::stable_sort(reported.begin(), reported.end(),
                     [](auto const& one, auto const& other) { return rank(one.first) < rank(other.first); });
    std::vector<std::size_t> numbers(reported.size());
    std::vector<RunFault> sorted;
    for (auto& [fault, index] : reported) {
      fault.number = numbers[index] = sorted.size() + 1;
      sorted.push_back(std::move(fault));
    }
    tell_apart(sorted);
    for (std::size_t index = 0; index < judged_.size(); ++index) {
      Blame blame = diagnosis.blames[index];
      if (blame.faults.empty()) continue;
      for (std::size_t& fault : blame.faults) {
        fault = numbers[fault];
        blame.decides = blame.decides || sorted[fault - 1].decides;
      }
      results_.at(judged_[index].vector)->blame = std::move(blame);
    }
    return sorted;
  }

 private:
  using Rank = std::tuple<bool, bool, Group, int, int, std::string>;
  static Rank rank(RunFault const& fault) {
    return {!fault.is_of_security,
            !fault.decides,
            fault.group,
            -static_cast<int>(fault.would_pass),
            -static_cast<int>(fault.own.size()),
            fault.what};
  }

  /// A fault decides, and counts among those of the first group of which a vector decides by it: a SHOULD of the
  /// documents that decides by our own pages alone is one of theirs.
  static void decide(RunFault& fault, Group group) {
    fault.group = fault.decides ? std::min(fault.group, group) : group;
    fault.decides = true;
  }

  [[nodiscard]] bool breaks_what_decides(RunFault const& fault) const {
    return fault.clauses.empty() || std::any_of(fault.clauses.begin(), fault.clauses.end(), [&](std::string const& id) {
             Clause const* const clause = registry_.find_clause(id);
             return clause == nullptr || conformance::decides(clause->group, clause->level, deciding_);
           });
  }

  /// A vector that decides needs a fault that does: all of its faults do, where none has one of its own clauses there.
  /// Where it holds but for them, those do of whose clauses one decides: it breaks no other.
  void decide_rest(std::vector<std::pair<RunFault, std::size_t>>& reported, Diagnosis const& diagnosis) const {
    std::map<std::size_t, Group> deciding;  // the first group of the vectors that decide by a fault
    for (std::size_t vector = 0; vector < judged_.size(); ++vector) {
      VectorResult const& result = *results_.at(judged_[vector].vector);
      std::vector<std::size_t> const& faults = diagnosis.blames[vector].faults;
      bool const is_decided =
          std::any_of(faults.begin(), faults.end(), [&](std::size_t fault) { return reported[fault].first.decides; });
      if (is_decided || !is_failure(result.status()) || !decides(result, deciding_)) continue;
      bool const holds = is_elsewhere(diagnosis.blames[vector].standing);
      for (std::size_t const fault : faults) {
        if (holds && !breaks_what_decides(reported[fault].first)) continue;
        auto const [known, is_first] = deciding.emplace(fault, result.group);
        if (!is_first) known->second = std::min(known->second, result.group);
      }
    }
    for (auto const& [fault, group] : deciding) decide(reported[fault].first, group);
  }

  [[nodiscard]] RunFault reported_fault(Diagnosis const& diagnosis, std::size_t index) const {
    Fault const& fault = diagnosis.faults[index];
    std::vector<std::size_t> const own = best_first(fault.own, fault);
    std::vector<std::size_t> const other = best_first(fault.other, fault);
    JudgedVector const& shown = judged_[own.empty() ? other.front() : own.front()];
    std::vector<Signature> const signatures = in_order_of_showing(fault, shown);
    RunFault reported{.what = title_of(signatures.front(), difference_in(shown, signatures.front())),
                      .clauses = fault.clauses,
                      .known = is_alike(fault) ? fault.known->breaks : "",
                      .group = group_of(fault),
                      .would_pass = fault.alone.size()};
    std::string const& earlier = results_.at(shown.vector)->fails_after;
    if (!earlier.empty()) reported.what += fmt::format("; seen after {}", earlier);
    reported.is_of_security = leads_with_security(reported);
    reported.title = sentence_of(reported, failure_in(shown, signatures.front()));
    for (std::size_t place = 1; place < signatures.size(); ++place)
      reported.besides.push_back(title_of(signatures[place], nullptr));
    for (std::size_t const vector : own) {
      VectorResult const& result = *results_.at(judged_[vector].vector);
      reported.own.push_back(result.vector->id);
      if (does_decide(vector)) decide(reported, result.group);
    }
    for (std::size_t const vector : other) reported.other.push_back(judged_[vector].vector->id);
    return reported;
  }

  [[nodiscard]] bool does_decide(std::size_t vector) const {
    VectorResult const& result = *results_.at(judged_[vector].vector);
    return is_failure(result.status()) && decides(result, deciding_);
  }

  /// By the first of them a fault is shown.
  [[nodiscard]] std::vector<std::size_t> best_first(std::vector<std::size_t> vectors, Fault const& fault) const {
    auto const key = [&](std::size_t vector) {
      return std::tuple(was_not_asked(judged_[vector]), !does_decide(vector), !tells(judged_[vector], fault));
    };
    std::stable_sort(vectors.begin(), vectors.end(),
                     [&](std::size_t one, std::size_t other) { return key(one) < key(other); });
    return vectors;
  }

  /// How code went astray, in a sentence; "" where it did not.
  [[nodiscard]] std::string failure_in(JudgedVector const& judged, Signature const& signature) const {
    Difference const* const difference = is_astray(signature) ? difference_in(judged, signature) : nullptr;
    std::string const message = difference == nullptr ? "" : raised_message(*difference);
    return message.empty() ? "" : fmt::format("{} fails: {}", signature.operation, message);
  }

  /// What a fault is, in a sentence: the mistake that it is like, how the code failed, or else the clause that it
  /// breaks; or what the adapter does, where nothing of its implementation was seen.
  [[nodiscard]] std::string sentence_of(RunFault const& fault, std::string const& failure) const {
    std::size_t const adapter = fault.what.find(of_the_adapter);
    if (fault.clauses.empty() && adapter != std::string::npos)
      return one_line_excerpt("T" + fault.what.substr(adapter + 1), bytes_of_a_title);
    Clause const* const clause = fault.clauses.empty() ? nullptr : registry_.find_clause(fault.clauses.front());
    std::string const breach = failure.empty() && clause != nullptr ? clause->statement : failure;
    std::string const sentence = !fault.known.empty() ? fault.known
                                 : clause == nullptr
                                     ? fault.what
                                     : fmt::format("Against {}, {}: {}", clause->id, level_name(clause->level), breach);
    return one_line_excerpt((fault.is_of_security ? "Security. " : "") + sentence, bytes_of_a_title);
  }

  [[nodiscard]] bool leads_with_security(RunFault const& fault) const {
    Clause const* const clause = fault.clauses.empty() ? nullptr : registry_.find_clause(fault.clauses.front());
    return clause != nullptr && clause->security;
  }

  /// Faults that are told in the same words are told apart by what shows them.
  static void tell_apart(std::vector<RunFault>& faults) {
    std::map<std::string, std::size_t> count;
    for (RunFault const& fault : faults) ++count[fault.title];
    for (RunFault& fault : faults) {
      if (count[fault.title] > 1 && fault.title != fault.what) fault.title += " — " + fault.what;
    }
    std::set<std::string> titles;
    for (RunFault& fault : faults) {
      if (!titles.insert(fault.title).second) fault.title += fmt::format(" ({})", fault.number);
    }
  }

  /// The first of the groups of its clauses, or that of the vectors that show it where it has none.
  [[nodiscard]] Group group_of(Fault const& fault) const {
    if (fault.clauses.empty()) return judged_[fault.own.empty() ? fault.other.front() : fault.own.front()].group;
    Group group = Group::extensions;
    for (std::string const& id : fault.clauses) {
      Clause const* const clause = registry_.find_clause(id);
      group = std::min(group, clause == nullptr ? Group::documents : clause->group);
    }
    return group;
  }

  [[nodiscard]] Difference const* difference_in(JudgedVector const& judged, Signature const& signature) const {
    for (Attempt const& attempt : results_.at(judged.vector)->attempts) {
      if (!shows_broken(attempt.judgement.status)) continue;
      if (Difference const* const difference = signatures_.showing(attempt, signature)) return difference;
    }
    return nullptr;
  }

  /// Whether each vector of the clause that the known mistake breaks is answered as the mistake would have it answered,
  /// and each by which the fault is shown fails by it: what only resembles it, or is only a part, would be a wrong
  /// hint. A habit was found by how much of it is seen everywhere.
  [[nodiscard]] bool is_alike(Fault const& fault) const {
    if (fault.known == nullptr || is_habit(*fault.known)) return fault.known != nullptr;
    bool const is_whole = std::all_of(fault.own.begin(), fault.own.end(), [&](std::size_t vector) {
      return judge_.failure_of(*judged_[vector].vector, *fault.known).has_value();
    });
    return is_whole && std::all_of(judged_.begin(), judged_.end(), [&](JudgedVector const& judged) {
             std::vector<std::string> const& cited = judged.vector->clauses;
             return std::find(cited.begin(), cited.end(), fault.known->clause) == cited.end() ||
                    is_answered_as_by(*fault.known, *judged.vector);
           });
  }

  [[nodiscard]] bool is_answered_as_by(Deviation const& mistake, Vector const& vector) const {
    require_time(is_overdue_);
    std::optional<Attempt> const made = judge_.failure_of(vector, mistake);
    if (!made) return true;
    std::set<std::pair<std::string, std::string>> const expected = got_in(*made);
    std::vector<Attempt> const& attempts = results_.at(&vector)->attempts;
    return std::any_of(attempts.begin(), attempts.end(), [&](Attempt const& attempt) {
      std::set<std::pair<std::string, std::string>> const got = got_in(attempt);
      return shows_broken(attempt.judgement.status) &&
             std::includes(got.begin(), got.end(), expected.begin(), expected.end());
    });
  }

  std::vector<JudgedVector> const& judged_;
  ClauseRegistry const& registry_;
  Deciding const& deciding_;
  DeviationJudge const& judge_;
  SignatureMaker const& signatures_;
  std::function<bool()> const& is_overdue_;
  std::map<Vector const*, VectorResult*> results_;
};

/// Throws Overdue.
std::vector<RunFault> faults_in(std::vector<VectorResult>& results, Suite const& suite,
                                std::vector<Deviation> const& mutants, Profile profile, Deciding const& deciding,
                                mock_provider::Server& mock, std::function<bool()> const& is_overdue) {
  for (VectorResult& result : results) result.blame = std::nullopt;
  bool const has_failure = std::any_of(results.begin(), results.end(),
                                       [](VectorResult const& result) { return shows_broken(result.status()); });
  if (!has_failure) return {};
  SignatureMaker const signatures(suite.corpus);
  std::vector<JudgedVector> const judged = JudgedVectors(suite, signatures).of(results);
  InProcessSubject reference(suite.registry.offered_editions());
  bool const loads = loads_to_split(results);
  DeviationJudge const judge(suite.registry, profile, reference, mock, loads ? Way::load : Way::direct);
  KnownMistakes known(judge, signatures);
  std::vector<Deviation> made;
  for (Deviation const& mutant : mutants) made.push_back(loads ? made_when_loading(mutant) : mutant);
  std::vector<Deviation const*> compared;
  for (Deviation const& mutant : made) compared.push_back(&mutant);
  for (Deviation const& habit : habits_everywhere()) compared.push_back(&habit);
  ShownBy const shown_by = [&](std::vector<Deviation const*> const& mistakes, Vector const& vector) {
    require_time(is_overdue);
    return known.shown_by(mistakes, vector);
  };
  return FaultReport(results, judged, suite.registry, deciding, judge, signatures, is_overdue)
      .faults(diagnose(judged, compared, shown_by));
}

}  // namespace

std::vector<RunFault> find_faults(std::vector<VectorResult>& results, Suite const& suite,
                                  std::vector<Deviation> const& mutants, Profile profile, Deciding const& deciding,
                                  mock_provider::Server& mock) {
  return faults_in(results, suite, mutants, profile, deciding, mock, [] { return false; });
}

std::optional<std::vector<RunFault>> find_faults_in_time(std::vector<VectorResult>& results, Suite const& suite,
                                                         std::vector<Deviation> const& mutants, Profile profile,
                                                         Deciding const& deciding, mock_provider::Server& mock,
                                                         std::function<bool()> const& is_overdue) {
  try {
    return faults_in(results, suite, mutants, profile, deciding, mock, is_overdue);
  } catch (Overdue const&) {
    return std::nullopt;
  }
}

}  // namespace conformance
