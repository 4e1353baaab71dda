#include <fmt/core.h>

#include "harness/matching/expectation.hpp"
#include "harness/matching/matcher.hpp"
#include "harness/matching/pattern.hpp"

namespace conformance {
namespace {

class ProblemFinder {
 public:
  std::vector<ExpectationProblem> problems;

  void visit(Json const& expectation, std::string const& pointer) {
    if (has_dollar_key(expectation)) return visit_matcher(expectation, pointer);
    if (expectation.is_object()) return visit_members(expectation, pointer);
    if (expectation.is_array()) visit_elements(expectation, pointer);
  }

 private:
  void visit_members(Json const& expectation, std::string const& pointer) {
    for (auto const& [key, value] : expectation.items()) {
      if (is_absent_matcher(value)) {
        if (value["$absent"] != true) add(child(pointer, key), "$absent takes true");
        continue;
      }
      visit(is_optional_matcher(value) ? value["$optional"] : value, child(pointer, key));
    }
  }

  void visit_elements(Json const& expectation, std::string const& pointer) {
    for (std::size_t index = 0; index < expectation.size(); ++index) visit(expectation[index], child(pointer, index));
  }

  void visit_matcher(Json const& expectation, std::string const& pointer) {
    for (auto const& member : expectation.items()) {
      if (member.key().empty() || member.key().front() != '$') continue;
      if (!matcher_named(member.key())) {
        return add(pointer, fmt::format("unknown matcher \"{}\"; wrap data that really has such a key in $literal",
                                        member.key()));
      }
    }
    if (expectation.size() != 1) return add(pointer, "a matcher is an object with exactly one member");
    visit_operand(*matcher_named(expectation.begin().key()), expectation.begin().value(),
                  child(pointer, expectation.begin().key()), pointer);
  }

  void visit_operand(Matcher matcher, Json const& operand, std::string const& at, std::string const& pointer) {
    switch (matcher) {
      case Matcher::absent:
        return add(pointer, "$absent stands only as the value of an object member");
      case Matcher::optional:
        return add(pointer, "$optional stands only as the value of an object member");
      case Matcher::type:
        if (!operand.is_string() || !is_type_name(operand.get<std::string>())) {
          add(at, "$type takes one of string, integer, number, boolean, null, array, object");
        }
        return;
      case Matcher::match:
        return visit_pattern(operand, at);
      case Matcher::json:
        return visit(operand, at);
      case Matcher::one_of:
        if (!operand.is_array() || operand.empty()) return add(at, "$oneOf takes a non-empty array of expectations");
        return visit_elements(operand, at);
      case Matcher::subset:
        if (!operand.is_object()) return add(at, "$subset takes an object");
        if (has_dollar_key(operand)) return add(at, "$subset takes members, not a matcher");
        return visit_members(operand, at);
      case Matcher::unordered:
        if (!operand.is_array()) return add(at, "$unordered takes an array of expectations");
        return visit_elements(operand, at);
      case Matcher::trim_end:
        if (!operand.is_string()) add(at, "$trimEnd takes a string");
        return;
      case Matcher::non_empty:
        if (operand != true) add(at, "$nonEmpty takes true");
        return;
      case Matcher::literal:
        return;
    }
  }

  void visit_pattern(Json const& operand, std::string const& at) {
    if (!operand.is_string()) return add(at, "$match takes a pattern as a string");
    if (std::optional<std::string> problem = problem_of_pattern(operand.get<std::string>())) add(at, *problem);
  }

  void add(std::string const& pointer, std::string message) {
    problems.push_back({.pointer = pointer, .message = std::move(message)});
  }
};

}  // namespace

std::vector<ExpectationProblem> problems_of_expectation(Json const& expectation) {
  ProblemFinder finder;
  finder.visit(expectation, "");
  return finder.problems;
}

}  // namespace conformance
