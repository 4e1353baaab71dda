#include "prompty/trace/tracer.hpp"

#include <gmock/gmock.h>

#include <future>
#include <stdexcept>
#include <thread>

#include "prompty/core/error.hpp"
#include "prompty/trace/back_ends.hpp"

namespace prompty::tracer_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

NonceSource counted_ids() {
  std::shared_ptr<std::atomic<int>> const next = std::make_shared<std::atomic<int>>(0);
  return [next] { return "000000000000000" + std::to_string(++*next); };
}

/// Throws at everything but opening.
class BrokenSink final : public SpanSink {
 public:
  void emit(std::string const&, Json const&) override { throw std::runtime_error("no emission"); }
  void end(SpanEnd const&) override { throw std::runtime_error("no end"); }
};

TEST(Tracer, RecordsNothingWithoutABackEnd) {
  Tracer const tracer;
  Span span = tracer.start("work");
  EXPECT_FALSE(span.is_recording());
  span.emit_made("inputs", []() -> Json { throw std::logic_error("made although nothing records"); });
  span.end();
}

TEST(Tracer, TellsABackEndEverythingInOrder) {
  Tracer tracer(counted_ids());
  Recorder const recorder;
  tracer.add("r", recorder.back_end());
  Span span = tracer.start("work", SpanKind::client);
  span.emit("a", 1);
  span.emit("b", Json{{"c", "d"}});
  EXPECT_FALSE(recorder.spans().at(0).end.has_value());
  span.end();
  RecordedSpan const recorded = recorder.spans().at(0);
  EXPECT_EQ(recorded.start.name, "work");
  EXPECT_EQ(recorded.start.kind, SpanKind::client);
  EXPECT_EQ(recorded.start.trace, "00000000000000010000000000000002");
  EXPECT_EQ(recorded.start.id, "0000000000000003");
  EXPECT_EQ(recorded.start.parent, std::nullopt);
  EXPECT_EQ(recorded.attributes, Json::parse(R"({"a": 1, "b": {"c": "d"}})"));
  EXPECT_EQ(recorded.end.value().failure, std::nullopt);
}

TEST(Tracer, ReadsBothClocksOfAStartBeforeAllElse) {
  std::vector<std::string> read;
  auto const noted = [&read](std::string const& what, auto value) {
    read.push_back(what);
    return value;
  };
  Tracer tracer([&] { return noted("id", std::string("0000000000000001")); },
                {.now = [&] { return noted("clock", std::chrono::system_clock::time_point()); },
                 .elapsed = [&] { return noted("clock", std::chrono::steady_clock::time_point()); }});
  tracer.add("r", Recorder().back_end());
  Span const span = tracer.start("work");
  EXPECT_THAT(read, ElementsAre("clock", "clock", "id", "id", "id"));
}

TEST(Tracer, PutsChildrenBelowTheirParentAlsoAfterItEnded) {
  Tracer tracer(counted_ids());
  Recorder const recorder;
  tracer.add("r", recorder.back_end());
  Span outer = tracer.start("outer");
  Span inner = tracer.start("inner", SpanKind::internal, outer.as_parent());
  SpanParent const parent = outer.as_parent();
  outer.end();
  Span const late = tracer.start("late", SpanKind::internal, parent);
  std::vector<RecordedSpan> const spans = recorder.spans();
  ASSERT_THAT(spans, SizeIs(3));
  EXPECT_EQ(spans[1].start.parent, spans[0].start.id);
  EXPECT_EQ(spans[2].start.parent, spans[0].start.id);
  EXPECT_EQ(spans[2].start.trace, spans[0].start.trace);
}

TEST(Tracer, EndsASpanThatGoesOutOfScopeOnce) {
  Tracer tracer;
  Recorder const recorder;
  tracer.add("r", recorder.back_end());
  {
    Span first = tracer.start("first");
    Span second = std::move(first);
    first = tracer.start("third");
  }
  for (RecordedSpan const& span : recorder.spans()) EXPECT_TRUE(span.end.has_value()) << span.start.name;
}

TEST(Tracer, HidesSecretsFromEveryBackEnd) {
  Tracer tracer;
  Recorder const recorder;
  tracer.add("r", recorder.back_end());
  tracer.start("work").emit("inputs", Json{{"apiKey", "k"}, {"n", 1}});
  EXPECT_EQ(recorder.spans().at(0).attributes, Json::parse(R"({"inputs": {"apiKey": "[REDACTED]", "n": 1}})"));
}

TEST(Tracer, TellsTheListenerWhatBackEndsThrowAndGoesOn) {
  std::vector<std::string> reported;
  Tracer tracer(system_nonces(), {}, [&](std::string const& back_end, std::string const& problem) {
    reported.push_back(back_end + ": " + problem);
  });
  Recorder const recorder;
  tracer.add("a", [](SpanStart const&) -> std::unique_ptr<SpanSink> { throw std::runtime_error("no start"); });
  tracer.add("b", [](SpanStart const&) { return std::make_unique<BrokenSink>(); });
  tracer.add("c", recorder.back_end());
  Span span = tracer.start("work");
  span.emit("x", 1);
  span.emit_made("y", []() -> Json { throw std::runtime_error("no value"); });
  span.end();
  EXPECT_THAT(reported, ElementsAre("a: no start", "b: no emission", ": no value", "b: no end"));
  EXPECT_EQ(recorder.spans().at(0).attributes, Json::parse(R"({"x": 1})"));
  EXPECT_TRUE(recorder.spans().at(0).end.has_value());
}

TEST(Tracer, GoesOnWithoutIds) {
  Tracer tracer([]() -> std::string { throw RuntimeError("no random bytes"); });
  Recorder const recorder;
  tracer.add("r", recorder.back_end());
  EXPECT_FALSE(tracer.start("work").is_recording());
}

TEST(Tracer, ShowsAFailureAsResultAndEnd) {
  Tracer tracer;
  Recorder const recorder;
  tracer.add("r", recorder.back_end());
  Span outer = tracer.start("outer");
  Span inner = tracer.start("inner", SpanKind::internal, outer.as_parent());
  inner.fail(std::make_exception_ptr(ValueError("it is wrong")));
  inner.end();
  outer.fail(std::make_exception_ptr(7));
  outer.end();
  std::vector<RecordedSpan> const spans = recorder.spans();
  EXPECT_EQ(spans.at(1).attributes["result"],
            Json::parse(R"({"exception": "ValueError", "message": "it is wrong", "traceback": "outer > inner"})"));
  EXPECT_EQ(spans.at(1).end.value().failure, (SpanFailure{.kind = "ValueError", .message = "it is wrong"}));
  EXPECT_EQ(spans.at(0).end.value().failure.value().kind, "unknown");
}

TEST(Tracer, LeavesOutParametersThatAHostNames) {
  testing::Test::RecordProperty("clause", "P3.1-16");
  Tracer tracer;
  Recorder const recorder;
  tracer.add("r", recorder.back_end());
  tracer.show({.left_out = {"messages", "nothing"}});
  Json inputs{{"agent", 1}, {"messages", Json::array({"private"})}};
  open_call(tracer, {}, {.name = "run", .signature = "prompty.run"}, [&] { return inputs; }).emit("messages", "kept");
  tracer.show({});
  open_call(tracer, {}, {.name = "run", .signature = "prompty.run"}, [&] { return inputs; }).end();
  EXPECT_EQ(recorder.spans().at(0).attributes["inputs"], (Json{{"agent", 1}}));
  EXPECT_EQ(recorder.spans().at(0).attributes["messages"], Json("kept"));
  EXPECT_EQ(recorder.spans().at(1).attributes["inputs"], inputs);
}

TEST(Tracer, HasAttributesOfTheHostOnEverySpan) {
  testing::Test::RecordProperty("clause", "P3.1-17");
  Tracer tracer;
  Recorder const recorder;
  tracer.add("r", recorder.back_end());
  tracer.show({.attributes = Json{{"deployment", "blue"}, {"password", "p"}, {"signature", "other"}}});
  Span outer = open_call(tracer, {}, {.name = "run", .signature = "prompty.run"}, [] { return Json::object(); });
  tracer.start("inner", SpanKind::internal, outer.as_parent()).emit("tenant", "t7");
  EXPECT_EQ(recorder.spans().at(0).attributes, Json::parse(R"({"deployment": "blue", "password": "[REDACTED]",
      "signature": "prompty.run", "inputs": {}})"));
  EXPECT_EQ(recorder.spans().at(1).attributes["deployment"], Json("blue"));
  EXPECT_EQ(recorder.spans().at(1).attributes["tenant"], Json("t7"));
}

TEST(Tracer, TellsBackEndsOfEvents) {
  testing::Test::RecordProperty("clause", "P3.1-19");
  TraceClock clock;
  clock.now = [] { return std::chrono::system_clock::time_point(std::chrono::milliseconds(1500)); };
  Tracer tracer(counted_ids(), clock);
  Recorder const recorder;
  tracer.add("without", [](SpanStart const&) { return std::make_unique<BrokenSink>(); });
  tracer.add("r", recorder.back_end());
  Span span = tracer.start("work");
  span.event("retried", Json{{"attempt", 2}, {"token", "t"}});
  span.end();
  span.event("too late", Json::object());
  EXPECT_THAT(recorder.spans().at(0).events,
              ElementsAre(SpanEvent{.name = "retried",
                                    .attributes = Json::parse(R"({"attempt": 2, "token": "[REDACTED]"})"),
                                    .time = clock.now()}));
}

TEST(RegistryTracer, KeepsWhatIsOpenInABackEndThatIsRemoved) {
  Tracer tracer;
  Recorder const first;
  Recorder const second;
  tracer.add("r", first.back_end());
  Span open = tracer.start("open");
  tracer.add("r", second.back_end());
  EXPECT_TRUE(tracer.remove("r"));
  EXPECT_FALSE(tracer.remove("r"));
  open.emit("a", 1);
  open.end();
  EXPECT_EQ(first.spans().at(0).attributes, Json::parse(R"({"a": 1})"));
  EXPECT_THAT(second.spans(), IsEmpty());
  tracer.add("r", first.back_end());
  tracer.clear();
  EXPECT_FALSE(tracer.start("after").is_recording());
}

TEST(RegistryTracer, ServesManyThreadsWhileBackEndsComeAndGo) {
  Tracer tracer;
  Recorder const recorder;
  tracer.add("kept", recorder.back_end());
  Span root = tracer.start("root");
  std::vector<std::thread> threads;
  constexpr int workers = 6;
  constexpr int rounds = 100;
  for (int worker = 0; worker < workers; ++worker) {
    threads.emplace_back([&, worker] {
      for (int round = 0; round < rounds; ++round) {
        std::string const name = "extra-" + std::to_string(worker);
        Recorder const extra;
        tracer.add(name, extra.back_end());
        Span span = tracer.start("work", SpanKind::internal, root.as_parent());
        span.emit("round", round);
        span.add_usage(Json{{"input_tokens", 1}});
        tracer.remove(name);
        span.end();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  root.end();
  EXPECT_THAT(recorder.spans(), SizeIs(workers * rounds + 1));
  EXPECT_EQ(recorder.spans().at(0).attributes["__usage"], (Json{{"input_tokens", workers * rounds}}));
}

}  // namespace
}  // namespace prompty::tracer_test
