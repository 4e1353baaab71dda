#include "adapter/canned_handlers.hpp"

#include <gtest/gtest.h>

namespace prompty::adapter {
namespace recorded_handlers_test {
namespace {

ToolCall call(std::string const& name, std::string const& arguments) {
  return {.id = "c1", .name = name, .arguments = arguments};
}

Json entry(std::string const& name, Json const& arguments) {
  return {{"name", name}, {"arguments", arguments}};
}

TEST(ReceivedCalls, ComeInTheOrderOfTheCallsThatTheyAnswer) {
  ReceivedCalls received;
  received.add("b", Json::object());
  received.add("a", {{"n", 1}});
  EXPECT_EQ(received.in_order_of({call("a", R"({"n":1})"), call("b", "{}")}),
            Json({entry("a", {{"n", 1}}), entry("b", Json::object())}));
}

TEST(ReceivedCalls, AreMatchedByTheirArguments) {
  ReceivedCalls received;
  received.add("a", {{"n", 2}});
  received.add("a", {{"n", 1}});
  EXPECT_EQ(received.in_order_of({call("a", R"({"n":1})"), call("a", R"({"n":2})")}),
            Json({entry("a", {{"n", 1}}), entry("a", {{"n", 2}})}));
}

TEST(ReceivedCalls, MayHaveBoundValuesBesideOrInThePlaceOfArguments) {
  ReceivedCalls received;
  received.add("a", {{"city", "Bergen"}});
  received.add("a", {{"text", "neap"}, {"city", "Bergen"}});
  EXPECT_EQ(received.in_order_of({call("a", R"({"text":"neap","city":"Oslo"})"), call("a", "{}")}),
            Json({entry("a", {{"text", "neap"}, {"city", "Bergen"}}), entry("a", {{"city", "Bergen"}})}));
}

TEST(ReceivedCalls, StayWhereTheyCameWhenTheyAnswerNone) {
  ReceivedCalls received;
  received.add("other", Json::object());
  received.add("a", Json::object());
  EXPECT_EQ(received.in_order_of({call("a", "{}")}),
            Json({entry("other", Json::object()), entry("a", Json::object())}));
}

}  // namespace
}  // namespace recorded_handlers_test
}  // namespace prompty::adapter
