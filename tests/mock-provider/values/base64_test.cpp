#include <gtest/gtest.h>

#include "mock-provider/values/encoding.hpp"

namespace mock_provider::base64_test {
namespace {

TEST(Base64, EncodesTheVectorsOfItsStandard) {
  EXPECT_EQ(base64::encoded(""), "");
  EXPECT_EQ(base64::encoded("f"), "Zg==");
  EXPECT_EQ(base64::encoded("fo"), "Zm8=");
  EXPECT_EQ(base64::encoded("foo"), "Zm9v");
  EXPECT_EQ(base64::encoded("foob"), "Zm9vYg==");
  EXPECT_EQ(base64::encoded("\xFF\xFE\xFD"), "//79");
}

TEST(Base64, DecodesThemAndNothingElse) {
  for (char const* const bytes : {"", "f", "fo", "foo", "foob", "\xFF\xFE\xFD"})
    EXPECT_EQ(base64::decoded(base64::encoded(bytes)), bytes);
  for (char const* const text : {"Z", "Zg", "Zg=", "====", "Z===", "Zg==Zg==", "Zm9!", "Zm9v "})
    EXPECT_EQ(base64::decoded(text), std::nullopt) << text;
}

}  // namespace
}  // namespace mock_provider::base64_test
