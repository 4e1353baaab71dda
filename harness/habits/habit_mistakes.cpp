#include "harness/habits/habit_mistakes.hpp"

#include <nlohmann/json.hpp>

#include "harness/habits/habit.hpp"

namespace conformance {
namespace habit_mistakes_room {
namespace {

/// The value with the habit everywhere in it; members and elements first.
Json struck(Json const& value, Habit const& habit) {
  Json changed = value;
  if (value.is_structured())
    for (Json& member : changed) member = struck(member, habit);
  return habit.change(changed);
}

Reply struck_reply(Reply reply, Habit const& habit) {
  if (reply.status != Reply::Status::result) return reply;
  reply.value = struck(reply.value, habit);
  for (Json& item : reply.items) item = struck(item, habit);
  return reply;
}

Mutant mistake_of(Habit const& habit) {
  return {
      .id = habit.name,
      .clause = "",
      .breaks = habit.breaks,
      .answer = [&habit](std::string const& operation, Json const& params,
                         AskReference const& reference) { return struck_reply(reference(operation, params), habit); },
      .operations = {},
      .change = [&habit](AnsweredCall const& call,
                         AskReference const&) { return std::optional(struck_reply(call.reply, habit)); },
      .tells_late = [](std::string const&, Json const&) { return true; }};
}

}  // namespace
}  // namespace habit_mistakes_room

std::vector<Mutant> const& habit_mistakes() {
  static std::vector<Mutant> const mistakes = [] {
    std::vector<Mutant> made;
    for (Habit const& habit : all_habits()) made.push_back(habit_mistakes_room::mistake_of(habit));
    return made;
  }();
  return mistakes;
}

}  // namespace conformance
