#include "mock-provider/matching/expectation.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <set>
#include <span>

#include "mock-provider/matching/bounded_json.hpp"
#include "mock-provider/matching/matcher.hpp"
#include "mock-provider/matching/pattern.hpp"

namespace conformance {
namespace {

std::string_view type_name(Json const& value) {
  switch (value.type()) {
    case Json::value_t::null:
      return "null";
    case Json::value_t::object:
      return "an object";
    case Json::value_t::array:
      return "an array";
    case Json::value_t::string:
      return "a string";
    case Json::value_t::boolean:
      return "a boolean";
    case Json::value_t::number_integer:
    case Json::value_t::number_unsigned:
    case Json::value_t::number_float:
      return "a number";
    case Json::value_t::binary:
    case Json::value_t::discarded:
      break;
  }
  return "no JSON value";
}

bool has_type(Json const& value, std::string_view name) {
  if (name == "string") return value.is_string();
  if (name == "integer") return value.is_number_integer();
  if (name == "number") return value.is_number();
  if (name == "boolean") return value.is_boolean();
  if (name == "null") return value.is_null();
  if (name == "array") return value.is_array();
  return value.is_object();
}

/// What a comparison is made for.
enum class Purpose : std::uint8_t {
  tell,   ///< every difference is kept
  count,  ///< they are counted
  decide  ///< whether there is any
};

/// Finds the differences between an expectation and an answer.
class Comparison {
 public:
  explicit Comparison(Purpose purpose, int uneven_lists_around = 0)
      : purpose_(purpose), uneven_lists_around_(uneven_lists_around) {}

  void compare(Json const& expectation, Json const& answer, std::string const& pointer);
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::vector<Difference> take() { return std::move(found_); }

 private:
  void add(DifferenceKind kind, std::string const& pointer, std::string message, Json const& expected, Json const& got);
  void compare_members(Json const& expectation, Json const& answer, std::string const& pointer);
  void compare_object(Json const& expectation, Json const& answer, std::string const& pointer);
  void compare_array(Json const& expectation, Json const& answer, std::string const& pointer);
  void compare_unordered(Json const& operand, Json const& answer, std::string const& pointer);
  void compare_one_of(Json const& operand, Json const& answer, std::string const& pointer);
  void compare_json_text(Json const& operand, Json const& answer, std::string const& pointer);
  void compare_matcher(Matcher matcher, Json const& expectation, Json const& answer, std::string const& pointer);

  Purpose purpose_;
  int uneven_lists_around_;  ///< how many lists of other lengths than expected are being compared
  std::size_t count_ = 0;
  std::vector<Difference> found_;  ///< for Purpose::tell
};

bool matches(Json const& expectation, Json const& answer) {
  Comparison comparison(Purpose::decide);
  comparison.compare(expectation, answer, "");
  return comparison.count() == 0;
}

void Comparison::add(DifferenceKind kind, std::string const& pointer, std::string message, Json const& expected,
                     Json const& got) {
  ++count_;
  if (purpose_ != Purpose::tell) return;
  found_.push_back({.pointer = pointer, .message = std::move(message), .expected = expected, .got = got, .kind = kind});
}

void Comparison::compare_members(Json const& expectation, Json const& answer, std::string const& pointer) {
  for (auto const& [key, expected] : expectation.items()) {
    auto const found = answer.find(key);
    if (is_absent_matcher(expected)) {
      if (found != answer.end())
        add(DifferenceKind::extra, child(pointer, key), fmt::format("member \"{}\" must be absent", key), expected,
            *found);
    } else if (is_optional_matcher(expected)) {
      if (found != answer.end()) compare(expected["$optional"], *found, child(pointer, key));
    } else if (found == answer.end()) {
      add(DifferenceKind::missing, child(pointer, key), fmt::format("member \"{}\" is missing", key), expected,
          nullptr);
    } else {
      compare(expected, *found, child(pointer, key));
    }
  }
}

void Comparison::compare_object(Json const& expectation, Json const& answer, std::string const& pointer) {
  if (!answer.is_object())
    return add(DifferenceKind::other_type, pointer, fmt::format("expected an object, got {}", type_name(answer)),
               expectation, answer);
  compare_members(expectation, answer, pointer);
  for (auto const& [key, value] : answer.items()) {
    if (!expectation.contains(key))
      add(DifferenceKind::extra, child(pointer, key), fmt::format("member \"{}\" is not expected", key),
          {{"$absent", true}}, value);
  }
}

/// How many elements match from the front, at most as many as the shorter list has.
std::size_t equal_beginning(Json const& expectation, Json const& answer) {
  std::size_t count = 0;
  while (count < std::min(expectation.size(), answer.size()) && matches(expectation[count], answer[count])) ++count;
  return count;
}

/// How many elements match from the back, behind the first `beginning` of either list.
std::size_t equal_end(Json const& expectation, Json const& answer, std::size_t beginning) {
  std::size_t const most = std::min(expectation.size(), answer.size()) - beginning;
  std::size_t count = 0;
  while (count < most && matches(expectation[expectation.size() - 1 - count], answer[answer.size() - 1 - count]))
    ++count;
  return count;
}

std::size_t leaves_of(Json const& value) {
  if (!value.is_structured() || value.empty()) return 1;
  std::size_t count = 0;
  for (Json const& element : value) count += leaves_of(element);
  return count;
}

std::size_t difference_count(Json const& expectation, Json const& answer, int uneven_lists_around) {
  Comparison comparison(Purpose::count, uneven_lists_around);
  comparison.compare(expectation, answer, "");
  return comparison.count();
}

/// One step through two lists: an element of either, or of both.
enum class Step : std::uint8_t { pair, missing, extra };

/// The steps through two lists of elements with which they differ least; an element without partner differs in all its
/// leaves, and costs one more.
std::vector<Step> best_alignment(std::span<Json const* const> expected, std::span<Json const* const> got,
                                 int uneven_lists_around) {
  std::size_t const width = got.size() + 1;
  std::vector<std::size_t> cost((expected.size() + 1) * width, 0);
  std::vector<Step> step(cost.size(), Step::pair);
  for (std::size_t row = 0; row <= expected.size(); ++row) {
    for (std::size_t column = 0; column < width; ++column) {
      if (row == 0 && column == 0) continue;
      std::size_t const at = row * width + column;
      std::size_t best = std::numeric_limits<std::size_t>::max();
      auto const offer = [&](std::size_t price, Step offered) {
        if (price >= best) return;
        best = price;
        step[at] = offered;
      };
      if (row > 0 && column > 0)
        offer(cost[at - width - 1] + difference_count(*expected[row - 1], *got[column - 1], uneven_lists_around),
              Step::pair);
      if (row > 0) offer(cost[at - width] + leaves_of(*expected[row - 1]) + 1, Step::missing);
      if (column > 0) offer(cost[at - 1] + leaves_of(*got[column - 1]) + 1, Step::extra);
      cost[at] = best;
    }
  }
  std::vector<Step> steps;
  for (std::size_t row = expected.size(), column = got.size(); row > 0 || column > 0;) {
    Step const taken = step[row * width + column];
    steps.push_back(taken);
    if (taken != Step::extra) --row;
    if (taken != Step::missing) --column;
  }
  std::reverse(steps.begin(), steps.end());
  return steps;
}

/// Longer lists are compared element by element, and so are lists inside of so many others: what is aligned is compared
/// with all that may stand beside it, so that each level multiplies the time.
constexpr std::size_t most_alignments = 2'500;
constexpr int most_aligned_levels = 6;

void Comparison::compare_array(Json const& expectation, Json const& answer, std::string const& pointer) {
  if (!answer.is_array())
    return add(DifferenceKind::other_type, pointer, fmt::format("expected an array, got {}", type_name(answer)),
               expectation, answer);
  bool const same_length = expectation.size() == answer.size();
  std::string const sizes = fmt::format("expected {} elements, got {}", expectation.size(), answer.size());
  if (!same_length && purpose_ == Purpose::decide)
    return add(DifferenceKind::other_value, pointer, sizes, expectation, answer);
  std::size_t const begin = same_length ? 0 : equal_beginning(expectation, answer);
  std::size_t const end = same_length ? 0 : equal_end(expectation, answer, begin);
  std::vector<Json const*> expected;
  std::vector<Json const*> got;
  for (std::size_t place = begin; place < expectation.size() - end; ++place) expected.push_back(&expectation[place]);
  for (std::size_t place = begin; place < answer.size() - end; ++place) got.push_back(&answer[place]);
  std::vector<Step> steps(std::min(expected.size(), got.size()), Step::pair);
  bool const aligns = uneven_lists_around_ < most_aligned_levels && expected.size() * got.size() <= most_alignments;
  if (!same_length && aligns) {
    steps = best_alignment(expected, got, uneven_lists_around_ + 1);
  } else {
    steps.insert(steps.end(), expected.size() - steps.size(), Step::missing);
    steps.insert(steps.end(), got.size() - std::min(expected.size(), got.size()), Step::extra);
  }
  std::size_t wanted = begin;
  std::size_t place = begin;
  uneven_lists_around_ += same_length ? 0 : 1;
  for (Step const step : steps) {
    switch (step) {
      case Step::pair:
        compare(expectation[wanted++], answer[place], child(pointer, place));
        ++place;
        break;
      case Step::missing:
        add(DifferenceKind::missing, child(pointer, place), fmt::format("element {} is missing, {}", wanted, sizes),
            expectation[wanted], nullptr);
        ++wanted;
        break;
      case Step::extra:
        add(DifferenceKind::extra, child(pointer, place), fmt::format("element {} is not expected, {}", place, sizes),
            nullptr, answer[place]);
        ++place;
        break;
    }
  }
  uneven_lists_around_ -= same_length ? 0 : 1;
}

/// Finds a partner for one expected element, moving earlier ones to other partners where that helps (augmenting path).
bool assign(std::size_t expected, std::vector<std::vector<std::size_t>> const& candidates, std::vector<bool>& visited,
            std::vector<std::optional<std::size_t>>& owner) {
  for (std::size_t const candidate : candidates[expected]) {
    if (visited[candidate]) continue;
    visited[candidate] = true;
    if (!owner[candidate] || assign(*owner[candidate], candidates, visited, owner)) {
      owner[candidate] = expected;
      return true;
    }
  }
  return false;
}

/// The one of these elements that differs least; nothing when all differ as much as if none were there.
std::optional<std::size_t> nearest_of(Json const& expectation, Json const& answer, std::set<std::size_t> const& places,
                                      int uneven_lists_around) {
  std::optional<std::size_t> nearest;
  std::size_t least = leaves_of(expectation) + 1;
  for (std::size_t const place : places) {
    std::size_t const count = difference_count(expectation, answer[place], uneven_lists_around + 1);
    if (count >= least) continue;
    least = count;
    nearest = place;
  }
  return nearest;
}

void Comparison::compare_unordered(Json const& operand, Json const& answer, std::string const& pointer) {
  if (!answer.is_array())
    return add(DifferenceKind::other_type, pointer, fmt::format("expected an array, got {}", type_name(answer)),
               operand, answer);
  std::string const sizes = fmt::format("expected {} elements in any order, got {}", operand.size(), answer.size());
  if (operand.size() != answer.size() && purpose_ == Purpose::decide)
    return add(DifferenceKind::other_value, pointer, sizes, operand, answer);
  std::vector<std::vector<std::size_t>> candidates(operand.size());
  for (std::size_t expected = 0; expected < operand.size(); ++expected) {
    for (std::size_t index = 0; index < answer.size(); ++index) {
      if (matches(operand[expected], answer[index])) candidates[expected].push_back(index);
    }
  }
  std::vector<std::optional<std::size_t>> owner(answer.size());
  std::vector<std::size_t> unmet;
  for (std::size_t expected = 0; expected < operand.size(); ++expected) {
    std::vector<bool> visited(answer.size(), false);
    if (!assign(expected, candidates, visited, owner)) unmet.push_back(expected);
  }
  std::set<std::size_t> rest;
  for (std::size_t index = 0; index < answer.size(); ++index) {
    if (!owner[index]) rest.insert(index);
  }
  for (std::size_t const expected : unmet) {
    std::optional<std::size_t> const partner = nearest_of(operand[expected], answer, rest, uneven_lists_around_);
    if (!partner) {
      add(DifferenceKind::missing, child(pointer, expected), fmt::format("element {} is missing, {}", expected, sizes),
          operand[expected], nullptr);
      continue;
    }
    rest.erase(*partner);
    compare(operand[expected], answer[*partner], child(pointer, *partner));
  }
  for (std::size_t const index : rest)
    add(DifferenceKind::extra, child(pointer, index), fmt::format("element {} is not expected, {}", index, sizes),
        nullptr, answer[index]);
}

/// Whether an expectation looks at the parts of such an answer.
bool looks_into(Json const& expectation, Json const& answer) {
  std::optional<Matcher> const matcher =
      has_dollar_key(expectation) ? matcher_named(expectation.begin().key()) : std::nullopt;
  if (matcher)
    return matcher == Matcher::subset ? answer.is_object() : matcher == Matcher::unordered && answer.is_array();
  return expectation.is_structured() && expectation.type() == answer.type();
}

/// Of alternatives that none meets: the only one that departs least, of those that look into the answer.
Json const* nearest_alternative(Json const& operand, Json const& answer, int uneven_lists_around) {
  Json const* nearest = nullptr;
  std::size_t least = leaves_of(answer);
  for (Json const& alternative : operand) {
    if (!looks_into(alternative, answer)) continue;
    std::size_t const count = difference_count(alternative, answer, uneven_lists_around + 1);
    if (count > least) continue;
    nearest = count < least ? &alternative : nullptr;
    least = count;
  }
  return nearest;
}

void Comparison::compare_one_of(Json const& operand, Json const& answer, std::string const& pointer) {
  bool const met = std::any_of(operand.begin(), operand.end(),
                               [&](Json const& alternative) { return matches(alternative, answer); });
  if (met) return;
  Json const* const nearest =
      purpose_ == Purpose::decide ? nullptr : nearest_alternative(operand, answer, uneven_lists_around_);
  if (nearest == nullptr)
    return add(DifferenceKind::other_value, pointer, fmt::format("matches none of the {} alternatives", operand.size()),
               {{"$oneOf", operand}}, answer);
  std::size_t const before = found_.size();
  compare(*nearest, answer, pointer);
  for (std::size_t place = before; place < found_.size(); ++place)
    found_[place].message += fmt::format(", in the nearest of {} alternatives", operand.size());
}

void Comparison::compare_json_text(Json const& operand, Json const& answer, std::string const& pointer) {
  Json const expected = {{"$json", operand}};
  if (!answer.is_string())
    return add(DifferenceKind::other_type, pointer,
               fmt::format("expected a string holding JSON, got {}", type_name(answer)), expected, answer);
  Json const inner = bounded_json(answer.get_ref<std::string const&>());
  if (inner.is_discarded())
    return add(DifferenceKind::other_value, pointer, "the string does not hold JSON", expected, answer);
  Comparison text(purpose_, uneven_lists_around_);
  text.compare(operand, inner, "");
  count_ += text.count();
  for (Difference& found : text.take()) {
    std::string const place = found.pointer.empty() ? "" : fmt::format(" at {}", found.pointer);
    found_.push_back({.pointer = pointer,
                      .message = fmt::format("inside the JSON text{}: {}", place, found.message),
                      .expected = expected,
                      .got = answer,
                      .kind = found.kind,
                      .inside = found.pointer});
  }
}

bool is_empty_or_scalar(Json const& value) {
  if (value.is_string()) return value.get_ref<std::string const&>().empty();
  return !value.is_structured() || value.empty();
}

void Comparison::compare_matcher(Matcher matcher, Json const& expectation, Json const& answer,
                                 std::string const& pointer) {
  Json const& operand = expectation.begin().value();
  auto const other_value = [&](std::string message) {
    add(DifferenceKind::other_value, pointer, std::move(message), expectation, answer);
  };
  auto const other_type = [&](std::string message) {
    add(DifferenceKind::other_type, pointer, std::move(message), expectation, answer);
  };
  switch (matcher) {
    case Matcher::absent:
      return other_value("must be absent");
    case Matcher::optional:
      return compare(operand, answer, pointer);
    case Matcher::type:
      if (has_type(answer, operand.get<std::string>())) return;
      return other_type(fmt::format("expected type {}, got {}", operand.get<std::string>(), type_name(answer)));
    case Matcher::match:
      if (!answer.is_string()) return other_type(fmt::format("expected a string, got {}", type_name(answer)));
      if (matches_pattern(operand.get<std::string>(), answer.get_ref<std::string const&>())) return;
      return other_value("the string does not match the pattern");
    case Matcher::json:
      return compare_json_text(operand, answer, pointer);
    case Matcher::one_of:
      return compare_one_of(operand, answer, pointer);
    case Matcher::subset:
      if (!answer.is_object()) return other_type(fmt::format("expected an object, got {}", type_name(answer)));
      return compare_members(operand, answer, pointer);
    case Matcher::unordered:
      return compare_unordered(operand, answer, pointer);
    case Matcher::trim_end:
      if (!answer.is_string()) return other_type(fmt::format("expected a string, got {}", type_name(answer)));
      if (trimmed_end(operand.get<std::string>()) == trimmed_end(answer.get<std::string>())) return;
      return other_value("the strings differ before their trailing white space");
    case Matcher::non_empty:
      if (!is_empty_or_scalar(answer)) return;
      return other_value("expected a non-empty string, array or object");
    case Matcher::literal:
      if (same_json(operand, answer)) return;
      return other_value("the values differ");
  }
}

bool same_type(Json const& one, Json const& other) {
  return one.type() == other.type() || (one.is_number() && other.is_number());
}

void Comparison::compare(Json const& expectation, Json const& answer, std::string const& pointer) {
  if (purpose_ == Purpose::decide && count_ > 0) return;
  if (has_dollar_key(expectation))
    return compare_matcher(*matcher_named(expectation.begin().key()), expectation, answer, pointer);
  if (expectation.is_object()) return compare_object(expectation, answer, pointer);
  if (expectation.is_array()) return compare_array(expectation, answer, pointer);
  if (same_json(expectation, answer)) return;
  add(same_type(expectation, answer) ? DifferenceKind::other_value : DifferenceKind::other_type, pointer,
      "the values differ", expectation, answer);
}

struct NamedKind {
  DifferenceKind kind;
  std::string_view name;
};

constexpr NamedKind kinds[] = {{DifferenceKind::missing, "missing"},       {DifferenceKind::extra, "extra"},
                               {DifferenceKind::other_type, "other type"}, {DifferenceKind::other_value, "other value"},
                               {DifferenceKind::ending, "other ending"},   {DifferenceKind::malformed, "malformed"}};

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

std::string trimmed_end(std::string const& text) {
  std::size_t const last = text.find_last_not_of(" \t\n\r\f\v");
  return last == std::string::npos ? std::string() : text.substr(0, last + 1);
}

std::string_view difference_kind_name(DifferenceKind kind) {
  return std::find_if(std::begin(kinds), std::end(kinds), [kind](NamedKind const& named) { return named.kind == kind; })
      ->name;
}

std::optional<DifferenceKind> difference_kind_named(std::string_view name) {
  auto const found =
      std::find_if(std::begin(kinds), std::end(kinds), [name](NamedKind const& named) { return named.name == name; });
  if (found == std::end(kinds)) return std::nullopt;
  return found->kind;
}

std::vector<Difference> differences(Json const& expectation, Json const& answer) {
  std::vector<ExpectationProblem> const problems = problems_of_expectation(expectation);
  if (!problems.empty()) {
    return {{.pointer = "",
             .message = fmt::format("the expectation is malformed at {}: {}", problems.front().pointer,
                                    problems.front().message),
             .expected = expectation,
             .got = answer,
             .kind = DifferenceKind::malformed}};
  }
  Comparison comparison(Purpose::tell);
  comparison.compare(expectation, answer, "");
  return comparison.take();
}

std::optional<Difference> first_difference(Json const& expectation, Json const& answer) {
  std::vector<Difference> found = differences(expectation, answer);
  if (found.empty()) return std::nullopt;
  return std::move(found.front());
}

std::vector<ExpectationProblem> problems_of_expectation(Json const& expectation) {
  ProblemFinder finder;
  finder.visit(expectation, "");
  return finder.problems;
}

}  // namespace conformance
