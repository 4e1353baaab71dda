#include <gtest/gtest.h>

#include "mock-provider/http/request.hpp"

namespace mock_provider::request_test {
namespace {

TEST(RequestHeaders, AreFoundInAnyLetterCase) {
  Headers const headers{{"X-Key", "1"}, {"x-key", "2"}};
  ASSERT_NE(header_named(headers, "x-KEY"), nullptr);
  EXPECT_EQ(*header_named(headers, "x-KEY"), "1");
  EXPECT_EQ(header_named(headers, "x-keys"), nullptr);
}

TEST(RequestHeaders, WithTheSameBeginningDiffer) {
  EXPECT_TRUE(same_header_name("Content-TYPE", "content-type"));
  EXPECT_FALSE(same_header_name("content", "content-type"));
}

}  // namespace
}  // namespace mock_provider::request_test
