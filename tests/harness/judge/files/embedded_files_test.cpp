#include "harness/judge/files/file_tree.hpp"

#include <gtest/gtest.h>

#include "harness/judge/clauses/clause_registry.hpp"
#include "harness/judge/vectors/corpus.hpp"
#include "support/places.hpp"

namespace conformance::embedded_files_test {
namespace {

TEST(EmbeddedFiles, AreThoseOfTheRepositoryByteForByte) {
  for (std::string const folder : {"vectors", "spec"}) {
    FileTree const built_in(embedded_files(), folder);
    FileTree const on_disk(prompty_tests::repository() + "/" + folder);
    ASSERT_EQ(built_in.paths(), on_disk.paths());
    for (std::string const& path : on_disk.paths()) EXPECT_EQ(built_in.read(path), on_disk.read(path)) << path;
  }
}

TEST(EmbeddedFiles, GiveTheSameCorpusAndClauses) {
  Corpus const built_in = read_corpus({embedded_files(), "vectors"});
  Corpus const on_disk = read_corpus(prompty_tests::repository() + "/vectors");
  EXPECT_EQ(built_in.digest, on_disk.digest);
  ASSERT_FALSE(built_in.vectors.empty());
  EXPECT_EQ(built_in.vectors.front().file, on_disk.vectors.front().file);
  EXPECT_EQ(read_clause_registry({embedded_files(), "spec"}).clauses(),
            read_clause_registry(prompty_tests::repository() + "/spec").clauses());
}

}  // namespace
}  // namespace conformance::embedded_files_test
