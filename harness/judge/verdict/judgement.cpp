#include "harness/judge/verdict/judgement.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "mock-provider/matching/json.hpp"

namespace conformance {
namespace {

/// Takes the spans off a reply, from the result or from what is said of an error; nothing when it shows none.
std::optional<Json> take_spans(Reply& reply) {
  if (!reply.value.is_object() || !reply.value.contains("spans")) return std::nullopt;
  Json spans = std::move(reply.value["spans"]);
  reply.value.erase("spans");
  return spans;
}

bool is_mentioned(Json const& span, Json const& expected) {
  if (!span.is_object() || !span.contains("name")) return true;
  return std::any_of(expected.begin(), expected.end(),
                     [&](Json const& wanted) { return wanted["name"] == span["name"]; });
}

/// Whether a span stands inside one of its own name.
bool is_part(Json const& span, Json const& name) {
  return span.is_object() && span.contains("name") && span["name"] == name && span.contains("parent") &&
         span["parent"] == name;
}

void add_attributes(Json& span, Json const& part) {
  if (!part.contains("attributes") || !part["attributes"].is_object()) return;
  if (!span.contains("attributes")) span["attributes"] = Json::object();
  if (!span["attributes"].is_object()) return;
  for (auto const& [key, value] : part["attributes"].items()) {
    if (!span["attributes"].contains(key)) span["attributes"][key] = value;
  }
}

/// The spans, each with those of its own name that stand inside of it: who opens a span around a call whose function
/// opens one as well has recorded one call.
Json with_parts_joined(Json const& spans) {
  Json joined = Json::array();
  for (Json const& span : spans) {
    auto const whole = std::find_if(joined.rbegin(), joined.rend(), [&](Json const& earlier) {
      return earlier.is_object() && earlier.contains("name") && is_part(span, earlier["name"]);
    });
    if (whole == joined.rend())
      joined.push_back(span);
    else
      add_attributes(*whole, span);
  }
  return joined;
}

bool names_status(Json const& expected) {
  if (expected.is_string()) return expected == "status";
  return expected.is_structured() &&
         std::any_of(expected.begin(), expected.end(), [](Json const& inner) { return names_status(inner); });
}

bool names_status(ExpectedOutcome const& outcome) {
  bool const in_partial = outcome.error && outcome.error->partial && names_status(*outcome.error->partial);
  return in_partial || (outcome.value && names_status(*outcome.value));
}

}  // namespace

bool names_status(ExpectedAnswer const& expected) {
  return names_status(expected.outcome) ||
         std::any_of(expected.readings.begin(), expected.readings.end(),
                     [](ExpectedReading const& reading) { return names_status(reading.outcome); });
}

namespace {

/// What an answer, or the partial result of an error, tells of; null when there is none.
Json const& reported_by(Reply const& reply) {
  return reply.status == Reply::Status::error ? member(reply.value, "partial") : reply.value;
}

bool has_events(Reply const& reply) {
  return member(reported_by(reply), "events").is_array();
}

void drop_status(Json& answer) {
  Json& events = answer["events"];
  for (std::size_t place = events.size(); place > 0; --place) {
    if (member(events[place - 1], "type") == "status") events.erase(place - 1);
  }
}

/// P13.1-05: the same number of messages twice in a row is one change.
void drop_repeated_updates(Json& answer) {
  Json& events = answer["events"];
  for (std::size_t place = events.size(); place > 1; --place) {
    Json const& event = events[place - 1];
    if (member(event, "type") == "messages_updated" && event == events[place - 2]) events.erase(place - 1);
  }
}

/// P13.1-11: the result of a call that is one text, as that text.
void shorten_result(Json& event) {
  Json const& parts = member(member(member(event, "data"), "result"), "parts");
  bool const is_text = member(event, "type") == "tool_result" && parts.is_array() && parts.size() == 1 &&
                       member(parts.front(), "kind") == "text" && member(parts.front(), "value").is_string();
  if (!is_text) return;
  Json text = parts.front()["value"];
  event["data"]["result"] = std::move(text);
}

/// A failure when there is a difference, else a pass.
Judgement judged(std::string detail, std::vector<Difference> found) {
  if (found.empty()) return {};
  return Judgement{.status = Status::fail, .detail = std::move(detail), .differences = std::move(found), .reading = ""};
}

Judgement judged(std::string detail, Difference found) {
  return judged(std::move(detail), std::vector<Difference>{std::move(found)});
}

/// Both, with the detail of the first that failed.
Judgement both(Judgement first, Judgement second) {
  if (second.status == Status::pass) return first;
  if (first.status == Status::pass) return second;
  std::move(second.differences.begin(), second.differences.end(), std::back_inserter(first.differences));
  return first;
}

/// The differences inside a member of what is judged.
std::vector<Difference> below(std::string const& member, std::vector<Difference> found) {
  for (Difference& difference : found) difference.pointer.insert(0, member);
  return found;
}

Json error_as_json(ExpectedError const& expected) {
  Json json = Json::object();
  if (expected.kind) json["kind"] = *expected.kind;
  if (expected.message) json["message"] = *expected.message;
  if (expected.message_contains) json["messageContains"] = *expected.message_contains;
  return json;
}

Judgement judge_message(ExpectedError const& expected, std::string const& message) {
  Judgement judgement;
  if (expected.message)
    judgement = judged("the error has another message", below("/message", differences(*expected.message, message)));
  if (expected.message_contains && message.find(*expected.message_contains) == std::string::npos) {
    Judgement lacking = judged("the error message lacks a text", Difference{.pointer = "/message",
                                                                            .message = "the text is not in the message",
                                                                            .expected = *expected.message_contains,
                                                                            .got = message});
    judgement = both(std::move(judgement), std::move(lacking));
  }
  return judgement;
}

Judgement judge_partial(Json const& expected, Json const& raised) {
  if (raised.contains("partial"))
    return judged("the error carries another partial result",
                  below("/partial", differences(expected, raised["partial"])));
  return judged("the error carries no partial result", Difference{.pointer = "/partial",
                                                                  .message = "member \"partial\" is missing",
                                                                  .expected = expected,
                                                                  .got = raised,
                                                                  .kind = DifferenceKind::missing});
}

Judgement judge_error(ExpectedError const& expected, Json const& raised) {
  std::string const kind = raised.value("kind", "");
  Judgement judgement;
  if (expected.kind && kind != *expected.kind)
    judgement =
        judged("another kind of error was raised",
               Difference{.pointer = "/kind", .message = "the values differ", .expected = *expected.kind, .got = kind});
  judgement = both(std::move(judgement), judge_message(expected, raised.value("message", "")));
  if (expected.partial) judgement = both(std::move(judgement), judge_partial(*expected.partial, raised));
  return judgement;
}

/// What the answer itself lists as delivered: among the result, or as partial result of an error.
Json const* listed_items(Reply const& reply) {
  bool const is_error = reply.status == Reply::Status::error;
  Json const* holder = &reply.value;
  if (is_error) holder = reply.value.contains("partial") ? &reply.value["partial"] : nullptr;
  if (holder == nullptr || !holder->is_object() || !holder->contains("items")) return nullptr;
  return &(*holder)["items"];
}

Judgement judge_items(std::optional<Json> const& expected, Reply const& reply) {
  Json const* const listed = listed_items(reply);
  Json const notified = reply.items;
  // Adapters may leave the notifications out; those that send them have to list the same.
  if (!notified.empty() && listed != nullptr) {
    Judgement judgement = judged("the items of the answer are not those that were delivered",
                                 below("/items", differences({{"$literal", notified}}, *listed)));
    if (judgement.status != Status::pass) return judgement;
  }
  if (!expected) return {};
  Json const& delivered = notified.empty() && listed != nullptr ? *listed : notified;
  return judged("other items were delivered", below("/items", differences(*expected, delivered)));
}

bool taken_by(Reading const& reading, std::string_view profile) {
  return std::find(reading.profiles.begin(), reading.profiles.end(), profile) != reading.profiles.end();
}

/// The decision among those of the vector's clauses that knows every reading of the answer.
Decision const* decision_of(ExpectedAnswer const& answer, Vector const& vector, ClauseRegistry const& registry) {
  for (std::string const& clause_id : vector.clauses) {
    Clause const* const clause = registry.find_clause(clause_id);
    if (clause == nullptr) continue;
    for (std::string const& id : clause->contested) {
      Decision const* const decision = registry.find_decision(id);
      bool const knows_all = decision != nullptr && std::all_of(answer.readings.begin(), answer.readings.end(),
                                                                [&](ExpectedReading const& reading) {
                                                                  return decision->find(reading.name) != nullptr;
                                                                });
      if (knows_all) return decision;
    }
  }
  return nullptr;
}

std::vector<ExpectedReading> readings_taken_by(ExpectedAnswer const& answer, Decision const& decision,
                                               std::string_view profile) {
  std::vector<ExpectedReading> taken;
  for (ExpectedReading const& reading : answer.readings) {
    if (taken_by(*decision.find(reading.name), profile)) taken.push_back(reading);
  }
  return taken;
}

/// All but those that leave a MUST knowingly.
std::vector<ExpectedReading> readings_of_strangers(ExpectedAnswer const& answer, Decision const* decision) {
  std::vector<ExpectedReading> accepted;
  for (ExpectedReading const& reading : answer.readings) {
    bool const departs = decision != nullptr && decision->find(reading.name)->is_departure;
    if (!departs) accepted.push_back(reading);
  }
  return accepted;
}

Judgement judge_ending(ExpectedOutcome const& expected, Reply const& reply) {
  switch (reply.status) {
    case Reply::Status::crash:
    case Reply::Status::not_asked:
      return with_status(Status::crash, reply.detail);
    case Reply::Status::timeout:
      return with_status(Status::timeout, reply.detail);
    case Reply::Status::protocol_fault:
      return with_status(Status::fail, "the adapter broke the protocol: " + reply.detail);
    case Reply::Status::unsupported:
      return with_status(Status::fail, "the operation is declared in initialize and answered with -32601");
    case Reply::Status::unsupported_input:
      return with_status(Status::fail,
                         "the input is answered with -32001 although everything that the vector requires is declared");
    case Reply::Status::error:
      if (expected.error) return judge_error(*expected.error, reply.value);
      return judged("an error was raised, a value was expected", Difference{.pointer = "",
                                                                            .message = "an error instead of a value",
                                                                            .expected = *expected.value,
                                                                            .got = reply.value,
                                                                            .kind = DifferenceKind::ending});
    case Reply::Status::result:
      break;
  }
  if (expected.error)
    return judged("a value was returned, an error was expected", Difference{.pointer = "",
                                                                            .message = "a value instead of an error",
                                                                            .expected = error_as_json(*expected.error),
                                                                            .got = reply.value,
                                                                            .kind = DifferenceKind::ending});
  return judged("the answer differs", differences(*expected.value, reply.value));
}

Judgement judge_untraced(ExpectedOutcome const& expected, Reply const& reply) {
  Judgement judgement = judge_ending(expected, reply);
  return has_ended(reply) ? both(std::move(judgement), judge_items(expected.items, reply)) : judgement;
}

/// How far a failure is from what was expected: the places at which it differs; one that has another ending, or none,
/// is farther than any other.
std::size_t distance(Judgement const& judgement) {
  bool const ended_otherwise =
      judgement.differences.empty() ||
      std::any_of(judgement.differences.begin(), judgement.differences.end(),
                  [](Difference const& difference) { return difference.kind == DifferenceKind::ending; });
  return ended_otherwise ? std::numeric_limits<std::size_t>::max() : judgement.differences.size();
}

/// That a stranger's answer is one which departs from a MUST for the sake of live providers; "" when it is not.
std::string departure_text(ExpectedAnswer const& answer, Reply const& reply, Vector const& vector,
                           ClauseRegistry const& registry, Profile profile) {
  if (profile != Profile::lenient) return "";
  for (Departure const& departure : departures(answer, vector, registry)) {
    if (judge_outcome(departure.reading->outcome, reply).status == Status::pass)
      return fmt::format("; the profile live accepts it ({}, {})", departure.decision, departure.reading->name);
  }
  return "";
}

}  // namespace

std::string_view status_name(Status status) {
  switch (status) {
    case Status::pass:
      return "pass";
    case Status::fail:
      return "fail";
    case Status::error:
      return "error";
    case Status::crash:
      return "crash";
    case Status::timeout:
      return "timeout";
    case Status::unsupported:
      return "unsupported";
    case Status::known_failure:
      return "known-failure";
    case Status::unexpected_pass:
      return "unexpected-pass";
    case Status::flaky:
      return "flaky";
  }
  return "";
}

std::optional<Status> status_named(std::string_view name) {
  for (Status const status : {Status::pass, Status::fail, Status::error, Status::crash, Status::timeout,
                              Status::unsupported, Status::known_failure, Status::unexpected_pass, Status::flaky}) {
    if (status_name(status) == name) return status;
  }
  return std::nullopt;
}

Status worse(Status one, Status other) {
  constexpr Status from_the_best[] = {
      Status::pass,    Status::unsupported, Status::known_failure, Status::unexpected_pass, Status::flaky, Status::fail,
      Status::timeout, Status::crash,       Status::error};
  auto const rank = [&](Status status) {
    return std::find(std::begin(from_the_best), std::end(from_the_best), status) - std::begin(from_the_best);
  };
  return rank(one) < rank(other) ? other : one;
}

bool is_failure(Status status) {
  return status == Status::fail || status == Status::crash || status == Status::timeout ||
         status == Status::unexpected_pass || status == Status::flaky;
}

bool shows_broken(Status status) {
  return status == Status::known_failure || (is_failure(status) && status != Status::unexpected_pass);
}

Judgement with_status(Status status, std::string detail) {
  return Judgement{.status = status, .detail = std::move(detail), .differences = {}, .reading = ""};
}

bool has_ended(Reply const& reply) {
  return reply.status == Reply::Status::result || reply.status == Reply::Status::error;
}

std::vector<ExpectedReading> accepted_readings(ExpectedAnswer const& answer, Vector const& vector,
                                               ClauseRegistry const& registry, Profile profile) {
  Decision const* const decision = decision_of(answer, vector, registry);
  if (profile == Profile::lenient) return readings_of_strangers(answer, decision);
  if (decision == nullptr) return {};
  if (profile == Profile::live) {
    std::vector<ExpectedReading> live = readings_taken_by(answer, *decision, "live");
    if (!live.empty()) return live;
  }
  return readings_taken_by(answer, *decision, "as-written");
}

std::vector<Departure> departures(ExpectedAnswer const& answer, Vector const& vector, ClauseRegistry const& registry) {
  std::vector<Departure> found;
  Decision const* const decision = decision_of(answer, vector, registry);
  if (decision == nullptr) return found;
  for (ExpectedReading const& reading : answer.readings) {
    if (decision->find(reading.name)->is_departure) found.push_back({.reading = &reading, .decision = decision->id});
  }
  return found;
}

Judgement judge_outcome(ExpectedOutcome const& expected, Reply const& reply) {
  if (!expected.spans) return judge_untraced(expected, reply);
  Reply untraced = reply;
  std::optional<Json> const spans = take_spans(untraced);
  Judgement judgement = judge_untraced(expected, untraced);
  if (!has_ended(reply)) return judgement;
  Judgement traced = spans ? judged("other spans were recorded", span_differences(*expected.spans, *spans))
                           : with_status(Status::fail, "the answer shows no spans although they were requested");
  return both(std::move(judgement), std::move(traced));
}

Judgement judge_reply(ExpectedAnswer const& answer, Reply const& given, Vector const& vector,
                      ClauseRegistry const& registry, Profile profile) {
  // A copy of all that was answered is made for those few only that could lose something by it.
  std::optional<Reply> as_reported;
  if (has_events(given)) as_reported = with_compared_events(answer, given);
  Reply const& reply = as_reported ? *as_reported : given;
  if (answer.readings.empty()) return judge_outcome(answer.outcome, reply);
  std::vector<ExpectedReading> const accepted = accepted_readings(answer, vector, registry, profile);
  // A fault of the vector, never the subject's: its readings are not those of a decision about its clauses.
  if (accepted.empty())
    return with_status(Status::error, fmt::format("the vector has no expectation for the profile {}; run the lint",
                                                  profile_name(profile)));
  std::optional<Judgement> nearest;
  for (ExpectedReading const& reading : accepted) {
    Judgement judgement = judge_outcome(reading.outcome, reply);
    if (judgement.status == Status::pass) {
      judgement.reading = reading.name;
      return judgement;
    }
    judgement.nearest = reading.name;
    if (accepted.size() > 1)
      judgement.detail +=
          fmt::format(" (in none of the {} accepted readings; nearest is {})", accepted.size(), reading.name);
    if (!nearest || distance(judgement) < distance(*nearest)) nearest = std::move(judgement);
  }
  nearest->detail += departure_text(answer, reply, vector, registry, profile);
  return *nearest;
}

std::vector<Difference> span_differences(Json const& expected, Json const& spans) {
  Json wanted = Json::array();
  for (Json const& span : expected) wanted.push_back({{"$subset", span}});
  Json mentioned = spans;
  if (spans.is_array()) {
    mentioned = Json::array();
    for (Json const& span : with_parts_joined(spans)) {
      if (is_mentioned(span, expected)) mentioned.push_back(span);
    }
  }
  std::vector<Difference> found = differences(wanted, mentioned);
  for (Difference& difference : found) difference.pointer.insert(0, "/spans");
  return found;
}

Reply with_compared_events(ExpectedAnswer const& expected, Reply reply) {
  if (!has_events(reply)) return reply;
  Json& answer = reply.status == Reply::Status::error ? reply.value["partial"] : reply.value;
  if (!names_status(expected)) drop_status(answer);
  drop_repeated_updates(answer);
  for (Json& event : answer["events"]) shorten_result(event);
  return reply;
}

}  // namespace conformance
