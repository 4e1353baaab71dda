#include "prompty/core/stream.hpp"

#include <gmock/gmock.h>

#include <stdexcept>

#include "prompty/process/errors.hpp"
#include "reference/support/raised.hpp"

namespace prompty::pull_stream_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Counts up to `last`, then ends, or throws when it is to break.
enum class Ending { dry, broken };
PullStream<int> counting_to(int last, Ending ending = Ending::dry, PullStream<int>::AtEnd at_end = {}) {
  return PullStream<int>(
      [=, next = 0]() mutable -> std::optional<int> {
        if (next < last) return ++next;
        if (ending == Ending::broken) throw std::runtime_error("the line broke");
        return std::nullopt;
      },
      std::move(at_end));
}

TEST(PullStreams, GiveOneValueAtATime) {
  PullStream<int> stream = counting_to(2);
  EXPECT_THAT(stream.items(), IsEmpty());
  EXPECT_EQ(stream.next(), 1);
  EXPECT_THAT(stream.items(), ElementsAre(1));
  EXPECT_EQ(stream.next(), 2);
  EXPECT_FALSE(stream.is_exhausted());
}

TEST(PullStreams, KeepWhatTheyGaveAndStayAtTheirEnd) {
  PullStream<int> stream = counting_to(2);
  while (stream.next()) {
  }
  EXPECT_EQ(stream.next(), std::nullopt);
  EXPECT_TRUE(stream.is_exhausted());
  EXPECT_THAT(stream.items(), ElementsAre(1, 2));
}

TEST(PullStreams, GiveWhatIsStillToComeToALoop) {
  PullStream<int> stream = counting_to(3);
  EXPECT_EQ(stream.next(), 1);
  std::vector<int> seen;
  for (int const value : stream) seen.push_back(value);
  EXPECT_THAT(seen, ElementsAre(2, 3));
}

TEST(PullStreams, RaiseTheErrorOfTheirSourceAgainAndAgain) {
  PullStream<int> stream = counting_to(1, Ending::broken);
  EXPECT_EQ(stream.next(), 1);
  for (int attempt = 0; attempt < 3; ++attempt) {
    EXPECT_EQ(raised<std::runtime_error>([&] { static_cast<void>(stream.next()); }), "the line broke");
  }
  EXPECT_FALSE(stream.is_exhausted());
  EXPECT_THAT(stream.items(), ElementsAre(1));
}

TEST(PullStreams, TellTheirEndOnceWithAllThatWasGiven) {
  for (Ending const ending : {Ending::dry, Ending::broken}) {
    std::vector<std::vector<int>> reported;
    PullStream<int> stream = counting_to(2, ending, [&](std::vector<int> const& items) { reported.push_back(items); });
    for (int pull = 0; pull < 5; ++pull) {
      try {
        static_cast<void>(stream.next());
      } catch (std::runtime_error const&) {
        EXPECT_EQ(ending, Ending::broken);
      }
    }
    EXPECT_THAT(reported, ElementsAre(ElementsAre(1, 2)));
  }
}

TEST(PullStreams, LetGoOfTheirSourceAtTheEnd) {
  std::shared_ptr<int> const held = std::make_shared<int>(0);
  PullStream<int> stream([held]() -> std::optional<int> { return std::nullopt; });
  EXPECT_EQ(held.use_count(), 2);
  EXPECT_EQ(stream.next(), std::nullopt);
  EXPECT_EQ(held.use_count(), 1);
}

TEST(ThreadsOfPullStreams, GiveTheSameAsynchronously) {
  PullStream<int> stream = counting_to(1, Ending::broken);
  EXPECT_EQ(stream.next_async().get(), 1);
  EXPECT_EQ(raised<std::runtime_error>([&] { static_cast<void>(stream.next_async().get()); }), "the line broke");
}

ItemStream stream_of_items(std::vector<StreamItem> items) {
  return ItemStream([items = std::move(items), next = std::size_t{0}]() mutable -> std::optional<StreamItem> {
    if (next == items.size()) return std::nullopt;
    return items[next++];
  });
}

TEST(WholeOutcomes, CountWhatWasPulledBefore) {
  ItemStream stream = stream_of_items({std::string("a"), std::string("b")});
  EXPECT_EQ(stream.next(), StreamItem(std::string("a")));
  EXPECT_EQ(whole_outcome(stream), Outcome(Text{.value = "ab"}));
}

TEST(WholeOutcomes, DoNotExistForAStreamThatBroke) {
  ItemStream stream([first = true]() mutable -> std::optional<StreamItem> {
    if (!std::exchange(first, false)) throw errors::stream_ended_early("http://a", "[DONE]");
    return std::string("a");
  });
  for (int attempt = 0; attempt < 2; ++attempt) {
    EXPECT_EQ(raised<ConnectionError>([&] { static_cast<void>(whole_outcome(stream)); }),
              "The answer from http://a was cut short: it ended before [DONE]");
  }
}

}  // namespace
}  // namespace prompty::pull_stream_test
