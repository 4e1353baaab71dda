#include "harness/report/mutation_score.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "harness/files/text_file.hpp"
#include "harness/input_error.hpp"

namespace conformance {

MutationScore mutation_score(KillMatrix const& matrix, std::string corpus_digest) {
  return {.corpus_digest = std::move(corpus_digest),
          .mutants = matrix.fates.size(),
          .dead = matrix.fates.size() - matrix.survivors.size(),
          .unproven_citations = matrix.unproven_citations.size(),
          .useless_vectors = matrix.useless_vectors.size()};
}

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
    Json const read = Json::parse(read_file(path));
    score = {.corpus_digest = read.at("corpusDigest").get<std::string>(),
             .mutants = read.at("mutants").get<std::size_t>(),
             .dead = read.at("dead").get<std::size_t>(),
             .unproven_citations = read.at("unprovenCitations").get<std::size_t>(),
             .useless_vectors = read.at("uselessVectors").get<std::size_t>()};
    for (Json const& together : read.value("together", Json::array()))
      score.together.push_back({.at_once = together.at("atOnce").get<std::size_t>(),
                                .rounds = together.at("rounds").get<std::size_t>(),
                                .recall = together.at("recall").get<double>(),
                                .precision = together.at("precision").get<double>(),
                                .unknown = together.value("unknown", false)});
    for (Json const& trivial : read.value("trivial", Json::array()))
      score.trivial.push_back({.subject = trivial.at("subject").get<std::string>(),
                               .clauses_held = trivial.at("clausesHeld").get<std::size_t>()});
  } catch (Json::exception const& error) {
    throw InputError(
        fmt::format("{} is not what 'prompty-conformance mutants --json' writes: {}", path.string(), error.what()));
  }
  if (score.corpus_digest != corpus_digest) {
    throw InputError(
        fmt::format("{} was measured with other vectors ({}, these are {}); measure again with "
                    "'prompty-conformance mutants --json {}'",
                    path.string(), score.corpus_digest.substr(0, 19), corpus_digest.substr(0, 19), path.string()));
  }
  return score;
}

}  // namespace conformance
