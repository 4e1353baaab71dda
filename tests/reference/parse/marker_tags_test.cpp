#include "prompty/parse/marker_tags.hpp"

#include <gtest/gtest.h>

namespace prompty::marker_tags_test {
namespace {

bool in_place(std::string_view line) {
  std::optional<role_marker::Marker> const marker = role_marker::read(line);
  EXPECT_TRUE(marker) << line;
  return marker && marker_tags::are_in_place(*marker, "f00d");
}

TEST(MarkerTags, AreFoundInAnyLetterCase) {
  EXPECT_TRUE(marker_tags::hold("user[nonce=f00d]:", "f00d"));
  EXPECT_TRUE(marker_tags::hold("USER[NONCE=F00D]:", "f00d"));
  EXPECT_TRUE(marker_tags::hold("f00d", "f00d"));
  EXPECT_FALSE(marker_tags::hold("user[nonce=f00e]:", "f00d"));
  EXPECT_FALSE(marker_tags::hold("", "f00d"));
}

TEST(MarkerTags, StandBeforeTheFirstAttributeAndBehindEach) {
  for (char const* const line :
       {"user[nonce=f00d]:", "user[nonce=f00d,a=b,nonce=f00d]:", "USER[NONCE=F00D,A=B,NONCE=F00D]:",
        "user[nonce=f00d,a=b,nonce=f00d, c=\"d\",nonce=f00d]:", "user[nonce=f00d,nonce=abc123,nonce=f00d]:"}) {
    EXPECT_TRUE(in_place(line)) << line;
  }
}

TEST(MarkerTags, AreOutOfPlaceWhereAnAttributeCameOrWent) {
  for (char const* const line :
       {"user:", "user[a=b]:", "user[nonce=f00d,a=b]:", "user[a=b,nonce=f00d]:", "user[nonce=f00d,a=b,c=d,nonce=f00d]:",
        "user[nonce=f00d,a=b,c=d,e=f,nonce=f00d]:", "user[nonce=f00d,nonce=f00d]:",
        "user[nonce=f00d,a=\"b,nonce=f00d,c=d\",nonce=f00d]:", "user[nonce=f00e,a=b,nonce=f00e]:"}) {
    EXPECT_FALSE(in_place(line)) << line;
  }
}

TEST(MarkerTags, HaveNoBracketsOfTheirOwnBesideThoseOfTheAuthor) {
  EXPECT_EQ(marker_tags::without_spare_brackets("user[nonce=f00d][nonce=f00d,a=b,nonce=f00d]:", "f00d"),
            "user[nonce=f00d,a=b,nonce=f00d]:");
  for (char const* const line : {"user[nonce=f00d]:", "user[nonce=f00e][a=b]:", ""}) {
    EXPECT_EQ(marker_tags::without_spare_brackets(line, "f00d"), line);
  }
}

}  // namespace
}  // namespace prompty::marker_tags_test
