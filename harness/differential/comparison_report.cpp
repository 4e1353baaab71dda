#include "harness/differential/comparison_report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/report/failure_text.hpp"

namespace conformance::differential {
namespace comparison_report {
namespace {

constexpr std::size_t shown_bytes = 2000;

std::vector<std::vector<std::string>> names_by_side(Sides const& sides, std::vector<NamedSubject> const& subjects) {
  std::vector<std::vector<std::string>> names;
  for (std::size_t index = 0; index < sides.size(); ++index) {
    if (!sides[index]) continue;
    names.resize(std::max(names.size(), *sides[index] + 1));
    names[*sides[index]].push_back(subjects[index].name);
  }
  return names;
}

std::string sides_text(Sides const& sides, std::vector<NamedSubject> const& subjects) {
  std::string text;
  for (std::vector<std::string> const& names : names_by_side(sides, subjects)) {
    if (!text.empty()) text += " | ";
    for (std::size_t index = 0; index < names.size(); ++index) text += (index == 0 ? "" : ", ") + names[index];
  }
  return text;
}

Json answer_json(Answer const& answer) {
  Json json = {{"outcome", answer.outcome}};
  if (!answer.value.is_null()) json["value"] = answer.value;
  if (!answer.message.empty()) json["message"] = answer.message;
  return json;
}

std::string answer_text(Answer const& answer) {
  std::string text = answer.outcome;
  if (answer.outcome == "result" || !answer.value.is_null()) text += " " + shown_json(answer.value, shown_bytes);
  if (!answer.message.empty()) text += ": " + answer.message;
  return text;
}

std::string times(std::uint64_t count) {
  return fmt::format("{} input{}", count, count == 1 ? "" : "s");
}

std::string group_text(Group const& group, std::vector<NamedSubject> const& subjects) {
  std::string const place = group.kind.pointer.empty() ? "the outcome" : group.kind.pointer;
  std::string text = fmt::format("\n{}: {} is {} | {}\n", group.operation, place, group.kind.left, group.kind.right);
  text += fmt::format("  {}, the first is number {}; sides: {}\n", times(group.inputs), group.first_number,
                      sides_text(group.sides, subjects));
  text += fmt::format("  smallest: {}\n", shown_json(group.example.params, shown_bytes));
  for (auto const& [path, content] : group.example.files)
    text += fmt::format("    {}: {}\n", path, shown_json(content, shown_bytes));
  for (std::size_t index = 0; index < subjects.size(); ++index)
    text += fmt::format("  {}: {}\n", subjects[index].name, answer_text(group.answers[index]));
  return text;
}

Json group_json(Group const& group, std::vector<NamedSubject> const& subjects) {
  Json answers = Json::object();
  for (std::size_t index = 0; index < subjects.size(); ++index)
    answers[subjects[index].name] = answer_json(group.answers[index]);
  return {{"operation", group.operation},
          {"pointer", group.kind.pointer},
          {"kinds", {group.kind.left, group.kind.right}},
          {"sides", names_by_side(group.sides, subjects)},
          {"inputs", group.inputs},
          {"firstNumber", group.first_number},
          {"example", {{"params", group.example.params}, {"files", group.example.files}}},
          {"answers", answers}};
}

}  // namespace
}  // namespace comparison_report

std::string comparison_text(Comparison const& comparison, std::vector<NamedSubject> const& subjects, Plan const& plan) {
  std::string text = fmt::format("Comparing {} subjects, seed {}, in the profile {}:\n", subjects.size(), plan.seed,
                                 profile_name(plan.profile));
  for (NamedSubject const& named : subjects) {
    Capabilities const& declared = named.subject->capabilities();
    text += fmt::format("  {} {} ({})\n", named.name, declared.version, declared.language);
  }
  text += fmt::format("\n  {:<20} {:>8} {:>8} {:>9}\n", "operation", "compared", "differ", "left out");
  std::uint64_t differing = 0;
  for (OperationCount const& count : comparison.counts) {
    text +=
        fmt::format("  {:<20} {:>8} {:>8} {:>9}\n", count.operation, count.compared, count.differing, count.left_out);
    differing += count.differing;
  }
  if (comparison.is_cut_short) text += "  The time limit was reached before all inputs were sent.\n";
  for (Group const& group : comparison.groups) text += comparison_report::group_text(group, subjects);
  if (comparison.groups.empty()) return text + "\nNo difference.\n";
  return text + fmt::format(
                    "\n{} with a difference, of {} {}. A difference is no verdict: the documents may leave the "
                    "point open, and most\nsubjects may be wrong. 'prompty-conformance run' judges.\n",
                    comparison_report::times(differing), comparison.groups.size(),
                    comparison.groups.size() == 1 ? "kind" : "kinds");
}

Json comparison_json(Comparison const& comparison, std::vector<NamedSubject> const& subjects, Plan const& plan) {
  Json json = {
      {"seed", plan.seed},         {"profile", profile_name(plan.profile)}, {"cutShort", comparison.is_cut_short},
      {"subjects", Json::array()}, {"operations", Json::array()},           {"groups", Json::array()}};
  for (NamedSubject const& named : subjects) {
    Capabilities const& declared = named.subject->capabilities();
    json["subjects"].push_back({{"name", named.name}, {"version", declared.version}, {"language", declared.language}});
  }
  for (OperationCount const& count : comparison.counts)
    json["operations"].push_back({{"operation", count.operation},
                                  {"compared", count.compared},
                                  {"differing", count.differing},
                                  {"leftOut", count.left_out}});
  for (Group const& group : comparison.groups) json["groups"].push_back(comparison_report::group_json(group, subjects));
  return json;
}

}  // namespace conformance::differential
