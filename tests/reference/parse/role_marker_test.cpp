#include "prompty/parse/role_marker.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

namespace prompty::role_marker_test {
namespace {

using role_marker::Attribute;

std::string role_of(std::string_view line) {
  std::optional<role_marker::Marker> const marker = role_marker::read(line);
  return marker ? std::string(marker->role) : "none";
}

std::vector<Attribute> attributes_of(std::string_view line) {
  std::optional<role_marker::Marker> const marker = role_marker::read(line);
  EXPECT_TRUE(marker) << line;
  return marker ? marker->attributes : std::vector<Attribute>{};
}

TEST(RoleMarker, IsARoleAndAColonAloneOnALine) {
  EXPECT_EQ(role_of("system:"), "system");
  EXPECT_EQ(role_of("user:"), "user");
  EXPECT_EQ(role_of("assistant:"), "assistant");
  EXPECT_EQ(role_of("AssisTANT:"), "assistant");
}

TEST(RoleMarker, MayHaveBlanksAndOneHeadingMarkBefore) {
  for (char const* const line : {" user:", "\t\tuser:", "#user:", "# user:", "  #  user:"})
    EXPECT_EQ(role_of(line), "user") << line;
  for (char const* const line : {"## user:", "# # user:", "> user:", "- user:", "*user:"})
    EXPECT_EQ(role_of(line), "none") << line;
}

TEST(RoleMarker, MayHaveBlanksAroundTheColon) {
  for (char const* const line : {"user :", "user:  ", "user:\r", "user \t: \r", "user[a=b] : "})
    EXPECT_EQ(role_of(line), "user") << line;
}

TEST(RoleMarker, HasNothingElseOnItsLine) {
  for (char const* const line :
       {"user: hello", "The user:", "user", ":", "", "#", "user::", "users:", "user.:", "system user:", "tool:",
        "developer:", "function:", "user:\xC2\xA0", "\xC2\xA0user:", "user:\xE2\x80\xA8"}) {
    EXPECT_EQ(role_of(line), "none") << line;
  }
}

TEST(RoleMarker, ReadsAttributes) {
  EXPECT_EQ(attributes_of("user[name=bob, n=2]:"), (std::vector<Attribute>{{"name", "bob"}, {"n", "2"}}));
  EXPECT_EQ(attributes_of("user[ a = b c ,d.e-f_1= g ]:"), (std::vector<Attribute>{{"a", "b c"}, {"d.e-f_1", "g"}}));
  EXPECT_EQ(attributes_of("user[name=\"Bob, the ] builder\"]:"),
            (std::vector<Attribute>{{"name", "Bob, the ] builder"}}));
  EXPECT_EQ(attributes_of("user[a=\" x \" , b=1]:"), (std::vector<Attribute>{{"a", " x "}, {"b", "1"}}));
  EXPECT_EQ(attributes_of("user[url=https://x.y/?q=1]:"), (std::vector<Attribute>{{"url", "https://x.y/?q=1"}}));
  EXPECT_EQ(attributes_of("user[a=,b=\"\"]:"), (std::vector<Attribute>{{"a", ""}, {"b", ""}}));
  EXPECT_EQ(attributes_of("assistant[nonce=abc123]:"), (std::vector<Attribute>{{"nonce", "abc123"}}));
  EXPECT_EQ(attributes_of("user[größe=ü]:"), (std::vector<Attribute>{{"größe", "ü"}}));
}

TEST(RoleMarker, TellsWhereAFurtherAttributeGoes) {
  EXPECT_EQ(role_marker::read("user:")->first_attribute_at, 4U);
  EXPECT_EQ(role_marker::read(" # user :")->first_attribute_at, 7U);
  EXPECT_EQ(role_marker::read("user[a=b]:")->first_attribute_at, 5U);
  EXPECT_EQ(role_marker::read("user[a=b , c=\"d\"]:")->attribute_ends, (std::vector<std::size_t>{9, 16}));
}

TEST(RoleMarker, IsTextWhenItsBracketsAreMalformed) {
  for (char const* const line :
       {"user[]:", "user[a=b:", "user[a]:", "user[=b]:", "user[a=b,]:", "user[,a=b]:", "user[a=\"b]:", "user[a=b\"c]:",
        "user[a=\"b\"c]:", "user[a b=c]:", "user[a=b]]:", "user[a=b][c=d]:", "user [a=b]:", "user[a=[1,2]]:"}) {
    EXPECT_EQ(role_of(line), "none") << line;
    EXPECT_TRUE(role_marker::is_malformed(line)) << line;
  }
}

TEST(RoleMarker, IsNotMalformedWhenItIsOneOrWasNotMeantAsOne) {
  for (char const* const line :
       {"user[a=b]:", "user:", "user", "users[1]:", "see user[1]:", "user[1] is here", "user["}) {
    EXPECT_FALSE(role_marker::is_malformed(line)) << line;
  }
}

TEST(RoleMarker, KnowsTheNonceKeyInAnyCase) {
  EXPECT_TRUE(role_marker::is_nonce_key("nonce"));
  EXPECT_TRUE(role_marker::is_nonce_key("NONCE"));
  EXPECT_FALSE(role_marker::is_nonce_key("nonces"));
}

}  // namespace
}  // namespace prompty::role_marker_test
