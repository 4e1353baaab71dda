#include "harness/proof/differential/comparison.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/judge/report/failure_text.hpp"
#include "harness/proof/differential/input.hpp"

namespace conformance::differential {
namespace {

using Clock = std::chrono::steady_clock;

std::set<std::string> in_both(std::set<std::string> const& left, std::set<std::string> const& right) {
  std::set<std::string> both;
  std::set_intersection(left.begin(), left.end(), right.begin(), right.end(), std::inserter(both, both.end()));
  return both;
}

/// Each answer goes to the side of the first one that is the same.
Sides sides_of(std::vector<Answer> const& answers) {
  Sides sides(answers.size());
  std::size_t next = 0;
  for (std::size_t here = 0; here < answers.size(); ++here) {
    if (answers[here].outcome == "unsupported") continue;
    for (std::size_t before = 0; before < here && !sides[here]; ++before)
      if (sides[before] && same_answer(answers[before], answers[here])) sides[here] = sides[before];
    if (!sides[here]) sides[here] = next++;
  }
  return sides;
}

Answer const& answer_of_side(std::vector<Answer> const& answers, Sides const& sides, std::size_t side) {
  return answers[static_cast<std::size_t>(std::find(sides.begin(), sides.end(), side) - sides.begin())];
}

/// The group that an input belongs to, with nothing but this input; `sides` alone when the subjects agree.
struct Finding {
  Sides sides;
  std::optional<Group> group;
};

class Comparing {
 public:
  Comparing(std::vector<NamedSubject> const& subjects, InputMaker const& maker, Plan const& plan)
      : subjects_(subjects), maker_(maker), plan_(plan) {}

  Comparison run() {
    for (std::string const& operation : plan_.operations) result_.counts.push_back({.operation = operation});
    deadline_ = in_time();
    for (std::uint64_t number = 0; number < plan_.count && !is_late(); ++number)
      for (OperationCount& count : result_.counts) take(count, number);
    result_.is_cut_short = is_late();
    deadline_ = in_time();
    for (Group& group : result_.groups) shrink(group);
    std::stable_sort(result_.groups.begin(), result_.groups.end(), [this](Group const& left, Group const& right) {
      if (left.operation != right.operation) return place_of(left.operation) < place_of(right.operation);
      return left.inputs > right.inputs;
    });
    return result_;
  }

 private:
  std::optional<Clock::time_point> in_time() const {
    if (!plan_.time_limit) return std::nullopt;
    return Clock::now() + *plan_.time_limit;
  }

  bool is_late() const { return deadline_ && Clock::now() >= *deadline_; }

  std::ptrdiff_t place_of(std::string const& operation) const {
    return std::find(plan_.operations.begin(), plan_.operations.end(), operation) - plan_.operations.begin();
  }

  Finding ask_all(Input const& input) const {
    std::vector<Answer> answers;
    for (NamedSubject const& named : subjects_) answers.push_back(ask(*named.subject, input, plan_.profile));
    Finding finding{.sides = sides_of(answers), .group = std::nullopt};
    if (std::find(finding.sides.begin(), finding.sides.end(), std::size_t{1}) == finding.sides.end()) return finding;
    std::optional<DifferenceKind> const kind =
        kind_of_difference(answer_of_side(answers, finding.sides, 0), answer_of_side(answers, finding.sides, 1));
    finding.group = Group{.operation = input.operation,
                          .kind = kind.value_or(DifferenceKind{}),
                          .sides = finding.sides,
                          .inputs = 1,
                          .example = input,
                          .answers = std::move(answers)};
    return finding;
  }

  void take(OperationCount& count, std::uint64_t number) {
    if (is_late()) return;
    Finding finding = ask_all(maker_.make(count.operation, plan_.seed, number));
    auto const compared = finding.sides.size() - static_cast<std::size_t>(std::count(
                                                     finding.sides.begin(), finding.sides.end(), std::nullopt));
    if (compared < 2) {
      ++count.left_out;
      return;
    }
    ++count.compared;
    if (!finding.group) return;
    ++count.differing;
    finding.group->first_number = number;
    add(std::move(*finding.group));
  }

  static bool are_alike(Group const& left, Group const& right) {
    return left.operation == right.operation && left.kind == right.kind && left.sides == right.sides;
  }

  void add(Group found) {
    auto const known = std::find_if(result_.groups.begin(), result_.groups.end(),
                                    [&](Group const& group) { return are_alike(group, found); });
    if (known == result_.groups.end()) {
      result_.groups.push_back(std::move(found));
      return;
    }
    ++known->inputs;
    if (size_of(found.example) >= size_of(known->example)) return;
    known->example = std::move(found.example);
    known->answers = std::move(found.answers);
  }

  void shrink(Group& group) const {
    StillShows const still_shows = [&](Input const& smaller) {
      if (is_late() || !maker_.is_askable(smaller)) return false;
      Finding const finding = ask_all(smaller);
      if (!finding.group || !are_alike(*finding.group, group)) return false;
      group.answers = finding.group->answers;
      return true;
    };
    group.example = shrunk(group.example, still_shows, plan_.most_shrinking_tries);
  }

  std::vector<NamedSubject> const& subjects_;
  InputMaker const& maker_;
  Plan const& plan_;
  std::optional<Clock::time_point> deadline_;
  Comparison result_;
};

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

Common common_to(std::vector<NamedSubject> const& subjects) {
  Capabilities const& first = subjects.front().subject->capabilities();
  Common common{.operations = first.operations,
                .providers = first.providers,
                .api_types = first.api_types,
                .features = first.features};
  for (NamedSubject const& named : subjects) {
    Capabilities const& declared = named.subject->capabilities();
    common.operations = in_both(common.operations, declared.operations);
    common.providers = in_both(common.providers, declared.providers);
    common.api_types = in_both(common.api_types, declared.api_types);
    common.features = in_both(common.features, declared.features);
  }
  return common;
}

Comparison compare(std::vector<NamedSubject> const& subjects, InputMaker const& maker, Plan const& plan) {
  return Comparing(subjects, maker, plan).run();
}

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
  for (Group const& group : comparison.groups) text += group_text(group, subjects);
  if (comparison.groups.empty()) return text + "\nNo difference.\n";
  return text + fmt::format(
                    "\n{} with a difference, of {} {}. A difference is no verdict: the documents may leave the "
                    "point open, and most\nsubjects may be wrong. 'prompty-conformance run' judges.\n",
                    times(differing), comparison.groups.size(), comparison.groups.size() == 1 ? "kind" : "kinds");
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
  for (Group const& group : comparison.groups) json["groups"].push_back(group_json(group, subjects));
  return json;
}

}  // namespace conformance::differential
