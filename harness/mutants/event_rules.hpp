#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/mutants/rules.hpp"
#include "harness/mutants/stream_rules.hpp"

namespace conformance::mutants {

// Rules over the events of `process_stream`. They leave other operations, and streams of other interfaces, to the
// reference.

/// Whose streams a rule is about; typed are those of both, all those of chat completions too.
enum class Events { all, typed, of_responses, of_messages };

[[nodiscard]] bool is_about_events(Events whose, std::string const& operation, Json const& params);

/// Whether the event is of that type.
[[nodiscard]] bool is_event(Json const& event, std::string_view type);

/// Processes other events instead.
[[nodiscard]] Rule changed_events(Events whose, std::function<void(Json& events)> change);

/// Changes every event that is an object.
[[nodiscard]] Rule changed_event(Events whose, std::function<void(Json& event)> change);

/// Changes the events of that type.
[[nodiscard]] Rule changed_event_of(Events whose, std::string type, std::function<void(Json& event)> change);

using EventPredicate = std::function<bool(Json const& event)>;

/// Processes the stream without the events for which the predicate holds.
[[nodiscard]] Rule dropped_events(Events whose, EventPredicate predicate);

/// Changes the list of items that is delivered, of whatever end.
[[nodiscard]] Rule changed_event_items(Events whose, std::function<void(Json& items, Json const& events)> change);

/// Changes how a stream that raises an error ends.
[[nodiscard]] Rule changed_event_failure(Events whose, ChangeFailure change);

/// Delivers one item more for every event for which the predicate holds, at its place.
[[nodiscard]] Rule item_for_event(Events whose, EventPredicate predicate, Json item);

/// Raises an error of that kind at the first event for which the predicate holds; text in front of it is delivered.
[[nodiscard]] Rule raised_at_event(Events whose, EventPredicate predicate, std::string kind);

/// Makes an event one that adds `text`, in the form of the stream that it belongs to.
void make_text_event(Json& event, Json const& text);

/// Gives the places that events name under `key` other numbers: `order` puts the numbers, which come in order of
/// arrival, into the order in which they are to count.
using OrderPlaces = std::function<void(std::vector<std::string>& places)>;
[[nodiscard]] Rule renumbered_places(Events whose, std::string key, OrderPlaces order);

void sort_places_descending(std::vector<std::string>& places);

// Changes of items that any stream may suffer.
void merge_items_of_text(Json& items, Json const& events);
void drop_items_of_blanks(Json& items, Json const& events);
void drop_items_that_repeat(Json& items, Json const& events);
void put_calls_in_front(Json& items, Json const& events);
void drop_calls(Json& items, Json const& events);

}  // namespace conformance::mutants
