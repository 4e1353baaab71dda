#include "harness/judge/report/mutation_score.hpp"

#include <fmt/core.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"
#include "mock-provider/matching/bounded_json.hpp"
#include "mock-provider/matching/json.hpp"

namespace conformance {

Json mutation_score_to_json(MutationScore const& score) {
  Json document = {{"corpusDigest", score.corpus_digest},
                   {"mutants", score.mutants},
                   {"dead", score.dead},
                   {"unprovenCitations", score.unproven_citations},
                   {"uselessVectors", score.useless_vectors}};
  for (TogetherPercent const& together : score.together) {
    Json entry = {{"atOnce", together.at_once},
                  {"rounds", together.rounds},
                  {"recall", together.recall},
                  {"precision", together.precision}};
    if (together.unknown) entry["unknown"] = true;
    document["together"].push_back(std::move(entry));
  }
  for (TrivialScore const& trivial : score.trivial)
    document["trivial"].push_back({{"subject", trivial.subject}, {"clausesHeld", trivial.clauses_held}});
  return document;
}

MutationScore read_mutation_score(std::filesystem::path const& path, std::string const& corpus_digest) {
  MutationScore score;
  try {
    // What else is in it may be as large as it likes.
    constexpr std::size_t any = std::numeric_limits<std::size_t>::max();
    Json const read = bounded_json(read_file(path), {.values = any, .members = any});
    score = {.corpus_digest = read.at("corpusDigest").get<std::string>(),
             .mutants = whole_number_at<std::size_t>(read, "mutants"),
             .dead = whole_number_at<std::size_t>(read, "dead"),
             .unproven_citations = whole_number_at<std::size_t>(read, "unprovenCitations"),
             .useless_vectors = whole_number_at<std::size_t>(read, "uselessVectors")};
    for (Json const& together : read.value("together", Json::array()))
      score.together.push_back({.at_once = whole_number_at<std::size_t>(together, "atOnce"),
                                .rounds = whole_number_at<std::size_t>(together, "rounds"),
                                .recall = together.at("recall").get<double>(),
                                .precision = together.at("precision").get<double>(),
                                .unknown = together.value("unknown", false)});
    for (Json const& trivial : read.value("trivial", Json::array()))
      score.trivial.push_back({.subject = trivial.at("subject").get<std::string>(),
                               .clauses_held = whole_number_at<std::size_t>(trivial, "clausesHeld")});
  } catch (Json::exception const& error) {
    throw InputError(
        fmt::format("{} is not what 'prompty-conformance mutants --json' writes: {}", path.string(), error.what()));
  }
  if (score.corpus_digest != corpus_digest) {
    throw InputError(
        fmt::format("{} was measured with other vectors ({}, these are {}); measure again with "
                    "'prompty-conformance mutants --json {}'",
                    path.string(), short_digest(score.corpus_digest), short_digest(corpus_digest), path.string()));
  }
  return score;
}

}  // namespace conformance
