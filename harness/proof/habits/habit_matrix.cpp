#include "harness/proof/habits/habit_matrix.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <functional>
#include <nlohmann/json.hpp>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "harness/judge/files/yaml_place.hpp"
#include "harness/judge/replay/scenario.hpp"
#include "mock-provider/matching/bounded_json.hpp"
#include "mock-provider/matching/pattern.hpp"

namespace conformance {
namespace {

using Visit = std::function<void(std::string const& place, Json const& value)>;

/// A list of everything that a judge sees of a reply.
Json seen_of(Reply const& reply) {
  return {{"value", reply.value}, {"items", reply.items}};
}

/// The place of a member of what stands at `place`.
std::string place_of_member(std::string const& key, std::string const& place, ProtocolWords const& words) {
  bool const is_word = place.empty() || words.contain(key, place.substr(place.rfind('/') + 1));
  return fmt::format("{}/{}", place, is_word ? key : "?");
}

void visit(Json const& value, std::string const& place, ProtocolWords const& words, Visit const& seen) {
  seen(place, value);
  if (value.is_object())
    for (auto const& [key, member] : value.items()) visit(member, place_of_member(key, place, words), words, seen);
  if (value.is_array())
    for (Json const& element : value) visit(element, place + "/*", words, seen);
}

/// The value with the habit at all places of that pattern; members and elements first.
Json struck(Json value, std::string const& place, ProtocolWords const& words, StruckPlace const& where) {
  // Nothing below can be of that pattern.
  if (!where.place.starts_with(place)) return value;
  if (value.is_object())
    for (auto const& [key, member] : value.items())
      member = struck(std::move(member), place_of_member(key, place, words), words, where);
  if (value.is_array())
    for (Json& element : value) element = struck(std::move(element), place + "/*", words, where);
  return place == where.place ? where.habit->change(value) : std::move(value);
}

/// The mistake of answering so.
Deviation mistake_of(StruckPlace const& where, ProtocolWords const& words) {
  return struck_by(*where.habit, fmt::format("{} {} {}", where.operation, where.place, where.habit->name),
                   {where.operation},
                   [&where, &words](Json const& answer) { return struck(answer, "", words, where); });
}

/// Looks at the reference's answers to a vector, and changes nothing.
Deviation onlooker(std::function<void(AnsweredCall const&)> see) {
  return {.id = "onlooker",
          .clause = "",
          .breaks = "Nothing.",
          .answer = [](std::string const& operation, Json const& params,
                       AskReference const& reference) { return reference(operation, params); },
          .operations = {},
          .change =
              [see = std::move(see)](AnsweredCall const& call, AskReference const&) {
                see(call);
                return std::optional<Reply>();
              },
          .tells_late = {}};
}

constexpr std::string_view place_of_requests = "/requests/";

/// The place of the body of a request: those of one API are one place, whatever stands before its path.
std::string place_of_body(mock_provider::JournalEntry const& request) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 5> apis{
      {{"/chat/completions", "chat"},
       {"/responses", "responses"},
       {"/messages", "anthropic"},
       {"/embeddings", "embeddings"},
       {"/images/generations", "images"}}};
  auto const* const api =
      std::find_if(apis.begin(), apis.end(), [&](auto const& of) { return request.path.ends_with(of.first); });
  return std::string(place_of_requests).append(api == apis.end() ? "others" : api->second);
}

Json body_of(mock_provider::JournalEntry const& request) {
  return json_in(request.body);
}

/// Tells which habits change a value. Most texts of answers are those of others.
class StrikingHabits {
 public:
  explicit StrikingHabits(std::vector<Habit> const& habits) : habits_(habits) {}

  [[nodiscard]] std::vector<Habit const*> of(Json const& value) {
    if (!value.is_string()) return found(value);
    auto const [known, is_new] = of_texts_.try_emplace(value.get<std::string>());
    if (is_new) known->second = found(value);
    return known->second;
  }

 private:
  [[nodiscard]] std::vector<Habit const*> found(Json const& value) const {
    std::vector<Habit const*> striking;
    for (Habit const& habit : habits_) {
      if (habit.concerns(value) && habit.change(value) != value) striking.push_back(&habit);
    }
    return striking;
  }

  std::vector<Habit> const& habits_;
  std::unordered_map<std::string, std::vector<Habit const*>> of_texts_;
};

/// Where habits change the answers to a vector, and the requests that it expects.
std::set<StruckPlace> struck_in(Vector const& vector, StrikingHabits& habits, ProtocolWords const& words,
                                DeviationJudge const& judge) {
  std::set<StruckPlace> places;
  auto const look_at = [&](std::string const& operation, Json const& seen, std::string const& begin) {
    visit(seen, begin, words, [&](std::string const& place, Json const& value) {
      // The list of items is made here (seen_of), and not part of an answer.
      if (place.empty() || place == "/items") return;
      for (Habit const* const habit : habits.of(value))
        places.insert({.operation = operation, .place = place, .habit = habit});
    });
  };
  Deviation const look = onlooker([&](AnsweredCall const& call) {
    if (call.reply.status == Reply::Status::result) look_at(call.operation, seen_of(call.reply), "");
  });
  static_cast<void>(judge.attempt_of(vector, look));
  if (JudgedRequests const* const judged = judge.requests_of(vector)) {
    for (mock_provider::JournalEntry const& request : judged->entries) {
      Json const body = body_of(request);
      if (body.is_structured()) look_at(judged->operation, body, place_of_body(request));
    }
  }
  return places;
}

/// Whether the vector fails when its requests are sent so. What follows from them on the way is not played.
bool is_request_noticed(JudgedRequests const& judged, ProtocolWords const& words, StruckPlace const& where) {
  std::vector<mock_provider::JournalEntry> sent = judged.entries;
  for (mock_provider::JournalEntry& request : sent) {
    Json const body = body_of(request);
    if (!body.is_structured()) continue;
    request.body =
        struck(body, place_of_body(request), words, where).dump(-1, ' ', false, Json::error_handler_t::replace);
  }
  return judge_requests(judged.expected, sent).status != Status::pass;
}

bool is_noticed(Vector const& vector, ProtocolWords const& words, DeviationJudge const& judge,
                StruckPlace const& where) {
  if (where.place.starts_with(place_of_requests)) return is_request_noticed(*judge.requests_of(vector), words, where);
  return judge.failure_of(vector, mistake_of(where, words)).has_value();
}

/// The fates in the sections of the clauses of a vector, which is struck.
std::vector<SectionFate*> fates_in(HabitFate& fate, Vector const& vector) {
  std::set<std::string> sections;
  for (std::string const& clause : vector.clauses) sections.insert(section_of_clause(clause));
  std::vector<SectionFate*> fates;
  for (std::string const& section : sections) {
    fates.push_back(
        &fate.sections.try_emplace(section, SectionFate{.struck = vector.id, .noticed_by = ""}).first->second);
  }
  return fates;
}

constexpr char const* reasons_page = "unnoticed-habits.yaml";

void require_known(std::vector<std::string> const& globs, YamlPlace const& place) {
  for (std::string const& glob : globs) {
    bool const is_known = std::any_of(all_habits().begin(), all_habits().end(),
                                      [&](Habit const& habit) { return matches_glob(glob, habit.name); });
    if (!is_known) place.refuse(fmt::format("there is no habit '{}'", glob));
  }
}

HabitReason reason_at(YamlPlace const& place) {
  HabitReason reason{
      .places = "", .habits = {}, .why = "", .editions = {}, .at = fmt::format("{}:{}", place.page, place.line)};
  for (auto const& [key, value] : members_of(place)) {
    if (key == "places") {
      reason.places = text_of(value);
    } else if (key == "habits") {
      reason.habits = texts_of(value);
      require_known(reason.habits, value);
    } else if (key == "why") {
      reason.why = text_of(value);
    } else if (key == "since") {
      reason.editions.since = text_of(value);
    } else if (key == "until") {
      reason.editions.until = text_of(value);
    } else {
      value.refuse(fmt::format("a reason has no '{}'; it has places, habits, why, since and until", key));
    }
  }
  if (reason.places.empty() || reason.why.empty()) place.refuse("a reason says which places it speaks of, and why");
  return reason;
}

bool speaks_of(HabitReason const& reason, StruckPlace const& where) {
  return matches_glob(reason.places, fmt::format("{} {}", where.operation, where.place)) &&
         (reason.habits.empty() || matches_any(reason.habits, where.habit->name));
}

}  // namespace

bool HabitFate::is_noticed() const {
  return std::any_of(sections.begin(), sections.end(), [](auto const& of) { return of.second.is_noticed(); });
}

HabitMatrix measure_habits(std::vector<Vector> const& vectors, std::vector<Habit> const& habits,
                           ProtocolWords const& words, DeviationJudge const& judge, TriedUntil until) {
  HabitMatrix matrix;
  StrikingHabits striking(habits);
  for (Vector const& vector : vectors) {
    for (StruckPlace const& where : struck_in(vector, striking, words, judge)) {
      HabitFate& fate_there = matrix[where];
      std::vector<SectionFate*> const fates = fates_in(fate_there, vector);
      bool const is_decided =
          (until == TriedUntil::noticed_once && fate_there.is_noticed()) ||
          std::all_of(fates.begin(), fates.end(), [](SectionFate const* fate) { return fate->is_noticed(); });
      if (is_decided || !is_noticed(vector, words, judge, where)) continue;
      for (SectionFate* const fate : fates) {
        if (!fate->is_noticed()) fate->noticed_by = vector.id;
      }
    }
  }
  return matrix;
}

std::string section_of_clause(std::string const& clause) {
  std::string const section = clause.substr(0, clause.rfind('-'));
  return section.starts_with('P') ? section.substr(1) : section;
}

std::vector<HabitReason> read_habit_reasons(FileTree const& spec, std::string_view edition) {
  std::vector<HabitReason> reasons;
  if (!spec.holds(reasons_page)) return reasons;
  for (YamlPlace const& place : elements_of(read_yaml_page(spec, reasons_page))) {
    // Those are about the table (habit_table).
    bool const is_about_cells = place.node.IsMap() && place.node["sections"];
    if (is_about_cells) continue;
    HabitReason reason = reason_at(place);
    if (reason.editions.has(edition)) reasons.push_back(std::move(reason));
  }
  return reasons;
}

HabitReason const* reason_of(std::vector<HabitReason> const& reasons, StruckPlace const& where) {
  auto const found =
      std::find_if(reasons.begin(), reasons.end(), [&](HabitReason const& reason) { return speaks_of(reason, where); });
  return found == reasons.end() ? nullptr : &*found;
}

std::vector<HabitReason const*> needless_reasons(std::vector<HabitReason> const& reasons, HabitMatrix const& matrix) {
  std::vector<HabitReason const*> needless;
  for (HabitReason const& reason : reasons) {
    bool const is_needed = std::any_of(matrix.begin(), matrix.end(), [&](auto const& entry) {
      return !entry.second.is_noticed() && reason_of(reasons, entry.first) == &reason;
    });
    if (!is_needed) needless.push_back(&reason);
  }
  return needless;
}

std::vector<std::string> idle_habits(HabitMatrix const& matrix) {
  std::set<std::string> at_work;
  for (auto const& [where, fate] : matrix) at_work.insert(where.habit->name);
  std::vector<std::string> idle;
  for (Habit const& habit : all_habits()) {
    if (!at_work.contains(habit.name)) idle.push_back(habit.name);
  }
  return idle;
}

}  // namespace conformance
