#include "cli/turn.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace prompty::turn_display_test {
namespace {

using cli::Printing;
using cli::TurnDisplay;

class TurnDisplays : public testing::Test {
 protected:
  TurnDisplay display(Printing printing = Printing::plain) { return TurnDisplay(printing, out, err); }

  std::ostringstream out;
  std::ostringstream err;
};

TEST_F(TurnDisplays, ShowsPiecesAsTheyCome) {
  TurnDisplay shown = display();
  shown.show(TokenEvent{"72"});
  EXPECT_EQ(out.str(), "72");
  shown.show(TokenEvent{"°F"});
  Outcome const outcome = Text{"72°F"};
  shown.finish(outcome);
  EXPECT_EQ(out.str(), "72°F\n");
}

TEST_F(TurnDisplays, PrintsAnOutcomeThatDidNotComeInPieces) {
  TurnDisplay shown = display();
  shown.finish(Text{"72°F"});
  EXPECT_EQ(out.str(), "72°F\n");
}

TEST_F(TurnDisplays, ShowsCallsAndResultsBesideTheAnswer) {
  TurnDisplay shown = display();
  ToolCall const call{.id = "1", .name = "get_weather", .arguments = R"({"city": "NYC"})"};
  shown.show(TokenEvent{"Wait"});
  shown.show(ToolCallStartEvent{call});
  shown.show(ToolResultEvent{call, ToolResult("72°F and sunny")});
  shown.show(StatusEvent{"again"});
  shown.show(CompactionCompleteEvent{.removed = 3, .remaining = 4});
  EXPECT_EQ(out.str(), "Wait\n");
  EXPECT_EQ(err.str(),
            "→ get_weather {\"city\":\"NYC\"}\n← get_weather 72°F and sunny\n· again\n"
            "· 3 older messages no longer fit and were left out\n");
}

TEST_F(TurnDisplays, PrintsJsonALinePerPieceAndTheOutcome) {
  TurnDisplay shown = display(Printing::json_lines);
  shown.show(TokenEvent{"a\n"});
  shown.finish(Text{"a\n"});
  EXPECT_EQ(out.str(), "\"a\\n\"\n{\"type\":\"text\",\"value\":\"a\\n\"}\n");
}

TEST_F(TurnDisplays, ShowsNothingOnceItIsClosed) {
  TurnDisplay shown = display();
  shown.show(TokenEvent{"half"});
  shown.close();
  shown.show(TokenEvent{"late"});
  shown.show(StatusEvent{"late"});
  EXPECT_EQ(out.str(), "half\n");
  EXPECT_EQ(err.str(), "");
}

TEST(ToolLines, MaskSecretsAndStayShort) {
  EXPECT_EQ(cli::call_line({.name = "f", .arguments = R"({"apiKey":"k","x":{"password":"p"}})"}),
            R"(→ f {"apiKey":"[REDACTED]","x":{"password":"[REDACTED]"}})");
  EXPECT_EQ(cli::result_line("f", ToolResult(R"([{"token":"t"}])")), R"(← f [{"token":"[REDACTED]"}])");
  std::string const line = cli::result_line("f", ToolResult(std::string(1000, 'x')));
  EXPECT_EQ(line, "← f " + std::string(200, 'x') + "…");
}

TEST(ToolLines, StayOnOneLineAndCommandNothing) {
  EXPECT_EQ(cli::result_line("f", ToolResult("a\nb\x1b[0m")), "← f a b [0m");
  EXPECT_EQ(cli::result_line("f", ToolResult("a\xC2\x9B"
                                             "b")),
            "← f a b");
  EXPECT_EQ(cli::result_line("f", ToolResult("\xFF\xFE")), "← f (2 bytes that are no text)");
}

TEST(ToolLines, CountWhatIsNoText) {
  ToolResult const result(std::vector<ContentPart>{TextPart{"A map"}, ImagePart{"https://maps.example/1.png"}});
  EXPECT_EQ(cli::result_line("f", result), "← f A map (and 1 beside the text)");
}

TEST(ToolLines, ShowNoArgumentsThatCannotBeMasked) {
  EXPECT_EQ(cli::call_line({.name = "f", .arguments = R"({"apiKey":"k")"}), "→ f (13 bytes that are no JSON)");
  EXPECT_EQ(cli::call_line({.name = "f", .arguments = ""}), "→ f {}");
  EXPECT_EQ(cli::call_line({.name = "f", .arguments = " \n"}), "→ f {}");
}

}  // namespace
}  // namespace prompty::turn_display_test
