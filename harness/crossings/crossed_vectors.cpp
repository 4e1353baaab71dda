#include "harness/crossings/crossed_vectors.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/input_error.hpp"
#include "harness/jq/jq.hpp"
#include "harness/subject/readable_text.hpp"

namespace conformance {
namespace {

constexpr char const* every_crossing = "all-at-once";

JqProgram compiled(CrossingPage const& page, std::string const& end) {
  std::vector<std::string> changes;
  for (Crossing const& crossing : page.crossings) changes.push_back(crossing.change);
  return JqProgram(fmt::format("{}\ndef crossed($which): {};\n{}", page.words, choice_of_filters(changes), end));
}

/// What a step expects that has one expectation, for lists that grow in what is given and in what is expected alike.
Json* only_expectation_of(Step& step) {
  ExpectedAnswer& expect = step.expect;
  return expect.readings.empty() && expect.outcome.value ? &*expect.outcome.value : nullptr;
}

/// What a vector gives: params, the operation, what a provider answers, and files that are text; and what it expects.
Json changeable_parts_of(Vector const& vector) {
  Step const& step = vector.steps.front();
  Json given = {{"params", step.given}, {"operation", step.operation}};
  if (vector.provider) given["provider"] = *vector.provider;
  if (step.expect.readings.empty() && step.expect.outcome.value) given["expected"] = *step.expect.outcome.value;
  given["files"] = Json::object();
  for (auto const& [path, bytes] : vector.files) {
    if (valid_utf8(bytes) == bytes) given["files"][path] = bytes;
  }
  return given;
}

/// A value that came out of jq, which forgets the order of members, with those of `before` in their order and new ones
/// behind them.
Json in_order_of(Json const& before, Json made) {
  if (!made.is_structured()) return made == before ? before : made;  // -0.0 and 0 are the same to jq
  if (made.is_array()) {
    for (std::size_t index = 0; index < made.size(); ++index) {
      bool const had_one = before.is_array() && index < before.size();
      made[index] = in_order_of(had_one ? before[index] : Json(), std::move(made[index]));
    }
    return made;
  }
  Json ordered = Json::object();
  if (before.is_object()) {
    for (auto const& [key, value] : before.items()) {
      if (made.contains(key)) ordered[key] = in_order_of(value, made[key]);
    }
  }
  for (auto const& [key, value] : made.items()) {
    if (!ordered.contains(key)) ordered[key] = in_order_of(Json(), value);
  }
  return ordered;
}

}  // namespace

CrossedVectors::CrossedVectors(CrossingPage page, CrossingsWanted wanted, ClauseRegistry const* registry)
    : page_(std::move(page)),
      wanted_(std::move(wanted)),
      registry_(registry),
      which_change_(compiled(
          page_, ". as {$which, $given} | [$which[] | . as $one | select(($given | crossed($one)) != $given)]")),
      changed_(compiled(page_, ". as {$which, $given} | reduce $which[] as $one ($given; crossed($one))")) {
  for (std::string const& name : wanted_.names) {
    bool const is_known =
        name == every_crossing || std::any_of(page_.crossings.begin(), page_.crossings.end(),
                                              [&](Crossing const& crossing) { return crossing.name == name; });
    if (!is_known) throw InputError(fmt::format("there is no crossing '{}'; spec/crossings.yaml has them all", name));
  }
}

std::vector<std::size_t> CrossedVectors::possible(Vector const& vector) const {
  std::vector<std::size_t> which;
  if (vector.steps.size() != 1 || vector.malformed) return which;
  for (std::size_t index = 0; index < page_.crossings.size(); ++index) {
    Crossing const& crossing = page_.crossings[index];
    bool const is_of_operation = crossing.operations.contains(vector.steps.front().operation);
    if (is_of_operation && may_meet(vector, crossing)) which.push_back(index);
  }
  return which;
}

bool CrossedVectors::may_meet(Vector const& vector, Crossing const& crossing) const {
  if (registry_ == nullptr) return true;
  Group const group = registry_->leading_clause(vector.clauses).group;
  return std::all_of(crossing.clauses.begin(), crossing.clauses.end(), [&](std::string const& id) {
    Clause const* const clause = registry_->find_clause(id);
    return clause == nullptr || clause->group <= group;
  });
}

Json CrossedVectors::run(JqProgram& program, Vector const& vector, std::vector<std::size_t> const& which) const {
  Json const given = changeable_parts_of(vector);
  JqValues values{&given};
  jv input = jv_object_set(jv_object(), jv_string("which"), values.to_jq(Json(which)));
  input = jv_object_set(input, jv_string("given"), values.to_jq(given));
  std::lock_guard const lock(one_at_a_time_);
  jv made = program.run(input);
  if (jv_is_valid(made) == 0) {
    Json const message = values.from_jq(jv_invalid_get_msg(made));
    throw HarnessError(fmt::format("{}: spec/crossings.yaml: {}", vector.id, message.dump()));
  }
  return values.from_jq(made);
}

std::vector<Crossing const*> CrossedVectors::crossings_of(Vector const& vector) const {
  std::vector<Crossing const*> crossings;
  std::vector<std::size_t> const which = possible(vector);
  if (which.empty()) return crossings;
  for (Json const& index : run(which_change_, vector, which))
    crossings.push_back(&page_.crossings[index.get<std::size_t>()]);
  return crossings;
}

std::vector<std::string> CrossedVectors::due(Vector const& vector) const {
  std::vector<Crossing const*> const crossings = crossings_of(vector);
  if (crossings.empty()) return {};
  std::vector<std::string> due;
  // All of a single one would be that one twice.
  if (crossings.size() > 1) due.emplace_back(every_crossing);
  for (Crossing const* const crossing : crossings) due.push_back(crossing->name);
  if (!wanted_.names.empty()) {
    std::erase_if(due, [&](std::string const& name) {
      return std::find(wanted_.names.begin(), wanted_.names.end(), name) == wanted_.names.end();
    });
  } else if (!wanted_.all && crossings.size() > 1) {
    auto const one = choice_among(crossings.size(), vector.id, wanted_.seed);
    due = {every_crossing, crossings[one]->name};
  }
  return due;
}

std::vector<std::string> CrossedVectors::parts_of(std::string const& name) const {
  if (name != every_crossing) return {name};
  std::vector<std::string> names;
  for (Crossing const& crossing : page_.crossings) names.push_back(crossing.name);
  return names;
}

Vector CrossedVectors::with(Vector const& vector, std::string const& name) const {
  std::vector<std::size_t> which = possible(vector);
  std::erase_if(which,
                [&](std::size_t index) { return name != every_crossing && page_.crossings[index].name != name; });
  if (which.empty()) return vector;
  Json made = in_order_of(changeable_parts_of(vector), run(changed_, vector, which));
  Vector crossed = vector;
  crossed.steps.front().given = std::move(made["params"]);
  if (crossed.provider) crossed.provider = std::move(made["provider"]);
  if (Json* const expected = only_expectation_of(crossed.steps.front())) *expected = std::move(made["expected"]);
  for (auto const& [path, bytes] : made["files"].items()) crossed.files[path] = bytes.get<std::string>();
  return crossed;
}

}  // namespace conformance
