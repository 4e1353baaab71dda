#include "harness/judge/report/html.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace conformance::html_test {
namespace {

using testing::AnyOf;
using testing::ContainsRegex;
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
  EXPECT_THAT(filled_page(HtmlView::run, {{"verdict", "conformant"}}), Not(HasSubstr("{{")));
  EXPECT_THAT(filled_page(HtmlView::run, {{"verdict", "{{data}} {{script}}"}}),
              HasSubstr("<h1>{{data}} {{script}}</h1>"));
}

TEST(HtmlPage, ShowsNothingOfASubjectAsMarkup) {
  EXPECT_THAT(filled_page(HtmlView::run, {{"verdict", "</noscript></script><img onerror=alert(1)>"}}),
              Not(AnyOf(HasSubstr("<img"), HasSubstr("</noscript></script>"))));
}

TEST(HtmlPage, HasVerdictAndFaultsWithoutItsScript) {
  Json const fault = {{"title", "The first & the last are lost."}, {"what", "load: inputs lacks an element"}};
  Json const run = {{"verdict", "not conformant"}, {"faults", Json::array({fault})}};
  EXPECT_THAT(filled_page(HtmlView::run, run),
              ContainsRegex("<noscript>\\s*<h1>not conformant</h1>\\s*<ol>\\s*<li>The first &amp; the last are "
                            "lost.<br>load: inputs lacks an element</li>"));
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
