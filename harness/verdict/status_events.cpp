#include "harness/verdict/status_events.hpp"

#include <algorithm>

#include "harness/matching/json_member.hpp"

namespace conformance {
namespace status_events {
namespace {

bool names_status(Json const& expected) {
  if (expected.is_string()) return expected == "status";
  return expected.is_structured() &&
         std::any_of(expected.begin(), expected.end(), [](Json const& inner) { return names_status(inner); });
}

bool names_status(ExpectedOutcome const& outcome) {
  bool const in_partial = outcome.error && outcome.error->partial && names_status(*outcome.error->partial);
  return in_partial || (outcome.value && names_status(*outcome.value));
}

bool names_status(ExpectedAnswer const& expected) {
  return names_status(expected.outcome) ||
         std::any_of(expected.readings.begin(), expected.readings.end(),
                     [](ExpectedReading const& reading) { return names_status(reading.outcome); });
}

void drop_status(Json& told) {
  Json& events = told["events"];
  for (std::size_t place = events.size(); place > 0; --place) {
    if (member(events[place - 1], "type") == "status") events.erase(place - 1);
  }
}

}  // namespace
}  // namespace status_events

Reply without_unexpected_status(ExpectedAnswer const& expected, Reply reply) {
  Json* told = &reply.value;
  if (reply.status == Reply::Status::error) told = reply.value.contains("partial") ? &reply.value["partial"] : nullptr;
  if (told == nullptr || !member(*told, "events").is_array() || status_events::names_status(expected)) return reply;
  status_events::drop_status(*told);
  return reply;
}

}  // namespace conformance
