#include "prompty/load/references.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace prompty::references_test {
namespace {

std::optional<references::Found> found(char const* json) {
  return references::find_first(Json::parse(json));
}

TEST(References, AreFoundAtAnyDepthWithTheirPath) {
  EXPECT_EQ(found(R"({"a":"x","model":{"connection":{"apiKey":"${env:K}"}}})"),
            (references::Found{.property_path = "model.connection.apiKey", .text = "${env:K}"}));
  EXPECT_EQ(found(R"({"tools":[{"name":"a"},{"bindings":{"k":["${file:x.txt}"]}}]})"),
            (references::Found{.property_path = "tools[1].bindings.k[0]", .text = "${file:x.txt}"}));
}

TEST(References, AreFoundInsideLongerTextsAndInAnyCase) {
  EXPECT_TRUE(found(R"({"a":"https://${ENV:HOST}/v1"})"));
  EXPECT_TRUE(found(R"({"a":"${File:x}"})"));
}

TEST(References, AreNotKeysAndNotOtherTexts) {
  EXPECT_FALSE(found(R"({"${env:A}":1,"b":"${vault:x}","c":"${x}","d":"env:","e":"$env:X","f":true})"));
}

}  // namespace
}  // namespace prompty::references_test
