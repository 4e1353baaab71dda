#include "harness/judge/run/trial.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "harness/judge/files/schema_check.hpp"
#include "mock-provider/matching/matcher.hpp"

namespace conformance {
namespace {

bool is_any_matcher(Json const& expectation) {
  return expectation.is_object() && expectation.size() == 1 && expectation.begin().key().starts_with('$');
}

std::string pointer_token(std::string const& key) {
  std::string token;
  for (char const sign : key) token += sign == '~' ? "~0" : sign == '/' ? "~1" : std::string(1, sign);
  return token;
}

void collect_places(Json const& expectation, std::string const& place, Places& places) {
  if (is_matcher(expectation, "$subset") || is_matcher(expectation, "$unordered"))
    return collect_places(expectation.front(), place, places);
  if (is_any_matcher(expectation)) return;
  if (expectation.is_array()) {
    for (Json const& element : expectation) collect_places(element, place + "/*", places);
  }
  if (!expectation.is_object()) return;
  for (auto const& [key, member] : expectation.items()) {
    if (is_matcher(member, "$absent")) continue;
    std::string const below = place + "/" + pointer_token(key);
    places.insert(below);
    collect_places(is_optional_matcher(member) ? member["$optional"] : member, below, places);
  }
}

Places in_both(Places const& one, Places const& other) {
  Places common;
  std::set_intersection(one.begin(), one.end(), other.begin(), other.end(), std::inserter(common, common.end()));
  return common;
}

constexpr std::size_t plainest_tried = 4;      ///< vectors of each operation, whatever they need
constexpr std::size_t places_tried = 28;       ///< the most needed members of each operation, a vector each
constexpr std::size_t answers_of_a_place = 3;  ///< answers that show whether a member is missing in all
constexpr int most_at_once = 8;
constexpr std::size_t most_reported = 3;  ///< vectors that fail only while other requests are open

/// Introductory topics first, then short vectors.
using Plainness = std::pair<bool, std::size_t>;

struct Candidate {
  Vector const* vector = nullptr;
  Places places;
  Plainness plainness;    ///< the smaller, the plainer
  bool is_error = false;  ///< whether an error is due
};

bool expects_value(Vector const& vector) {
  ExpectedAnswer const& expected = vector.steps.front().expect;
  bool const in_a_reading =
      std::any_of(expected.readings.begin(), expected.readings.end(),
                  [](ExpectedReading const& reading) { return reading.outcome.value.has_value(); });
  return expected.outcome.value || in_a_reading;
}

bool is_held(Vector const& vector) {
  return vector.provider && vector.provider->dump().find("\"hold\"") != std::string::npos;
}

/// Whether there is more in it than ASCII.
bool is_beyond_ascii(Vector const& vector) {
  std::string const text = vector.source->dump();
  return std::any_of(text.begin(), text.end(), [](char sign) { return static_cast<unsigned char>(sign) > 0x7F; });
}

Plainness plainness_of(Vector const& vector) {
  return {!vector.topic.ends_with("basics"), vector.source->dump().size()};
}

/// What can be tried of each operation, the plainest first.
std::map<std::string, std::vector<Candidate>> candidates_of(Corpus const& corpus, Capabilities const& declared) {
  std::map<std::string, std::vector<Candidate>> candidates;
  for (Vector const& vector : corpus.vectors) {
    if (vector.steps.size() != 1 || !vector.gating) continue;
    if (!due_ways(vector, declared).ways.contains(Way::direct)) continue;
    candidates[vector.steps.front().operation].push_back({.vector = &vector,
                                                          .places = demanded_places(vector),
                                                          .plainness = plainness_of(vector),
                                                          .is_error = !expects_value(vector)});
  }
  for (auto& [operation, of_operation] : candidates) {
    std::stable_sort(of_operation.begin(), of_operation.end(),
                     [](Candidate const& one, Candidate const& other) { return one.plainness < other.plainness; });
  }
  return candidates;
}

/// By how many candidates each member is needed.
std::map<std::string, std::size_t> needs_of(std::vector<Candidate> const& candidates) {
  std::map<std::string, std::size_t> needs;
  for (Candidate const& candidate : candidates) {
    for (std::string const& place : candidate.places) ++needs[place];
  }
  return needs;
}

std::vector<std::string> most_needed(std::map<std::string, std::size_t> const& needs) {
  std::vector<std::string> places;
  for (auto const& [place, count] : needs) places.push_back(place);
  std::stable_sort(places.begin(), places.end(),
                   [&](std::string const& one, std::string const& other) { return needs.at(one) > needs.at(other); });
  if (places.size() > places_tried) places.resize(places_tried);
  return places;
}

/// Whether SchemaCheck says this of an array in place of an object, and the like.
bool is_about_the_type(std::string_view problem) {
  return problem.starts_with("at the top: ") && problem.ends_with(" cannot stand here");
}

/// The form of an answer without what doubles of a request were called with. Of forms that are all refused each problem
/// would be told.
std::string pointer_of_usual_form(Json const& protocol, std::string const& operation) {
  std::string const pointer = fmt::format("/operations/{}/result", operation);
  Json const& form = protocol.at("operations").at(operation).at("result");
  Json const forms = form.value("anyOf", Json::array());
  bool const has_one = forms.size() == 2 && forms[1].value("$ref", "") == "#/definitions/WithDoubles";
  return has_one ? pointer + "/anyOf/0" : pointer;
}

/// Tries one operation.
class Trial {
 public:
  Trial(std::string operation, std::vector<Candidate> const& candidates, ReplayContext const& context,
        Json const& protocol, Secrets const& secrets)
      : candidates_(candidates),
        context_(context),
        secrets_(secrets),
        form_(protocol, fmt::format("/operations/{}/result", operation)),
        usual_form_(protocol, pointer_of_usual_form(protocol, operation)),
        tried_{.operation = std::move(operation),
               .results = {},
               .form_problems = {},
               .misshapen = nullptr,
               .missing_members = {}} {}

  TriedOperation whole() {
    play_plainest(plainest_tried, [](Candidate const& candidate) { return !candidate.is_error; });
    // An adapter that does not catch an error, or writes another encoding than UTF-8, breaks the protocol there alone.
    play_plainest(1, [](Candidate const& candidate) { return candidate.is_error; });
    play_plainest(1,
                  [](Candidate const& candidate) { return !candidate.is_error && is_beyond_ascii(*candidate.vector); });
    std::map<std::string, std::size_t> const needs = needs_of(candidates_);
    for (std::string const& place : most_needed(needs)) play_with(place, 1);
    play_plainest(1, [](Candidate const& candidate) { return !candidate.is_error && is_held(*candidate.vector); });
    Places const noticed = missing_;
    for (std::string const& place : noticed) {
      play_with(place, answers_of_a_place);
      if (is_missing_everywhere(place))
        tried_.missing_members.push_back(fmt::format("no answer of {} has {}, which {} vectors of the suite need",
                                                     tried_.operation, place, needs.at(place)));
    }
    return std::move(tried_);
  }

 private:
  template <class Fits>
  void play_plainest(std::size_t wanted, Fits const& fits) {
    for (Candidate const& candidate : candidates_) {
      if (wanted == 0) return;
      if (!fits(candidate)) continue;
      play(candidate);
      --wanted;
    }
  }

  /// Plays candidates until so many that need the member were.
  void play_with(std::string const& place, std::size_t wanted) {
    auto const needs_it = [&](Candidate const& candidate) { return candidate.places.contains(place); };
    std::size_t played =
        static_cast<std::size_t>(std::count_if(candidates_.begin(), candidates_.end(), [&](Candidate const& candidate) {
          return needs_it(candidate) && played_.contains(candidate.vector);
        }));
    for (Candidate const& candidate : candidates_) {
      if (played >= wanted) return;
      if (needs_it(candidate) && play(candidate)) ++played;
    }
  }

  /// Whether it was not played before.
  bool play(Candidate const& candidate) {
    Vector const& vector = *candidate.vector;
    if (!played_.insert(&vector).second) return false;
    Attempt attempt = replay_direct(vector, context_, Way::direct);
    std::vector<std::string> problems = problems_of(attempt);
    bool const is_of_another_type = std::any_of(problems.begin(), problems.end(), is_about_the_type);
    mask(attempt, secrets_);
    if (!problems.empty() && tried_.form_problems.empty()) tried_.misshapen = attempt.answered;
    for (std::string& problem : problems) {
      problem = secrets_.masked(problem);
      bool const is_known =
          std::find(tried_.form_problems.begin(), tried_.form_problems.end(), problem) != tried_.form_problems.end();
      if (!is_known) tried_.form_problems.push_back(std::move(problem));
    }
    // What lacks everything lacks no member.
    if (attempt.answered.contains("result") && !is_of_another_type) {
      Places lacking;
      for (Difference const& difference : attempt.judgement.differences) {
        bool const is_member = difference.kind == DifferenceKind::missing && difference.inside.empty();
        std::string place = is_member ? place_of_pointer(difference.pointer) : "";
        if (candidate.places.contains(place)) lacking.insert(std::move(place));
      }
      missing_.insert(lacking.begin(), lacking.end());
      answered_.push_back({.needed = &candidate.places, .lacking = std::move(lacking)});
    }
    VectorResult result = unplayed_result(vector, context_.registry);
    result.attempts.push_back(std::move(attempt));
    tried_.results.push_back(std::move(result));
    return true;
  }

  [[nodiscard]] std::vector<std::string> problems_of(Attempt const& attempt) const {
    Json const& answered = attempt.answered;
    if (answered.contains("status"))
      return {fmt::format("{}: {}", answered["status"].get<std::string>(), answered["detail"].get<std::string>())};
    if (!answered.contains("result")) return {};
    Json const& result = answered["result"];
    return (result.is_object() && result.contains("doublesCalled") ? form_ : usual_form_).problems(result);
  }

  [[nodiscard]] bool is_missing_everywhere(std::string const& place) const {
    std::size_t needed = 0;
    for (Answered const& answered : answered_) {
      if (!answered.needed->contains(place)) continue;
      ++needed;
      if (!answered.lacking.contains(place)) return false;
    }
    return needed > 1;
  }

  struct Answered {
    Places const* needed;
    Places lacking;
  };

  std::vector<Candidate> const& candidates_;
  ReplayContext const& context_;
  Secrets const& secrets_;
  SchemaCheck const form_;
  SchemaCheck const usual_form_;
  TriedOperation tried_;
  std::set<Vector const*> played_;
  Places missing_;
  std::vector<Answered> answered_;
};

void add_unknown(std::vector<std::string>& problems, std::string const& member, std::set<std::string> const& declared,
                 Json const& protocol) {
  Json const& known = protocol.at("definitions").at("Capabilities").at("properties").at(member).at("items").at("enum");
  for (std::string const& name : declared) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    problems.push_back(fmt::format("{} names '{}', which the protocol does not know; it knows {}", member, name,
                                   fmt::join(known.get<std::vector<std::string>>(), ", ")));
  }
}

}  // namespace

Places demanded_places(Json const& expectation) {
  Places places;
  collect_places(expectation, "", places);
  return places;
}

Places demanded_places(Vector const& vector) {
  if (vector.steps.size() != 1) return {};
  ExpectedAnswer const& expected = vector.steps.front().expect;
  if (expected.readings.empty()) return expected.outcome.value ? demanded_places(*expected.outcome.value) : Places();
  std::optional<Places> common;
  for (ExpectedReading const& reading : expected.readings) {
    Places const places = reading.outcome.value ? demanded_places(*reading.outcome.value) : Places();
    common = common ? in_both(*common, places) : places;
  }
  return *common;
}

std::string place_of_pointer(std::string const& pointer) {
  std::string place;
  for (std::size_t begin = pointer.find('/'); begin != std::string::npos;) {
    std::size_t const end = pointer.find('/', begin + 1);
    std::string_view const token = std::string_view(pointer).substr(begin + 1, end - begin - 1);
    bool const is_index = !token.empty() && std::all_of(token.begin(), token.end(),
                                                        [](unsigned char sign) { return std::isdigit(sign) != 0; });
    place.append("/").append(is_index ? "*" : token);
    begin = end;
  }
  return place;
}

std::vector<TriedOperation> try_operations(Corpus const& corpus, ReplayContext const& context, Json const& protocol,
                                           Secrets const& secrets) {
  std::vector<TriedOperation> tried;
  for (auto const& [operation, candidates] : candidates_of(corpus, context.subject.capabilities()))
    tried.push_back(Trial(operation, candidates, context, protocol, secrets).whole());
  return tried;
}

std::vector<std::string> unknown_declarations(Capabilities const& declared, Json const& protocol) {
  std::vector<std::string> problems;
  add_unknown(problems, "operations", declared.operations, protocol);
  add_unknown(problems, "apiTypes", declared.api_types, protocol);
  add_unknown(problems, "connectionKinds", declared.connection_kinds, protocol);
  add_unknown(problems, "features", declared.features, protocol);
  return problems;
}

std::vector<std::string> problems_at_once(std::vector<TriedOperation> const& tried, ReplayContext const& context,
                                          Secrets const& secrets) {
  int const at_once = std::min(context.subject.capabilities().max_in_flight, most_at_once);
  std::vector<std::string> problems;
  if (at_once < 2) return problems;
  std::vector<Vector const*> passed;
  for (TriedOperation const& operation : tried) {
    for (VectorResult const& result : operation.results) {
      if (result.status() == Status::pass) passed.push_back(result.vector);
    }
  }
  std::vector<VectorResult> const results =
      run_vectors(passed, {.judged = context.subject, .at_once = at_once}, context.registry, context.profile,
                  context.mock, nullptr, {.secrets = secrets, .ways = {Way::direct}});
  for (VectorResult const& result : results) {
    if (result.status() == Status::pass || problems.size() == most_reported) continue;
    problems.push_back(fmt::format("with {} requests at a time, which maxInFlight allows, {} fails: {}", at_once,
                                   result.vector->id, result.attempts.front().judgement.detail));
  }
  return problems;
}

}  // namespace conformance
