#include "prompty/agent/bindings.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "prompty/core/error.hpp"

namespace prompty {
namespace {

Tool bound_to(Json const& value) {
  return {.name = "orders", .bindings = Json{{"user_id", value}}};
}

TEST(Bindings, AddTheirValuesWhetherOrNotTheSchemaHasTheParameter) {
  EXPECT_EQ(with_bindings(Json{{"limit", 5}}, bound_to("u1"), Json::object(), Profile::as_written),
            (Json{{"limit", 5}, {"user_id", "u1"}}));
}

TEST(Bindings, ReplaceWhatTheModelGave) {
  EXPECT_EQ(with_bindings(Json{{"user_id", "evil"}}, bound_to("u1"), Json::object(), Profile::as_written),
            (Json{{"user_id", "u1"}}));
}

TEST(Bindings, AreValuesOfAnyTypeAsTheyAre) {
  EXPECT_EQ(with_bindings(Json::object(), bound_to(Json{{"input", "who"}}), Json{{"who", "Ada"}}, Profile::as_written),
            (Json{{"user_id", Json{{"input", "who"}}}}));
}

TEST(Bindings, NameInputsInTheLiveProfileOnly) {
  EXPECT_EQ(with_bindings(Json::object(), bound_to(Json{{"input", "who"}}), Json{{"who", "Ada"}}, Profile::live),
            (Json{{"user_id", "Ada"}}));
}

TEST(Bindings, WithMoreThanTheNameOfAnInputAreValues) {
  Json const value{{"input", "who"}, {"unit", "C"}};
  EXPECT_EQ(with_bindings(Json::object(), bound_to(value), Json{{"who", "Ada"}}, Profile::live),
            (Json{{"user_id", value}}));
}

TEST(Bindings, ToAnInputWithoutValueAreNotLeftToTheModel) {
  EXPECT_THROW(static_cast<void>(with_bindings(Json{{"user_id", "evil"}}, bound_to(Json{{"input", "who"}}),
                                               Json::object(), Profile::live)),
               ValueError);
}

}  // namespace
}  // namespace prompty
