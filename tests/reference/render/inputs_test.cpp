#include "prompty/render/inputs.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"

namespace prompty::inputs_test {
namespace {

PromptyAgent with(std::vector<Property> inputs) {
  return {.inputs = std::move(inputs)};
}

std::string refused(std::vector<Property> inputs, Json const& given) {
  return raised<ValueError>([&] { static_cast<void>(validate_inputs(with(std::move(inputs)), given)); });
}

TEST(Inputs, AreCompletedByDefaults) {
  PromptyAgent const agent =
      with({{.name = "a", .default_value = Json("Jane")},
            {.name = "b", .kind = "object", .default_value = Json{{"x", Json::array({1, true})}}},
            {.name = "c", .kind = "boolean", .required = true, .default_value = Json(false)}});
  EXPECT_EQ(validate_inputs(agent, Json::object()).dump(), R"({"a":"Jane","b":{"x":[1,true]},"c":false})");
  EXPECT_EQ(validate_inputs(agent, Json{{"b", 1}, {"a", "Bob"}}).dump(), R"({"b":1,"a":"Bob","c":false})");
}

TEST(Inputs, StayAsTheyAreGiven) {
  PromptyAgent const agent = with({{.name = "n", .kind = "integer", .required = true, .enum_values = {1, 2}},
                                   {.name = "d", .default_value = Json("default")}});
  Json const given{{"n", "seven"}, {"d", nullptr}, {"extra", Json::array()}};
  EXPECT_EQ(validate_inputs(agent, given), given);
}

TEST(Inputs, StayAbsentWhenTheyAreOptional) {
  PromptyAgent const agent = with({{.name = "a"}, {.name = "b", .required = false, .example = Json("sample")}});
  EXPECT_EQ(validate_inputs(agent, Json::object()), Json::object());
  EXPECT_EQ(validate_inputs(agent, nullptr), Json::object());
}

TEST(Inputs, AreRefusedWhenARequiredOneIsMissing) {
  EXPECT_EQ(refused({{.name = "city", .required = true}}, Json::object()).find("Missing required input: city;"), 0U);
  EXPECT_EQ(
      refused({{.name = "a", .required = true, .example = Json("x")}, {.name = "b"}, {.name = "c", .required = true}},
              Json{{"b", 1}})
          .find("Missing required input: a (and also c);"),
      0U);
}

TEST(Inputs, AreAMapping) {
  EXPECT_EQ(refused({}, Json::array()).find("inputs must be a mapping of input names to values, not a list"), 0U);
}

}  // namespace
}  // namespace prompty::inputs_test
