#include <gtest/gtest.h>

#include "mock-provider/journal/journal_page.hpp"

namespace mock_provider::html_text_test {
namespace {

TEST(HtmlText, HasNoMarkupLeft) {
  EXPECT_EQ(html_text::escaped("<a href='x'>\"&amp;\""), "&lt;a href=&#39;x&#39;&gt;&quot;&amp;amp;&quot;");
}

TEST(HtmlText, KeepsCharactersAndLines) {
  EXPECT_EQ(html_text::escaped("Zürich 🌤\n\t"), "Zürich 🌤\n\t");
}

TEST(HtmlText, ReplacesWhatAPageCannotHold) {
  EXPECT_EQ(html_text::escaped(std::string_view("a\0b\x1b\r", 5)), "a\uFFFDb\uFFFD\uFFFD");
  EXPECT_EQ(html_text::escaped("\xFF<"), "\uFFFD&lt;");
}

}  // namespace
}  // namespace mock_provider::html_text_test
