#include "prompty/wire/openai/output_format.hpp"

#include <gtest/gtest.h>

#include "prompty/core/json_text.hpp"

namespace prompty::output_format_test {
namespace {

std::string format_of(std::vector<Property> const& outputs, Profile profile) {
  return json_text::dump(openai::output_format(outputs, profile));
}

TEST(OutputFormat, IsStrictWithTheSchemaOfTheOutputs) {
  EXPECT_EQ(format_of({{.name = "a", .kind = "string"}}, Profile::as_written),
            R"({"name":"structured_output","strict":true,"schema":{"type":"object",)"
            R"("properties":{"a":{"type":"string"}},"additionalProperties":false}})");
}

TEST(OutputFormat, RequiresEveryOutputWhenLive) {
  EXPECT_EQ(format_of({{.name = "a", .kind = "string"}}, Profile::live),
            R"({"name":"structured_output","strict":true,"schema":{"type":"object",)"
            R"("properties":{"a":{"type":["string","null"]}},"required":["a"],"additionalProperties":false}})");
}

TEST(OutputFormat, IsNotStrictAboutObjectsWhenLive) {
  std::vector<Property> const outputs = {{.name = "a", .kind = "object", .required = true}};
  EXPECT_EQ(openai::output_format(outputs, Profile::as_written)["strict"], Json(true));
  EXPECT_EQ(openai::output_format(outputs, Profile::live)["strict"], Json(false));
}

TEST(OutputFormat, IsNotStrictAboutArraysAndAllowsAnyItemsWhenLive) {
  EXPECT_EQ(format_of({{.name = "a", .kind = "array"}}, Profile::live),
            R"({"name":"structured_output","strict":false,"schema":{"type":"object","properties":)"
            R"({"a":{"type":["array","null"],"items":{}}},"required":["a"],"additionalProperties":false}})");
}

}  // namespace
}  // namespace prompty::output_format_test
