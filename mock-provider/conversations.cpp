#include "mock-provider/conversations.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "mock-provider/stored_responses.hpp"
#include "mock-provider/values/deterministic.hpp"

namespace mock_provider::conversations {
namespace {

constexpr std::string_view id_prefix = "conv_";
constexpr std::string_view named_in = "conversation";
constexpr std::size_t most_at_once = 20;

/// The id of the conversation that a request for a response names, as a text or in an object.
std::optional<std::string> named(std::string const& request_body) {
  if (!may_be_named_in(request_body)) return std::nullopt;
  Json const conversation = value_or(json_text::value_or_null(request_body), named_in, nullptr);
  Json const id = conversation.is_object() ? value_or(conversation, "id", nullptr) : conversation;
  return id.is_string() ? std::optional<std::string>(id) : std::nullopt;
}

Answer not_found(std::string const& id) {
  return answer::refusal(404, "", "", fmt::format("Conversation with id '{}' not found.", id));
}

void add_items(StoredObject& conversation, Json const& input) {
  std::string const seed = fmt::format("{}/{}", conversation.id, conversation.hidden.size());
  for (Json& item : response_items::of_input(input, seed)) {
    bool const is_message = item.is_object() && item.value("type", Json()) == "message";
    if (is_message && !item.contains("status")) item["status"] = "completed";
    conversation.hidden.push_back(std::move(item));
  }
}

/// A page with the items of a list, as they were added.
Json page_of(std::vector<Json> items, std::string const& query) {
  Json page = object_page::of(std::move(items), query, 20, 100);
  page["object"] = "list";
  return page;
}

Answer create(Request const& request, Route const& route, StoredObjects& objects) {
  Json const asked = request.body.empty() ? Json::object() : json_text::value_or_null(request.body);
  Json const items = value_or(asked, "items", Json::array());
  if (!items.is_array() || items.size() > most_at_once) {
    return answer::refusal(400, "invalid_value", "items",
                           fmt::format("\"items\" must be a list of up to {} items.", most_at_once));
  }
  Json shown{{"object", "conversation"},
             {"created_at", deterministic::time_of(deterministic::hash(request.body))},
             {"metadata", value_or(asked, "metadata", Json::object())}};
  StoredObject const kept =
      objects.add({.scenario = route.scenario, .id = "", .shown = std::move(shown), .hidden = Json::array()},
                  std::string(id_prefix));
  objects.change(route.scenario, kept.id, [&](StoredObject& conversation) { add_items(conversation, items); });
  return answer::of_json(200, kept.shown);
}

Answer add(Request const& request, Route const& route, StoredObject const& conversation, StoredObjects& objects) {
  Json const items = value_or(json_text::value_or_null(request.body), "items", nullptr);
  if (!items.is_array() || items.empty() || items.size() > most_at_once) {
    return answer::refusal(400, "invalid_value", "items",
                           fmt::format("\"items\" must be a list of 1 to {} items.", most_at_once));
  }
  std::size_t before = 0;
  std::optional<StoredObject> const changed = objects.change(route.scenario, conversation.id, [&](StoredObject& kept) {
    before = kept.hidden.size();
    add_items(kept, items);
  });
  if (!changed) return not_found(conversation.id);
  std::vector<Json> const added(changed->hidden.begin() + static_cast<std::ptrdiff_t>(before), changed->hidden.end());
  return answer::of_json(200, page_of(added, "order=asc"));
}

Answer about_item(Request const& request, Route const& route, StoredObject const& conversation, std::string const& id,
                  StoredObjects& objects) {
  auto const is_it = [&](Json const& item) { return value_or(item, "id", nullptr) == id; };
  auto const item = std::find_if(conversation.hidden.begin(), conversation.hidden.end(), is_it);
  if (item == conversation.hidden.end()) {
    return answer::refusal(
        404, "", "",
        fmt::format("There is no item with the id {} in this conversation.", json_text::excerpt(Json(id))));
  }
  if (is_read(request)) return answer::of_json(200, *item);
  if (request.method == "DELETE") {
    objects.change(route.scenario, conversation.id, [&](StoredObject& kept) {
      kept.hidden.erase(std::remove_if(kept.hidden.begin(), kept.hidden.end(), is_it), kept.hidden.end());
    });
    return answer::of_json(200, conversation.shown);
  }
  return answer::no_method(request.method, route.path);
}

Answer about_items(Request const& request, Route const& route, StoredObject const& conversation,
                   StoredObjects& objects) {
  if (request.method == "POST") return add(request, route, conversation, objects);
  if (!is_read(request)) return answer::no_method(request.method, route.path);
  std::vector<Json> items(conversation.hidden.begin(), conversation.hidden.end());
  return answer::of_json(200, page_of(std::move(items), route.query));
}

Answer about_conversation(Request const& request, Route const& route, StoredObject const& conversation,
                          StoredObjects& objects) {
  if (request.method == "DELETE") {
    objects.remove(route.scenario, conversation.id);
    return answer::of_json(200, {{"id", conversation.id}, {"object", "conversation.deleted"}, {"deleted", true}});
  }
  if (is_read(request)) return answer::of_json(200, conversation.shown);
  if (request.method != "POST") return answer::no_method(request.method, route.path);
  Json const metadata = value_or(json_text::value_or_null(request.body), "metadata", Json::object());
  std::optional<StoredObject> const changed =
      objects.change(route.scenario, conversation.id, [&](StoredObject& kept) { kept.shown["metadata"] = metadata; });
  return changed ? answer::of_json(200, changed->shown) : not_found(conversation.id);
}

}  // namespace

Answer respond(Request const& request, Route const& route, StoredObjects& objects) {
  if (route.name.empty()) {
    return request.method == "POST" ? create(request, route, objects) : answer::no_method(request.method, route.path);
  }
  std::size_t const slash = std::min(route.name.find('/'), route.name.size());
  std::string const id = route.name.substr(0, slash);
  std::string const rest = route.name.substr(slash);
  std::optional<StoredObject> const conversation = objects.find(route.scenario, id);
  if (!conversation || !id.starts_with(id_prefix)) return not_found(id);
  constexpr std::string_view items = "/items";
  if (rest.empty()) return about_conversation(request, route, *conversation, objects);
  if (rest == items) return about_items(request, route, *conversation, objects);
  bool const is_item = rest.starts_with(items) && rest[items.size()] == '/';
  if (is_item) return about_item(request, route, *conversation, rest.substr(items.size() + 1), objects);
  return answer::refusal(404, "", "", fmt::format("Invalid URL ({} {}).", request.method, route.path));
}

std::optional<Answer> refusal_of(Request const& request, Route const& route, StoredObjects const& objects) {
  std::optional<std::string> const id = named(request.body);
  if (!id || objects.find(route.scenario, *id)) return std::nullopt;
  return not_found(*id);
}

Json items_before(Request const& request, Route const& route, StoredObjects const& objects) {
  std::optional<std::string> const id = named(request.body);
  std::optional<StoredObject> const conversation = id ? objects.find(route.scenario, *id) : std::nullopt;
  return conversation ? conversation->hidden : Json();
}

void go_on(std::string const& scenario, std::string const& request_body, Json const& response, StoredObjects& objects) {
  std::optional<std::string> const id = named(request_body);
  if (!id) return;
  Json const input = value_or(json_text::value_or_null(request_body), "input", nullptr);
  Json const output = value_or(response, "output", Json::array());
  objects.change(scenario, *id, [&](StoredObject& conversation) {
    add_items(conversation, input);
    add_items(conversation, output);
  });
}

bool may_be_named_in(std::string const& request_body) {
  return request_body.find(named_in) != std::string::npos;
}

}  // namespace mock_provider::conversations
