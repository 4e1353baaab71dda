#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <numeric>

#include "mock-provider/providers/answer.hpp"
#include "mock-provider/providers/anthropic/anthropic.hpp"

namespace mock_provider::fault_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Answer whole() {
  return answer::of_json(200, {{"text", "a\nü"}});
}

Answer stream() {
  Answer answer;
  answer.content_type = "text/event-stream";
  answer.events = EventFrames{.frames = {"data: 1\n\n", "data: ü2\n\n", "data: 3\n\n"}};
  return answer;
}

Answer with(Fault const& fault, Answer answer) {
  return fault::spoiled(std::move(answer), fault, chat_dialect());
}

std::string joined(Answer const& answer) {
  std::vector<std::string> const& frames = answer.events->frames;
  return std::accumulate(frames.begin(), frames.end(), std::string());
}

TEST(FaultCut, CountsBytesOrFrames) {
  EXPECT_EQ(with(CutBody{.after = {.count = 7}}, whole()).early_end,
            (EarlyEnd{.ending = Ending::close, .after_bytes = 7}));
  Answer const cut =
      with(CutBody{.after = {.count = 2, .unit = Extent::Unit::frames}, .ending = Ending::reset}, stream());
  EXPECT_EQ(cut.early_end, (EarlyEnd{.ending = Ending::reset, .after_bytes = 9 + 11}));
  EXPECT_EQ(cut.events, stream().events);
}

TEST(FaultCut, CountsEventsInStreamsOnly) {
  EXPECT_EQ(with(CutBody{.after = {.count = 0, .unit = Extent::Unit::frames}}, whole()).early_end->after_bytes, 0U);
  EXPECT_THROW(static_cast<void>(with(CutBody{.after = {.count = 3, .unit = Extent::Unit::frames}}, whole())),
               MisfitStep);
}

TEST(FaultSilence, WithholdsTheHead) {
  EXPECT_EQ(with(Silence{}, whole()).early_end,
            (EarlyEnd{.ending = Ending::stall, .after_bytes = 0, .head = EarlyEnd::Head::withheld}));
}

TEST(FaultTruncated, LeavesNoJson) {
  std::string const body = whole().body;
  EXPECT_EQ(with(TruncatedJson{}, whole()).body, body.substr(0, body.size() / 2));
  EXPECT_EQ(with(TruncatedJson{.keep_bytes = 3}, whole()).body, body.substr(0, 3));
  EXPECT_EQ(with(TruncatedJson{.keep_bytes = 9999}, whole()).body, body.substr(0, body.size() - 1));
}

TEST(FaultTruncated, EndsAStreamInTheMiddleOfAnEvent) {
  EXPECT_EQ(joined(with(TruncatedJson{.keep_bytes = 14}, stream())), "data: 1\n\ndata:");
}

TEST(FaultHtml, ReplacesBodiesAndStreams) {
  Answer limited = whole();
  limited.headers.emplace_back("retry-after", "1");
  for (Answer const& answer : {with(HtmlPage{.status = 504}, limited), with(HtmlPage{.status = 504}, stream())}) {
    EXPECT_EQ(answer.status, 504);
    EXPECT_EQ(answer.content_type, "text/html; charset=UTF-8");
    EXPECT_THAT(answer.body, testing::StartsWith("<!DOCTYPE html>"));
    EXPECT_THAT(answer.headers, testing::IsEmpty()) << "those of the provider";
    EXPECT_FALSE(answer.events);
  }
}

TEST(FaultContentType, ChangesNothingElse) {
  Answer expected = stream();
  expected.content_type = "text/plain";
  EXPECT_EQ(with(WrongContentType{}, stream()), expected);
}

TEST(FaultMalformedEvent, StandsBetweenTwoSoundOnes) {
  EXPECT_THAT(with(MalformedEvent{.after_frames = 1, .line = "junk"}, stream()).events->frames,
              ElementsAre("data: 1\n\n", "junk\n\n", "data: ü2\n\n", "data: 3\n\n"));
  EXPECT_EQ(with(MalformedEvent{.after_frames = 3, .line = "junk"}, stream()).events->frames.back(), "junk\n\n");
  EXPECT_THROW(static_cast<void>(with(MalformedEvent{.after_frames = 4}, stream())), MisfitStep);
  EXPECT_THROW(static_cast<void>(with(MalformedEvent{}, whole())), MisfitStep);
}

/// The same stream with that event at its end.
Answer ending_with(std::string const& frame) {
  Answer answer = stream();
  answer.events->frames.push_back(frame);
  return answer;
}

TEST(FaultsOfEvents, AreNotBehindTheEndWhereClientsReadNothing) {
  for (std::string const end :
       {"data: [DONE]\n\n", "event: message_stop\ndata: {}\n\n", "event: response.completed\ndata: {}\n\n",
        "event: response.incomplete\ndata: {}\n\n", "event: image_generation.completed\ndata: {}\n\n"}) {
    EXPECT_EQ(with(MalformedEvent{.after_frames = 3}, ending_with(end)).events->frames.back(), end);
    EXPECT_EQ(with(ErrorEvent{.after_frames = 3}, ending_with(end)).events->frames.size(), 4U);
    EXPECT_THROW(static_cast<void>(with(MalformedEvent{.after_frames = 4}, ending_with(end))), MisfitStep) << end;
    EXPECT_THROW(static_cast<void>(with(ErrorEvent{.after_frames = 4}, ending_with(end))), MisfitStep) << end;
  }
}

TEST(FaultsOfEvents, SayHowManyEventsThereAre) {
  try {
    static_cast<void>(with(ErrorEvent{.after_frames = 9}, ending_with("data: [DONE]\n\n")));
    FAIL() << "was accepted";
  } catch (MisfitStep const& misfit) {
    EXPECT_THAT(misfit.what(),
                HasSubstr("errorEvent after 9 events in its fault, but this stream has 3 before its end"));
  }
}

TEST(FaultMalformedEvent, HasTheNameOfADeltaWhereClientsPassOverOthers) {
  Answer const named = fault::spoiled(stream(), MalformedEvent{.after_frames = 0}, anthropic::dialect());
  EXPECT_EQ(named.events->frames[0], "event: content_block_delta\ndata: {\"id\": \"chatcmpl-\n\n");
  Answer const as_it_is =
      fault::spoiled(stream(), MalformedEvent{.after_frames = 0, .line = "x"}, anthropic::dialect());
  EXPECT_EQ(as_it_is.events->frames[0], "x\n\n");
}

TEST(FaultErrorEvent, EndsTheStream) {
  Answer const answer = with(ErrorEvent{.after_frames = 2, .error = {.status = 503}}, stream());
  ASSERT_EQ(answer.events->frames.size(), 3U);
  EXPECT_THAT(answer.events->frames[2], HasSubstr(R"(data: {"error":{"message":)"));
  EXPECT_FALSE(answer.early_end);
  EXPECT_THROW(static_cast<void>(with(ErrorEvent{}, whole())), MisfitStep);
}

TEST(FaultHugeBody, IsTheSameJson) {
  Answer const huge = with(HugeBody{.bytes = 100'000}, whole());
  EXPECT_EQ(huge.body.size(), 100'000U);
  EXPECT_EQ(Json::parse(huge.body), Json::parse(whole().body));
  EXPECT_EQ(with(HugeBody{.bytes = 1}, whole()), whole());
}

TEST(FaultHugeBody, IsACommentInAStream) {
  std::string const first = with(HugeBody{.bytes = 100}, stream()).events->frames.front();
  EXPECT_EQ(first.front(), ':');
  EXPECT_GT(first.size(), 60U);
}

TEST(FaultDrip, LosesNoByte) {
  Answer const drip = with(SlowDrip{.bytes = 3, .every = std::chrono::milliseconds(7)}, whole());
  EXPECT_EQ(joined(drip), whole().body);
  EXPECT_EQ(drip.events->frames.front().size(), 3U);
  EXPECT_EQ(drip.events->between, std::chrono::milliseconds(7));
}

TEST(FaultDrip, MayBeginWithAPieceOfAnotherSize) {
  EXPECT_THAT(with(SlowDrip{.bytes = 20, .first_bytes = 4}, stream()).events->frames,
              ElementsAre("data", ": 1\n\ndata: ü2\n\ndata", ": 3\n\n"));
}

TEST(FaultSplit, CutsInsideACharacter) {
  Answer const split = with(SplitWrites{}, stream());
  EXPECT_THAT(split.events->frames, ElementsAre("data: 1\n\ndata: \xC3",
                                                "\xBC"
                                                "2\n\ndata: 3\n\n"));
  EXPECT_GT(split.events->between.count(), 0);
}

TEST(FaultSplit, CutsInsideALineEnd) {
  Answer const split = with(SplitWrites{.inside = SplitWrites::Inside::line_end}, stream());
  EXPECT_THAT(split.events->frames,
              ElementsAre("data: 1\r", "\n\r", "\ndata: ü2\r", "\n\r", "\ndata: 3\r", "\n\r", "\n"));
}

}  // namespace
}  // namespace mock_provider::fault_test
