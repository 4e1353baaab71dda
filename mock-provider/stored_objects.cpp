#include "mock-provider/stored_objects.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

#include "mock-provider/scenario/route.hpp"
#include "mock-provider/values/deterministic.hpp"

namespace mock_provider {
namespace {

constexpr std::size_t most_objects = 1'000;
constexpr std::size_t most_object_bytes = 67'108'864;

std::size_t bytes_of(StoredObject const& object) {
  return json_text::dump(object.shown).size() + json_text::dump(object.hidden).size();
}

}  // namespace

StoredObject StoredObjects::add(StoredObject object, std::string const& prefix) {
  std::uint64_t const seed = deterministic::hash(json_text::dump(object.shown));
  std::size_t const bytes = bytes_of(object);
  std::lock_guard const lock(mutex_);
  std::uint64_t number = 0;
  do {
    object.id = prefix + deterministic::token(deterministic::hash(prefix, seed + number++), 32);
  } while (place_of(object.scenario, object.id) != objects_.end());
  object.shown["id"] = object.id;
  bytes_ += bytes;
  objects_.push_back({object, bytes});
  drop_oldest();
  return object;
}

void StoredObjects::drop_oldest() {
  while (objects_.size() > most_objects || bytes_ > most_object_bytes) {
    bytes_ -= objects_.front().bytes;
    objects_.pop_front();
  }
}

std::deque<StoredObjects::Kept>::const_iterator StoredObjects::place_of(std::string const& scenario,
                                                                        std::string_view id) const {
  return std::find_if(objects_.begin(), objects_.end(),
                      [&](Kept const& kept) { return kept.object.scenario == scenario && kept.object.id == id; });
}

std::optional<StoredObject> StoredObjects::find(std::string const& scenario, std::string_view id) const {
  std::lock_guard const lock(mutex_);
  auto const place = place_of(scenario, id);
  return place == objects_.end() ? std::nullopt : std::optional(place->object);
}

std::optional<StoredObject> StoredObjects::change(std::string const& scenario, std::string_view id,
                                                  std::function<void(StoredObject&)> const& change) {
  std::lock_guard const lock(mutex_);
  auto const place = place_of(scenario, id);
  if (place == objects_.end()) return std::nullopt;
  Kept& kept = objects_[static_cast<std::size_t>(place - objects_.begin())];
  change(kept.object);
  StoredObject changed = kept.object;
  bytes_ -= kept.bytes;
  kept.bytes = bytes_of(kept.object);
  bytes_ += kept.bytes;
  drop_oldest();
  return changed;
}

bool StoredObjects::remove(std::string const& scenario, std::string_view id) {
  std::lock_guard const lock(mutex_);
  auto const place = place_of(scenario, id);
  if (place == objects_.end()) return false;
  bytes_ -= place->bytes;
  objects_.erase(place);
  return true;
}

std::vector<StoredObject> StoredObjects::all(std::string const& scenario, std::string_view prefix) const {
  std::lock_guard const lock(mutex_);
  std::vector<StoredObject> result;
  for (Kept const& kept : objects_) {
    if (kept.object.scenario == scenario && kept.object.id.starts_with(prefix)) result.push_back(kept.object);
  }
  return result;
}

void StoredObjects::clear() {
  std::lock_guard const lock(mutex_);
  objects_.clear();
  bytes_ = 0;
}

}  // namespace mock_provider

namespace mock_provider::object_page {
namespace {

std::size_t limit_in(std::string const& query, std::size_t usual, std::size_t most) {
  std::string const text = query_value(query, "limit").value_or("");
  std::size_t limit = 0;
  std::from_chars_result const read = std::from_chars(text.data(), text.data() + text.size(), limit);
  return read.ec == std::errc() ? std::clamp<std::size_t>(limit, 1, most) : usual;
}

Json id_or_null(std::vector<Json> const& items, std::size_t index) {
  Json const* const id = index < items.size() ? member(items[index], "id") : nullptr;
  return id == nullptr ? Json() : *id;
}

}  // namespace

Json of(std::vector<Json> items, std::string const& query, std::size_t usual, std::size_t most) {
  if (query_value(query, "order").value_or("desc") != "asc") std::reverse(items.begin(), items.end());
  std::optional<std::string> after = query_value(query, "after");
  if (!after) after = query_value(query, "after_id");
  if (after) {
    auto const at = std::find_if(items.begin(), items.end(), [&](Json const& item) {
      Json const* const id = member(item, "id");
      return id != nullptr && *id == *after;
    });
    if (at != items.end()) items.erase(items.begin(), at + 1);
  }
  std::size_t const limit = limit_in(query, usual, most);
  bool const has_more = items.size() > limit;
  if (has_more) items.resize(limit);
  Json const first = id_or_null(items, 0);
  Json const last = id_or_null(items, items.size() - 1);
  return {{"data", std::move(items)}, {"first_id", first}, {"last_id", last}, {"has_more", has_more}};
}

}  // namespace mock_provider::object_page
