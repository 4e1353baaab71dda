#include "cli/output_text.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "prompty/core/error.hpp"

namespace prompty::show_outcome_test {
namespace {

using cli::Printing;

std::string printed(Outcome const& outcome, Printing printing = Printing::plain) {
  std::ostringstream out;
  cli::print_outcome(outcome, printing, out);
  return out.str();
}

ItemStream stream(std::vector<StreamItem> items) {
  return ItemStream([items = std::move(items), next = std::size_t{0}]() mutable -> std::optional<StreamItem> {
    if (next == items.size()) return std::nullopt;
    return items[next++];
  });
}

std::string streamed(std::vector<StreamItem> items, Printing printing = Printing::plain) {
  std::ostringstream out;
  ItemStream arriving = stream(std::move(items));
  cli::print_stream(arriving, printing, out);
  return out.str();
}

TEST(ShownOutcomes, ArePlainForPeople) {
  EXPECT_EQ(printed(Text{.value = "Hi"}), "Hi\n");
  EXPECT_EQ(printed(Text{.value = "Hi\n"}), "Hi\n");
  EXPECT_EQ(printed(StructuredValue{.value = {{"a", 1}}}), "{\n  \"a\": 1\n}\n");
  EXPECT_EQ(printed(Embedding{.values = {0.5, 1}}), "[0.5,1.0]\n");
  EXPECT_EQ(printed(std::vector<Embedding>{{.values = {1}}, {.values = {2}}}), "[1.0]\n[2.0]\n");
  EXPECT_EQ(printed(std::vector<Image>{{.value = "u"}, {.value = "v"}}), "u\nv\n");
}

TEST(ShownOutcomes, AreOneLineAsJson) {
  EXPECT_EQ(printed(Text{.value = "a\nb"}, Printing::json_lines), "{\"type\":\"text\",\"value\":\"a\\nb\"}\n");
  EXPECT_EQ(printed(Image{.value = "u"}, Printing::json_lines), "{\"type\":\"image\",\"value\":\"u\"}\n");
}

TEST(ShownStreams, JoinTheirTextAndEndTheLine) {
  EXPECT_EQ(streamed({std::string("No"), std::string("on")}), "Noon\n");
  EXPECT_EQ(streamed({std::string("Noon\n")}), "Noon\n");
  EXPECT_EQ(streamed({}), "");
}

TEST(ShownStreams, ShowToolCallsBehindTheText) {
  ToolCall const call{.id = "1", .name = "f", .arguments = "{}"};
  EXPECT_EQ(streamed({std::string("Wait"), call}), "Wait\n" + printed(std::vector<ToolCall>{call}));
}

TEST(ShownStreams, AreALineAnItemAsJson) {
  ToolCall const call{.id = "1", .name = "f", .arguments = "{}"};
  EXPECT_EQ(streamed({std::string("Wait"), call}, Printing::json_lines),
            "\"Wait\"\n{\"id\":\"1\",\"name\":\"f\",\"arguments\":\"{}\"}\n"
            "{\"type\":\"tool_calls\",\"value\":[{\"id\":\"1\",\"name\":\"f\",\"arguments\":\"{}\"}]}\n");
}

TEST(ShownStreams, EndTheLineBeforeTheyRaise) {
  ItemStream broken([first = true]() mutable -> std::optional<StreamItem> {
    if (!std::exchange(first, false)) throw ConnectionError("reset");
    return std::string("Half a li");
  });
  std::ostringstream out;
  EXPECT_THROW(cli::print_stream(broken, Printing::plain, out), ConnectionError);
  EXPECT_EQ(out.str(), "Half a li\n");
}

/// Remembers what had been written at each flush.
class Flushes final : public std::stringbuf {
 public:
  std::vector<std::string> seen;

 protected:
  int sync() override {
    seen.push_back(str());
    return 0;
  }
};

TEST(ShownStreams, AreFlushedBehindEachItem) {
  for (Printing const printing : {Printing::plain, Printing::json_lines}) {
    Flushes buffer;
    std::ostream out(&buffer);
    ItemStream arriving = stream({std::string("a"), std::string("b")});
    cli::print_stream(arriving, printing, out);
    ASSERT_GE(buffer.seen.size(), 2U);
    EXPECT_EQ(buffer.seen[0], printing == Printing::plain ? "a" : "\"a\"\n");
    EXPECT_EQ(buffer.seen[1], printing == Printing::plain ? "ab" : "\"a\"\n\"b\"\n");
  }
}

}  // namespace
}  // namespace prompty::show_outcome_test
