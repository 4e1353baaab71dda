#include "prompty/load/property_codec.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "prompty/core/json_text.hpp"
#include "reference/support/raised.hpp"

namespace prompty::property_codec_test {
namespace {

std::string expanded(char const* json) {
  return json_text::dump(property_codec::write(property_codec::read(Json::parse(json), "inputs")));
}

std::string problem(char const* json) {
  return raised<ValueError>([&] { static_cast<void>(property_codec::read(Json::parse(json), "inputs")); });
}

TEST(PropertyCodec, ReadsListsAndMappingsAlike) {
  char const* const both =
      R"([{"name":"q","kind":"string","description":"d","required":true,"default":"x","example":0,"enumValues":["a",1]}])";
  EXPECT_EQ(expanded(both), both);
  EXPECT_EQ(
      expanded(
          R"({"q":{"kind":"string","description":"d","required":true,"default":"x","example":0,"enumValues":["a",1]}})"),
      both);
}

TEST(PropertyCodec, InfersTheKindOfAShorthand) {
  EXPECT_EQ(expanded(R"({"a":"Jane","b":42,"c":1.5,"d":true,"e":[1],"f":{"x":1},"g":3.0})"),
            R"([{"name":"a","kind":"string","default":"Jane"},{"name":"b","kind":"integer","default":42},)"
            R"({"name":"c","kind":"float","default":1.5},{"name":"d","kind":"boolean","default":true},)"
            R"({"name":"e","kind":"array","default":[1]},{"name":"f","kind":"object","default":{"x":1}},)"
            R"({"name":"g","kind":"float","default":3.0}])");
}

TEST(PropertyCodec, InfersTheKindFromTheDefault) {
  EXPECT_EQ(expanded(R"({"a":{"default":3},"b":{"description":"d"},"c":{},"d":null})"),
            R"([{"name":"a","kind":"integer","default":3},{"name":"b","kind":"string","description":"d"},)"
            R"({"name":"c","kind":"string"},{"name":"d","kind":"string"}])");
}

TEST(PropertyCodec, KeepsFalsyValuesAndUnknownKinds) {
  EXPECT_EQ(expanded(R"([{"name":"a","kind":"vector","required":false,"default":false,"example":0}])"),
            R"([{"name":"a","kind":"vector","required":false,"default":false,"example":0}])");
}

TEST(PropertyCodec, FieldsWithNullDescribeNoProperty) {
  RecordProperty("clause", "P4.2-01");
  EXPECT_EQ(expanded(R"({"a":{"kind":null,"x":1},"b":{"kind":null},"c":{"x":null},"d":{"kind":null,"required":true}})"),
            R"([{"name":"a","kind":"object","default":{"x":1}},{"name":"b","kind":"string"},)"
            R"({"name":"c","kind":"object","default":{"x":null}},{"name":"d","kind":"string","required":true}])");
}

TEST(PropertyCodec, NullIsNoProperty) {
  EXPECT_TRUE(property_codec::read(nullptr, "inputs").empty());
}

TEST(PropertyCodec, RefusesWhatCannotBeAProperty) {
  EXPECT_EQ(problem(R"("q")"), "inputs must be a list or a mapping, not the string \"q\"");
  EXPECT_EQ(problem(R"(["q"])"), "inputs[0] must be a mapping, not the string \"q\"");
  EXPECT_EQ(problem(R"([{"kind":"string"}])"), "inputs[0].name is missing; give each entry of the list a name");
  EXPECT_EQ(problem(R"([{"name":""}])"), "inputs[0].name is missing; give each entry of the list a name");
  EXPECT_EQ(problem(R"([{"name":"q"},{"name":"q"}])"),
            "inputs[1].name: the name 'q' is taken by an earlier entry; names must differ");
  EXPECT_EQ(problem(R"({"q":{"required":"yes"}})"), "inputs.q.required must be true or false, not the string \"yes\"");
}

}  // namespace
}  // namespace prompty::property_codec_test
