#include "prompty/trace/background.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "prompty/trace/back_ends.hpp"
#include "prompty/trace/tracer.hpp"

namespace prompty::background_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// A recorder that stands still at the first span until it may go on, or for 20 s.
class SlowBackEnd {
 public:
  [[nodiscard]] BackEnd back_end() {
    return [this, record = recorder.back_end()](SpanStart const& start) {
      if (!has_entered_) entered_.set_value();
      has_entered_ = true;
      was_released = released_.wait_for(std::chrono::seconds(20)) == std::future_status::ready;
      return record(start);
    };
  }

  void wait_until_entered() { entered_.get_future().wait(); }
  void release() { release_.set_value(); }

  Recorder recorder;
  bool was_released = false;  ///< after `flush`

 private:
  bool has_entered_ = false;
  std::promise<void> entered_;
  std::promise<void> release_;
  std::shared_future<void> released_ = release_.get_future().share();
};

/// What a listener was told, from any thread.
class Problems {
 public:
  [[nodiscard]] TraceListener listener() {
    return [this](std::string const& back_end, std::string const& problem) {
      std::scoped_lock const lock(mutex_);
      list_.push_back(back_end + ": " + problem);
    };
  }

  [[nodiscard]] std::vector<std::string> list() const {
    std::scoped_lock const lock(mutex_);
    return list_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> list_;
};

TEST(ThreadsBackgroundBackEnd, DoesNotKeepTheWorkWaiting) {
  RecordProperty("clause", "P3.5-05");
  SlowBackEnd slow;
  Tracer tracer;
  BackgroundBackEnd const background = tracer.add_in_background("slow", slow.back_end());
  Span span = tracer.start("work");
  span.emit("n", 1);
  span.event("middle", Json{{"k", "v"}});
  span.end();
  slow.release();
  background.flush();
  EXPECT_TRUE(slow.was_released) << "the span waited for the back end";
  RecordedSpan const recorded = slow.recorder.spans().at(0);
  EXPECT_EQ(recorded.attributes, (Json{{"n", 1}}));
  EXPECT_THAT(recorded.events, SizeIs(1));
  EXPECT_TRUE(recorded.end.has_value());
  EXPECT_EQ(background.dropped(), 0U);
}

TEST(ThreadsBackgroundBackEnd, HasEverythingWhenItIsGone) {
  RecordProperty("clause", "P3.5-05");
  Recorder const recorder;
  constexpr int workers = 4;
  constexpr int rounds = 250;
  {
    Tracer tracer;
    static_cast<void>(tracer.add_in_background("r", recorder.back_end()));
    std::vector<std::thread> threads;
    for (int worker = 0; worker < workers; ++worker) {
      threads.emplace_back([&] {
        for (int round = 0; round < rounds; ++round) tracer.start("work").emit("round", round);
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  std::vector<RecordedSpan> const spans = recorder.spans();
  ASSERT_THAT(spans, SizeIs(workers * rounds));
  for (RecordedSpan const& span : spans) {
    EXPECT_TRUE(span.attributes.contains("round"));
    EXPECT_TRUE(span.end.has_value());
  }
}

TEST(ThreadsBackgroundBackEnd, OutlivesItsTracerWithASpan) {
  Recorder const recorder;
  Span late;
  {
    Tracer tracer;
    static_cast<void>(tracer.add_in_background("r", recorder.back_end()));
    late = tracer.start("late");
  }
  late.emit("n", 1);
  late.end();
  EXPECT_EQ(recorder.spans().at(0).attributes, (Json{{"n", 1}}));
}

TEST(ThreadsBackgroundBackEnd, CountsAndTellsWhatItDrops) {
  RecordProperty("clause", "P3.5-06");
  SlowBackEnd slow;
  Problems problems;
  Tracer tracer(system_nonces(), {}, problems.listener());
  BackgroundBackEnd const background = tracer.add_in_background("slow", slow.back_end(), {.max_waiting = 4});
  Span first = tracer.start("first");
  slow.wait_until_entered();
  for (char const* const key : {"a", "b", "c", "d"}) first.emit(key, 1);
  first.emit("e", 1);
  Span second = tracer.start("second");
  second.emit("a", 1);
  first.end();
  second.end();
  EXPECT_EQ(background.dropped(), 2U);
  EXPECT_THAT(problems.list(), IsEmpty());
  slow.release();
  background.flush();
  std::vector<RecordedSpan> const spans = slow.recorder.spans();
  ASSERT_THAT(spans, SizeIs(1));
  EXPECT_EQ(spans[0].attributes, Json::parse(R"({"a": 1, "b": 1, "c": 1, "d": 1})"));
  EXPECT_TRUE(spans[0].end.has_value()) << "an end is never dropped";
  EXPECT_THAT(problems.list(),
              ElementsAre(HasSubstr("slow: 2 spans, values and events were dropped, since 4 were waiting")));
  tracer.start("third").end();
  background.flush();
  EXPECT_THAT(problems.list(), SizeIs(1)) << "once is enough";
}

TEST(ThreadsBackgroundBackEnd, TellsTheListenerWhatTheBackEndThrows) {
  Problems problems;
  Tracer tracer(system_nonces(), {}, problems.listener());
  tracer.secrets()->add("sesame-4711");
  BackgroundBackEnd const background = tracer.add_in_background("broken", [](SpanStart const&) {
    throw std::runtime_error("refused sesame-4711");
    return std::unique_ptr<SpanSink>();
  });
  tracer.start("work").emit("n", 1);
  background.flush();
  EXPECT_THAT(problems.list(), ElementsAre("broken: refused [REDACTED]"));
}

TEST(ThreadsBackgroundBackEnd, MayBeFlushedByTheBackEndItself) {
  std::optional<BackgroundBackEnd> own;
  int spans = 0;
  Tracer tracer;
  own = tracer.add_in_background("own", [&](SpanStart const&) {
    own->flush();
    ++spans;
    return std::unique_ptr<SpanSink>();
  });
  tracer.start("work").end();
  own->flush();
  EXPECT_EQ(spans, 1);
}

TEST(ThreadsBackgroundBackEnd, IsFlushedAddedAndRemovedWhileOthersWork) {
  Tracer tracer;
  Recorder const kept;
  BackgroundBackEnd const background = tracer.add_in_background("kept", kept.back_end());
  constexpr int workers = 4;
  constexpr int rounds = 50;
  std::vector<std::thread> threads;
  for (int worker = 0; worker < workers; ++worker) {
    threads.emplace_back([&, worker] {
      for (int round = 0; round < rounds; ++round) {
        std::string const name = "extra-" + std::to_string(worker);
        Recorder const extra;
        static_cast<void>(tracer.add_in_background(name, extra.back_end()));
        Span span = tracer.start("work");
        span.add_usage(Json{{"input_tokens", 1}});
        tracer.remove(name);
        span.end();
        background.flush();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  background.flush();
  EXPECT_THAT(kept.spans(), SizeIs(workers * rounds));
}

}  // namespace
}  // namespace prompty::background_test
