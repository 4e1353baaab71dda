#include "harness/judge/report/html.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace conformance::html_test {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(HtmlPage, IsOneFileThatAsksForNothingElse) {
  std::string const page = filled_page(HtmlView::run, {{"verdict", "conformant"}});
  EXPECT_THAT(page, StartsWith("<!DOCTYPE html>"));
  EXPECT_THAT(page, Not(HasSubstr("src=")));
  EXPECT_THAT(page, Not(HasSubstr("@import")));
  EXPECT_THAT(page, Not(HasSubstr("url(")));
  EXPECT_THAT(page, Not(HasSubstr("://")));
}

TEST(HtmlPage, HasNoPlaceLeftToFill) {
  EXPECT_THAT(filled_page(HtmlView::run, {{"verdict", "{{style}} {{data}} {{script}}"}}), Not(HasSubstr("{{")));
}

TEST(HtmlPage, ShowsNothingOfASubjectAsMarkup) {
  EXPECT_THAT(filled_page(HtmlView::run, {{"verdict", "</script><img onerror=alert(1)>"}}), Not(HasSubstr("onerror")));
}

TEST(HtmlPage, IsTheSameForTheSameRun) {
  EXPECT_EQ(filled_page(HtmlView::run, {{"verdict", "conformant"}}),
            filled_page(HtmlView::run, {{"verdict", "conformant"}}));
}

TEST(HtmlPage, SurvivesBytesThatAreNoText) {
  EXPECT_THAT(filled_page(HtmlView::run, {{"verdict", "a\xFF"}}), StartsWith("<!DOCTYPE html>"));
}

}  // namespace
}  // namespace conformance::html_test
