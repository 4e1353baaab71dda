#include "harness/judge/report/listing.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>

#include "harness/judge/clauses/sample_registry.hpp"
#include "harness/judge/files/schema_check.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/subject/scratch_folder.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"
#include "harness/judge/verdict/judgement.hpp"
#include "support/places.hpp"
#include "tests/harness/judge/deviations/own_mutants.hpp"

namespace conformance::export_document_test {
namespace {

using testing::IsEmpty;
using testing::Not;

Json schema_named(std::string const& name) {
  return Json::parse(read_file(prompty_tests::repository() + "/vectors/schema/" + name + ".schema.json"));
}

Suite own_suite() {
  return read_suite({.vectors = prompty_tests::repository() + "/vectors",
                     .spec = prompty_tests::repository() + "/spec",
                     .schemas = prompty_tests::repository() + "/vectors/schema",
                     .reference = prompty_tests::repository() + "/reference"});
}

/// The suite of this repository and its export, made once.
struct OwnSuite {
  FileTree vectors = prompty_tests::repository() + "/vectors";
  FileTree schemas = vectors.below("schema");
  Suite suite = own_suite();
  Corpus const& corpus = suite.corpus;
  ClauseRegistry const& registry = suite.registry;
  Json document = export_document(suite, mutants_test::own_mutants(), vectors, schemas);
};

OwnSuite const& own() {
  static OwnSuite const suite;
  return suite;
}

TEST(ExportedSuite, IsAsItsSchemaSays) {
  SchemaCheck const check(schema_named("export"));
  EXPECT_THAT(check.problems(own().document), IsEmpty());
  Json broken = own().document;
  broken["clauses"][0].erase("statement");
  EXPECT_THAT(check.problems(broken), Not(IsEmpty()));
}

TEST(ExportedSuite, HasEveryClauseDecisionAndVector) {
  Json const& document = own().document;
  EXPECT_EQ(document["clauses"].size(), own().registry.clauses().size());
  EXPECT_EQ(document["decisions"].size(), own().registry.decisions().size());
  EXPECT_EQ(document["vectors"].size(), own().corpus.vectors.size());
  std::size_t mutants = 0;
  for (Json const& clause : document["clauses"]) mutants += clause["mutants"].size();
  EXPECT_EQ(mutants, mutants_test::own_mutants().size());
}

TEST(ExportedSuite, HasSourcesThatTheSchemaOfVectorsTakes) {
  SchemaCheck const check(own().document["schemas"]["vectors"], "/definitions/vector");
  for (Json const& vector : own().document["vectors"])
    EXPECT_THAT(check.problems(vector["source"]), IsEmpty()) << vector["id"];
}

TEST(ExportedSuite, HasTheMatchingLanguagesOwnCases) {
  for (std::string const name : {"valid-pass", "valid-fail", "invalid"}) {
    Json const written = Json::parse(read_file(prompty_tests::repository() + "/vectors/matching/" + name + ".json"));
    EXPECT_EQ(own().document["matching"][name], written["cases"]) << name;
    EXPECT_THAT(own().document["matching"][name], Not(IsEmpty())) << name;
  }
}

// Somebody who only has the export has all that the digest is over.
TEST(ExportedSuite, GivesTheSameCorpusWhenItIsLaidOutAgain) {
  ScratchFolder const scratch;
  std::filesystem::path const folder = std::filesystem::path(scratch.path()) / "vectors";
  std::map<std::string, Json> topics;
  for (Json const& vector : own().document["vectors"]) topics[vector["topic"]].push_back(vector["source"]);
  for (auto const& [topic, vectors] : topics) {
    std::string up;
    for (char const letter : topic) up += letter == '/' ? "../" : "";
    Json const file = {
        {"$schema", up + "schema/vectors.schema.json"}, {"schemaVersion", 1}, {"topic", topic}, {"vectors", vectors}};
    write_file(folder / (topic + ".json"), file.dump());
  }
  for (auto const& [name, text] : own().document["fixtures"].items())
    write_file(folder / "fixtures" / name, text.get<std::string>());
  EXPECT_EQ(read_corpus(folder).digest, read_corpus(own().vectors).digest);
  EXPECT_EQ(own().document["corpusDigest"], own().corpus.digest);
}

TEST(ExportedSuite, HasTheDigestThatReportsByAnEditionCarry) {
  Json const& digests = own().document["editionDigests"];
  EXPECT_EQ(digests.size(), own().registry.editions().size());
  for (std::string const& edition : own().registry.editions()) {
    Corpus const judged = suite_of_edition(own().suite, edition).corpus;
    EXPECT_LT(judged.vectors.size(), own().corpus.vectors.size()) << "each edition has vectors of its own";
    EXPECT_EQ(digests[edition], Json(judged.digest)) << edition;
  }
}

Json exported_vector(std::string const& id) {
  for (Json const& vector : own().document["vectors"]) {
    if (vector["id"] == id) return vector;
  }
  return nullptr;
}

// What a runner would have to find out by rules that are long: by the file of a vector, by its agents, by the
// decisions.
TEST(ExportedSuite, SaysOfAVectorWhatItNeedsAndByWhichClauseItCounts) {
  Json const audio = exported_vector("wire/openai-chat/audio/audio-block-holds-data-and-format");
  EXPECT_EQ(audio["needs"], (Json{{"features", Json::array()},
                                  {"providers", {"openai"}},
                                  {"apiTypes", {"chat"}},
                                  {"connectionKinds", Json::array()}}));
  EXPECT_EQ(audio["level"], "MUST");
  EXPECT_EQ(audio["group"], "documents");
  EXPECT_EQ(audio["extension"], false);
  EXPECT_EQ(audio["accepted"], Json::array({Json::object()}));
}

TEST(ExportedSuite, NamesTheReadingsThatPassInEachProfileOfEachEdition) {
  std::size_t contested = 0;
  for (std::string const& edition : own().registry.editions()) {
    Suite const judged = suite_of_edition(own().suite, edition);
    std::map<std::string, Vector const*> vectors;
    for (Vector const& vector : judged.corpus.vectors) vectors[vector.id] = &vector;
    for (Json entry : own().document["vectors"]) {
      std::string const id = entry["id"];
      ASSERT_EQ(entry["editions"].contains(edition), vectors.contains(id)) << id << edition;
      if (!vectors.contains(id)) continue;
      Json const otherwise = entry["editions"][edition];
      entry.update(otherwise);
      Vector const& vector = *vectors[id];
      EXPECT_EQ(entry["level"], level_name(judged.registry.leading_clause(vector.clauses).level)) << id;
      Json const& accepted = entry["accepted"];
      ASSERT_EQ(accepted.size(), vector.steps.size()) << id;
      for (std::size_t step = 0; step < vector.steps.size(); ++step) {
        if (vector.steps[step].expect.readings.empty()) continue;
        ++contested;
        for (Profile const profile : {Profile::as_written, Profile::lenient, Profile::live}) {
          Json names = Json::array();
          for (ExpectedReading const& reading :
               accepted_readings(vector.steps[step].expect, vector, judged.registry, profile))
            names.push_back(reading.name);
          EXPECT_EQ(accepted[step][std::string(profile_name(profile))], names) << id << edition;
        }
      }
    }
  }
  EXPECT_GT(contested, 100U);
}

// P11.3.1-02 is a SHOULD since 2026-08.
TEST(ExportedSuite, SaysWhatIsOtherwiseInALaterEdition) {
  Json const weaker = exported_vector("registry/variants/parser-that-does-not-wait");
  EXPECT_EQ(weaker["level"], "MUST");
  EXPECT_EQ(weaker["editions"], (Json{{"2026-04", Json::object()}, {"2026-08", {{"level", "SHOULD"}}}}));
}

// A reading that is none any more in a later edition is not accepted by it.
TEST(ExportedSuite, AcceptsTheReadingsOfTheEdition) {
  std::vector<Decision> decisions = own().registry.decisions();
  for (Decision& decision : decisions) {
    for (Reading& reading : decision.readings) {
      if (!is_taken_as_written(reading) && reading.span.until.empty()) reading.span.until = first_edition;
    }
  }
  Suite suite = own().suite;
  suite.registry = ClauseRegistry(own().registry.clauses(), decisions, own().registry.editions());
  Json const document = export_document(suite, {}, own().vectors, own().schemas);
  std::size_t narrowed = 0;
  for (Json const& vector : document["vectors"]) {
    for (auto const& [edition, otherwise] : vector["editions"].items()) {
      if (!otherwise.contains("accepted")) continue;
      EXPECT_NE(edition, first_edition) << vector["id"];
      for (std::size_t step = 0; step < otherwise["accepted"].size(); ++step) {
        if (!otherwise["accepted"][step].contains("lenient")) continue;
        EXPECT_LE(otherwise["accepted"][step]["lenient"].size(), vector["accepted"][step]["lenient"].size());
      }
      ++narrowed;
    }
  }
  EXPECT_GT(narrowed, 100U);
}

TEST(ExportedSuite, HasWhatTheMockProviderIsToPlay) {
  std::size_t held = 0;
  for (Json const& vector : own().document["vectors"]) {
    Json const& source = vector["source"];
    ASSERT_EQ(vector.contains("scenario"), source.contains("provider") || source.contains("mcp")) << vector["id"];
    if (!vector.contains("scenario")) continue;
    for (Json const& step : vector["scenario"]["steps"])
      EXPECT_FALSE(step.contains("afterItems")) << vector["id"] << ": the mock provider has no such member";
    held += vector["scenario"].contains("letsOut") ? 1 : 0;
  }
  EXPECT_GT(held, 0U);
}

/// The clauses and readings of each edition.
std::vector<Suite> suites_of_editions() {
  std::vector<Suite> suites;
  for (std::string const& edition : own().registry.editions())
    suites.push_back(suite_of_edition({.registry = own().registry, .corpus = {}}, edition));
  return suites;
}

bool is_departure_in_some_edition(Json const& departure) {
  static std::vector<Suite> const suites = suites_of_editions();
  return std::any_of(suites.begin(), suites.end(), [&](Suite const& suite) {
    Decision const* const decision = suite.registry.find_decision(departure["decision"].get<std::string>());
    Reading const* const reading = decision == nullptr ? nullptr : decision->find(departure["name"].get<std::string>());
    return reading != nullptr && reading->is_departure;
  });
}

// A reading that leaves a MUST for the sake of live providers is no pass of lenient, and is named.
TEST(ExportedSuite, NamesTheReadingsThatOnlyLiveAccepts) {
  std::size_t departures = 0;
  for (Json const& vector : own().document["vectors"]) {
    for (Json const& accepted : vector["accepted"]) {
      if (!accepted.contains("departures")) continue;
      for (Json const& departure : accepted["departures"]) {
        ++departures;
        Json const& lenient = accepted["lenient"];
        EXPECT_EQ(std::find(lenient.begin(), lenient.end(), departure["name"]), lenient.end()) << vector["id"];
        EXPECT_TRUE(is_departure_in_some_edition(departure)) << vector["id"];
      }
    }
  }
  EXPECT_GT(departures, 0U);
}

TEST(SmallExports, CarryFixturesThatAreNoTextInBase64) {
  ScratchFolder const empty;
  FileTree const nothing = empty.path();
  Suite suite{.registry = sample_registry(), .corpus = sample_corpus({sample_vector(Json::object())})};
  suite.corpus.fixtures = {{"a.txt", "caf\xC3\xA9"}, {"b.bin", "\xFF\x01"}};
  Json const document = export_document(suite, {}, nothing, nothing);
  EXPECT_EQ(document["fixtures"], Json({{"a.txt", "café"}, {"b.bin", {{"base64", "/wE="}}}}));
  EXPECT_EQ(document["matching"], Json::object());
  EXPECT_EQ(document["schemas"], Json::object());
}

}  // namespace
}  // namespace conformance::export_document_test
