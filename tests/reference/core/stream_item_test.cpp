#include "prompty/core/stream_item.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error_catalogue_streams.hpp"
#include "reference/support/raised.hpp"

namespace prompty::stream_item_test {
namespace {

ItemStream stream_of_items(std::vector<StreamItem> items) {
  return ItemStream([items = std::move(items), next = std::size_t{0}]() mutable -> std::optional<StreamItem> {
    if (next == items.size()) return std::nullopt;
    return items[next++];
  });
}

TEST(WholeOutcomes, JoinAllText) {
  ItemStream stream = stream_of_items({std::string("a"), std::string(" "), std::string("b")});
  EXPECT_EQ(whole_outcome(stream), Outcome(Text{.value = "a b"}));
}

TEST(WholeOutcomes, CountWhatWasPulledBefore) {
  ItemStream stream = stream_of_items({std::string("a"), std::string("b")});
  EXPECT_EQ(stream.next(), StreamItem(std::string("a")));
  EXPECT_EQ(whole_outcome(stream), Outcome(Text{.value = "ab"}));
}

TEST(WholeOutcomes, AreTheToolCallsWhenThereAreAny) {
  ToolCall const call{.id = "1", .name = "f", .arguments = "{}"};
  ItemStream stream = stream_of_items({std::string("a"), call});
  EXPECT_EQ(whole_outcome(stream), Outcome(std::vector<ToolCall>{call}));
}

TEST(WholeOutcomes, AreEmptyTextForAStreamOfNothing) {
  ItemStream stream = stream_of_items({});
  EXPECT_EQ(whole_outcome(stream), Outcome(Text{}));
}

TEST(WholeOutcomes, DoNotExistForAStreamThatBroke) {
  ItemStream stream([first = true]() mutable -> std::optional<StreamItem> {
    if (!std::exchange(first, false)) throw errors::stream_cut_short("http://a", "[DONE]");
    return std::string("a");
  });
  for (int attempt = 0; attempt < 2; ++attempt) {
    EXPECT_EQ(raised<ConnectionError>([&] { static_cast<void>(whole_outcome(stream)); }),
              "The answer from http://a was cut short: it ended before [DONE]");
  }
}

TEST(StreamItems, AreStringsOrToolCallsInJson) {
  EXPECT_EQ(stream_item_to_json(std::string("a")).dump(), R"("a")");
  EXPECT_EQ(stream_item_to_json(ToolCall{.id = "1", .name = "f", .arguments = "{}"}).dump(),
            R"({"id":"1","name":"f","arguments":"{}"})");
}

}  // namespace
}  // namespace prompty::stream_item_test
