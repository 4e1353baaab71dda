#include "harness/mutants/event_rules.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace conformance::mutants {
namespace event_rules {
namespace {

/// Text that no stream has, for items that no event gives by itself.
constexpr char const* placeholder = "\x01placeholder\x01";

bool has_blanks_only(Json const& item) {
  return item.is_string() && item.get<std::string>().find_first_not_of(" \t\r\n") == std::string::npos;
}

bool is_of_messages(std::string_view type) {
  return type.starts_with("content_block") || type.starts_with("message") || type == "ping";
}

/// The numbers in order of arrival, each once.
std::vector<std::string> places_in(Json const& events, std::string const& key) {
  std::vector<std::string> places;
  for (Json const& event : events) {
    Json const& place = member(event, key);
    if (!place.is_number_integer()) continue;
    if (std::find(places.begin(), places.end(), place.dump()) == places.end()) places.push_back(place.dump());
  }
  return places;
}

}  // namespace
}  // namespace event_rules

bool is_about_events(Events whose, std::string const& operation, Json const& params) {
  if (operation != "process_stream" || !member(params, "chunks").is_array()) return false;
  Json const& model = member(member(params, "agent"), "model");
  bool const is_of_messages = member(model, "provider") == "anthropic";
  bool const is_of_responses = !is_of_messages && member(model, "apiType") == "responses";
  switch (whose) {
    case Events::all:
      return true;
    case Events::typed:
      return is_of_messages || is_of_responses;
    case Events::of_responses:
      return is_of_responses;
    case Events::of_messages:
      return is_of_messages;
  }
  return false;
}

bool is_event(Json const& event, std::string_view type) {
  return member(event, "type") == type;
}

Rule changed_events(Events whose, std::function<void(Json& events)> change) {
  return [whose, change = std::move(change)](std::string const& operation, Json const& params,
                                             AskReference const& reference) {
    if (!is_about_events(whose, operation, params)) return reference(operation, params);
    Json changed = params;
    change(changed["chunks"]);
    return reference(operation, changed);
  };
}

Rule changed_event(Events whose, std::function<void(Json& event)> change) {
  return changed_events(whose, [change = std::move(change)](Json& events) {
    for (Json& event : events) {
      if (event.is_object()) change(event);
    }
  });
}

Rule changed_event_of(Events whose, std::string type, std::function<void(Json& event)> change) {
  return changed_event(whose, [type = std::move(type), change = std::move(change)](Json& event) {
    if (is_event(event, type)) change(event);
  });
}

Rule dropped_events(Events whose, EventPredicate predicate) {
  return changed_events(whose, [predicate = std::move(predicate)](Json& events) {
    events.erase(std::remove_if(events.begin(), events.end(), predicate), events.end());
  });
}

Rule changed_event_items(Events whose, std::function<void(Json& items, Json const& events)> change) {
  return [whose, change = std::move(change)](std::string const& operation, Json const& params,
                                             AskReference const& reference) {
    Reply reply = reference(operation, params);
    if (!is_about_events(whose, operation, params)) return reply;
    Json items = items_of(reply);
    change(items, params.at("chunks"));
    return items == items_of(reply) ? reply : with_items(std::move(reply), items);
  };
}

Rule changed_event_failure(Events whose, ChangeFailure change) {
  return [whose, change = std::move(change)](std::string const& operation, Json const& params,
                                             AskReference const& reference) {
    Reply reply = reference(operation, params);
    bool const has_failed = reply.status == Reply::Status::error;
    if (!has_failed || !is_about_events(whose, operation, params)) return reply;
    return change(std::move(reply), params, reference);
  };
}

Rule item_for_event(Events whose, EventPredicate predicate, Json item) {
  Rule const marked = changed_event(whose, [predicate = std::move(predicate)](Json& event) {
    if (predicate(event)) make_text_event(event, event_rules::placeholder);
  });
  return [marked, whose, item = std::move(item)](std::string const& operation, Json const& params,
                                                 AskReference const& reference) {
    Reply reply = marked(operation, params, reference);
    if (!is_about_events(whose, operation, params)) return reply;
    Json items = items_of(reply);
    std::replace(items.begin(), items.end(), Json(event_rules::placeholder), item);
    return items == items_of(reply) ? reply : with_items(std::move(reply), items);
  };
}

Rule raised_at_event(Events whose, EventPredicate predicate, std::string kind) {
  return [whose, predicate = std::move(predicate), kind = std::move(kind)](
             std::string const& operation, Json const& params, AskReference const& reference) {
    if (!is_about_events(whose, operation, params)) return reference(operation, params);
    Json const& events = params.at("chunks");
    Json::const_iterator const wrong = std::find_if(events.begin(), events.end(), predicate);
    if (wrong == events.end()) return reference(operation, params);
    Json before = params;
    before["chunks"] = Json::array();
    for (Json::const_iterator event = events.begin(); event != wrong; ++event) before["chunks"].push_back(*event);
    Json items = items_of(reference(operation, before));
    drop_calls(items, events);
    return with_items(raised(kind), items);
  };
}

void make_text_event(Json& event, Json const& text) {
  Json const& type = member(event, "type");
  bool const is_of_messages = type.is_string() && event_rules::is_of_messages(type.get_ref<std::string const&>());
  if (is_of_messages) {
    event = {{"type", "content_block_delta"}, {"index", 0}, {"delta", {{"type", "text_delta"}, {"text", text}}}};
  } else {
    event = {{"type", "response.output_text.delta"}, {"output_index", 0}, {"delta", text}};
  }
}

Rule renumbered_places(Events whose, std::string key, OrderPlaces order) {
  return changed_events(whose, [key = std::move(key), order = std::move(order)](Json& events) {
    std::vector<std::string> places = event_rules::places_in(events, key);
    order(places);
    for (Json& event : events) {
      if (!member(event, key).is_number_integer()) continue;
      event[key] = std::find(places.begin(), places.end(), event[key].dump()) - places.begin();
    }
  });
}

void sort_places_descending(std::vector<std::string>& places) {
  std::sort(places.begin(), places.end(), [](std::string const& left, std::string const& right) {
    return std::pair(left.size(), left) > std::pair(right.size(), right);
  });
}

void merge_items_of_text(Json& items, Json const&) {
  Json merged = Json::array();
  for (Json const& item : items) {
    bool const continues = item.is_string() && !merged.empty() && merged.back().is_string();
    if (continues) {
      merged.back() = merged.back().get<std::string>() + item.get<std::string>();
    } else {
      merged.push_back(item);
    }
  }
  items = std::move(merged);
}

void drop_items_of_blanks(Json& items, Json const&) {
  items.erase(std::remove_if(items.begin(), items.end(), event_rules::has_blanks_only), items.end());
}

void drop_items_that_repeat(Json& items, Json const&) {
  items.erase(std::unique(items.begin(), items.end(),
                          [](Json const& left, Json const& right) { return left.is_string() && left == right; }),
              items.end());
}

void put_calls_in_front(Json& items, Json const&) {
  std::stable_partition(items.begin(), items.end(), [](Json const& item) { return item.is_object(); });
}

void drop_calls(Json& items, Json const&) {
  items.erase(std::remove_if(items.begin(), items.end(), [](Json const& item) { return item.is_object(); }),
              items.end());
}

}  // namespace conformance::mutants
