#include "harness/differential/comparison.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/differential/shrinking.hpp"

namespace conformance::differential {
namespace comparison {
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

}  // namespace
}  // namespace comparison

Common common_to(std::vector<NamedSubject> const& subjects) {
  Capabilities const& first = subjects.front().subject->capabilities();
  Common common{.operations = first.operations,
                .providers = first.providers,
                .api_types = first.api_types,
                .features = first.features};
  for (NamedSubject const& named : subjects) {
    Capabilities const& declared = named.subject->capabilities();
    common.operations = comparison::in_both(common.operations, declared.operations);
    common.providers = comparison::in_both(common.providers, declared.providers);
    common.api_types = comparison::in_both(common.api_types, declared.api_types);
    common.features = comparison::in_both(common.features, declared.features);
  }
  return common;
}

Comparison compare(std::vector<NamedSubject> const& subjects, InputMaker const& maker, Plan const& plan) {
  return comparison::Comparing(subjects, maker, plan).run();
}

}  // namespace conformance::differential
