#include <algorithm>
#include <utility>

#include "harness/mutants/field_rules.hpp"
#include "harness/mutants/message_rules.hpp"
#include "harness/readings/chapters.hpp"

namespace conformance::readings::of_inputs {
namespace {

using mutants::changed_before_inputs;
using mutants::Rule;

using ChangeGiven = std::function<bool(Json const& input, Json const& inputs)>;

bool some_input(Json const& params, ChangeGiven const& predicate) {
  Json const& declared = member(member(params, "agent"), "inputs");
  return declared.is_array() && std::any_of(declared.begin(), declared.end(), [&](Json const& input) {
           return predicate(input, member(params, "inputs"));
         });
}

/// Refuses to complete, render or prepare where an input fits.
Rule refused_inputs(ChangeGiven predicate) {
  return mutants::refused_asking(
      {"validate_inputs", "render", "prepare"}, "ValueError",
      [predicate = std::move(predicate)](Json const& params) { return some_input(params, predicate); });
}

bool is_given(Json const& input, Json const& inputs) {
  return inputs.is_object() && inputs.contains(input.value("name", ""));
}

bool is_listed(Json const& input, Json const& value) {
  Json const& values = member(input, "enumValues");
  return !values.is_array() || values.empty() || std::find(values.begin(), values.end(), value) != values.end();
}

/// Whether the default or the example of an input that is loaded is none of its values.
bool states_something_unlisted(Json const& frontmatter) {
  Json const& declared = member(frontmatter, "inputs");
  return declared.is_structured() && std::any_of(declared.begin(), declared.end(), [](Json const& input) {
           return (member(input, "default") != nullptr && !is_listed(input, input["default"])) ||
                  (member(input, "example") != nullptr && !is_listed(input, input["example"]));
         });
}

Rule values_held_against_enumerations() {
  Rule const loading = mutants::refused_frontmatter("ValueError", states_something_unlisted);
  Rule const given = refused_inputs([](Json const& input, Json const& inputs) {
    return is_given(input, inputs) && !is_listed(input, inputs[input.value("name", "")]);
  });
  return [loading, given](std::string const& operation, Json const& params, AskReference const& reference) {
    return operation == "load" ? loading(operation, params, reference) : given(operation, params, reference);
  };
}

/// Puts a sign of another form in place of each placeholder of a rendered text.
void rewrite_placeholders(std::string& rendered, Json const& agent, Json const&) {
  static std::string const opening = "__PROMPTY_THREAD_";
  if (!mutants::has_rich_inputs(agent)) return;
  for (std::size_t from = rendered.find(opening); from != std::string::npos; from = rendered.find(opening, from)) {
    std::size_t const end = rendered.find("__", from + opening.size());
    if (end == std::string::npos) return;
    rendered.replace(from, end + 2 - from, "<rich>");
  }
}

void forget_nulls(Json& agent, Json& inputs) {
  if (!member(agent, "inputs").is_array() || !inputs.is_object()) return;
  for (Json const& input : agent["inputs"]) {
    std::string const name = input.value("name", "");
    if (inputs.contains(name) && inputs[name].is_null()) inputs.erase(name);
  }
}

std::vector<ReadingRule> rules() {
  return {
      {.decision = "A-025", .reading = "checked", .answer = values_held_against_enumerations()},
      {.decision = "A-026",
       .reading = "required-wins",
       .answer = refused_inputs([](Json const& input, Json const& inputs) {
         return member(input, "required") == true && !is_given(input, inputs);
       })},
      {.decision = "A-027", .reading = "unspecified", .answer = mutants::changed_rendered(rewrite_placeholders)},
      {.decision = "A-205", .reading = "absent", .answer = changed_before_inputs(forget_nulls)},
  };
}

}  // namespace
}  // namespace conformance::readings::of_inputs

namespace conformance::readings {

std::vector<ReadingRule> inputs() {
  return of_inputs::rules();
}

}  // namespace conformance::readings
