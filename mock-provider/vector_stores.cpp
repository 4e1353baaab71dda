#include "mock-provider/vector_stores.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <vector>

#include "mock-provider/values/deterministic.hpp"
#include "mock-provider/values/encoding.hpp"

namespace mock_provider::vector_stores {
namespace {

constexpr std::string_view id_prefix = "vs_";
constexpr std::string_view batch_prefix = "vsfb_";

Answer refused(int status, std::string const& param, std::string const& message) {
  return answer::refusal(status, "", param, message);
}

Answer no_such(std::string_view what, std::string const& id) {
  return refused(404, "", fmt::format("There is no {} with the id {}.", what, json_text::excerpt(Json(id))));
}

Answer deleted(std::string const& id, std::string_view object) {
  return answer::of_json(200, {{"id", id}, {"object", object}, {"deleted", true}});
}

Answer page(std::vector<Json> items, std::string const& query) {
  Json result = object_page::of(std::move(items), query, 20, 100);
  result["object"] = "list";
  return answer::of_json(200, result);
}

Json counts_of(std::size_t files) {
  return {{"in_progress", 0}, {"completed", files}, {"failed", 0}, {"cancelled", 0}, {"total", files}};
}

/// What the store says of itself, from its files.
Json shown(StoredObject const& store) {
  Json result = store.shown;
  std::size_t bytes = 0;
  for (Json const& file : store.hidden) bytes += file.at("usage_bytes").get<std::size_t>();
  result["usage_bytes"] = bytes;
  result["file_counts"] = counts_of(store.hidden.size());
  return result;
}

/// What a request says of a file that it adds: the id, and `attributes` and `chunking_strategy` from the file's own
/// entry or from all of the request.
struct Addition {
  std::string file_id;
  Json asked;
};

std::vector<Addition> additions_in(Json const& body) {
  std::vector<Addition> result;
  if (Json const id = value_or(body, "file_id", nullptr); id.is_string()) result.push_back({id, body});
  for (Json const& id : value_or(body, "file_ids", Json::array())) {
    if (id.is_string()) result.push_back({id, body});
  }
  for (Json const& file : value_or(body, "files", Json::array())) {
    if (Json const id = value_or(file, "file_id", nullptr); id.is_string()) result.push_back({id, file});
  }
  return result;
}

Json new_file(Addition const& addition, std::string const& store, StoredFile const& file) {
  Json const usual{{"type", "static"}, {"static", {{"max_chunk_size_tokens", 800}, {"chunk_overlap_tokens", 400}}}};
  Json const strategy = value_or(addition.asked, "chunking_strategy", usual);
  return {{"id", addition.file_id},
          {"object", "vector_store.file"},
          {"usage_bytes", file.content.size()},
          {"created_at", file.created_at},
          {"vector_store_id", store},
          {"status", "completed"},
          {"last_error", nullptr},
          {"attributes", value_or(addition.asked, "attributes", Json::object())},
          {"chunking_strategy", value_or(strategy, "type", "") == "static" ? strategy : usual}};
}

auto place_of(Json& files, std::string const& id) {
  return std::find_if(files.begin(), files.end(), [&](Json const& file) { return file.at("id") == id; });
}

/// Adds the files to the store; the refusal of the first that was not uploaded.
std::optional<Answer> add_files(std::vector<Addition> const& additions, std::string const& store, Route const& route,
                                StoredObjects& objects, StoredFiles const& files) {
  std::vector<Json> added;
  for (Addition const& addition : additions) {
    StoredFiles::File const file = files.find(route.scenario, addition.file_id);
    if (file == nullptr) return no_such("file", addition.file_id);
    added.push_back(new_file(addition, store, *file));
  }
  objects.change(route.scenario, store, [&](StoredObject& kept) {
    for (Json& file : added) {
      auto const place = place_of(kept.hidden, file.at("id").get<std::string>());
      if (place == kept.hidden.end()) {
        kept.hidden.push_back(std::move(file));
      } else {
        *place = std::move(file);
      }
    }
  });
  return std::nullopt;
}

Answer create(Request const& request, Route const& route, StoredObjects& objects, StoredFiles const& files) {
  Json const body = json_text::value_or_null(request.body);
  std::int64_t const now = deterministic::time_of(deterministic::hash(request.body));
  Json store{{"object", "vector_store"},
             {"created_at", now},
             {"name", value_or(body, "name", "")},
             {"description", value_or(body, "description", "")},
             {"status", "completed"},
             {"expires_after", value_or(body, "expires_after", nullptr)},
             {"expires_at", nullptr},
             {"last_active_at", now},
             {"metadata", value_or(body, "metadata", Json::object())}};
  StoredObject const kept =
      objects.add({.scenario = route.scenario, .id = "", .shown = std::move(store), .hidden = Json::array()},
                  std::string(id_prefix));
  if (std::optional<Answer> refusal = add_files(additions_in(body), kept.id, route, objects, files)) {
    objects.remove(route.scenario, kept.id);
    return *std::move(refusal);
  }
  return answer::of_json(200, shown(objects.find(route.scenario, kept.id).value_or(kept)));
}

Answer about_store(Request const& request, Route const& route, StoredObject const& store, StoredObjects& objects) {
  if (is_read(request)) return answer::of_json(200, shown(store));
  if (request.method == "DELETE") {
    objects.remove(route.scenario, store.id);
    return deleted(store.id, "vector_store.deleted");
  }
  if (request.method != "POST") return answer::no_method(request.method, route.path);
  Json const body = json_text::value_or_null(request.body);
  std::optional<StoredObject> const changed = objects.change(route.scenario, store.id, [&](StoredObject& kept) {
    for (char const* const name : {"name", "metadata", "expires_after"}) {
      if (Json const* const value = member(body, name)) kept.shown[name] = *value;
    }
  });
  return answer::of_json(200, shown(changed.value_or(store)));
}

/// The text of a file as parts; none of one that is no text.
Json content_of(std::string const& id, Route const& route, StoredFiles const& files) {
  StoredFiles::File const file = files.find(route.scenario, id);
  Json parts = Json::array();
  if (file != nullptr && json_text::is_utf8(file->content))
    parts.push_back({{"type", "text"}, {"text", file->content}});
  return parts;
}

Answer about_file(Request const& request, Route const& route, StoredObject store, std::string const& id,
                  StoredObjects& objects) {
  auto const place = place_of(store.hidden, id);
  if (place == store.hidden.end()) return no_such("file of this vector store", id);
  if (is_read(request)) return answer::of_json(200, *place);
  if (request.method == "DELETE") {
    objects.change(route.scenario, store.id, [&](StoredObject& kept) {
      if (auto const at = place_of(kept.hidden, id); at != kept.hidden.end()) kept.hidden.erase(at);
    });
    return deleted(id, "vector_store.file.deleted");
  }
  if (request.method != "POST") return answer::no_method(request.method, route.path);
  (*place)["attributes"] = value_or(json_text::value_or_null(request.body), "attributes", Json::object());
  objects.change(route.scenario, store.id, [&](StoredObject& kept) {
    if (auto const at = place_of(kept.hidden, id); at != kept.hidden.end()) *at = *place;
  });
  return answer::of_json(200, *place);
}

Answer about_files(Request const& request, Route const& route, StoredObject const& store, StoredObjects& objects,
                   StoredFiles const& files) {
  if (is_read(request)) return page({store.hidden.begin(), store.hidden.end()}, route.query);
  if (request.method != "POST") return answer::no_method(request.method, route.path);
  std::vector<Addition> const additions = additions_in(json_text::value_or_null(request.body));
  if (additions.size() != 1) return refused(400, "file_id", "\"file_id\" is missing.");
  if (std::optional<Answer> refusal = add_files(additions, store.id, route, objects, files)) return *std::move(refusal);
  StoredObject kept = objects.find(route.scenario, store.id).value_or(store);
  auto const place = place_of(kept.hidden, additions.front().file_id);
  return place == kept.hidden.end() ? no_such("file", additions.front().file_id) : answer::of_json(200, *place);
}

Answer create_batch(Request const& request, Route const& route, StoredObject const& store, StoredObjects& objects,
                    StoredFiles const& files) {
  std::vector<Addition> const additions = additions_in(json_text::value_or_null(request.body));
  if (additions.empty()) return refused(400, "file_ids", "\"file_ids\" is missing, and \"files\" as well.");
  if (std::optional<Answer> refusal = add_files(additions, store.id, route, objects, files)) return *std::move(refusal);
  Json ids = Json::array();
  for (Addition const& addition : additions) ids.push_back(addition.file_id);
  Json batch{{"object", "vector_store.files_batch"},
             {"created_at", deterministic::time_of(deterministic::hash(request.body))},
             {"vector_store_id", store.id},
             {"status", "completed"},
             {"file_counts", counts_of(ids.size())}};
  return answer::of_json(
      200, objects
               .add({.scenario = route.scenario, .id = "", .shown = std::move(batch), .hidden = std::move(ids)},
                    std::string(batch_prefix))
               .shown);
}

Answer about_batch(Request const& request, Route const& route, StoredObject const& store, std::string const& id,
                   std::string const& rest, StoredObjects const& objects) {
  std::optional<StoredObject> const batch = objects.find(route.scenario, id);
  if (!batch || batch->shown.value("vector_store_id", "") != store.id) return no_such("batch of files", id);
  // It is completed, so that there is nothing to cancel.
  bool const is_asked_for = (rest.empty() && is_read(request)) || (rest == "cancel" && request.method == "POST");
  if (is_asked_for) return answer::of_json(200, batch->shown);
  if (rest != "files" || !is_read(request)) return answer::no_method(request.method, route.path);
  std::vector<Json> items;
  for (Json const& file : store.hidden) {
    if (std::find(batch->hidden.begin(), batch->hidden.end(), file.at("id")) != batch->hidden.end())
      items.push_back(file);
  }
  return page(std::move(items), route.query);
}

std::set<std::string> words_of(std::string const& text) {
  std::set<std::string> words;
  std::string word;
  for (char const byte : lower_ascii(text) + " ") {
    bool const is_letter =
        (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9') || (static_cast<unsigned char>(byte) & 0x80U) != 0;
    if (is_letter) {
      word += byte;
    } else if (!word.empty()) {
      words.insert(std::exchange(word, ""));
    }
  }
  return words;
}

/// Whether the attributes of a file pass a filter of a search.
bool passes(Json const& filter, Json const& attributes) {
  std::string const type = text_in(filter, "type");
  Json const inner = value_or(filter, "filters", Json::array());
  auto const is_passed = [&](Json const& one) { return passes(one, attributes); };
  if (type == "and") return std::all_of(inner.begin(), inner.end(), is_passed);
  if (type == "or") return std::any_of(inner.begin(), inner.end(), is_passed);
  Json const own = value_or(attributes, text_in(filter, "key"), nullptr);
  Json const wanted = value_or(filter, "value", nullptr);
  bool const is_in = wanted.is_array() && std::find(wanted.begin(), wanted.end(), own) != wanted.end();
  if (type == "ne") return own != wanted;
  if (type == "in") return is_in;
  if (type == "nin") return !is_in;
  if (type == "gt") return !own.is_null() && own > wanted;
  if (type == "gte") return !own.is_null() && own >= wanted;
  if (type == "lt") return !own.is_null() && own < wanted;
  if (type == "lte") return !own.is_null() && own <= wanted;
  return own == wanted;
}

/// The share of the words that stand in the text.
double score_of(std::set<std::string> const& wanted, std::string const& text) {
  std::set<std::string> const there = words_of(text);
  auto const count =
      std::count_if(wanted.begin(), wanted.end(), [&](std::string const& word) { return there.contains(word); });
  return wanted.empty() ? 0 : static_cast<double>(count) / static_cast<double>(wanted.size());
}

Answer search(Request const& request, Route const& route, StoredObject const& store, StoredFiles const& files) {
  Json const body = json_text::value_or_null(request.body);
  Json queries = value_or(body, "query", nullptr);
  if (queries.is_string()) queries = Json::array({queries});
  if (!queries.is_array() || queries.empty())
    return refused(400, "query", "\"query\" must be a text or a list of them.");
  std::set<std::string> wanted;
  for (Json const& query : queries) {
    if (query.is_string()) wanted.merge(words_of(query.get<std::string>()));
  }
  Json const filters = value_or(body, "filters", {{"type", "and"}});
  std::vector<Json> found;
  for (Json const& file : store.hidden) {
    StoredFiles::File const stored = files.find(route.scenario, file.at("id").get<std::string>());
    if (stored == nullptr || !passes(filters, file.at("attributes"))) continue;
    double const score = score_of(wanted, stored->content);
    if (score == 0) continue;
    found.push_back({{"file_id", file.at("id")},
                     {"filename", stored->filename},
                     {"score", score},
                     {"attributes", file.at("attributes")},
                     {"content", content_of(stored->id, route, files)}});
  }
  std::stable_sort(found.begin(), found.end(),
                   [](Json const& left, Json const& right) { return left.at("score") > right.at("score"); });
  Json const most = value_or(body, "max_num_results", 10);
  if (most.is_number_unsigned() && found.size() > most.get<std::size_t>()) found.resize(most.get<std::size_t>());
  return answer::of_json(200, {{"object", "vector_store.search_results.page"},
                               {"search_query", queries},
                               {"data", std::move(found)},
                               {"has_more", false},
                               {"next_page", nullptr}});
}

/// The segments of what follows "/vector_stores/".
std::vector<std::string> segments_of(std::string const& name) {
  std::vector<std::string> result;
  for (std::size_t at = 0; at <= name.size();) {
    std::size_t const end = std::min(name.find('/', at), name.size());
    result.push_back(name.substr(at, end - at));
    at = end + 1;
  }
  return result;
}

Answer below_store(Request const& request, Route const& route, StoredObject const& store,
                   std::vector<std::string> const& path, StoredObjects& objects, StoredFiles const& files) {
  std::string const& kind = path.at(1);
  bool const is_post = request.method == "POST";
  if (kind == "search" && path.size() == 2 && is_post) return search(request, route, store, files);
  if (kind == "files" && path.size() == 2) return about_files(request, route, store, objects, files);
  if (kind == "files" && path.size() == 3) return about_file(request, route, store, path[2], objects);
  if (kind == "files" && path.size() == 4 && path[3] == "content" && is_read(request)) {
    return answer::of_json(200, {{"object", "vector_store.file_content.page"},
                                 {"data", content_of(path[2], route, files)},
                                 {"has_more", false},
                                 {"next_page", nullptr}});
  }
  if (kind == "file_batches" && path.size() == 2 && is_post) return create_batch(request, route, store, objects, files);
  if (kind == "file_batches" && path.size() > 2 && path.size() <= 4) {
    return about_batch(request, route, store, path[2], path.size() == 4 ? path[3] : "", objects);
  }
  return refused(404, "", fmt::format("Invalid URL ({} {}).", request.method, route.path));
}

}  // namespace

Answer respond(Request const& request, Route const& route, StoredObjects& objects, StoredFiles const& files) {
  if (route.name.empty() && request.method == "POST") return create(request, route, objects, files);
  if (route.name.empty() && !is_read(request)) return answer::no_method(request.method, route.path);
  if (route.name.empty()) {
    std::vector<Json> stores;
    for (StoredObject const& store : objects.all(route.scenario, id_prefix)) stores.push_back(shown(store));
    return page(std::move(stores), route.query);
  }
  std::vector<std::string> const path = segments_of(route.name);
  std::optional<StoredObject> const store = objects.find(route.scenario, path.front());
  if (!store || !path.front().starts_with(id_prefix)) return no_such("vector store", path.front());
  if (path.size() == 1) return about_store(request, route, *store, objects);
  return below_store(request, route, *store, path, objects, files);
}

}  // namespace mock_provider::vector_stores
