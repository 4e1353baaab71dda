#include "mock-provider/stored_responses.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include "mock-provider/journal/journal_json.hpp"
#include "mock-provider/providers/answer_budget.hpp"
#include "mock-provider/providers/openai/responses.hpp"
#include "mock-provider/providers/small_answers.hpp"
#include "mock-provider/stored_objects.hpp"
#include "mock-provider/values/deterministic.hpp"

namespace mock_provider {
namespace {

constexpr std::size_t most_responses = 1'000;
constexpr std::size_t most_response_bytes = 67'108'864;
constexpr std::string_view items_suffix = "/input_items";

Answer response_not_found(std::string const& id) {
  return answer::refusal(404, "", "",
                         fmt::format("There is no response with the id {}.", json_text::excerpt(Json(id))));
}

/// What of an answer has the response: its body, or the last event of a stream.
std::string response_text_of(Answer const& answer) {
  if (!answer.events || answer.events->frames.empty()) return answer.body;
  std::vector<std::string> const& frames = answer.events->frames;
  if (answer.events->writes == EventFrames::Writes::together) return frames.back();
  std::string bytes = std::accumulate(frames.begin(), frames.end(), std::string());
  return is_stream(answer) ? std::string(events_of(bytes).back()) : bytes;
}

/// The response in a stored text; null when it has none.
Json response_in(std::string_view text) {
  constexpr std::string_view field = "\ndata: ";
  std::size_t const data = text.find(field);
  if (data == std::string_view::npos) return json_text::value_or_null(text);
  Json const event = json_text::value_or_null(text.substr(data + field.size()));
  Json const* const response = member(event, "response");
  return response == nullptr ? Json() : *response;
}

/// Whether the text may be the response of that id; a cheap question put to many.
bool may_have_id(std::string const& text, std::string const& id) {
  return text.find(json_text::dump(Json(id))) != std::string::npos;
}

std::optional<std::size_t> query_number(std::string const& query, std::string_view name) {
  std::string const text = query_value(query, name).value_or("");
  std::size_t number = 0;
  std::from_chars_result const read = std::from_chars(text.data(), text.data() + text.size(), number);
  return read.ec == std::errc() ? std::optional(number) : std::nullopt;
}

/// The events that the response was made of, or would have been; without those that the client has seen.
Answer response_stream(Json const& response, std::string const& query) {
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
  std::optional<std::size_t> const seen = query_number(query, "starting_after");
  std::size_t const gone = seen ? std::min(*seen, frames.size() - 1) + 1 : 0;
  frames.erase(frames.begin(), frames.begin() + static_cast<std::ptrdiff_t>(gone));
  return answer::of_events(std::move(frames));
}

Json items_page(std::vector<Json> items, std::string const& query) {
  Json page = object_page::of(std::move(items), query, 20, 100);
  page["object"] = "list";
  return page;
}

constexpr std::string_view previous_response_member = "previous_response_id";

/// Cheap for the many requests that begin a conversation.
std::optional<std::string> previous_id_in(Request const& request) {
  if (request.body.find(previous_response_member) == std::string::npos) return std::nullopt;
  Json const body = json_text::value_or_null(request.body);
  Json const* const id = member(body, previous_response_member);
  return id != nullptr && id->is_string() ? std::optional<std::string>(*id) : std::nullopt;
}

}  // namespace

}  // namespace mock_provider

namespace mock_provider::response_items {

std::vector<Json> of_input(Json const& input, std::string const& seed) {
  std::vector<Json> items;
  if (input.is_string()) items.push_back({{"role", "user"}, {"content", input}});
  if (input.is_array()) items.assign(input.begin(), input.end());
  for (std::size_t index = 0; index < items.size(); ++index) {
    Json& item = items[index];
    if (!item.is_object()) continue;
    std::uint64_t const number = deterministic::hash(seed, index);
    if (!item.contains("type")) item["type"] = "message";
    if (!item.contains("id")) item["id"] = "msg_" + deterministic::token(number, 32);
    Json const* const content = member(item, "content");
    if (item["type"] == "message" && content != nullptr && content->is_string()) {
      item["content"] = Json::array({Json{{"type", "input_text"}, {"text", *content}}});
    }
  }
  return items;
}

Json response_of(Answer const& answer) {
  return response_in(response_text_of(answer));
}

}  // namespace mock_provider::response_items

namespace mock_provider {

std::size_t StoredResponses::size_of(Stored const& stored) {
  return stored.text.size() + stored.request->body.size();
}

void StoredResponses::keep(std::shared_ptr<JournalEntry const> request, Answer const& answer) {
  if (answer.status != 200) return;
  Stored stored{.request = std::move(request), .text = response_text_of(answer)};
  if (stored.text.empty()) return;
  std::lock_guard const lock(mutex_);
  bytes_ += size_of(stored);
  stored_.push_back(std::move(stored));
  while (stored_.size() > most_responses || bytes_ > most_response_bytes) {
    bytes_ -= size_of(stored_.front());
    stored_.pop_front();
  }
}

Answer StoredResponses::respond(Request const& request, Route const& route) {
  bool const wants_items = route.name.ends_with(items_suffix);
  std::string const id = wants_items ? route.name.substr(0, route.name.size() - items_suffix.size()) : route.name;
  std::optional<Stored> const stored = find(route.scenario, id);
  // Other routes below a response, which the mock does not have.
  bool const is_foreign = request.method == "POST" || id.find('/') != std::string::npos;
  if (!stored && is_foreign) {
    return answer::refusal(404, "", "", small_answers::no_such_path(request.method, route.path));
  }
  if (!stored) return response_not_found(id);
  if (request.method == "DELETE" && !wants_items) {
    remove(route.scenario, id);
    return answer::of_json(200, {{"id", id}, {"object", "response"}, {"deleted", true}});
  }
  if (!is_read(request)) {
    return answer::no_method(request.method, route.path);
  }
  if (!wants_items) {
    Json const response = response_in(stored->text);
    bool const is_stream = query_value(route.query, "stream") == "true";
    return is_stream ? response_stream(response, route.query) : answer::of_json(200, response);
  }
  Json const request_body = json_text::value_or_null(stored->request->body);
  std::vector<Json> items = response_items::of_input(value_or(request_body, "input", nullptr), id);
  return answer::of_json(200, items_page(std::move(items), route.query));
}

std::optional<Answer> StoredResponses::refusal_of(Request const& request, Route const& route) const {
  std::optional<std::string> const id = previous_id_in(request);
  if (!id || find(route.scenario, *id)) return std::nullopt;
  return answer::refusal(400, "previous_response_not_found", std::string(previous_response_member),
                         fmt::format("There is no response with the id {} to go on from.", json_text::excerpt(*id)));
}

Json StoredResponses::items_before(Request const& request, Route const& route) const {
  std::vector<std::vector<Json>> turns;
  // A scenario may give two responses the same id, so that one could go on from itself.
  std::uint64_t before = std::numeric_limits<std::uint64_t>::max();
  for (std::optional<std::string> id = previous_id_in(request); id;) {
    std::optional<Stored> const stored = find(route.scenario, *id);
    if (!stored || stored->request->sequence >= before) break;
    before = stored->request->sequence;
    Json const request_body = json_text::value_or_null(stored->request->body);
    Json const response = response_in(stored->text);
    std::vector<Json> turn = response_items::of_input(value_or(request_body, "input", nullptr), *id);
    Json const output = value_or(response, "output", nullptr);
    if (output.is_array()) turn.insert(turn.end(), output.begin(), output.end());
    turns.push_back(std::move(turn));
    Json const previous = value_or(request_body, previous_response_member, nullptr);
    id = previous.is_string() ? std::optional<std::string>(previous) : std::nullopt;
  }
  if (turns.empty()) return nullptr;
  Json items = Json::array();
  for (auto turn = turns.rbegin(); turn != turns.rend(); ++turn) {
    for (Json& item : *turn) items.push_back(std::move(item));
  }
  return items;
}

Answer StoredResponses::compacted(Request const& request, Json const& before) {
  if (request.method != "POST") return answer::no_method(request.method, "/responses/compact");
  Json const body = json_text::value_or_null(request.body);
  if (!is_set(body, "model"))
    return answer::refusal(400, "missing_required_parameter", "model", "\"model\" is missing.");
  std::string const text = json_text::dump(body);
  std::uint64_t const seed = deterministic::hash(text);
  std::vector<Json> items(before.begin(), before.end());
  for (Json& item : response_items::of_input(value_or(body, "input", nullptr), text)) items.push_back(std::move(item));
  std::erase_if(items, [](Json const& item) { return value_or(item, "role", nullptr) != "user"; });
  for (Json& item : items) item["status"] = "completed";
  items.push_back({{"type", "compaction"},
                   {"id", "cmp_" + deterministic::token(seed, 32)},
                   {"encrypted_content", deterministic::token(deterministic::hash("compaction", seed), 64)}});
  std::int64_t const tokens = small_answers::tokens_of_response(body);
  return answer::of_json(200, {{"id", "resp_" + deterministic::token(seed, 32)},
                               {"object", "response.compaction"},
                               {"created_at", deterministic::time_of(seed)},
                               {"output", std::move(items)},
                               {"usage",
                                {{"input_tokens", tokens},
                                 {"input_tokens_details", {{"cached_tokens", 0}}},
                                 {"output_tokens", 1},
                                 {"output_tokens_details", {{"reasoning_tokens", 0}}},
                                 {"total_tokens", tokens + 1}}}});
}

void StoredResponses::clear() {
  std::lock_guard const lock(mutex_);
  stored_.clear();
  bytes_ = 0;
}

bool StoredResponses::is_named(Stored const& stored, std::string const& scenario, std::string const& id) {
  if (stored.request->scenario != scenario || !may_have_id(stored.text, id)) return false;
  Json const response = response_in(stored.text);
  Json const* const own = member(response, "id");
  Json const* const is_stored = member(response, "store");
  return own != nullptr && *own == id && (is_stored == nullptr || *is_stored != false);
}

std::optional<StoredResponses::Stored> StoredResponses::find(std::string const& scenario, std::string const& id) const {
  std::lock_guard const lock(mutex_);
  auto const found = std::find_if(stored_.rbegin(), stored_.rend(),
                                  [&](Stored const& stored) { return is_named(stored, scenario, id); });
  return found == stored_.rend() ? std::nullopt : std::optional<Stored>(*found);
}

void StoredResponses::remove(std::string const& scenario, std::string const& id) {
  std::lock_guard const lock(mutex_);
  std::erase_if(stored_, [&](Stored const& stored) { return is_named(stored, scenario, id); });
  bytes_ = std::accumulate(stored_.begin(), stored_.end(), std::size_t{0},
                           [](std::size_t sum, Stored const& stored) { return sum + size_of(stored); });
}

}  // namespace mock_provider
