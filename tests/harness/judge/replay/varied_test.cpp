#include "harness/judge/replay/varied.hpp"

#include <gmock/gmock.h>

#include "harness/input_error_of.hpp"
#include "harness/judge/clauses/sample_registry.hpp"
#include "harness/judge/replay/stream_double.hpp"
#include "harness/judge/variations/carried_values.hpp"
#include "harness/judge/variations/crossed_vectors.hpp"
#include "harness/judge/variations/sample_carried_page.hpp"
#include "harness/judge/variations/sample_crossing_page.hpp"
#include "harness/judge/variations/stream_cuts.hpp"
#include "mock-provider/server.hpp"

namespace conformance::varied_test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

VariationsByTransform every() {
  return plain_variations({all_transforms().begin(), all_transforms().end()}, {.all = true, .seed = 1, .names = {}});
}

class HttpTransforms : public testing::Test {
 protected:
  Attempt replay(Vector const& vector, Variation const& due, Subject& subject,
                 VariationsByTransform const& played = every()) {
    return replay_varied(vector, due, {.subject = subject, .registry = registry_, .mock = mock_}, played);
  }

  /// A stream played over HTTP by a client that decodes so, cut in all ways.
  Attempt replay_stream(DecodeReads const& decode) {
    FakeSubject subject({"run"}, streaming_client(decode));
    return replay(one_sample_vector(stream_vector()), {.transform = Transform::sse_split, .of = Way::http}, subject);
  }

  ClauseRegistry const registry_ = sample_registry();
  mock_provider::Server mock_{mock_provider::ServerOptions{}};
};

Vector lines_vector() {
  return one_sample_vector(
      {{"given", {{"text", "a\nb"}}}, {"expect", {{"value", {{"lines", 2}}}}}, {"transforms", Json::array({"crlf"})}});
}

Reply count_lines(std::string const& line_end, Json const& params) {
  std::string const text = params.at("text").get<std::string>();
  int lines = 1;
  for (std::size_t at = text.find(line_end); at != std::string::npos; at = text.find(line_end, at + line_end.size()))
    ++lines;
  return result_reply({{"lines", lines}});
}

TEST_F(HttpTransforms, ShowASplitterThatKnowsOneLineEndOnly) {
  FakeSubject naive({"split"}, [](std::string const&, Json const& params) {
    if (params.at("text").get<std::string>().find('\r') != std::string::npos) return error_reply("ValueError");
    return count_lines("\n", params);
  });
  Variation const due{.transform = Transform::crlf, .of = Way::direct};
  Attempt const attempt = replay(lines_vector(), due, naive);
  EXPECT_EQ(attempt.judgement.status, Status::fail);
  EXPECT_EQ(attempt.way, Way::transform);
  EXPECT_EQ(attempt.variation, (Variation{.transform = Transform::crlf, .of = Way::direct}));
  EXPECT_EQ(attempt.sent.at("text"), "a\r\nb");
  FakeSubject tolerant({"split"}, [](std::string const&, Json const& params) { return count_lines("\n", params); });
  EXPECT_EQ(replay(lines_vector(), due, tolerant).judgement.status, Status::pass);
}

TEST_F(HttpTransforms, KeepTheVectorOfTheAttempt) {
  FakeSubject subject({"split"}, [](std::string const&, Json const& params) { return count_lines("\n", params); });
  Vector const vector = lines_vector();
  EXPECT_EQ(replay(vector, {.transform = Transform::crlf, .of = Way::direct}, subject).vector, &vector);
}

TEST_F(HttpTransforms, HaveTheProviderEscapeItsAnswers) {
  Json const body = {
      {"choices", Json::array({{{"index", 0}, {"message", {{"role", "assistant"}, {"content", "für"}}}}})}};
  Vector const vector = one_sample_vector(
      {{"operation", "process"},
       {"given", {{"agent", {{"kind", "prompt"}, {"model", {{"id", "m"}}}, {"instructions", ""}}}, {"response", body}}},
       {"expect", {{"value", {{"type", "text"}, {"value", "für"}}}}}});
  std::string received;
  FakeSubject subject({"run"}, streaming_client([&](std::vector<std::string> const& reads) {
                        received.clear();
                        for (std::string const& read : reads) received += read;
                        Json const answer = Json::parse(received);
                        return result_reply({{"type", "text"}, {"value", answer["choices"][0]["message"]["content"]}});
                      }));
  Attempt const attempt = replay(vector, {.transform = Transform::unicode_escape, .of = Way::http}, subject);
  EXPECT_EQ(attempt.judgement.status, Status::pass) << attempt.judgement.detail;
  EXPECT_THAT(received, testing::HasSubstr("f\\u00fcr"));
}

TEST_F(HttpTransforms, OfStreamsPassWhenEveryCutMeansTheSame) {
  Attempt const attempt = replay_stream(decoded_well);
  EXPECT_EQ(attempt.judgement.status, Status::pass) << attempt.judgement.detail << way_text(attempt);
  EXPECT_EQ(way_text(attempt), "transform sse-split of http");
}

TEST_F(HttpTransforms, ShowADecoderThatTakesEachReadForText) {
  Attempt const attempt = replay_stream(decoded_read_by_read);
  EXPECT_EQ(attempt.judgement.status, Status::fail);
  EXPECT_EQ(way_text(attempt), "transform sse-split/between-any-two-bytes of http");
}

TEST_F(HttpTransforms, ShowADecoderThatWantsLineEndsWhole) {
  Attempt const attempt = replay_stream(decoded_by_whole_line_ends);
  EXPECT_EQ(attempt.judgement.status, Status::fail);
  EXPECT_EQ(attempt.variation->name, "inside-line-ends");
}

TEST_F(HttpTransforms, CutEveryPlaceOfAStream) {
  std::set<std::size_t> places;
  std::size_t size = 0;
  FakeSubject subject({"run"}, streaming_client([&](std::vector<std::string> const& reads) {
                        std::size_t at = 0;
                        for (std::string const& read : reads) places.insert(at += read.size());
                        size = std::max(size, at);
                        return decoded_well(reads);
                      }));
  Vector const vector = one_sample_vector(stream_vector());
  for (Cuts const& cuts : stream_cuts()) {
    if (!cuts.name.starts_with("pieces-of-7-")) continue;
    std::size_t const before = places.size();
    ReplayContext context{.subject = subject, .registry = registry_, .mock = mock_};
    context.respond_besides = {{"fault", cuts.fault}};
    EXPECT_EQ(replay_http(vector, context).judgement.status, Status::pass);
    EXPECT_GT(places.size(), before) << cuts.name;
  }
  EXPECT_EQ(places.size(), size);
}

TEST(DueVariations, AreThoseThatAreDeclaredAndWanted) {
  Vector const vector = one_sample_vector(
      {{"given", {{"text", "a\n"}, {"more", 1}}}, {"transforms", Json::array({"crlf", "no-final-newline", "bom"})}});
  EXPECT_THAT(due_variations(vector, {Way::direct}, every()),
              ElementsAre(Variation{.transform = Transform::crlf, .of = Way::direct},
                          Variation{.transform = Transform::bom, .of = Way::direct},
                          Variation{.transform = Transform::no_final_newline, .of = Way::direct}));
  EXPECT_THAT(due_variations(vector, {Way::direct, Way::http}, plain_variations({Transform::crlf})), SizeIs(2));
  EXPECT_THAT(due_variations(vector, {Way::direct}, plain_variations({Transform::key_order})), IsEmpty());
  EXPECT_THAT(due_variations(vector, {}, every()), IsEmpty());
}

TEST(DueVariations, LeaveOutWhatChangesNothing) {
  Vector const vector = one_sample_vector({{"transforms", Json::array({"crlf", "bom"})}});
  EXPECT_THAT(due_variations(vector, {Way::direct}, every()),
              ElementsAre(Variation{.transform = Transform::bom, .of = Way::direct}));
}

TEST(DueVariations, CutStreamsOverHttpUndeclared) {
  Vector const chunks = one_sample_vector(stream_vector());
  EXPECT_THAT(due_variations(chunks, {Way::direct, Way::http}, every()),
              ElementsAre(Variation{.transform = Transform::sse_split, .of = Way::http}));
  EXPECT_THAT(due_variations(chunks, {Way::direct}, every()), IsEmpty());
  Vector const run = one_sample_vector({{"operation", "run"},
                                        {"given", {{"stream", true}}},
                                        {"provider", Json::array({{{"respond", {{"text", "a"}}}}})}});
  EXPECT_THAT(due_variations(run, {Way::direct}, every()),
              ElementsAre(Variation{.transform = Transform::sse_split, .of = Way::direct}));
}

/// The names of the cuts that a stream is usually played with.
std::vector<std::string> usual_cuts_of(Vector const& vector) {
  return StreamCuts({}).parts_of(vector, "", Way::http);
}

TEST(StreamCuts, HaveNamesOfTheirOwn) {
  std::set<std::string> names;
  for (Cuts const& cuts : stream_cuts()) names.insert(cuts.name);
  EXPECT_EQ(names.size(), stream_cuts().size());
  EXPECT_EQ(cuts_named("pieces-of-509-from-22").first, 22U);
}

TEST(StreamCuts, AreUsuallyThreeOfThem) {
  Vector const vector = one_sample_vector(stream_vector());
  std::vector<std::string> const usual = usual_cuts_of(vector);
  EXPECT_THAT(usual, ElementsAre("inside-line-ends", "inside-characters", testing::_));
  EXPECT_EQ(usual, usual_cuts_of(vector));
}

TEST(StreamCuts, AreAllPlayedByManyVectorsTogether) {
  std::set<std::string> played;
  Vector vector = one_sample_vector(stream_vector());
  for (int number = 0; number < 2000; ++number) {
    vector.id = "sample/" + std::to_string(number);
    for (std::string const& name : usual_cuts_of(vector)) played.insert(name);
  }
  EXPECT_EQ(played.size(), stream_cuts().size());
}

TEST(StreamCuts, AreChosenByName) {
  StreamCuts const cuts({.all = false, .seed = 1, .names = {"pieces-of-7-from-3"}});
  Vector const vector = one_sample_vector(stream_vector());
  EXPECT_THAT(cuts.due(vector, Way::http), ElementsAre("pieces-of-7-from-3"));
  EXPECT_THAT(cuts.parts_of(vector, "pieces-of-7-from-3", Way::http), ElementsAre("pieces-of-7-from-3"));
  EXPECT_THAT(input_error_of([] { StreamCuts({.all = false, .seed = 1, .names = {"pieces-of-8"}}); }),
              testing::HasSubstr("no cuts 'pieces-of-8' of a stream; there are between-any-two-bytes, "));
  EXPECT_THAT(input_error_of([] {
                static_cast<void>(plain_variations({Transform::crlf}, {.all = false, .seed = 1, .names = {"lines"}}));
              }),
              testing::HasSubstr("the transform crlf has no 'lines'"));
}

TEST_F(HttpTransforms, OfStreamsAreAFewWhenTheUsualOnesAreWanted) {
  int requests = 0;
  FakeSubject subject({"run"}, streaming_client([&](std::vector<std::string> const& reads) {
                        ++requests;
                        return decoded_well(reads);
                      }));
  Vector const vector = one_sample_vector(stream_vector());
  VariationsByTransform const usual = plain_variations({Transform::sse_split});
  std::vector<Variation> const due = due_variations(vector, {Way::http}, usual);
  ASSERT_THAT(due, SizeIs(1));
  EXPECT_EQ(replay(vector, due.front(), subject, usual).judgement.status, Status::pass);
  EXPECT_EQ(requests, 3);
}

TEST_F(HttpTransforms, LeaveOutCutsBehindTheEndOfAStream) {
  std::set<std::size_t> first_reads;
  std::size_t size = 0;
  int requests = 0;
  FakeSubject subject({"run"}, streaming_client([&](std::vector<std::string> const& reads) {
                        ++requests;
                        std::size_t bytes = 0;
                        for (std::string const& read : reads) bytes += read.size();
                        if (requests == 1) size = bytes;
                        if (reads.size() > 1) first_reads.insert(reads.front().size());
                        return decoded_well(reads);
                      }));
  Vector const vector = one_sample_vector(stream_vector());
  EXPECT_EQ(replay(vector, {.transform = Transform::sse_split, .of = Way::http}, subject).judgement.status,
            Status::pass);
  ASSERT_LT(size, 495U);
  int due = 0;
  for (Cuts const& cuts : stream_cuts()) due += cuts.first < size ? 1 : 0;
  EXPECT_EQ(requests, due);
  EXPECT_LT(requests, static_cast<int>(stream_cuts().size()));
  // The last place that a long piece can end at inside of the stream.
  EXPECT_TRUE(first_reads.contains((size - 1) / 11 * 11));
}

VariationsByTransform carried_by(CarriedPage const& page, VariationsWanted const& wanted, Vector const& vector) {
  return {{Transform::carried, std::make_shared<CarriedValues const>(page, wanted, std::vector{&vector})}};
}

VariationsByTransform crossed_by(CrossingPage const& page, VariationsWanted const& wanted = {}) {
  return {{Transform::crossed, std::make_shared<CrossedVectors const>(page, wanted)}};
}

/// Gives the text back as `hand_on` makes it.
class HostileValues : public HttpTransforms {
 protected:
  Attempt replay_with(std::string const& hostile, std::function<std::string(std::string)> const& hand_on) {
    FakeSubject subject({"split"}, [&](std::string const&, Json const& params) {
      return result_reply({{"body", hand_on(params.at("text"))}});
    });
    Vector const vector =
        one_sample_vector({{"given", {{"text", "plum"}}}, {"expect", {{"value", {{"body", "plum"}}}}}});
    VariationsByTransform const carried = carried_by(sample_carried_page(), {}, vector);
    return replay(vector, {.transform = Transform::carried, .of = Way::direct, .name = hostile}, subject, carried);
  }
};

std::string without_line_ends(std::string text) {
  std::erase(text, '\r');
  return text;
}

TEST_F(HostileValues, PassWhenTheyAreHandedOn) {
  Attempt const attempt = replay_with("inside", [](std::string text) { return text; });
  EXPECT_EQ(attempt.judgement.status, Status::pass) << attempt.judgement.detail;
  EXPECT_EQ(attempt.way, Way::transform);
  EXPECT_EQ(attempt.variation->name, "inside");
}

TEST_F(HostileValues, NameTheOneThatFailsAlone) {
  Attempt const attempt = replay_with("inside", without_line_ends);
  EXPECT_EQ(attempt.judgement.status, Status::fail);
  EXPECT_EQ(attempt.variation->name, "inside/line-ends");
  EXPECT_EQ(replay_with("inside/quotes", without_line_ends).judgement.status, Status::pass);
}

TEST_F(HostileValues, NameAllOfThemWhenNoneFailsAlone) {
  Attempt const attempt =
      replay_with("inside", [](std::string const& text) { return text.size() > 8 ? "too long" : text; });
  EXPECT_EQ(attempt.judgement.status, Status::fail);
  EXPECT_EQ(attempt.variation->name, "inside");
}

TEST(DueHostileValues, ArePlayedInOneWay) {
  Vector const vector = one_sample_vector({{"given", {{"text", "plum"}}}, {"expect", {{"value", {{"body", "plum"}}}}}});
  VariationsByTransform const carried =
      carried_by(sample_carried_page(), {.all = false, .seed = 1, .names = {"inside"}}, vector);
  EXPECT_THAT(due_variations(vector, {Way::direct, Way::http}, carried),
              ElementsAre(Variation{.transform = Transform::carried, .of = Way::direct, .name = "inside"}));
  EXPECT_THAT(due_variations(vector, {}, carried), IsEmpty());
}

TEST(DueCrossings, AreNotPlayedOverHttpWhereAnSdkMayRefuseThem) {
  Vector const vector = one_sample_vector({{"given", {{"text", "body"}}}, {"expect", {{"value", {{"body", "body"}}}}}});
  CrossingPage page = sample_crossing_page();
  page.crossings.resize(1);
  page.crossings.front().malformed = true;
  VariationsByTransform const crossed = crossed_by(page, {.all = true, .seed = 1, .names = {}});
  Variation const note{.transform = Transform::crossed, .of = Way::direct, .name = "texts/note"};
  EXPECT_THAT(due_variations(vector, {Way::direct}, crossed), ElementsAre(note));
  EXPECT_THAT(due_variations(vector, {Way::http}, crossed), IsEmpty());
}

/// The names of the crossings that a vector with a file is due in a way.
std::vector<std::string> crossings_due(Way way, CrossedVectors const& crossed) {
  return crossed.due(one_sample_vector({{"files", {{"a.txt", "a"}}}}), way);
}

TEST(DueCrossings, MeetEachOtherOverHttpWithoutThoseThatAnSdkMayRefuse) {
  CrossingPage page = sample_crossing_page();
  page.crossings[1].change = "with({second: 2})";
  page.crossings[0].malformed = true;
  CrossedVectors const crossed(page, {.all = true, .seed = 1, .names = {}});
  EXPECT_THAT(crossings_due(Way::direct, crossed),
              ElementsAre("all-at-once", "texts/note", "texts/second-note", "texts/in-files"));
  EXPECT_THAT(crossings_due(Way::http, crossed), ElementsAre("all-at-once", "texts/second-note", "texts/in-files"));
  Vector const vector = one_sample_vector({{"files", {{"a.txt", "a"}}}});
  EXPECT_THAT(crossed.parts_of(vector, "all-at-once", Way::http), ElementsAre("texts/second-note", "texts/in-files"));
  EXPECT_THAT(crossed.with(vector, "all-at-once", Way::direct).steps[0].given, SizeIs(3));
  Vector const over_http = crossed.with(vector, "all-at-once", Way::http);
  EXPECT_EQ(over_http.steps[0].given, (Json{{"text", "body"}, {"second", 2}}));
  EXPECT_EQ(over_http.files.at("a.txt"), "a!");
}

TEST(DueCrossings, AreNotLostToOneThatLeavesTheVectorAlone) {
  CrossingPage page = sample_crossing_page();
  page.crossings[1] = {.name = "texts/of-others",
                       .clauses = {"P1.1-01"},
                       .because = "It changes nothing.",
                       .operations = {"split"},
                       .change = ".",
                       .at = "",
                       .malformed = true};
  CrossedVectors const usual(page, {});
  EXPECT_THAT(crossings_due(Way::http, usual), SizeIs(2));
  EXPECT_EQ(crossings_due(Way::http, usual).front(), "all-at-once");
}

TEST_F(HttpTransforms, MeetNoCrossingOverHttpThatAnSdkMayRefuse) {
  CrossingPage page = sample_crossing_page();
  page.crossings.resize(2);
  for (Crossing& crossing : page.crossings) crossing.operations = {"process_stream"};
  page.crossings[0].malformed = true;
  page.crossings[0].change = ".params.chunks = []";
  page.crossings[1].change = ".params.chunks[0].vendor = 1";
  Vector const vector = one_sample_vector(stream_vector());
  FakeSubject subject({"run"}, streaming_client(decoded_well));
  Variation const due{.transform = Transform::crossed, .of = Way::http, .name = "all-at-once"};
  Attempt const attempt = replay(vector, due, subject, crossed_by(page));
  EXPECT_EQ(attempt.judgement.status, Status::pass) << attempt.judgement.detail;
}

}  // namespace
}  // namespace conformance::varied_test
