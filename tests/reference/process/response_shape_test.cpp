#include "prompty/process/response_shape.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"

namespace prompty::response_shape_test {
namespace {

TEST(ResponseShape, TakesWhatIsNotThereForNull) {
  EXPECT_EQ(response_shape::member(Json{{"a", 1}}, "a"), Json(1));
  EXPECT_EQ(response_shape::member(Json{{"a", 1}}, "b"), Json(nullptr));
  EXPECT_EQ(response_shape::member(Json("text"), "a"), Json(nullptr));
}

TEST(ResponseShape, SaysWhereAndWhatIsWrong) {
  EXPECT_EQ(raised<ValueError>([] {
              static_cast<void>(response_shape::text_member(Json{{"a", 1}}, "b", "/x/0"));
            }),
            "Unexpected response format: /x/0/b must be a string, not nothing");
  EXPECT_EQ(raised<ValueError>([] { static_cast<void>(response_shape::list_member(Json("t"), "data")); }),
            "Unexpected response format: /data must be a list, not nothing");
}

}  // namespace
}  // namespace prompty::response_shape_test
