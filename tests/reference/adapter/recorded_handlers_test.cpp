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
  Json const received = {entry("b", Json::object()), entry("a", {{"n", 1}})};
  EXPECT_EQ(in_order_of({call("a", R"({"n":1})"), call("b", "{}")}, received),
            Json({entry("a", {{"n", 1}}), entry("b", Json::object())}));
}

TEST(ReceivedCalls, AreMatchedByTheirArguments) {
  Json const received = {entry("a", {{"n", 2}}), entry("a", {{"n", 1}})};
  EXPECT_EQ(in_order_of({call("a", R"({"n":1})"), call("a", R"({"n":2})")}, received),
            Json({entry("a", {{"n", 1}}), entry("a", {{"n", 2}})}));
}

TEST(ReceivedCalls, MayHaveBoundValuesBesideOrInThePlaceOfArguments) {
  Json const received = {entry("a", {{"city", "Bergen"}}), entry("a", {{"text", "neap"}, {"city", "Bergen"}})};
  EXPECT_EQ(in_order_of({call("a", R"({"text":"neap","city":"Oslo"})"), call("a", "{}")}, received),
            Json({entry("a", {{"text", "neap"}, {"city", "Bergen"}}), entry("a", {{"city", "Bergen"}})}));
}

TEST(ReceivedCalls, StayWhereTheyCameWhenTheyAnswerNone) {
  Json const received = {entry("other", Json::object()), entry("a", Json::object())};
  EXPECT_EQ(in_order_of({call("a", "{}")}, received), received);
}

}  // namespace
}  // namespace recorded_handlers_test
}  // namespace prompty::adapter
