#include "harness/judge/verdict/judgement.hpp"

#include <gmock/gmock.h>

namespace conformance::status_events_test {
namespace {

Json const reported = {{"events", {{{"type", "status"}, {"data", Json::object()}}, {{"type", "done"}}}}};
Json const told_without = {{"events", {{{"type", "done"}}}}};

ExpectedAnswer expecting(Json const& events) {
  return {.outcome = {.value = Json{{"$subset", {{"events", events}}}}, .error = std::nullopt}, .readings = {}};
}

Reply result(Json const& value) {
  return {.status = Reply::Status::result, .value = value};
}

TEST(StatusEvents, AreLeftOutWhereTheExpectationNamesNone) {
  EXPECT_EQ(with_compared_events(expecting({{{"type", "done"}}}), result(reported)).value, told_without);
}

TEST(StatusEvents, StayWhereTheExpectationNamesThem) {
  ExpectedAnswer const expected = expecting({{{"type", "status"}}, {{"type", "done"}}});
  EXPECT_EQ(with_compared_events(expected, result(reported)).value, reported);
}

TEST(StatusEvents, StayWhereOneOfTheReadingsNamesThem) {
  ExpectedAnswer expected = expecting({{{"type", "done"}}});
  expected.readings = {{.name = "silent", .outcome = expected.outcome},
                       {.name = "told", .outcome = expecting({{{"type", "status"}}}).outcome}};
  expected.outcome = {};
  EXPECT_EQ(with_compared_events(expected, result(reported)).value, reported);
}

TEST(StatusEvents, AreLeftOutOfWhatAnErrorTells) {
  Reply const raised = {.status = Reply::Status::error, .value = {{"kind", "ValueError"}, {"partial", reported}}};
  ExpectedAnswer const expected = {.outcome = {.value = std::nullopt, .error = ExpectedError{}}, .readings = {}};
  EXPECT_EQ(with_compared_events(expected, raised).value, Json({{"kind", "ValueError"}, {"partial", told_without}}));
}

TEST(StatusEvents, AreThoseOfATurnAlone) {
  Json const other = {{"events", "none"}, {"type", "status"}};
  EXPECT_EQ(with_compared_events(expecting(Json::array()), result(other)).value, other);
}

Json update(int messages) {
  return {{"type", "messages_updated"}, {"data", {{"messages", messages}}}};
}

TEST(RepeatedUpdates, CountOnce) {
  Json const told = {{"events", {update(2), update(2), update(3), {{"type", "done"}}, update(3)}}};
  Json const once = {{"events", {update(2), update(3), {{"type", "done"}}, update(3)}}};
  EXPECT_EQ(with_compared_events(expecting(Json::array()), result(told)).value, once);
  ExpectedAnswer const expected = expecting({{{"type", "status"}}});
  EXPECT_EQ(with_compared_events(expected, result(told)).value, once) << "whatever is expected";
}

Json told_result(Json const& result) {
  return {{"events", {{{"type", "tool_result"}, {"data", {{"name", "f"}, {"result", result}}}}}}};
}

TEST(ToolResultEvents, OfOneTextAreThatText) {
  auto const compared = [](Json const& told) {
    return with_compared_events(expecting(Json::array()), result(told)).value;
  };
  Json const text = {{"kind", "text"}, {"value", "72"}};
  Json const image = {{"kind", "image"}, {"value", "https://h.example/1.png"}};
  EXPECT_EQ(compared(told_result({{"parts", {text}}})), told_result("72"));
  for (Json const& parts : {Json({text, text}), Json::array({image}), Json::array()}) {
    Json const told = told_result({{"parts", parts}});
    EXPECT_EQ(compared(told), told);
  }
}

}  // namespace
}  // namespace conformance::status_events_test
