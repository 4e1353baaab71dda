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

}  // namespace
}  // namespace mock_provider::base64_test
