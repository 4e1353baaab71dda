#include "cli/turn.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace prompty::history_test {
namespace {

TEST(History, ShowsEachMessageWithItsRole) {
  EXPECT_EQ(cli::history_of({{.role = "system", .content = {TextPart{"Be kind."}}},
                             {.role = "user", .content = {TextPart{"What is this? "}, ImagePart{.value = "u"}}},
                             {.role = "assistant", .content = {TextPart{"A bee."}}}}),
            "system: Be kind.\nuser: What is this? [image]\nassistant: A bee.\n");
}

TEST(History, ShowsCallsOfTools) {
  Json const call{{"id", "call_a"},
                  {"type", "function"},
                  {"function", {{"name", "get_weather"}, {"arguments", R"({"city":"NYC"})"}}}};
  EXPECT_EQ(cli::history_of({{.role = "assistant", .metadata = {{"tool_calls", Json::array({call})}}},
                             {.role = "tool", .content = {TextPart{"72°F and sunny"}}}}),
            "assistant:\n  → get_weather {\"city\":\"NYC\"}\ntool: 72°F and sunny\n");
}

TEST(History, CommandsNoTerminal) {
  EXPECT_EQ(cli::history_of({{.role = "user", .content = {TextPart{"a\x1b[2J"}}}}), "user: a[2J\n");
}

}  // namespace
}  // namespace prompty::history_test
