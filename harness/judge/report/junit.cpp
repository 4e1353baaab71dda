#include "harness/judge/report/junit.hpp"

#include <fmt/core.h>
#include <re2/re2.h>

#include <map>
#include <pugixml.hpp>
#include <sstream>

#include "harness/judge/report/failure_text.hpp"
#include "harness/judge/report/run_document.hpp"
#include "harness/judge/subject/readable_text.hpp"

namespace conformance {
namespace {

/// Control characters other than tab, newline and carriage return cannot stand in XML 1.0, escaped or not, nor can
/// U+FFFE and U+FFFF; bytes that are no UTF-8 (of a body, of standard error) cannot either. The other controls, and
/// what turns the direction of text around, could stand there, but mislead whoever reads the report (see
/// printable_text).
std::string allowed_in_xml(std::string const& text) {
  static RE2 const forbidden(
      R"([\x00-\x08\x0B\x0C\x0E-\x1F\x7F-\x{9F}\x{61C}\x{200E}\x{200F}\x{2028}-\x{202E}\x{2066}-\x{2069})"
      R"(\x{FFFE}\x{FFFF}])");
  std::string allowed = valid_utf8(text);
  RE2::GlobalReplace(&allowed, forbidden, "\xEF\xBF\xBD");
  return allowed;
}

struct SuiteCounts {
  int tests = 0;
  int failures = 0;
  int errors = 0;
  int skipped = 0;
};

void add_problem(pugi::xml_node test_case, char const* element, std::string const& message, std::string const& text) {
  pugi::xml_node problem = test_case.append_child(element);
  problem.append_attribute("message") = allowed_in_xml(message).c_str();
  if (!text.empty()) problem.text() = allowed_in_xml(text).c_str();
}

pugi::xml_node add_case(pugi::xml_node suite, Vector const& vector, std::string_view way) {
  pugi::xml_node test_case = suite.append_child("testcase");
  test_case.append_attribute("classname") = allowed_in_xml(vector.topic).c_str();
  std::string const name = vector.id.substr(vector.topic.size() + 1) + (way.empty() ? "" : fmt::format(" [{}]", way));
  test_case.append_attribute("name") = allowed_in_xml(name).c_str();
  return test_case;
}

/// What the mock's request check questioned, whether the vector passed or not.
void add_findings(pugi::xml_node test_case, Attempt const& attempt) {
  pugi::xml_node properties;
  for (HttpExchange const& exchange : attempt.exchanges) {
    for (RequestFinding const& finding : exchange.findings) {
      if (!properties) properties = test_case.append_child("properties");
      pugi::xml_node property = properties.append_child("property");
      std::string const value = fmt::format("{} at \"{}\": {}", finding.rule, finding.pointer, finding.message);
      property.append_attribute("name") = "finding";
      property.append_attribute("value") = allowed_in_xml(value).c_str();
    }
  }
}

void add_result(pugi::xml_node suite, SuiteCounts& counts, VectorResult const& result, ClauseRegistry const& registry,
                RunInfo const& info) {
  if (result.attempts.empty()) {
    ++counts.tests;
    ++counts.skipped;
    add_problem(add_case(suite, *result.vector, ""), "skipped", result.unsupported_reason, "");
    return;
  }
  for (Attempt const& attempt : result.attempts) {
    ++counts.tests;
    pugi::xml_node test_case = add_case(suite, *result.vector, way_text(attempt));
    add_findings(test_case, attempt);
    Status const status = attempt.judgement.status;
    if (status == Status::pass) continue;
    std::string const text = failure_text(result, attempt, registry, info);
    std::string const standing = standing_text(result);
    bool const may_decide =
        result.gating && info.deciding.groups.contains(result.group) && !result.shows_faults_elsewhere();
    bool const failed = status == Status::fail || status == Status::flaky || status == Status::unexpected_pass;
    if (failed && may_decide) {
      ++counts.failures;
      add_problem(test_case, "failure", (standing.empty() ? "" : standing + ": ") + attempt.judgement.detail, text);
    } else if (failed || status == Status::unsupported || status == Status::known_failure) {
      ++counts.skipped;
      std::string const reason = status == Status::known_failure   ? ""
                                 : result.shows_faults_elsewhere() ? standing + ": "
                                                                   : "non-gating: ";
      add_problem(test_case, "skipped", reason + attempt.judgement.detail, text);
    } else {
      ++counts.errors;
      add_problem(test_case, "error", attempt.judgement.detail, text);
    }
  }
}

void write_counts(pugi::xml_node suite, SuiteCounts const& counts) {
  suite.append_attribute("tests") = counts.tests;
  suite.append_attribute("failures") = counts.failures;
  suite.append_attribute("errors") = counts.errors;
  suite.append_attribute("skipped") = counts.skipped;
}

void add_facts(pugi::xml_node suites, std::vector<RunFact> const& facts) {
  pugi::xml_node suite = suites.append_child("testsuite");
  suite.append_attribute("name") = "how it was judged";
  write_counts(suite, {});
  pugi::xml_node properties = suite.append_child("properties");
  for (RunFact const& fact : facts) {
    pugi::xml_node property = properties.append_child("property");
    property.append_attribute("name") = fact.name.c_str();
    property.append_attribute("value") = allowed_in_xml(fact.value).c_str();
  }
}

/// What is wrong with the run without being wrong with one of its vectors.
void add_whole(pugi::xml_node suites, char const* name, SuiteCounts const& counts, std::string const& problem) {
  pugi::xml_node suite = suites.append_child("testsuite");
  suite.append_attribute("name") = "the run as a whole";
  write_counts(suite, counts);
  pugi::xml_node test_case = suite.append_child("testcase");
  test_case.append_attribute("classname") = "prompty-conformance";
  test_case.append_attribute("name") = name;
  add_problem(test_case, counts.errors > 0 ? "error" : "failure", problem, "");
}

/// A report is never green where the run is not: of a required class that is not conformant, say, no vector fails.
void add_verdict(pugi::xml_node suites, Summary const& summary) {
  constexpr int not_conformant = 1;
  SuiteCounts const counts = summary.exit_code == not_conformant ? SuiteCounts{.tests = 1, .failures = 1}
                                                                 : SuiteCounts{.tests = 1, .errors = 1};
  add_whole(suites, "the verdict", counts, summary.verdict);
}

}  // namespace

std::string junit_xml(RunParts const& run) {
  pugi::xml_document document;
  pugi::xml_node suites = document.append_child("testsuites");
  suites.append_attribute("name") =
      allowed_in_xml(fmt::format("prompty-conformance {} {}", suite_version(), run.info.subject.name)).c_str();
  std::map<std::string, pugi::xml_node> suite_of;
  std::map<std::string, SuiteCounts> counts;
  for (VectorResult const& result : run.results) {
    std::string const& topic = result.vector->topic;
    if (!suite_of.contains(topic)) {
      suite_of[topic] = suites.append_child("testsuite");
      suite_of[topic].append_attribute("name") = allowed_in_xml(topic).c_str();
    }
    add_result(suite_of[topic], counts[topic], result, run.registry, run.info);
  }
  bool is_red = run.summary.cut.has_value();
  for (auto& [topic, suite] : suite_of) {
    write_counts(suite, counts[topic]);
    is_red = is_red || counts[topic].failures > 0 || counts[topic].errors > 0;
  }
  add_facts(suites, run_facts(run));
  if (run.summary.cut)
    add_whole(suites, "every selected vector is played", {.tests = 1, .errors = 1}, *run.summary.cut);
  if (!is_red && run.summary.exit_code != 0) add_verdict(suites, run.summary);
  std::ostringstream text;
  document.save(text, "  ");
  return text.str();
}

}  // namespace conformance
