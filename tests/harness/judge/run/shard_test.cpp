#include "harness/commands/command.hpp"

#include <gmock/gmock.h>

#include <map>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"

namespace conformance::shard_test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::ThrowsMessage;

std::vector<Vector const*> pointers_to(Corpus const& corpus) {
  std::vector<Vector const*> vectors;
  for (Vector const& vector : corpus.vectors) vectors.push_back(&vector);
  return vectors;
}

Corpus corpus_of(std::size_t count) {
  std::vector<Json> vectors;
  for (std::size_t number = 0; number < count; ++number)
    vectors.push_back(sample_vector({{"id", "v" + std::to_string(number)}}));
  return sample_corpus(vectors);
}

TEST(Shards, AreNamedByNumberAndCount) {
  EXPECT_EQ(parse_shard("2/8"), (Shard{.number = 2, .count = 8}));
}

TEST(Shards, ThatCannotBeAreRefused) {
  for (char const* const text : {"", "2", "/", "0/2", "3/2", "-1/2", "1/2x", "a/b", "1/"}) {
    EXPECT_THAT([&] { (void)parse_shard(text); }, ThrowsMessage<InputError>(HasSubstr("NUMBER/COUNT"))) << text;
  }
}

TEST(Shards, HoldEveryVectorOnceAndAreAboutEquallyLarge) {
  Corpus const corpus = corpus_of(10);
  std::map<Vector const*, int> seen;
  for (std::size_t number = 1; number <= 3; ++number) {
    std::vector<Vector const*> const part = vectors_of_shard(pointers_to(corpus), {.number = number, .count = 3});
    EXPECT_GE(part.size(), 3U);
    EXPECT_LE(part.size(), 4U);
    for (Vector const* const vector : part) ++seen[vector];
  }
  EXPECT_EQ(seen.size(), 10U);
  for (auto const& [vector, times] : seen) EXPECT_EQ(times, 1) << vector->id;
}

TEST(Shards, MayBeEmptyWhenThereAreMoreOfThemThanVectors) {
  Corpus const corpus = corpus_of(1);
  EXPECT_THAT(vectors_of_shard(pointers_to(corpus), {.number = 2, .count = 2}), IsEmpty());
}

}  // namespace
}  // namespace conformance::shard_test
