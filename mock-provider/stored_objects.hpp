#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mock-provider/values/json_text.hpp"

namespace mock_provider {

/// Something that a client has made and asks for again: a batch, a conversation, a store of vectors.
struct StoredObject {
  std::string scenario;
  std::string id;
  Json shown;   ///< what requests get, with its `id`
  Json hidden;  ///< what belongs to it and is asked for elsewhere, such as the items of a conversation

  bool operator==(StoredObject const&) const = default;
};

/// The newest 1,000 objects of all kinds, 64 MiB of them at most. Thread-safe.
class StoredObjects {
 public:
  /// Keeps the object under an id that begins with `prefix` and is the same for the same object, but for a number when
  /// that is taken. `shown` gets it as `id`.
  StoredObject add(StoredObject object, std::string const& prefix);
  [[nodiscard]] std::optional<StoredObject> find(std::string const& scenario, std::string_view id) const;
  /// The object as `change` has left it; nothing when there is none.
  std::optional<StoredObject> change(std::string const& scenario, std::string_view id,
                                     std::function<void(StoredObject&)> const& change);
  /// Whether there was one.
  bool remove(std::string const& scenario, std::string_view id);
  /// Those whose ids begin with `prefix`, the oldest first.
  [[nodiscard]] std::vector<StoredObject> all(std::string const& scenario, std::string_view prefix) const;
  void clear();

 private:
  struct Kept {
    StoredObject object;
    std::size_t bytes = 0;
  };
  [[nodiscard]] std::deque<Kept>::const_iterator place_of(std::string const& scenario, std::string_view id) const;
  void drop_oldest();

  mutable std::mutex mutex_;
  std::deque<Kept> objects_;
  std::size_t bytes_ = 0;
};

}  // namespace mock_provider

/// Pages of lists, as both providers cut them.
namespace mock_provider::object_page {

/// The members of a page of the list, newest first unless `order` is "asc": `data`, `first_id`, `last_id` and
/// `has_more`. Of the query it goes by `order`, `limit` (`usual` unless it is there, at most `most`), and `after`, or
/// Anthropic's `after_id`.
[[nodiscard]] Json of(std::vector<Json> items, std::string const& query, std::size_t usual, std::size_t most);

}  // namespace mock_provider::object_page
