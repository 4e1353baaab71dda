#include "harness/habits/habit_matrix.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

namespace conformance {
namespace habit_matrix {
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
Json struck(Json const& value, std::string const& place, ProtocolWords const& words, StruckPlace const& where) {
  // Nothing below can be of that pattern.
  if (!where.place.starts_with(place)) return value;
  Json changed = value;
  if (value.is_object())
    for (auto const& [key, member] : value.items())
      changed[key] = struck(member, place_of_member(key, place, words), words, where);
  if (value.is_array())
    for (std::size_t index = 0; index < value.size(); ++index)
      changed[index] = struck(value[index], place + "/*", words, where);
  return place == where.place ? where.habit->change(changed) : changed;
}

Reply struck_reply(Reply const& reply, ProtocolWords const& words, StruckPlace const& where) {
  Json const changed = struck(seen_of(reply), "", words, where);
  Reply result = reply;
  result.value = changed.at("value");
  result.items = changed.at("items").get<std::vector<Json>>();
  return result;
}

/// The mistake of answering so. It has no clause.
Mutant mistake_of(StruckPlace const& where, ProtocolWords const& words) {
  auto const change = [&where, &words](Reply const& reply) {
    bool const is_answer = reply.status == Reply::Status::result;
    return is_answer ? struck_reply(reply, words, where) : reply;
  };
  return {
      .id = fmt::format("{} {} {}", where.operation, where.place, where.habit->name),
      .clause = "",
      .breaks = where.habit->breaks,
      .answer = [change](std::string const& operation, Json const& params,
                         AskReference const& reference) { return change(reference(operation, params)); },
      .operations = {where.operation},
      .change = [change](AnsweredCall const& call, AskReference const&) { return std::optional(change(call.reply)); },
      .tells_late = [](std::string const&, Json const&) { return true; }};
}

/// Looks at the reference's answers to a vector, and changes nothing.
Mutant onlooker(std::function<void(AnsweredCall const&)> see) {
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

/// Where habits change the answers to a vector.
std::set<StruckPlace> struck_in(Vector const& vector, std::vector<Habit> const& habits, ProtocolWords const& words,
                                MutantJudge const& judge) {
  std::set<StruckPlace> places;
  Mutant const look = onlooker([&](AnsweredCall const& call) {
    if (call.reply.status != Reply::Status::result) return;
    visit(seen_of(call.reply), "", words, [&](std::string const& place, Json const& value) {
      // The list of items is how they are told, and not part of an answer.
      if (place.empty() || place == "/items") return;
      for (Habit const& habit : habits) {
        if (habit.change(value) != value) places.insert({.operation = call.operation, .place = place, .habit = &habit});
      }
    });
  });
  static_cast<void>(judge.attempt_of(vector, look));
  return places;
}

}  // namespace
}  // namespace habit_matrix

HabitMatrix measure_habits(std::vector<Vector> const& vectors, std::vector<Habit> const& habits,
                           ProtocolWords const& words, MutantJudge const& judge) {
  HabitMatrix matrix;
  for (Vector const& vector : vectors) {
    for (StruckPlace const& where : habit_matrix::struck_in(vector, habits, words, judge)) {
      HabitFate& fate = matrix[where];
      for (std::string const& clause : vector.clauses) fate.sections.insert(section_of_clause(clause));
      fate.struck = vector.id;
      if (fate.is_noticed()) continue;
      if (judge.failure_of(vector, habit_matrix::mistake_of(where, words))) fate.noticed_by = vector.id;
    }
  }
  return matrix;
}

std::string section_of_clause(std::string const& clause) {
  std::string const section = clause.substr(0, clause.rfind('-'));
  return section.starts_with('P') ? section.substr(1) : section;
}

std::string habit_table(HabitMatrix const& matrix, std::vector<Habit> const& habits) {
  struct Cell {
    int noticed = 0;
    int struck = 0;
  };
  std::map<std::string, std::map<std::string, Cell>> table;
  for (auto const& [where, fate] : matrix) {
    for (std::string const& section : fate.sections) {
      Cell& cell = table[section][where.habit->name];
      ++cell.struck;
      if (fate.is_noticed()) ++cell.noticed;
    }
  }
  std::string text;
  for (auto const& [section, cells] : table) {
    text += fmt::format("{}\n", section);
    for (Habit const& habit : habits) {
      auto const found = cells.find(habit.name);
      if (found == cells.end()) continue;
      text += fmt::format("  {:<22} {:>4} of {}\n", habit.name, found->second.noticed, found->second.struck);
    }
  }
  return text;
}

}  // namespace conformance
