#pragma once

#include "prompty/render/jinja/objects.hpp"

namespace prompty::jinja {

/// A list of the inputs, or a list or tuple of the template, seen alike. The value it was made of must outlive it.
class ListView {
 public:
  /// Nothing when `value` is no list or tuple.
  static std::optional<ListView> of(Value const& value);

  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] Value at(Session& session, std::size_t index) const;
  [[nodiscard]] SequenceKind kind() const;

 private:
  Json const* json_ = nullptr;
  Sequence const* sequence_ = nullptr;
};

/// A mapping of the inputs or of the template, seen alike. The value it was made of must outlive it.
class MapView {
 public:
  /// Nothing when `value` is no mapping.
  static std::optional<MapView> of(Value const& value);

  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] Value key_at(std::size_t index) const;
  [[nodiscard]] Value value_at(Session& session, std::size_t index) const;
  [[nodiscard]] std::optional<Value> find(Session& session, Value const& key) const;
  [[nodiscard]] std::optional<Value> find(Session& session, std::string_view key) const;
  [[nodiscard]] Value pair_at(Session& session, std::size_t index) const;

 private:
  Json const* json_ = nullptr;
  Dict const* dict_ = nullptr;
};

[[nodiscard]] std::size_t size_of(Range const& range);
[[nodiscard]] std::int64_t element(Range const& range, std::size_t index);
[[nodiscard]] std::size_t size_of(View const& view);
[[nodiscard]] Value element(Session& session, View const& view, std::size_t index);

/// The number of elements, or of code points; nothing for what has no length.
[[nodiscard]] std::optional<std::size_t> length_of(Session& session, Value const& value);

/// Goes through what can be gone through: the elements, a mapping's keys, a text's characters.
class Cursor {
 public:
  /// Throws Failure when `source` is nothing to go through.
  Cursor(Session& session, Value source);
  [[nodiscard]] std::optional<Value> next();

 private:
  Session* session_;
  Value source_;
  std::size_t at_ = 0;
  std::size_t size_at_start_ = 0;
};

[[nodiscard]] bool is_iterable(Value const& value);

/// All that a Cursor gives, in order.
[[nodiscard]] Values collect(Session& session, Value const& source);

}  // namespace prompty::jinja
