#include "prompty/core/describe_place.hpp"

#include <gtest/gtest.h>

namespace prompty::describe_place_test {
namespace {

TEST(DescribePlace, SaysWhatIsKnown) {
  EXPECT_EQ(describe_place({"a.prompty", 3, 7}), "a.prompty, line 3, column 7");
  EXPECT_EQ(describe_place({"", 3, 7}), "line 3, column 7");
  EXPECT_EQ(describe_place({"a.prompty"}), "a.prompty");
  EXPECT_EQ(describe_place({}), "");
}

}  // namespace
}  // namespace prompty::describe_place_test
