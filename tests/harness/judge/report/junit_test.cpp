#include "harness/judge/report/junit.hpp"

#include <gmock/gmock.h>

#include <map>
#include <optional>
#include <pugixml.hpp>

#include "harness/judge/report/report_sample.hpp"

namespace conformance::junit_test {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StrEq;

class JunitReports : public testing::Test {
 protected:
  void write(std::vector<VectorResult> const& results) {
    Summary summary = summarize(results, corpus_, registry_, deciding_);
    summary.cut = cut_;
    xml_ =
        junit_xml({.results = results, .summary = summary, .registry = registry_, .info = info_, .mutants = mutants_});
    pugi::xml_parse_result const parsed = document_.load_string(xml_.c_str());
    ASSERT_TRUE(parsed) << parsed.description() << "\n" << xml_;
  }

  pugi::xml_node suite() const { return document_.child("testsuites").child("testsuite"); }
  pugi::xml_node test_case() const { return suite().child("testcase"); }

  Corpus const corpus_ = sample_corpus({sample_vector(Json::object()), sample_vector({{"id", "second"}}),
                                        sample_vector({{"id", "third"}}), sample_vector({{"id", "fourth"}})});
  ClauseRegistry const registry_ = sample_registry();
  RunInfo const info_ = sample_info();
  std::vector<Deviation> const mutants_{};
  Deciding deciding_;
  std::optional<std::string> cut_;
  std::string xml_;
  pugi::xml_document document_;
};

TEST_F(JunitReports, HaveASuitePerTopicAndACasePerWay) {
  VectorResult twice = sample_result(corpus_.vectors[0], Status::pass);
  twice.attempts.push_back(sample_attempt(corpus_.vectors[0], Way::http, Status::pass));
  std::vector<Vector> const others = parse_vector_file(
      sample_vector_file("wire/other", Json::array({sample_vector(Json::object())})), "o.json", "wire/other");
  write({twice, sample_result(others[0], Status::pass)});
  EXPECT_THAT(document_.child("testsuites").attribute("name").value(), HasSubstr("fake"));
  EXPECT_THAT(suite().attribute("name").value(), StrEq("load/sample"));
  EXPECT_THAT(suite().next_sibling("testsuite").attribute("name").value(), StrEq("wire/other"));
  EXPECT_THAT(test_case().attribute("classname").value(), StrEq("load/sample"));
  EXPECT_THAT(test_case().attribute("name").value(), StrEq("plain [direct]"));
  EXPECT_THAT(test_case().next_sibling().attribute("name").value(), StrEq("plain [http]"));
  EXPECT_EQ(suite().attribute("tests").as_int(), 2);
}

TEST_F(JunitReports, ShowThatARunWasCutAsAnError) {
  cut_ = "the run was cut by Ctrl-C: 3 of 4 vectors were not played";
  write({sample_result(corpus_.vectors[0], Status::pass)});
  pugi::xml_node const whole = document_.child("testsuites").last_child();
  EXPECT_EQ(whole.attribute("errors").as_int(), 1);
  EXPECT_THAT(whole.child("testcase").child("error").attribute("message").value(), HasSubstr("3 of 4 vectors"));
  EXPECT_EQ(suite().attribute("errors").as_int(), 0);
}

TEST_F(JunitReports, AreRedWhereOnlyTheVerdictIs) {
  VectorResult undeciding = sample_result(corpus_.vectors[0], Status::fail);
  undeciding.gating = false;
  write({undeciding});
  pugi::xml_node whole = document_.child("testsuites").last_child();
  EXPECT_EQ(whole.attribute("errors").as_int(), 1);
  EXPECT_THAT(whole.child("testcase").child("error").attribute("message").value(), HasSubstr("no verdict: 1 vectors"));
  deciding_.required_classes = {"openai-chat"};
  std::vector<VectorResult> all;
  for (Vector const& vector : corpus_.vectors) all.push_back(sample_result(vector, Status::pass));
  write(all);
  whole = document_.child("testsuites").last_child();
  EXPECT_EQ(whole.attribute("failures").as_int(), 1);
  EXPECT_THAT(whole.child("testcase").child("failure").attribute("message").value(),
              HasSubstr("the required class openai-chat is"));
}

TEST_F(JunitReports, SayNothingOfTheWholeWhereAVectorIsRedOrAllIsGreen) {
  write({sample_result(corpus_.vectors[0], Status::fail)});
  EXPECT_EQ(document_.select_nodes("//testcase").size(), 1U);
  write({sample_result(corpus_.vectors[0], Status::pass)});
  EXPECT_EQ(document_.select_nodes("//testcase").size(), 1U);
}

TEST_F(JunitReports, CountWhatHappened) {
  write({sample_result(corpus_.vectors[0], Status::pass), sample_result(corpus_.vectors[1], Status::fail),
         sample_result(corpus_.vectors[2], Status::crash), sample_result(corpus_.vectors[3], Status::unsupported)});
  EXPECT_EQ(suite().attribute("tests").as_int(), 4);
  EXPECT_EQ(suite().attribute("failures").as_int(), 1);
  EXPECT_EQ(suite().attribute("errors").as_int(), 1);
  EXPECT_EQ(suite().attribute("skipped").as_int(), 1);
  EXPECT_EQ(document_.select_nodes("//testcase").size(), 4U);
  EXPECT_EQ(document_.select_nodes("//failure").size(), 1U);
  EXPECT_EQ(document_.select_nodes("//error").size(), 1U);
  EXPECT_THAT(document_.select_node("//skipped").node().attribute("message").value(), HasSubstr("not declared"));
}

TEST_F(JunitReports, ShowFindingsOfTheRequestCheckAsPropertiesOfACaseThatPassed) {
  VectorResult questioned = sample_result(corpus_.vectors[0], Status::pass);
  questioned.attempts[0].exchanges.push_back(sample_exchange());
  write({questioned, sample_result(corpus_.vectors[1], Status::pass)});
  pugi::xml_node const property = test_case().child("properties").child("property");
  EXPECT_THAT(property.attribute("name").value(), StrEq("finding"));
  EXPECT_THAT(property.attribute("value").value(), StrEq("chat.role at \"/messages\": is missing"));
  EXPECT_FALSE(test_case().next_sibling().child("properties"));
}

TEST_F(JunitReports, CarryTheWholeFailureText) {
  write({sample_result(corpus_.vectors[0], Status::fail)});
  pugi::xml_node const failure = test_case().child("failure");
  EXPECT_THAT(failure.attribute("message").value(), StrEq("the answer differs"));
  EXPECT_THAT(failure.text().get(), HasSubstr("P1.1-01"));
  EXPECT_THAT(failure.text().get(), HasSubstr("first at"));
  EXPECT_THAT(failure.text().get(), HasSubstr("--filter load/sample/plain"));
}

TEST_F(JunitReports, SkipFailuresThatDoNotGate) {
  VectorResult failing = sample_result(corpus_.vectors[0], Status::fail);
  failing.gating = false;
  write({failing});
  EXPECT_EQ(suite().attribute("failures").as_int(), 0);
  EXPECT_EQ(suite().attribute("skipped").as_int(), 1);
  EXPECT_THAT(test_case().child("skipped").attribute("message").value(), HasSubstr("non-gating"));
}

TEST_F(JunitReports, EscapeMarkupAndReplaceWhatXmlCannotHold) {
  VectorResult failing = sample_result(corpus_.vectors[0], Status::fail);
  failing.attempts[0].judgement.detail = std::string("a <b> & \"c\" \x01\x1B ]]> end", 22);
  failing.attempts[0].stderr_excerpt = "tab\there \x02 and \xFF bytes, no letter \xEF\xBF\xBF, cut \xC3";
  write({failing});
  EXPECT_THAT(test_case().child("failure").attribute("message").value(), HasSubstr("a <b> & \"c\" \xEF\xBF\xBD"));
  EXPECT_THAT(test_case().child("failure").text().get(), HasSubstr("tab\there \xEF\xBF\xBD and \xEF\xBF\xBD bytes"));
  for (char const forbidden : {'\x01', '\x02', '\x1B', '\xFF'})
    EXPECT_EQ(xml_.find(forbidden), std::string::npos) << static_cast<int>(forbidden);
  EXPECT_THAT(xml_, Not(HasSubstr("\xEF\xBF\xBF")));
  for (char const* const reference : {"&#1;", "&#x1;", "&#2;", "&#27;"}) EXPECT_THAT(xml_, Not(HasSubstr(reference)));
  EXPECT_NO_THROW((void)Json(xml_).dump()) << "the report is not UTF-8";
}

TEST_F(JunitReports, HoldNothingThatSteersATerminalOrTurnsTextAround) {
  VectorResult failing = sample_result(corpus_.vectors[0], Status::fail);
  failing.attempts[0].judgement.detail =
      "a \xC2\x9B"
      "31m b \xE2\x80\xAE c";
  write({failing});
  EXPECT_THAT(test_case().child("failure").attribute("message").value(), StrEq("a \xEF\xBF\xBD"
                                                                               "31m b \xEF\xBF\xBD c"));
}

TEST_F(JunitReports, NameCasesByWhatXmlCanHold) {
  VectorResult failing = sample_result(corpus_.vectors[0], Status::fail);
  failing.attempts[0].variation = Variation{.transform = Transform::sse_split, .of = Way::http, .name = "\x01 here"};
  write({failing});
  EXPECT_THAT(test_case().attribute("name").value(), HasSubstr("sse-split/\xEF\xBF\xBD here"));
}

TEST_F(JunitReports, OfNothingAreStillXml) {
  write({});
  EXPECT_THAT(suite().attribute("name").value(), StrEq("how it was judged"));
  EXPECT_THAT(suite().next_sibling().attribute("name").value(), StrEq("the run as a whole"));
}

TEST_F(JunitReports, SayHowItWasJudged) {
  write({sample_result(corpus_.vectors[0], Status::pass), sample_result(corpus_.vectors[1], Status::fail)});
  pugi::xml_node const judged = suite().next_sibling("testsuite");
  EXPECT_EQ(judged.attribute("tests").as_int(), 0);
  std::map<std::string, std::string> facts;
  for (pugi::xml_node const property : judged.child("properties"))
    facts[property.attribute("name").value()] = property.attribute("value").value();
  EXPECT_EQ(facts["implementation"], "fake 0.0.1 (C++)");
  EXPECT_EQ(facts["profile"], "lenient");
  EXPECT_EQ(facts["suite"], suite_version());
  EXPECT_EQ(facts["corpus"], info_.corpus_digest);
  EXPECT_EQ(facts["command"], info_.command_line);
  EXPECT_EQ(facts["vectors"], "1 pass, 1 fail");
  EXPECT_EQ(facts["sharpness"], "not measured in this run");
  EXPECT_THAT(facts["clauses of the five documents"], HasSubstr("1 broken"));
}

}  // namespace
}  // namespace conformance::junit_test
