#include "harness/judge/vectors/corpus.hpp"

#include <gmock/gmock.h>

#include <filesystem>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/subject/scratch_folder.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"
#include "support/places.hpp"

namespace conformance::corpus_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Pair;
using testing::ThrowsMessage;
using testing::UnorderedElementsAre;

/// A folder of vector files that lives as long as the test.
class CorpusFolders : public testing::Test {
 protected:
  std::filesystem::path folder() const { return std::filesystem::path(scratch_.path()) / "vectors"; }

  void put(std::string const& topic, std::vector<Json> const& vectors) const {
    write_file(folder() / (topic + ".json"), sample_vector_file(topic, Json(vectors)));
  }

 private:
  ScratchFolder const scratch_;
};

TEST_F(CorpusFolders, GiveTheVectorsOfAllFilesInOrder) {
  put("wire/b", {sample_vector({{"id", "second"}}), sample_vector({{"id", "first"}})});
  put("load/a", {sample_vector({{"id", "zero"}})});
  Corpus const corpus = read_corpus(folder());
  std::vector<std::string> ids;
  for (Vector const& vector : corpus.vectors) ids.push_back(vector.id);
  EXPECT_THAT(ids, ElementsAre("load/a/zero", "wire/b/second", "wire/b/first"));
  EXPECT_EQ(corpus.vectors[1].file, "vectors/wire/b.json");
  EXPECT_EQ(corpus.find("wire/b/first"), &corpus.vectors[2]);
  EXPECT_EQ(corpus.find("first"), nullptr);
}

TEST_F(CorpusFolders, LeaveSchemasFixturesAndMatchingVectorsOut) {
  put("load/a", {sample_vector(Json::object())});
  write_file(folder() / "schema" / "x.schema.json", "{}");
  write_file(folder() / "matching" / "valid-pass.json", "{}");
  write_file(folder() / "fixtures" / "y.json", "{}");
  write_file(folder() / "README.md", "text");
  EXPECT_THAT(vector_files(folder()), UnorderedElementsAre(Pair("load/a", folder() / "load" / "a.json")));
}

TEST_F(CorpusFolders, MustExistAndHoldVectors) {
  EXPECT_THAT([&] { (void)read_corpus(folder()); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("is no folder"), HasSubstr("--vectors"))));
  std::filesystem::create_directories(folder());
  EXPECT_THAT([&] { (void)read_corpus(folder()); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("no vector file"), HasSubstr("--vectors"))));
}

TEST_F(CorpusFolders, RefuseIdsThatOccurTwice) {
  put("load/a", {sample_vector({{"id", "same"}}), sample_vector({{"id", "same"}})});
  EXPECT_THAT([&] { (void)read_corpus(folder()); },
              ThrowsMessage<InputError>("vectors/load/a.json: the id load/a/same occurs twice"));
}

TEST_F(CorpusFolders, RefuseUnknownTwins) {
  put("load/a", {sample_vector({{"twin", "nobody"}})});
  EXPECT_THAT([&] { (void)read_corpus(folder()); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("load/a/plain"), HasSubstr("twin load/a/nobody"))));
}

TEST_F(CorpusFolders, TakeTwinsFromOtherFiles) {
  put("load/a", {sample_vector({{"twin", "wire/b/plain"}})});
  put("wire/b", {sample_vector(Json::object())});
  EXPECT_EQ(read_corpus(folder()).vectors.size(), 2U);
}

TEST_F(CorpusFolders, TellSyntaxErrorsWithFileAndPlace) {
  write_file(folder() / "load" / "a.json", "{\n]");
  EXPECT_THAT([&] { (void)read_corpus(folder()); }, ThrowsMessage<InputError>(HasSubstr("vectors/load/a.json:2:1: ")));
}

TEST_F(CorpusFolders, HaveADigestOfTheirContent) {
  put("load/a", {sample_vector(Json::object())});
  std::string const digest = read_corpus(folder()).digest;
  EXPECT_THAT(digest, MatchesRegex("sha256:[0-9a-f]+"));
  EXPECT_EQ(digest.size(), 7U + 64U);
  // The same content, spread over other lines.
  write_file(folder() / "load" / "a.json",
             Json::parse(sample_vector_file("load/a", Json::array({sample_vector(Json::object())}))).dump(4));
  EXPECT_EQ(read_corpus(folder()).digest, digest);
  put("load/a", {sample_vector({{"why", "another"}})});
  EXPECT_NE(read_corpus(folder()).digest, digest);
}

TEST_F(CorpusFolders, GiveFixturesToTheVectorsThatNameThem) {
  put("load/a", {sample_vector({{"files", {{"a.prompty", {{"fixture", "sub/greeting.prompty"}}}}}})});
  write_file(folder() / "fixtures" / "sub" / "greeting.prompty", "\xEF\xBB\xBFHi\r\n");
  Corpus const corpus = read_corpus(folder());
  EXPECT_THAT(corpus.fixtures, ElementsAre(Pair("sub/greeting.prompty", "\xEF\xBB\xBFHi\r\n")));
  EXPECT_EQ(corpus.vectors[0].files.at("a.prompty"), "\xEF\xBB\xBFHi\r\n");
}

TEST_F(CorpusFolders, HaveADigestThatKnowsTheirFixtures) {
  put("load/a", {sample_vector(Json::object())});
  std::string const none = read_corpus(folder()).digest;
  write_file(folder() / "fixtures" / "a.prompty", "Hi");
  std::string const one = read_corpus(folder()).digest;
  write_file(folder() / "fixtures" / "a.prompty", "Ho");
  EXPECT_NE(one, none);
  EXPECT_NE(read_corpus(folder()).digest, one);
}

TEST_F(CorpusFolders, HaveADigestThatKnowsTheirTopics) {
  put("load/a", {sample_vector(Json::object())});
  std::string const digest = read_corpus(folder()).digest;
  std::filesystem::remove(folder() / "load" / "a.json");
  put("load/b", {sample_vector(Json::object())});
  EXPECT_NE(read_corpus(folder()).digest, digest);
}

TEST(CorpusOfThisRepository, CanBeRead) {
  Corpus const corpus = read_corpus(prompty_tests::repository() + "/vectors");
  EXPECT_GT(corpus.vectors.size(), 100U);
}

}  // namespace
}  // namespace conformance::corpus_test
