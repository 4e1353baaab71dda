#include "prompty/render/jinja/source.hpp"

#include <gtest/gtest.h>

namespace prompty::jinja {
namespace source_test {
namespace {

TEST(JinjaSource, EndsLinesWithLineFeeds) {
  EXPECT_EQ(Source("a\r\nb\rc\n\r").text(), "a\nb\nc\n\n");
}

TEST(JinjaSource, CountsColumnsInCodePoints) {
  Source const source("é\nñ日x");
  EXPECT_EQ(source.place(0), (Place{.line = 1, .column = 1}));
  EXPECT_EQ(source.place(3), (Place{.line = 2, .column = 1}));
  EXPECT_EQ(source.place(8), (Place{.line = 2, .column = 3}));
}

}  // namespace
}  // namespace source_test
}  // namespace prompty::jinja
