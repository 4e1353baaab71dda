#include "harness/judge/faults/shown_items.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <tuple>

namespace conformance {
namespace {

std::size_t leaves_of(Json const& value) {
  if (!value.is_structured() || value.empty()) return 1;
  std::size_t count = 0;
  for (Json const& element : value) count += leaves_of(element);
  return count;
}

/// How much a vector looks at, then how much it is given: the narrower, the better it tells what is wrong.
std::pair<std::size_t, std::size_t> width_of(Vector const& vector) {
  std::size_t expected = 0;
  std::size_t given = 0;
  for (Step const& step : vector.steps) {
    for (std::optional<Json> const& part : {step.expect.outcome.value, step.expect.outcome.requests,
                                            step.expect.outcome.items, step.expect.outcome.spans})
      if (part) expected += leaves_of(*part);
    for (ExpectedReading const& reading : step.expect.readings)
      if (reading.outcome.value) expected += leaves_of(*reading.outcome.value);
    given += leaves_of(step.given);
  }
  for (auto const& [path, bytes] : vector.files) given += bytes.size();
  return {expected, given};
}

/// The text of a member of an object, or what stands for it where there is none.
std::string text_in(Json const& object, char const* member, std::string const& otherwise) {
  Json const value = object.is_object() ? object.value(member, Json()) : Json();
  return value.is_string() ? value.get<std::string>() : otherwise;
}

std::string interface_of(Vector const& vector) {
  Json const& given = vector.steps.front().given;
  if (!given.is_object() || !given.contains("agent") || !given["agent"].is_object()) return "";
  Json const model = given["agent"].value("model", Json());
  return text_in(model, "provider", "openai") + " " + text_in(model, "apiType", "chat");
}

}  // namespace

ShownItems::ShownItems(std::vector<JudgedVector> const& judged) : judged_(judged) {
  for (std::size_t index = 0; index < judged.size(); ++index) {
    interfaces_.push_back(interface_of(*judged[index].vector));
    for (std::string const& clause : clauses(index)) {
      ++citing_[clause];
      groups_.emplace(clause, judged[index].group);
    }
    for (Signature const& signature : judged[index].shown) {
      places_.emplace(Item(index, signature), items_.size());
      items_.emplace_back(index, signature);
    }
    if (!judged[index].shown.empty()) failing_.push_back(index);
  }
}

std::size_t ShownItems::at(std::size_t vector, Signature const& signature) const {
  return places_.at({vector, signature});
}

std::vector<std::string> const& ShownItems::clauses(std::size_t vector) const {
  return judged_[vector].vector->clauses;
}

bool ShownItems::cites(std::size_t vector, std::string const& clause) const {
  std::vector<std::string> const& cited = clauses(vector);
  return std::find(cited.begin(), cited.end(), clause) != cited.end();
}

std::size_t ShownItems::count_citing(std::string const& clause) const {
  auto const found = citing_.find(clause);
  return found == citing_.end() ? 0 : found->second;
}

Group ShownItems::group(std::string const& clause) const {
  auto const found = groups_.find(clause);
  return found == groups_.end() ? Group::documents : found->second;
}

Group ShownItems::group(std::set<std::size_t> const& vectors) const {
  Group first = Group::extensions;
  for (std::size_t const vector : vectors) first = std::min(first, group(vector));
  return first;
}

std::vector<std::size_t> ShownItems::narrowest_first(std::set<std::size_t> const& vectors) const {
  std::vector<std::tuple<std::size_t, std::pair<std::size_t, std::size_t>, std::string, std::size_t>> keyed;
  for (std::size_t const index : vectors) {
    JudgedVector const& judged = judged_[index];
    keyed.emplace_back(judged.shown.size(), width_of(*judged.vector), judged.vector->id, index);
  }
  std::sort(keyed.begin(), keyed.end());
  std::vector<std::size_t> ordered;
  for (auto const& key : keyed) ordered.push_back(std::get<3>(key));
  return ordered;
}

bool lies_over(Signature const& signature, std::set<Signature> const& others) {
  return std::any_of(others.begin(), others.end(), [&](Signature const& other) { return overlaps(signature, other); });
}

std::set<Signature> KnownMistakes::shown_by(Deviation const& mistake, Vector const& vector) {
  std::pair const key(&mistake, &vector);
  {
    std::scoped_lock const lock(mutex_);
    if (auto const found = shown_.find(key); found != shown_.end()) return found->second;
  }
  bool const is_known_to_pass = is_unnoticed_ && is_unnoticed_(mistake, vector);
  std::set<Signature> shown = is_known_to_pass ? std::set<Signature>() : tried(mistake, vector);
  std::scoped_lock const lock(mutex_);
  return shown_.emplace(key, std::move(shown)).first->second;
}

std::set<Signature> KnownMistakes::shown_by(Mistakes const& mistakes, Vector const& vector) {
  if (mistakes.size() == 1) return shown_by(*mistakes.front(), vector);
  return tried(all_at_once(mistakes), vector);
}

std::set<Signature> KnownMistakes::tried(Deviation const& subject, Vector const& vector) const {
  std::optional<Attempt> const failure = judge_.failure_of(vector, subject);
  return failure ? signatures_.of(*failure) : std::set<Signature>();
}

}  // namespace conformance
