#include "harness/judge/variations/transform.hpp"

#include <gmock/gmock.h>

#include "harness/judge/variations/stream_cuts.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"

namespace conformance::transform_test {
namespace {

using testing::ElementsAre;
using testing::Pair;

Vector prompt(std::string const& text) {
  return one_sample_vector({{"given", {{"text", text}}}});
}

Vector loading(Json const& files) {
  return one_sample_vector({{"operation", "load"}, {"given", {{"path", "a.prompty"}}}, {"files", files}});
}

/// What is given under the transform; null when it changes nothing.
Json given(Vector const& vector, Transform transform) {
  std::optional<Vector> const changed = transformed(vector, transform);
  return changed ? changed->steps.front().given : Json();
}

TEST(Transforms, HaveNamesOfTheirOwn) {
  for (Transform const transform : all_transforms())
    EXPECT_EQ(transform_named(transform_name(transform)), transform) << transform_name(transform);
  EXPECT_EQ(all_transforms().size(), 8U);
  EXPECT_EQ(transform_named("upper-case"), std::nullopt);
  EXPECT_THAT(declarable_transforms(), ElementsAre(Transform::crlf, Transform::bom, Transform::no_final_newline,
                                                   Transform::key_order, Transform::unicode_escape));
}

TEST(Transforms, KeepTheVectorAndWhatItExpects) {
  Vector const vector = prompt("a\n");
  std::optional<Vector> const changed = transformed(vector, Transform::crlf);
  ASSERT_TRUE(changed);
  EXPECT_EQ(changed->id, vector.id);
  EXPECT_EQ(changed->steps.front().expect, vector.steps.front().expect);
  EXPECT_EQ(vector.steps.front().given, Json({{"text", "a\n"}}));
}

TEST(CrlfTransform, EndsEveryLineAndNoneTwice) {
  EXPECT_EQ(given(prompt("a\nb\r\n\nc"), Transform::crlf), Json({{"text", "a\r\nb\r\n\r\nc"}}));
  EXPECT_EQ(given(prompt("one line"), Transform::crlf), Json());
  EXPECT_EQ(given(prompt("a\r\n"), Transform::crlf), Json());
}

TEST(CrlfTransform, BearsOnPromptTextAndNothingElse) {
  Vector const vector = one_sample_vector(
      {{"operation", "render"},
       {"given",
        {{"agent", {{"instructions", "a\n"}, {"name", "b\n"}}}, {"rendered", "c\n"}, {"inputs", {{"d", "e\n"}}}}}});
  EXPECT_EQ(given(vector, Transform::crlf), Json({{"agent", {{"instructions", "a\r\n"}, {"name", "b\n"}}},
                                                  {"rendered", "c\r\n"},
                                                  {"inputs", {{"d", "e\n"}}}}));
}

TEST(CrlfTransform, LeavesFilesAloneThatAreNoText) {
  std::optional<Vector> const changed = transformed(
      loading(
          {{"a.prompty", "x\n"}, {"b.txt", "y\n"}, {"c.bin", {{"base64", "/woK"}}}, {"d.bin", {{"base64", "AAo="}}}}),
      Transform::crlf);
  ASSERT_TRUE(changed);
  EXPECT_THAT(changed->files, ElementsAre(Pair("a.prompty", "x\r\n"), Pair("b.txt", "y\r\n"), Pair("c.bin", "\xFF\n\n"),
                                          Pair("d.bin", std::string("\0\n", 2))));
}

TEST(BomTransform, StandsAtTheBeginningOfPromptFiles) {
  EXPECT_EQ(given(prompt("a"), Transform::bom), Json({{"text",
                                                       "\xEF\xBB\xBF"
                                                       "a"}}));
  EXPECT_EQ(given(prompt("\xEF\xBB\xBF"
                         "a"),
                  Transform::bom),
            Json());
  std::optional<Vector> const changed = transformed(loading({{"a.prompty", "x"}, {"b.txt", "y"}}), Transform::bom);
  ASSERT_TRUE(changed);
  EXPECT_THAT(changed->files, ElementsAre(Pair("a.prompty", "\xEF\xBB\xBFx"), Pair("b.txt", "y")));
}

TEST(BomTransform, LeavesAloneWhatIsNoText) {
  EXPECT_EQ(given(one_sample_vector({{"given", {{"text", 5}}}}), Transform::bom), Json());
}

TEST(NoFinalNewlineTransform, CutsOneOff) {
  EXPECT_EQ(given(prompt("a\n\n"), Transform::no_final_newline), Json({{"text", "a\n"}}));
  EXPECT_EQ(given(prompt("a\r\n"), Transform::no_final_newline), Json({{"text", "a"}}));
  EXPECT_EQ(given(prompt("a"), Transform::no_final_newline), Json());
  std::optional<Vector> const changed =
      transformed(loading({{"a.prompty", "x\n"}, {"b.txt", "y\n"}}), Transform::no_final_newline);
  ASSERT_TRUE(changed);
  EXPECT_THAT(changed->files, ElementsAre(Pair("a.prompty", "x"), Pair("b.txt", "y\n")));
}

TEST(KeyOrderTransform, ReversesMembersAtAnyDepth) {
  Vector const vector = one_sample_vector(
      {{"operation", "process"},
       {"given", {{"agent", {{"a", 1}, {"b", 2}}}, {"response", Json::array({{{"c", 3}, {"d", 4}}})}}}});
  EXPECT_EQ(given(vector, Transform::key_order).dump(), R"({"response":[{"d":4,"c":3}],"agent":{"b":2,"a":1}})");
  EXPECT_EQ(given(prompt("a"), Transform::key_order), Json());
}

TEST(KeyOrderTransform, ReversesWhatTheProviderAnswers) {
  Json const respond = {{"body", {{"a", 1}, {"b", 2}}}, {"status", 200}};
  std::optional<Vector> const changed =
      transformed(one_sample_vector({{"provider", Json::array({{{"respond", respond}}})}}), Transform::key_order);
  ASSERT_TRUE(changed);
  EXPECT_EQ(changed->provider->dump(), R"([{"respond":{"body":{"b":2,"a":1},"status":200}}])");
}

TEST(UnicodeEscapeTransform, RewritesJsonFilesAndIsDueForAnyLetterBeyondAscii) {
  std::optional<Vector> const files =
      transformed(loading({{"a.prompty", "ü"}, {"b.json", R"({"a": "ü"})"}}), Transform::unicode_escape);
  ASSERT_TRUE(files);
  EXPECT_THAT(files->files, ElementsAre(Pair("a.prompty", "ü"), Pair("b.json", "{\"a\": \"\\u00fc\"}")));
  EXPECT_EQ(given(prompt("für"), Transform::unicode_escape), Json({{"text", "für"}}));
  EXPECT_FALSE(transformed(prompt("plain"), Transform::unicode_escape));
}

Json streaming_run(Json const& respond) {
  return {{"operation", "run"}, {"given", {{"stream", true}}}, {"provider", Json::array({{{"respond", respond}}})}};
}

TEST(SseSplitTransform, IsDueForStreamsWithoutFaultsOrHolds) {
  EXPECT_TRUE(streams_over_http(one_sample_vector({{"operation", "process_stream"}})));
  EXPECT_TRUE(streams_over_http(one_sample_vector(streaming_run({{"text", "a"}}))));
  EXPECT_FALSE(streams_over_http(one_sample_vector(streaming_run({{"text", "a"}, {"hold", 1}}))));
  EXPECT_FALSE(streams_over_http(one_sample_vector(streaming_run({{"fault", {{"kind", "cut"}}}}))));
  Json whole = streaming_run({{"text", "a"}});
  whole["given"]["stream"] = false;
  EXPECT_FALSE(streams_over_http(one_sample_vector(whole)));
  EXPECT_FALSE(transformed(prompt("a"), Transform::sse_split));
}

}  // namespace
}  // namespace conformance::transform_test
