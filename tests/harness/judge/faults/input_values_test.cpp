#include "harness/judge/faults/signature.hpp"

#include <gtest/gtest.h>

#include "harness/judge/vectors/sample_vectors.hpp"

namespace conformance::input_values_test {
namespace {

bool carry(Json const& changes, Json const& expected) {
  Corpus const corpus = sample_corpus({sample_vector(changes)});
  return InputValues(corpus).carry(corpus.vectors.front().id, expected);
}

TEST(InputValues, AreCarriedWholeInPartsAndAmongOthers) {
  Json const given = {{"given", {{"text", "high tide"}, {"level", 7}}}};
  EXPECT_TRUE(carry(given, "high tide"));
  EXPECT_TRUE(carry(given, "tide"));
  EXPECT_TRUE(carry(given, "At high tide."));
  EXPECT_TRUE(carry(given, 7));
  EXPECT_TRUE(carry(given, Json::array({nullptr, {{"deep", "tide"}}})));
  EXPECT_FALSE(carry(given, "low water"));
  EXPECT_FALSE(carry(given, 8));
}

TEST(InputValues, AreNotWhatSaysNothing) {
  Json const given = {{"given", {{"text", ""}, {"yes", true}, {"nothing", nullptr}}}};
  for (Json const& expected : {Json(true), Json(nullptr), Json(""), Json::object(), Json::array()})
    EXPECT_FALSE(carry(given, expected)) << expected;
}

TEST(InputValues, AreFoundInFilesAndSteps) {
  EXPECT_TRUE(carry({{"files", {{"a.prompty", "name: pier\nport: 4711\n"}}}}, "pier"));
  EXPECT_TRUE(carry({{"files", {{"a.prompty", "name: pier\nport: 4711\n"}}}}, 4711));
  Json const steps = {
      {"operation", nullptr},
      {"given", nullptr},
      {"expect", nullptr},
      {"steps",
       Json::array(
           {{{"operation", "split"}, {"given", {{"text", "in a step"}}}, {"expect", {{"value", "only expected"}}}}})}};
  EXPECT_TRUE(carry(steps, "in a step"));
  EXPECT_FALSE(carry(steps, "only expected"));
}

TEST(InputValues, AreNotWhatAVectorSaysOfItself) {
  EXPECT_FALSE(carry({{"why", "the reader wants it"}, {"expect", {{"value", "harbour"}}}}, "harbour"));
  EXPECT_FALSE(carry({{"why", "the reader wants it"}}, "the reader wants it"));
}

}  // namespace
}  // namespace conformance::input_values_test
