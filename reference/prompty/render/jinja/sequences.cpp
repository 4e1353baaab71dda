#include "prompty/render/jinja/sequences.hpp"

#include <limits>
#include <nlohmann/json.hpp>

#include "prompty/core/error_catalogue_rendering.hpp"
#include "prompty/core/match.hpp"
#include "prompty/render/jinja/compare.hpp"
#include "prompty/render/jinja/failure.hpp"
#include "prompty/render/jinja/loop.hpp"
#include "prompty/render/jinja/unicode.hpp"

namespace prompty::jinja {
namespace sequences {
namespace {

Json::object_t const& members(Json const& json) {
  return json.get_ref<Json::object_t const&>();
}

Json::object_t::value_type const& entry(Json const& json, std::size_t index) {
  return *(members(json).begin() + static_cast<std::ptrdiff_t>(index));
}

// A text and a mapping are as long as they are; a list may grow while it is gone through, as in Python.
std::optional<Value> next_element(Session& session, Value const& source, std::size_t& at) {
  ListView const list = *ListView::of(source);
  if (at >= list.size()) {
    // The end is final, even if the list grows afterwards.
    at = std::numeric_limits<std::size_t>::max();
    return std::nullopt;
  }
  return list.at(session, at++);
}

std::optional<Value> next_key(Value const& source, std::size_t& at, std::size_t size_at_start) {
  MapView const map = *MapView::of(source);
  if (map.size() != size_at_start) throw Failure(errors::reason::mapping_changed_while_iterated());
  if (at >= map.size()) return std::nullopt;
  return map.key_at(at++);
}

std::optional<Value> next_character(Text const& text, std::size_t& at) {
  if (at >= text.view.size()) return std::nullopt;
  std::size_t const length = unicode::character_length(text.view, at);
  std::string_view const character = text.view.substr(at, length);
  at += length;
  return Text{.view = character, .owner = text.owner};
}

[[noreturn]] std::optional<Value> not_iterable(Value const& value) {
  throw Failure(errors::reason::not_iterable(type_name(value)));
}

}  // namespace
}  // namespace sequences

std::optional<ListView> ListView::of(Value const& value) {
  ListView view;
  if (BorrowedList const* const borrowed = std::get_if<BorrowedList>(&value)) {
    view.json_ = borrowed->json;
    return view;
  }
  if (Shared<Sequence> const* const sequence = std::get_if<Shared<Sequence>>(&value)) {
    view.sequence_ = sequence->get();
    return view;
  }
  return std::nullopt;
}

std::size_t ListView::size() const {
  return json_ != nullptr ? json_->size() : sequence_->values().size();
}

Value ListView::at(Session& session, std::size_t index) const {
  return json_ != nullptr ? wrap(session, (*json_)[index]) : sequence_->values()[index];
}

SequenceKind ListView::kind() const {
  return json_ != nullptr ? SequenceKind::list : sequence_->kind();
}

std::optional<MapView> MapView::of(Value const& value) {
  MapView view;
  if (BorrowedMap const* const borrowed = std::get_if<BorrowedMap>(&value)) {
    view.json_ = borrowed->json;
    return view;
  }
  if (Shared<Dict> const* const dict = std::get_if<Shared<Dict>>(&value)) {
    view.dict_ = dict->get();
    return view;
  }
  return std::nullopt;
}

std::size_t MapView::size() const {
  return json_ != nullptr ? json_->size() : dict_->entries().size();
}

Value MapView::key_at(std::size_t index) const {
  if (dict_ != nullptr) return dict_->entries()[index].first;
  return Text{.view = sequences::entry(*json_, index).first};
}

Value MapView::value_at(Session& session, std::size_t index) const {
  if (dict_ != nullptr) return dict_->entries()[index].second;
  return wrap(session, sequences::entry(*json_, index).second);
}

Value MapView::pair_at(Session& session, std::size_t index) const {
  return make_tuple(session, {key_at(index), value_at(session, index)});
}

std::optional<Value> MapView::find(Session& session, std::string_view key) const {
  if (dict_ != nullptr) return find(session, Value(Text{.view = key}));
  Json::object_t const& members = sequences::members(*json_);
  session.spend(members.size() / 32);
  for (auto const& [name, value] : members) {
    if (name.size() != key.size()) continue;
    session.spend_for_bytes(key.size());
    if (name == key) return wrap(session, value);
  }
  return std::nullopt;
}

std::optional<Value> MapView::find(Session& session, Value const& key) const {
  if (dict_ == nullptr) {
    if (Text const* const text = std::get_if<Text>(&key)) return find(session, text->view);
    static_cast<void>(hash_of(session, key));
    return std::nullopt;
  }
  Value const* const found = dict_->find(key);
  return found != nullptr ? std::optional<Value>(*found) : std::nullopt;
}

std::size_t size_of(Range const& range) {
  // Unsigned differences are right even where signed ones overflow.
  std::uint64_t const start = static_cast<std::uint64_t>(range.start);
  std::uint64_t const stop = static_cast<std::uint64_t>(range.stop);
  if (range.step > 0) {
    return range.start >= range.stop ? 0 : (stop - start - 1) / static_cast<std::uint64_t>(range.step) + 1;
  }
  return range.start <= range.stop ? 0 : (start - stop - 1) / (0 - static_cast<std::uint64_t>(range.step)) + 1;
}

std::int64_t element(Range const& range, std::size_t index) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(range.start) +
                                   static_cast<std::uint64_t>(range.step) * index);
}

std::size_t size_of(View const& view) {
  return MapView::of(view.mapping)->size();
}

Value element(Session& session, View const& view, std::size_t index) {
  MapView const map = *MapView::of(view.mapping);
  switch (view.kind) {
    case ViewKind::keys:
      return map.key_at(index);
    case ViewKind::values:
      return map.value_at(session, index);
    case ViewKind::items:
      break;
  }
  return map.pair_at(session, index);
}

std::optional<std::size_t> length_of(Session& session, Value const& value) {
  if (std::optional<ListView> const list = ListView::of(value)) return list->size();
  if (std::optional<MapView> const map = MapView::of(value)) return map->size();
  if (Text const* const text = std::get_if<Text>(&value)) {
    session.spend_for_text(text->view.size());
    return unicode::length(text->view);
  }
  if (Range const* const range = std::get_if<Range>(&value)) return size_of(*range);
  if (Shared<View> const* const view = std::get_if<Shared<View>>(&value)) return size_of(**view);
  if (Shared<Loop> const* const loop = std::get_if<Shared<Loop>>(&value)) return (*loop)->length();
  if (is_undefined(value)) {
    demand_defined_when_strict(session, value);
    return 0;
  }
  return std::nullopt;
}

bool is_iterable(Value const& value) {
  return is_undefined(value) || holds<Text>(value) || holds<BorrowedList>(value) || holds<BorrowedMap>(value) ||
         holds<Shared<Sequence>>(value) || holds<Shared<Dict>>(value) || holds<Range>(value) ||
         holds<Shared<View>>(value) || holds<Shared<Iterator>>(value);
}

Cursor::Cursor(Session& session, Value source) : session_(&session), source_(std::move(source)) {
  if (!is_iterable(source_)) sequences::not_iterable(source_);
  demand_defined_when_strict(session, source_);
  if (std::optional<MapView> const map = MapView::of(source_)) size_at_start_ = map->size();
  if (Shared<View> const* const view = std::get_if<Shared<View>>(&source_)) size_at_start_ = size_of(**view);
  if (Range const* const range = std::get_if<Range>(&source_)) size_at_start_ = size_of(*range);
}

std::optional<Value> Cursor::next() {
  session_->spend();
  // The longest loops are over ranges: they need not ask for the kind each time.
  if (Range const* const range = std::get_if<Range>(&source_)) {
    if (at_ >= size_at_start_) return std::nullopt;
    return element(*range, at_++);
  }
  using Next = std::optional<Value>;
  return match(
      source_, [](Undefined const&) -> Next { return std::nullopt; },
      [this](Text const& text) -> Next { return sequences::next_character(text, at_); },
      [this](BorrowedList const&) -> Next { return sequences::next_element(*session_, source_, at_); },
      [this](Shared<Sequence> const&) -> Next { return sequences::next_element(*session_, source_, at_); },
      [this](BorrowedMap const&) -> Next { return sequences::next_key(source_, at_, size_at_start_); },
      [this](Shared<Dict> const&) -> Next { return sequences::next_key(source_, at_, size_at_start_); },
      [this](Shared<View> const& view) -> Next {
        if (size_of(*view) != size_at_start_) throw Failure(errors::reason::mapping_changed_while_iterated());
        if (at_ >= size_at_start_) return std::nullopt;
        return element(*session_, *view, at_++);
      },
      [](Shared<Iterator> const& iterator) -> Next { return iterator->next(); },
      [this](auto const&) -> Next { sequences::not_iterable(source_); });
}

Values collect(Session& session, Value const& source) {
  Values values;
  if (std::optional<std::size_t> const size = holds<Text>(source) ? std::nullopt : length_of(session, source)) {
    session.check_room(*size * sizeof(Value));
    values.reserve(*size);
  }
  Cursor cursor(session, source);
  while (std::optional<Value> value = cursor.next()) {
    if (values.size() == values.capacity()) session.check_room(values.size() * 2 * sizeof(Value));
    values.push_back(std::move(*value));
  }
  return values;
}

}  // namespace prompty::jinja
