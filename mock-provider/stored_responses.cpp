#include "mock-provider/stored_responses.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "mock-provider/providers/answer_budget.hpp"
#include "mock-provider/providers/openai/responses.hpp"
#include "mock-provider/values/deterministic.hpp"

namespace mock_provider {
namespace stored_responses {
namespace {

constexpr std::size_t most_responses = 1'000;
constexpr std::size_t most_bytes = 67'108'864;
constexpr std::string_view items_suffix = "/input_items";

Answer not_found(std::string const& id) {
  return answer::refusal(404, "", "",
                         fmt::format("There is no response with the id {}.", json_text::excerpt(Json(id))));
}

Json json_or_null(std::string_view text) {
  std::variant<Json, json_text::Problem> parsed = json_text::parse(text);
  Json* const value = std::get_if<Json>(&parsed);
  return value == nullptr ? Json() : std::move(*value);
}

/// The response in a stored text; null when it has none.
Json response_in(std::string_view text) {
  constexpr std::string_view field = "\ndata: ";
  std::size_t const data = text.find(field);
  if (data == std::string_view::npos) return json_or_null(text);
  Json const event = json_or_null(text.substr(data + field.size()));
  Json const* const response = member(event, "response");
  return response == nullptr ? Json() : *response;
}

/// Whether the text may be the response of that id; a cheap question put to many.
bool may_have(std::string const& text, std::string const& id) {
  return text.find(json_text::dump(Json(id))) != std::string::npos;
}

std::vector<Json> items_of(Json const& input, std::string const& response_id) {
  std::vector<Json> items;
  if (input.is_string()) items.push_back({{"role", "user"}, {"content", input}});
  if (input.is_array()) items.assign(input.begin(), input.end());
  for (std::size_t index = 0; index < items.size(); ++index) {
    Json& item = items[index];
    if (!item.is_object()) continue;
    std::uint64_t const seed = deterministic::hash(response_id, index);
    if (!item.contains("type")) item["type"] = "message";
    if (!item.contains("id")) item["id"] = "msg_" + deterministic::token(seed, 32);
    Json const* const content = member(item, "content");
    if (item["type"] == "message" && content != nullptr && content->is_string()) {
      item["content"] = Json::array({Json{{"type", "input_text"}, {"text", *content}}});
    }
  }
  return items;
}

std::optional<std::size_t> number_in(std::string const& query, std::string_view name) {
  std::string const text = query_value(query, name).value_or("");
  std::size_t number = 0;
  std::from_chars_result const read = std::from_chars(text.data(), text.data() + text.size(), number);
  return read.ec == std::errc() ? std::optional(number) : std::nullopt;
}

std::size_t limit_in(std::string const& query) {
  return std::clamp<std::size_t>(number_in(query, "limit").value_or(20), 1, 100);
}

/// The events that the response was made of, or would have been; without those that the client has seen.
Answer as_stream(Json const& response, std::string const& query) {
  std::vector<std::string> frames;
  try {
    frames = responses_events::frames(response, nullptr, {});
  } catch (AnswerTooLarge const& problem) {
    return answer::refusal(400, problem.code(), "stream", problem.what());
  } catch (Json::exception const&) {
    return answer::refusal(400, "", "stream",
                           "The scenario's response has not all members of one: leave \"stream\" out.");
  }
  // They are numbered from 0.
  std::optional<std::size_t> const seen = number_in(query, "starting_after");
  std::size_t const gone = seen ? std::min(*seen, frames.size() - 1) + 1 : 0;
  frames.erase(frames.begin(), frames.begin() + static_cast<std::ptrdiff_t>(gone));
  return answer::of_events(std::move(frames));
}

Json id_or_null(std::vector<Json> const& items, std::size_t index) {
  if (index >= items.size() || !items[index].is_object()) return nullptr;
  return items[index].value("id", Json());
}

/// A page of the items, the newest first unless the query wants another order.
Json page_of(std::vector<Json> items, std::string const& query) {
  if (query_value(query, "order").value_or("desc") != "asc") std::reverse(items.begin(), items.end());
  if (std::optional<std::string> const after = query_value(query, "after")) {
    auto const at = std::find_if(items.begin(), items.end(), [&](Json const& item) {
      return item.is_object() && item.value("id", Json()) == *after;
    });
    if (at != items.end()) items.erase(items.begin(), at + 1);
  }
  std::size_t const limit = limit_in(query);
  bool const has_more = items.size() > limit;
  if (has_more) items.resize(limit);
  return {{"object", "list"},
          {"data", items},
          {"first_id", id_or_null(items, 0)},
          {"last_id", id_or_null(items, items.size() - 1)},
          {"has_more", has_more}};
}

/// The body of a request of the journal; null when it is gone.
Json body_of(std::uint64_t sequence, Journal const& journal) {
  std::shared_ptr<JournalEntry const> const entry = journal.with_sequence(sequence);
  return entry == nullptr ? Json() : json_or_null(entry->body);
}

constexpr std::string_view previous = "previous_response_id";

/// Cheap for the many requests that begin a conversation.
std::optional<std::string> previous_id_in(Request const& request) {
  if (request.body.find(previous) == std::string::npos) return std::nullopt;
  Json const body = json_or_null(request.body);
  Json const* const id = member(body, previous);
  return id != nullptr && id->is_string() ? std::optional<std::string>(*id) : std::nullopt;
}

Json member_or_null(Json const& object, std::string_view name) {
  Json const* const value = member(object, name);
  return value == nullptr ? Json() : *value;
}

}  // namespace
}  // namespace stored_responses

void StoredResponses::keep(std::string const& scenario, std::uint64_t sequence, Answer const& answer) {
  if (answer.status != 200) return;
  // The last event of a stream has the whole response.
  bool const is_empty = answer.events && answer.events->frames.empty();
  if (is_empty) return;
  std::string text = answer.events ? answer.events->frames.back() : answer.body;
  std::lock_guard const lock(mutex_);
  bytes_ += text.size();
  stored_.push_back({.scenario = scenario, .sequence = sequence, .text = std::move(text)});
  while (stored_.size() > stored_responses::most_responses || bytes_ > stored_responses::most_bytes) {
    bytes_ -= stored_.front().text.size();
    stored_.pop_front();
  }
}

Answer StoredResponses::respond(Request const& request, Route const& route, Journal const& journal) {
  bool const wants_items = route.name.ends_with(stored_responses::items_suffix);
  std::string const id =
      wants_items ? route.name.substr(0, route.name.size() - stored_responses::items_suffix.size()) : route.name;
  std::optional<Stored> const stored = find(route.scenario, id);
  // Other routes below a response, which the mock does not have.
  bool const is_foreign = request.method == "POST" || id.find('/') != std::string::npos;
  if (!stored && is_foreign) {
    return answer::refusal(404, "", "", fmt::format("Invalid URL ({} {}).", request.method, route.path));
  }
  if (!stored) return stored_responses::not_found(id);
  if (request.method == "DELETE" && !wants_items) {
    remove(route.scenario, id);
    return answer::of_json(200, {{"id", id}, {"object", "response"}, {"deleted", true}});
  }
  if (request.method != "GET" && request.method != "HEAD") {
    return answer::refusal(405, "method_not_supported", "",
                           fmt::format("{} does not take {}.", route.path, request.method));
  }
  if (!wants_items) {
    Json const response = stored_responses::response_in(stored->text);
    bool const is_stream = query_value(route.query, "stream") == "true";
    return is_stream ? stored_responses::as_stream(response, route.query) : answer::of_json(200, response);
  }
  Json const request_body = stored_responses::body_of(stored->sequence, journal);
  std::vector<Json> items = stored_responses::items_of(stored_responses::member_or_null(request_body, "input"), id);
  return answer::of_json(200, stored_responses::page_of(std::move(items), route.query));
}

std::optional<Answer> StoredResponses::refusal_of(Request const& request, Route const& route) const {
  std::optional<std::string> const id = stored_responses::previous_id_in(request);
  if (!id || find(route.scenario, *id)) return std::nullopt;
  return answer::refusal(400, "previous_response_not_found", std::string(stored_responses::previous),
                         fmt::format("There is no response with the id {} to go on from.", json_text::excerpt(*id)));
}

Json StoredResponses::items_before(Request const& request, Route const& route, Journal const& journal) const {
  std::vector<std::vector<Json>> turns;
  // A scenario may give two responses the same id, so that one could go on from itself.
  std::uint64_t before = std::numeric_limits<std::uint64_t>::max();
  for (std::optional<std::string> id = stored_responses::previous_id_in(request); id;) {
    std::optional<Stored> const stored = find(route.scenario, *id);
    if (!stored || stored->sequence >= before) break;
    before = stored->sequence;
    Json const request_body = stored_responses::body_of(stored->sequence, journal);
    Json const response = stored_responses::response_in(stored->text);
    std::vector<Json> turn = stored_responses::items_of(stored_responses::member_or_null(request_body, "input"), *id);
    Json const output = stored_responses::member_or_null(response, "output");
    if (output.is_array()) turn.insert(turn.end(), output.begin(), output.end());
    turns.push_back(std::move(turn));
    Json const previous = stored_responses::member_or_null(request_body, stored_responses::previous);
    id = previous.is_string() ? std::optional<std::string>(previous) : std::nullopt;
  }
  if (turns.empty()) return nullptr;
  Json items = Json::array();
  for (auto turn = turns.rbegin(); turn != turns.rend(); ++turn) {
    for (Json& item : *turn) items.push_back(std::move(item));
  }
  return items;
}

void StoredResponses::clear() {
  std::lock_guard const lock(mutex_);
  stored_.clear();
  bytes_ = 0;
}

std::deque<StoredResponses::Stored>::const_iterator StoredResponses::place_of(std::string const& scenario,
                                                                              std::string const& id) const {
  auto const found = std::find_if(stored_.rbegin(), stored_.rend(), [&](Stored const& stored) {
    if (stored.scenario != scenario || !stored_responses::may_have(stored.text, id)) return false;
    Json const response = stored_responses::response_in(stored.text);
    Json const* const own = member(response, "id");
    Json const* const is_stored = member(response, "store");
    return own != nullptr && *own == id && (is_stored == nullptr || *is_stored != false);
  });
  return found == stored_.rend() ? stored_.end() : std::prev(found.base());
}

std::optional<StoredResponses::Stored> StoredResponses::find(std::string const& scenario, std::string const& id) const {
  std::lock_guard const lock(mutex_);
  auto const place = place_of(scenario, id);
  return place == stored_.end() ? std::nullopt : std::optional<Stored>(*place);
}

void StoredResponses::remove(std::string const& scenario, std::string const& id) {
  std::lock_guard const lock(mutex_);
  auto const place = place_of(scenario, id);
  if (place == stored_.end()) return;
  bytes_ -= place->text.size();
  stored_.erase(place);
}

}  // namespace mock_provider
