// The small values of core and the functions about them.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>

#include "prompty/core/error.hpp"
#include "prompty/core/host.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/core/match.hpp"
#include "prompty/core/message.hpp"
#include "prompty/core/outcome.hpp"
#include "reference/support/raised.hpp"

namespace prompty::values_test {
namespace {

TEST(Match, CallsTheCaseOfTheHeldAlternative) {
  std::variant<int, std::string> const text = "seven";
  EXPECT_EQ(match(
                text, [](int) { return 0; }, [](std::string const& held) { return static_cast<int>(held.size()); }),
            5);
}

TEST(MessageValue, ComparesByContent) {
  Message const one{.role = "user", .content = {TextPart{.value = "Hi"}}};
  Message other = one;
  EXPECT_EQ(one, other);
  other.content = {FilePart{.value = "Hi"}};
  EXPECT_NE(one, other);
}

TEST(MessageValue, IsReadAndWrittenAsText) {
  EXPECT_EQ(user_message("Hi"), (Message{.role = "user", .content = {TextPart{.value = "Hi"}}}));
  Message const mixed{.role = "user", .content = {TextPart{"a"}, ImagePart{.value = "http://i"}, TextPart{"b"}}};
  EXPECT_EQ(text(mixed), "ab");
  EXPECT_EQ(text(Message{.role = "user"}), "");
}

TEST(OutcomeValue, IsReadByTheFunctionOfItsType) {
  std::vector<ToolCall> const calls = {{.id = "c", .name = "f", .arguments = "{}"}};
  EXPECT_EQ(text(Text{"Hi"}), "Hi");
  EXPECT_EQ(structured(StructuredValue{Json{{"a", 1}}}), (Json{{"a", 1}}));
  EXPECT_EQ(tool_calls(calls), calls);
  EXPECT_EQ(embeddings(std::vector<Embedding>{{{1, 2}}, {{3}}}), (std::vector<Embedding>{{{1, 2}}, {{3}}}));
  EXPECT_EQ(images(std::vector<Image>{{"u"}}), (std::vector<Image>{{"u"}}));
}

TEST(OutcomeValue, IsAListOfOneWhereOneStandsForMany) {
  EXPECT_EQ(embeddings(Embedding{{1, 2}}), (std::vector<Embedding>{{{1, 2}}}));
  EXPECT_EQ(images(Image{"u"}), (std::vector<Image>{{"u"}}));
}

TEST(OutcomeValue, OfAnotherTypeIsNamedWithTheFunctionThatReadsIt) {
  struct Case {
    Outcome outcome;
    std::string message;
  };
  for (Case const& other : {
           Case{StructuredValue{Json{{"a", 1}}},
                "The outcome is structured JSON, a mapping, not text: read it with structured()"},
           Case{std::vector<ToolCall>(2),
                "The outcome is a list of 2 tool calls, not text: read it with tool_calls(), or let turn() carry them "
                "out"},
           Case{Embedding{}, "The outcome is an embedding, not text: read it with embeddings()"},
           Case{std::vector<Embedding>(3),
                "The outcome is a list of 3 embeddings, not text: read it with embeddings()"},
           Case{Image{}, "The outcome is an image, not text: read it with images()"},
           Case{std::vector<Image>(2), "The outcome is a list of 2 images, not text: read it with images()"},
       }) {
    EXPECT_EQ(raised<ValueError>([&] { static_cast<void>(text(other.outcome)); }), other.message);
  }
  Outcome const answer = Text{"Hi"};
  EXPECT_EQ(raised<ValueError>([&] { static_cast<void>(structured(answer)); }),
            "The outcome is text, not structured JSON: read it with text()");
  EXPECT_EQ(raised<ValueError>([&] { static_cast<void>(tool_calls(answer)); }),
            "The outcome is text, not tool calls: read it with text()");
  EXPECT_EQ(raised<ValueError>([&] { static_cast<void>(embeddings(answer)); }),
            "The outcome is text, not embeddings: read it with text()");
  EXPECT_EQ(raised<ValueError>([&] { static_cast<void>(images(answer)); }),
            "The outcome is text, not images: read it with text()");
}

TEST(JsonText, HasNoNulBehindItsValue) {
  EXPECT_EQ(json_text::parse(std::string("{}\0", 3)), std::nullopt);
  std::variant<Json, json_text::Failure> const read = json_text::parse_or_failure(std::string("{}\0 garbage", 11));
  ASSERT_TRUE(std::holds_alternative<json_text::Failure>(read));
  EXPECT_EQ(std::get<json_text::Failure>(read).offset, 2U);
}

TEST(Version, IsThreeNumbers) {
  EXPECT_EQ(std::count(version().begin(), version().end(), '.'), 2);
  EXPECT_EQ(version().find_first_not_of("0123456789."), std::string_view::npos);
}

}  // namespace
}  // namespace prompty::values_test
