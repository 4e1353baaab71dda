#include "harness/judge/variations/crossed_vectors.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/jq/jq.hpp"
#include "harness/judge/subject/readable_text.hpp"

namespace conformance {
namespace {

constexpr char const* every_crossing = "all-at-once";

/// What the program of the crossings does.
constexpr char const* find_conditions = "find conditions";
constexpr char const* cross_each = "cross with each";
constexpr char const* cross_all = "cross with all";

/// The conditions of the page, each once: the crossings of a group have one in common.
std::vector<std::string> conditions_of(CrossingPage const& page) {
  std::set<std::string> conditions;
  for (Crossing const& crossing : page.crossings) conditions.insert(crossing.only);
  return {conditions.begin(), conditions.end()};
}

/// By crossings.
std::vector<std::size_t> places_of_conditions(CrossingPage const& page) {
  std::vector<std::string> const conditions = conditions_of(page);
  std::vector<std::size_t> places;
  for (Crossing const& crossing : page.crossings)
    places.push_back(static_cast<std::size_t>(std::lower_bound(conditions.begin(), conditions.end(), crossing.only) -
                                              conditions.begin()));
  return places;
}

/// From {do, which, given}: for each condition of `which` whether it holds; what is given with each crossing of `which`
/// alone; or what it is with all of them.
std::string program_of(CrossingPage const& page) {
  std::vector<std::string> changes;
  for (Crossing const& crossing : page.crossings) changes.push_back(fmt::format("({}) // .", crossing.change));
  return fmt::format(
      "{}\ndef meets($which): {};\ndef crossed($which): {};\n"
      ". as {{$do, $which, $given}}"
      " | if $do == \"{}\" then [$which[] as $one | isempty($given | meets($one)) | not]"
      " elif $do == \"{}\" then [$which[] as $one | [$given | crossed($one)][0]]"
      " else reduce $which[] as $one ($given; crossed($one)) end",
      page.words, choice_of_filters(conditions_of(page)), choice_of_filters(changes), find_conditions, cross_each);
}

void demand_jq(Crossing const& crossing, std::string const& words) {
  try {
    JqProgram const alone(fmt::format("{}\n({}) | ({})", words, crossing.only, crossing.change));
  } catch (JqSyntaxError const& error) {
    throw InputError(fmt::format("{}: this filter is no jq: {}", crossing.at, error.what()));
  }
}

/// Compiling takes tens of milliseconds, however short the text is: the changes are compiled together, and one by one
/// only to find the one that is wrong.
std::unique_ptr<JqPrograms const> compiled(CrossingPage const& page) {
  try {
    return std::make_unique<JqPrograms const>(program_of(page));
  } catch (JqSyntaxError const& error) {
    for (Crossing const& crossing : page.crossings) demand_jq(crossing, page.words);
    throw InputError(fmt::format("the words of spec/crossings.yaml are no jq: {}", error.what()));
  }
}

/// What a step expects that has one expectation, for lists that grow in what is given and in what is expected alike.
Json* only_expectation_of(Step& step) {
  ExpectedAnswer& expect = step.expect;
  return expect.readings.empty() && expect.outcome.value ? &*expect.outcome.value : nullptr;
}

/// What a vector gives: params, the operation, what a provider answers, and files that are text; and what it expects.
Json changeable_parts_of(Vector const& vector) {
  Step const& step = vector.steps.front();
  Json given = Json::object();
  given["params"] = step.given;
  given["operation"] = step.operation;
  if (vector.provider) given["provider"] = *vector.provider;
  if (step.expect.readings.empty() && step.expect.outcome.value) given["expected"] = *step.expect.outcome.value;
  given["files"] = Json::object();
  for (auto const& [path, bytes] : vector.files) {
    if (valid_utf8(bytes) == bytes) given["files"][path] = bytes;
  }
  return given;
}

Vector with_parts(Vector vector, Json made) {
  vector.steps.front().given = std::move(made["params"]);
  if (vector.provider) vector.provider = std::move(made["provider"]);
  if (Json* const expected = only_expectation_of(vector.steps.front())) *expected = std::move(made["expected"]);
  for (auto const& [path, bytes] : made["files"].items()) vector.files[path] = bytes.get<std::string>();
  return vector;
}

}  // namespace

/// Crosses one vector, with a program that no other thread runs meanwhile. Throws HarnessError when a change fails.
class CrossedVectors::Crosser {
 public:
  Crosser(JqProgram& program, Vector const& vector)
      : program_(program),
        vector_(vector),
        before_(changeable_parts_of(vector)),
        values_{&before_},
        given_(values_.to_jq(before_)) {}
  ~Crosser() { jv_free(given_); }
  Crosser(Crosser const&) = delete;
  Crosser& operator=(Crosser const&) = delete;

  /// The conditions that hold for the vector.
  [[nodiscard]] std::set<std::size_t> holding(std::set<std::size_t> const& conditions) {
    Json const holds = values_.from_jq(run(find_conditions, {conditions.begin(), conditions.end()}));
    std::set<std::size_t> holding;
    std::size_t place = 0;
    for (std::size_t const condition : conditions) {
      if (holds[place++].get<bool>()) holding.insert(condition);
    }
    return holding;
  }

  /// Those that change the vector when each is alone.
  [[nodiscard]] std::vector<std::size_t> changing(std::vector<std::size_t> const& which) {
    std::vector<std::size_t> changing;
    jv const changed = run(cross_each, which);
    for (std::size_t place = 0; place < which.size(); ++place) {
      jv const alone = jv_array_get(jv_copy(changed), static_cast<int>(place));
      if (is_changed(alone)) changing.push_back(which[place]);
      jv_free(alone);
    }
    jv_free(changed);
    return changing;
  }

  /// The parts of the vector with these, one after the other.
  [[nodiscard]] Json with(std::vector<std::size_t> const& which) {
    return values_.from_jq(run(cross_all, which), jv_copy(given_), before_);
  }

  /// The same, and nothing where these change none.
  [[nodiscard]] std::optional<Json> changed_with(std::vector<std::size_t> const& which) {
    jv const made = run(cross_all, which);
    if (is_changed(made)) return values_.from_jq(made, jv_copy(given_), before_);
    jv_free(made);
    return std::nullopt;
  }

 private:
  /// jq compares two values to their last member even if they are one.
  [[nodiscard]] bool is_changed(jv made) const {
    bool const is_the_same = jv_identical(jv_copy(made), jv_copy(given_)) != 0;
    return !is_the_same && jv_equal(jv_copy(made), jv_copy(given_)) == 0;
  }

  /// The caller owns what it gets.
  jv run(char const* what, std::vector<std::size_t> const& which) {
    jv indices = jv_array();
    for (std::size_t const index : which) indices = jv_array_append(indices, jv_number(static_cast<double>(index)));
    jv input = jv_object_set(jv_object(), jv_string("do"), jv_string(what));
    input = jv_object_set(input, jv_string("which"), indices);
    input = jv_object_set(input, jv_string("given"), jv_copy(given_));
    jv const made = program_.run(input);
    if (jv_is_valid(made) != 0) return made;
    Json const message = values_.from_jq(jv_invalid_get_msg(made));
    throw HarnessError(fmt::format("{}: spec/crossings.yaml: {}", vector_.id, message.dump()));
  }

  JqProgram& program_;
  Vector const& vector_;
  Json const before_;
  JqValues values_;
  jv given_;
};

CrossedVectors::CrossedVectors(CrossingPage page, VariationsWanted wanted, ClauseRegistry const* registry)
    : page_(std::move(page)),
      wanted_(std::move(wanted)),
      registry_(registry),
      conditions_(places_of_conditions(page_)),
      made_(compiled(page_)) {
  for (std::string const& name : wanted_.names) {
    bool const is_known =
        name == every_crossing || std::any_of(page_.crossings.begin(), page_.crossings.end(),
                                              [&](Crossing const& crossing) { return crossing.name == name; });
    if (!is_known) throw InputError(fmt::format("there is no crossing '{}'; spec/crossings.yaml has them all", name));
  }
}

std::vector<std::size_t> CrossedVectors::possible(Vector const& vector, Way way) const {
  std::vector<std::size_t> which;
  if (vector.steps.size() != 1 || vector.malformed) return which;
  for (std::size_t index = 0; index < page_.crossings.size(); ++index) {
    Crossing const& crossing = page_.crossings[index];
    if (way == Way::http && crossing.malformed) continue;
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

std::vector<std::size_t> CrossedVectors::meeting(Crosser& crosser, std::vector<std::size_t> which) const {
  std::set<std::size_t> conditions;
  for (std::size_t const index : which) conditions.insert(conditions_[index]);
  std::set<std::size_t> const holding = crosser.holding(conditions);
  std::erase_if(which, [&](std::size_t index) { return !holding.contains(conditions_[index]); });
  return which;
}

std::vector<Crossing const*> CrossedVectors::crossings_of(Vector const& vector) const {
  std::vector<Crossing const*> crossings;
  std::vector<std::size_t> const which = possible(vector, Way::direct);
  if (which.empty()) return crossings;
  made_->with_one([&](JqProgram& program) {
    Crosser crosser(program, vector);
    for (std::size_t const index : crosser.changing(meeting(crosser, which)))
      crossings.push_back(&page_.crossings[index]);
  });
  return crossings;
}

std::vector<std::string> CrossedVectors::due(Vector const& vector, Way way) const {
  std::vector<std::size_t> const which = possible(vector, way);
  if (which.empty()) return {};
  return made_->with_one([&](JqProgram& program) {
    Crosser crosser(program, vector);
    std::vector<std::size_t> const met = meeting(crosser, which);
    Made made;
    if (!met.empty())
      made = wanted_.all || !wanted_.names.empty()
                 ? chosen(crosser, met)
                 : usual(crosser, met, choice_among(met.size(), vector.id, wanted_.seed));
    std::vector<std::string> names;
    std::scoped_lock const lock(mutex_);
    for (auto& [name, parts] : made) {
      names.push_back(name);
      parts_.insert_or_assign({vector.id, name, way}, std::move(parts));
    }
    return names;
  });
}

std::vector<std::string> CrossedVectors::parts_of(Vector const& /*vector*/, std::string const& name, Way way) const {
  if (name != every_crossing) return {name};
  std::vector<std::string> names;
  for (Crossing const& crossing : page_.crossings) {
    if (!crossing.alone && !(way == Way::http && crossing.malformed)) names.push_back(crossing.name);
  }
  return names;
}

Vector CrossedVectors::with(Vector const& vector, std::string const& name, Way way) const {
  std::vector<std::size_t> const which = named(possible(vector, way), name);
  if (which.empty()) return vector;
  std::optional<Json> parts = kept(vector, name, way);
  if (!parts) {
    parts = made_->with_one([&](JqProgram& program) {
      Crosser crosser(program, vector);
      return crosser.with(meeting(crosser, which));
    });
  }
  return with_parts(vector, *std::move(parts));
}

std::optional<Json> CrossedVectors::kept(Vector const& vector, std::string const& name, Way way) const {
  std::scoped_lock const lock(mutex_);
  auto parts = parts_.extract({vector.id, name, way});
  return parts ? std::optional(std::move(parts.mapped())) : std::nullopt;
}

std::vector<std::size_t> CrossedVectors::named(std::vector<std::size_t> which, std::string const& name) const {
  std::erase_if(which, [&](std::size_t index) {
    Crossing const& crossing = page_.crossings[index];
    return name == every_crossing ? crossing.alone : crossing.name != name;
  });
  return which;
}

CrossedVectors::Made CrossedVectors::chosen(Crosser& crosser, std::vector<std::size_t> const& which) const {
  std::vector<std::size_t> const changing = crosser.changing(which);
  std::vector<std::size_t> const together = named(changing, every_crossing);
  std::vector<std::string> names;
  // All of a single one would be that one twice, unless another one changes what it leaves.
  if (together.size() > 1 ||
      (together.size() == 1 && crosser.with(named(which, every_crossing)) != crosser.with(together)))
    names.emplace_back(every_crossing);
  for (std::size_t const index : changing) names.push_back(page_.crossings[index].name);
  Made made;
  for (std::string const& name : names) {
    bool const is_wanted =
        wanted_.names.empty() || std::find(wanted_.names.begin(), wanted_.names.end(), name) != wanted_.names.end();
    if (is_wanted) made.emplace_back(name, crosser.with(named(which, name)));
  }
  return made;
}

CrossedVectors::Made CrossedVectors::usual(Crosser& crosser, std::vector<std::size_t> which, std::size_t first) const {
  std::optional<Json> together = crosser.changed_with(named(which, every_crossing));
  std::rotate(which.begin(), which.begin() + static_cast<std::ptrdiff_t>(first), which.end());
  // What changes nothing together does not alone: most vectors meet little, and each try takes its time.
  if (!together) std::erase_if(which, [&](std::size_t index) { return !page_.crossings[index].alone; });
  Made made;
  for (std::size_t const index : which) {
    std::optional<Json> alone = crosser.changed_with({index});
    if (!alone) continue;
    // All of a single one would be that one twice.
    if (together && *together != *alone) made.emplace_back(every_crossing, *std::move(together));
    made.emplace_back(page_.crossings[index].name, *std::move(alone));
    break;
  }
  return made;
}

}  // namespace conformance
