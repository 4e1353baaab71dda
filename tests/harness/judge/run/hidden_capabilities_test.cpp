#include <fmt/core.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <map>

#include "harness/judge/replay/due_ways.hpp"
#include "harness/judge/run/runner.hpp"
#include "harness/judge/run/summary.hpp"
#include "harness/judge/subject/in_process.hpp"
#include "harness/judge/suite/suite_of_repository.hpp"
#include "mock-provider/server.hpp"
#include "support/at_length.hpp"
#include "support/sanitizers.hpp"

// What is not declared is not demanded: the reference without one thing that it has, and with one thing alone, fails no
// vector of the documents or of our own pages.
namespace conformance::hidden_capabilities_test {
namespace {

using testing::IsEmpty;

/// A list of what is declared.
struct Declared {
  char const* name;
  std::set<std::string> Capabilities::*declared;
  std::set<std::string> Limits::*hidden;
  std::string edition;
};

/// Read once for all that is hidden.
Suite const& suite_in(std::string const& edition) {
  static std::map<std::string, Suite> suites;
  auto const found = suites.find(edition);
  return found != suites.end() ? found->second : suites.emplace(edition, suite_of_repository(edition)).first->second;
}

/// What an agent has that names no other: hiding it concerns vectors in which it does not stand.
std::set<std::string> const unnamed = {"openai", "chat", "key"};

/// Of the vectors that do not name what is hidden, one in so many is played: were one of them refused for it, most
/// would be.
constexpr std::size_t share_of_others = prompty_tests::at_length ? 1 : 8;

// A sanitized program is ten times as slow, and there for faults in memory, which a part shows as well.
constexpr std::size_t names_at_a_step = prompty_tests::has_sanitizer ? 6 : 1;

/// Those without which the limited reference answers otherwise.
std::set<std::string> const omitted_features = {"jinja2", "mustache", "mcp", "openapi"};

class HiddenCapabilities : public testing::TestWithParam<Declared> {
 protected:
  [[nodiscard]] std::set<std::string> const& names() const { return reference_.capabilities().*(GetParam().declared); }

  /// Those of them that are looked at.
  [[nodiscard]] std::vector<std::string> examples() const {
    std::vector<std::string> chosen;
    std::size_t place = 0;
    for (std::string const& name : names()) {
      if (place++ % names_at_a_step == 0) chosen.push_back(name);
    }
    return chosen;
  }

  [[nodiscard]] Limits hiding(std::set<std::string> names) const {
    Limits limits;
    limits.*(GetParam().hidden) = std::move(names);
    return limits;
  }

  /// Whether some vector needs this feature and no other.
  [[nodiscard]] bool is_enough_for_any(std::string const& name) const {
    return std::any_of(vectors_.begin(), vectors_.end(), [&](Vector const* vector) {
      return vector->requires_.features == std::vector<std::string>{name} &&
             needs_of(*vector).features == std::set<std::string>{name};
    });
  }

  /// The vectors for which it may matter, in the ways in which the reference without what is hidden has to play them;
  /// without those that play as they do when only `judged_elsewhere` is hidden.
  [[nodiscard]] std::vector<VectorResult> judged(Limits const& hidden, Limits const& judged_elsewhere = {}) {
    std::unique_ptr<Subject> const limited = make_limited_reference(hidden, {GetParam().edition});
    PlayOptions const options{.ways = ways_for(hidden)};
    return run_vectors(concerned(vectors_for(hidden, limited->capabilities(), judged_elsewhere), hidden),
                       {.judged = *limited, .at_once = places}, registry_, Profile::lenient, mock_, {}, options);
  }

 private:
  // Many wait for tools and for answers that come late.
  static constexpr int places = 16;

  /// Of features, streams alone make a difference over HTTP.
  [[nodiscard]] static std::set<Way> ways_for(Limits const& hidden) {
    if (hidden.features.empty() || hidden.features == std::set<std::string>{"stream"})
      return {Way::direct, Way::http, Way::load};
    return {Way::direct};
  }

  /// Whether the reference answers the same without either, and only declares other things.
  [[nodiscard]] static bool answer_alike(Limits const& one, Limits const& other) {
    if (one.providers != other.providers || one.api_types != other.api_types) return false;
    return one.connection_kinds == other.connection_kinds &&
           std::all_of(omitted_features.begin(), omitted_features.end(), [&](std::string const& name) {
             return one.features.contains(name) == other.features.contains(name);
           });
  }

  /// What is only undeclared changes nothing for vectors that are due in the same ways.
  [[nodiscard]] std::vector<Vector const*> vectors_for(Limits const& hidden, Capabilities const& limited,
                                                       Limits const& judged_elsewhere) const {
    if (!answer_alike(hidden, judged_elsewhere)) return vectors_;
    Capabilities const elsewhere = make_limited_reference(judged_elsewhere, {GetParam().edition})->capabilities();
    std::vector<Vector const*> changed;
    for (Vector const* const vector : vectors_) {
      if (due_ways(*vector, limited).ways != due_ways(*vector, elsewhere).ways) changed.push_back(vector);
    }
    return changed;
  }

  /// Those that may name a provider, an API type or a kind of connection that is hidden, and a share of the others.
  /// What asks for a feature has other names.
  [[nodiscard]] std::vector<Vector const*> concerned(std::vector<Vector const*> vectors, Limits const& hidden) const {
    std::set<std::string> const& names = hidden.*(GetParam().hidden);
    bool const is_unnamed =
        std::any_of(names.begin(), names.end(), [](std::string const& name) { return unnamed.contains(name); });
    if (is_unnamed || !hidden.features.empty() || !hidden.operations.empty()) return vectors;
    std::size_t others = 0;
    std::erase_if(vectors, [&](Vector const* vector) {
      std::string const& text = texts_.at(vector);
      bool const is_named = std::any_of(names.begin(), names.end(),
                                        [&](std::string const& name) { return text.find(name) != std::string::npos; });
      return !is_named && ++others % share_of_others != 0;
    });
    return vectors;
  }

  [[nodiscard]] static std::map<Vector const*, std::string> texts_of(Corpus const& corpus) {
    std::map<Vector const*, std::string> texts;
    for (Vector const& vector : corpus.vectors)
      texts[&vector] = vector.source->dump(-1, ' ', false, Json::error_handler_t::replace);
    return texts;
  }

  [[nodiscard]] static std::vector<Vector const*> pointers(Corpus const& corpus) {
    std::vector<Vector const*> all;
    for (Vector const& vector : corpus.vectors) all.push_back(&vector);
    return all;
  }

  Suite const& suite_ = suite_in(GetParam().edition);
  ClauseRegistry const& registry_ = suite_.registry;
  Corpus const& corpus_ = suite_.corpus;
  std::vector<Vector const*> const vectors_ = pointers(corpus_);
  std::map<Vector const*, std::string> const texts_ = texts_of(corpus_);
  InProcessSubject const reference_{{GetParam().edition}};
  mock_provider::Server mock_{mock_provider::ServerOptions{}};
};

std::vector<std::string> failures(std::vector<VectorResult> const& results) {
  std::vector<std::string> failed;
  for (VectorResult const& result : results) {
    for (Attempt const& attempt : result.attempts) {
      if (attempt.judgement.status == Status::pass) continue;
      std::string const first =
          attempt.judgement.differences.empty() ? "" : attempt.judgement.differences.front().pointer;
      failed.push_back(fmt::format("{} [{}] {} {}: {}", result.vector->id, way_name(attempt.way),
                                   status_name(attempt.judgement.status), attempt.judgement.detail, first));
    }
  }
  return failed;
}

/// Whether some vector is not played for want of it, or is played in fewer ways, as where a split is shown by `load`.
bool is_missed(std::vector<VectorResult> const& results, std::string const& name) {
  return std::any_of(results.begin(), results.end(), [&](VectorResult const& result) {
    bool const is_reported =
        result.unsupported_reason.find(fmt::format(" {} is not declared", name)) != std::string::npos;
    return is_reported && result.attempts.empty();
  });
}

/// Features that change nothing in a lenient run.
bool is_never_asked_for(std::string const& name) {
  return name == "profiles";
}

TEST_P(HiddenCapabilities, CostNoVectorWhenOneIsHidden) {
  for (std::string const& name : examples()) {
    std::vector<VectorResult> const results = judged(hiding({name}));
    EXPECT_THAT(failures(results), IsEmpty()) << "without " << name;
    if (is_never_asked_for(name)) continue;
    EXPECT_FALSE(results.empty()) << name;
    EXPECT_TRUE(is_missed(results, name)) << "nothing needs " << name;
  }
}

TEST_P(HiddenCapabilities, CostNoVectorWhenOneIsShownAlone) {
  for (std::string const& name : examples()) {
    std::set<std::string> others = names();
    others.erase(name);
    bool const is_a_feature = GetParam().declared == &Capabilities::features;
    std::vector<VectorResult> const results = judged(hiding(others), is_a_feature ? hiding(names()) : Limits());
    EXPECT_THAT(failures(results), IsEmpty()) << name << " alone";
    EXPECT_TRUE(!results.empty() || (is_a_feature && !is_enough_for_any(name))) << name;
  }
}

TEST_P(HiddenCapabilities, CostNoVectorWhenAllAreHidden) {
  if (GetParam().declared == &Capabilities::operations) return;
  EXPECT_THAT(failures(judged(hiding(names()))), IsEmpty());
}

std::vector<Declared> everything_declared() {
  std::vector<Declared> all;
  Capabilities const reference = InProcessSubject().capabilities();
  for (std::string const& edition : reference.editions) {
    all.push_back({"Operations", &Capabilities::operations, &Limits::operations, edition});
    all.push_back({"Features", &Capabilities::features, &Limits::features, edition});
    all.push_back({"Providers", &Capabilities::providers, &Limits::providers, edition});
    all.push_back({"ApiTypes", &Capabilities::api_types, &Limits::api_types, edition});
    all.push_back({"ConnectionKinds", &Capabilities::connection_kinds, &Limits::connection_kinds, edition});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Reference, HiddenCapabilities, testing::ValuesIn(everything_declared()),
                         [](testing::TestParamInfo<Declared> const& tested) {
                           std::string const& edition = tested.param.edition;
                           return fmt::format("{}In{}", tested.param.name, edition.substr(edition.size() - 2));
                         });

/// Features that nothing but extensions needs.
std::set<std::string> features_of_extensions_alone(Corpus const& corpus, ClauseRegistry const& registry) {
  std::set<std::string> features;
  for (Clause const& clause : registry.clauses()) features.insert(clause.features.begin(), clause.features.end());
  for (Vector const& vector : corpus.vectors) {
    if (registry.leading_clause(vector.clauses).group == Group::extensions) continue;
    for (std::string const& feature : vector.requires_.features) features.erase(feature);
  }
  return features;
}

TEST(ExtensionsThatAreHidden, LeaveARuntimeConformantWithOurs) {
  Suite const& suite = suite_in(first_edition);
  ClauseRegistry const& registry = suite.registry;
  Corpus const& corpus = suite.corpus;
  std::vector<Vector const*> vectors;
  for (Vector const& vector : corpus.vectors) vectors.push_back(&vector);
  Limits hidden;
  hidden.features = features_of_extensions_alone(corpus, registry);
  EXPECT_THAT(hidden.features, testing::IsSupersetOf({"file-details", "parse-details", "stream-details"}));
  std::unique_ptr<Subject> const limited = make_limited_reference(hidden);
  mock_provider::Server mock{mock_provider::ServerOptions{}};
  std::vector<VectorResult> const results =
      run_vectors(vectors, {.judged = *limited, .at_once = 4}, registry, Profile::lenient, mock, {}, {});
  Summary const made = summarize(results, corpus, registry, {.groups = {Group::documents, Group::ours}});
  EXPECT_EQ(made.exit_code, 0) << made.verdict;
  EXPECT_THAT(made.verdict, testing::StartsWith("conformant: "));
  for (ClauseCoverage const& coverage : made.clauses) {
    bool const is_hidden = std::any_of(coverage.clause->features.begin(), coverage.clause->features.end(),
                                       [&](std::string const& name) { return hidden.features.contains(name); });
    if (is_hidden && !coverage.clause->native) {
      EXPECT_EQ(coverage.state, ClauseState::unsupported) << coverage.clause->id;
    }
  }
}

TEST(ExtensionsThatAreBroken, DecideOnlyWhenTheyAreIncluded) {
  Suite const& suite = suite_in(first_edition);
  ClauseRegistry const& registry = suite.registry;
  Corpus const& corpus = suite.corpus;
  std::vector<VectorResult> results;
  for (Vector const& vector : corpus.vectors) {
    VectorResult result = unplayed_result(vector, registry);
    result.attempts.push_back({.vector = &vector, .way = Way::direct});
    result.attempts.back().judgement.status = result.group == Group::extensions ? Status::fail : Status::pass;
    results.push_back(std::move(result));
  }
  std::set<Group> groups = {Group::documents, Group::ours};
  Summary const without = summarize(results, corpus, registry, {.level = GatingLevel::all, .groups = groups});
  EXPECT_EQ(without.exit_code, 0);
  EXPECT_THAT(without.verdict, testing::StartsWith("conformant: "));
  groups.insert(Group::extensions);
  EXPECT_EQ(summarize(results, corpus, registry, {.level = GatingLevel::all, .groups = groups}).exit_code, 1);
}

}  // namespace
}  // namespace conformance::hidden_capabilities_test
