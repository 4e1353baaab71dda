#include "jinja/value.hpp"

#include <array>
#include <limits>
#include <nlohmann/json.hpp>

#include "jinja/closures.hpp"
#include "jinja/operators.hpp"
#include "jinja/unicode.hpp"

namespace jinja {
namespace {

Value copied_list(Session& session, Json const& json) {
  Values copies;
  copies.reserve(json.size());
  for (Json const& element : json) copies.push_back(wrap(session, element));
  return make_list(session, std::move(copies));
}

Json::object_t const& members_of(Json const& json) {
  return json.get_ref<Json::object_t const&>();
}

Value copied_map(Session& session, Json const& json) {
  Shared<Dict> const copy = make_shared<Dict>(session);
  for (auto const& [key, element] : members_of(json)) copy->set(Text{.view = key}, wrap(session, element));
  return copy;
}

// Below this a look through all entries is faster than hashing.
constexpr std::size_t largest_without_index = 8;

std::size_t memory_of(Values const& values) {
  return sizeof(Sequence) + values.capacity() * sizeof(Value);
}

Json::object_t::value_type const& entry(Json const& json, std::size_t index) {
  return *(members_of(json).begin() + static_cast<std::ptrdiff_t>(index));
}

std::optional<Value> next_character(Text const& text, std::size_t& at) {
  if (at >= text.view.size()) return std::nullopt;
  std::size_t const length = unicode::character_length(text.view, at);
  std::string_view const character = text.view.substr(at, length);
  at += length;
  return Text{.view = character, .owner = text.owner};
}

void take_over(Session& session, Dict& dict, MapView const& map) {
  for (std::size_t at = 0; at < map.size(); ++at) {
    session.spend();
    dict.set(map.key_at(at), map.value_at(session, at));
  }
}

}  // namespace

Value make_text(Session& session, std::string text, Markup markup) {
  session.spend_for_text(text.size());
  Shared<TextBuffer> const buffer = make_shared<TextBuffer>(session, std::move(text));
  return Text{.view = buffer->view(), .owner = buffer, .markup = markup};
}

Value wrap(Session& session, Json const& json) {
  switch (json.type()) {
    case Json::value_t::boolean:
      return json.get<bool>();
    case Json::value_t::number_integer:
      return json.get<std::int64_t>();
    case Json::value_t::number_unsigned:
      if (json.get<std::uint64_t>() > std::uint64_t{std::numeric_limits<std::int64_t>::max()}) {
        throw Failure(reason::number_too_large);
      }
      return json.get<std::int64_t>();
    case Json::value_t::number_float:
      return json.get<double>();
    case Json::value_t::string:
      return Text{.view = json.get_ref<std::string const&>()};
    case Json::value_t::array:
      if (session.input_rule() == InputRule::copy) return copied_list(session, json);
      return BorrowedList{&json};
    case Json::value_t::object:
      if (session.input_rule() == InputRule::copy) return copied_map(session, json);
      return BorrowedMap{&json};
    case Json::value_t::null:
    case Json::value_t::binary:
    case Json::value_t::discarded:
      break;
  }
  return None{};
}

std::string_view type_name(Value const& value) {
  using Name = std::string_view;
  constexpr std::array<Name, 3> views = {"dict_keys", "dict_values", "dict_items"};
  return match(
      value, [](Undefined const&) -> Name { return "Undefined"; }, [](None const&) -> Name { return "NoneType"; },
      [](bool) -> Name { return "bool"; }, [](std::int64_t) -> Name { return "int"; },
      [](double) -> Name { return "float"; },
      [](Text const& text) -> Name { return text.markup == Markup::yes ? "Markup" : "str"; },
      [](BorrowedList const&) -> Name { return "list"; }, [](BorrowedMap const&) -> Name { return "dict"; },
      [](Shared<Sequence> const& sequence) -> Name {
        return sequence->kind() == SequenceKind::list ? "list" : "tuple";
      },
      [](Shared<Dict> const&) -> Name { return "dict"; }, [](Range const&) -> Name { return "range"; },
      [&](Shared<View> const& view) { return views.at(static_cast<std::size_t>(view->kind)); },
      [](Shared<Iterator> const& iterator) { return iterator->type; },
      [](Shared<Namespace> const&) -> Name { return "Namespace"; },
      [](Shared<Cycler> const&) -> Name { return "Cycler"; }, [](Shared<Joiner> const&) -> Name { return "Joiner"; },
      [](Shared<Loop> const&) -> Name { return "LoopContext"; }, [](Shared<Macro> const&) -> Name { return "Macro"; },
      [](Shared<BoundMethod> const&) -> Name { return "method"; }, [](Operation const*) -> Name { return "function"; });
}

void demand_defined(Value const& value) {
  if (Undefined const* const undefined = std::get_if<Undefined>(&value)) {
    throw UndefinedFailure(std::string(undefined->text));
  }
}

bool is_forbidden(Session const& session, Value const& value) {
  Undefined const* const undefined = std::get_if<Undefined>(&value);
  return undefined != nullptr && session.undefined_rule() == UndefinedRule::error &&
         undefined->reason != UndefinedReason::no_else;
}

Sequence::Sequence(Session& session, SequenceKind kind, Values values)
    : Counted(session), kind_(kind), values_(std::move(values)) {
  session.spend(1 + values_.size() / 16);
  account_for(memory_of(values_));
}

Values& Sequence::values_to_change() {
  keep();
  return values_;
}

void Sequence::changed() {
  account_for(memory_of(values_));
}

std::optional<std::size_t> Dict::position_of(Value const& key, std::size_t hash) const {
  if (entries_.size() <= largest_without_index) {
    for (std::size_t at = 0; at < entries_.size(); ++at) {
      if (equal(session(), entries_[at].first, key)) return at;
    }
    return std::nullopt;
  }
  auto const [first, last] = index_.equal_range(hash);
  for (auto candidate = first; candidate != last; ++candidate) {
    session().spend();
    if (equal(session(), entries_[candidate->second].first, key)) return candidate->second;
  }
  return std::nullopt;
}

Value const* Dict::find(Value const& key) const {
  std::optional<std::size_t> const position = position_of(key, hash_of(session(), key));
  return position ? &entries_[*position].second : nullptr;
}

void Dict::set(Value key, Value value) {
  std::size_t const hash = hash_of(session(), key);
  if (std::optional<std::size_t> const position = position_of(key, hash)) {
    entries_[*position].second = std::move(value);
    return;
  }
  entries_.emplace_back(std::move(key), std::move(value));
  account_for(sizeof(Dict) + entries_.capacity() * (sizeof(Entry) + 64));
  if (entries_.size() <= largest_without_index) return;
  if (index_.size() + 1 == entries_.size()) {
    index_.emplace(hash, entries_.size() - 1);
    return;
  }
  rebuild_index();
}

std::optional<Value> Dict::remove(Value const& key) {
  std::optional<std::size_t> const position = position_of(key, hash_of(session(), key));
  if (!position) return std::nullopt;
  session().spend(1 + entries_.size() / 8);
  Value removed = std::move(entries_[*position].second);
  entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(*position));
  rebuild_index();
  return removed;
}

void Dict::rebuild_index() {
  index_.clear();
  if (entries_.size() <= largest_without_index) return;
  for (std::size_t at = 0; at < entries_.size(); ++at) index_.emplace(hash_of(session(), entries_[at].first), at);
}

void Dict::clear() {
  entries_.clear();
  index_.clear();
}

std::optional<ListView> ListView::of(Value const& value) {
  if (BorrowedList const* const borrowed = std::get_if<BorrowedList>(&value)) return ListView(borrowed->json, nullptr);
  Sequence const* const sequence = object_of<Sequence>(value);
  return sequence != nullptr ? std::optional(ListView(nullptr, sequence)) : std::nullopt;
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

Value make_like(Session& session, ListView const& list, Values values) {
  return list.kind() == SequenceKind::list ? make_list(session, std::move(values))
                                           : make_tuple(session, std::move(values));
}

std::optional<MapView> MapView::of(Value const& value) {
  if (BorrowedMap const* const borrowed = std::get_if<BorrowedMap>(&value)) return MapView(borrowed->json, nullptr);
  Dict const* const dict = object_of<Dict>(value);
  return dict != nullptr ? std::optional(MapView(nullptr, dict)) : std::nullopt;
}

std::size_t MapView::size() const {
  return json_ != nullptr ? json_->size() : dict_->entries().size();
}

Value MapView::key_at(std::size_t index) const {
  if (dict_ != nullptr) return dict_->entries()[index].first;
  return Text{.view = entry(*json_, index).first};
}

Value MapView::value_at(Session& session, std::size_t index) const {
  if (dict_ != nullptr) return dict_->entries()[index].second;
  return wrap(session, entry(*json_, index).second);
}

Value MapView::pair_at(Session& session, std::size_t index) const {
  return make_tuple(session, {key_at(index), value_at(session, index)});
}

std::optional<Value> MapView::find(Session& session, std::string_view key) const {
  if (dict_ != nullptr) return find(session, Value(Text{.view = key}));
  Json::object_t const& members = members_of(*json_);
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
  if (view.kind == ViewKind::keys) return map.key_at(index);
  return view.kind == ViewKind::values ? map.value_at(session, index) : map.pair_at(session, index);
}

std::optional<std::size_t> length_of(Session& session, Value const& value) {
  if (std::optional<ListView> const list = ListView::of(value)) return list->size();
  if (std::optional<MapView> const map = MapView::of(value)) return map->size();
  if (Text const* const text = std::get_if<Text>(&value)) {
    session.spend_for_text(text->view.size());
    return unicode::length(text->view);
  }
  if (Range const* const range = std::get_if<Range>(&value)) return size_of(*range);
  if (View const* const view = object_of<View>(value)) return size_of(*view);
  if (Loop* const loop = object_of<Loop>(value)) return loop->length();
  if (is_undefined(value)) {
    demand_defined_when_strict(session, value);
    return 0;
  }
  return std::nullopt;
}

bool is_iterable(Value const& value) {
  return is_undefined(value) || holds<Text>(value) || ListView::of(value) || MapView::of(value) ||
         holds<Range>(value) || holds<Shared<View>>(value) || holds<Shared<Iterator>>(value);
}

Cursor::Cursor(Session& session, Value source) : session_(&session), source_(std::move(source)) {
  if (!is_iterable(source_)) throw Failure(reason::not_iterable(type_name(source_)));
  demand_defined_when_strict(session, source_);
  if (!holds<Text>(source_)) size_at_start_ = length_of(session, source_).value_or(0);
}

std::optional<Value> Cursor::next() {
  session_->spend();
  if (Range const* const range = std::get_if<Range>(&source_)) {
    if (at_ >= size_at_start_) return std::nullopt;
    return element(*range, at_++);
  }
  if (Text const* const text = std::get_if<Text>(&source_)) return next_character(*text, at_);
  if (Iterator const* const iterator = object_of<Iterator>(source_)) return iterator->next();
  // A list may grow while it is iterated, as in Python; texts and mappings may not.
  if (std::optional<ListView> const list = ListView::of(source_)) {
    if (at_ < list->size()) return list->at(*session_, at_++);
    // The end is final, even if the list grows afterwards.
    at_ = std::numeric_limits<std::size_t>::max();
    return std::nullopt;
  }
  View const* const view = object_of<View>(source_);
  std::optional<MapView> const map = MapView::of(view != nullptr ? view->mapping : source_);
  if (!map) return std::nullopt;
  if (map->size() != size_at_start_) throw Failure(reason::mapping_changed_while_iterated);
  if (at_ >= size_at_start_) return std::nullopt;
  return view != nullptr ? element(*session_, *view, at_++) : map->key_at(at_++);
}

Values collect(Session& session, Value const& source) {
  Values values;
  if (std::optional<std::size_t> const size = holds<Text>(source) ? std::nullopt : length_of(session, source)) {
    session.check_memory(*size * sizeof(Value));
    values.reserve(*size);
  }
  Cursor cursor(session, source);
  while (std::optional<Value> value = cursor.next()) {
    if (values.size() == values.capacity()) session.check_memory(values.size() * 2 * sizeof(Value));
    values.push_back(std::move(*value));
  }
  return values;
}

Value copied_dict(Session& session, Value const& map) {
  Shared<Dict> const copy = make_shared<Dict>(session);
  take_over(session, *copy, *MapView::of(map));
  return copy;
}

void fill_dict(Session& session, Dict& dict, Arguments const& arguments) {
  if (arguments.positional.size() > 1) {
    throw Failure(reason::too_many_arguments("dict", 1, arguments.positional.size()));
  }
  if (!arguments.positional.empty()) {
    Value const& source = arguments.positional.front();
    demand_defined(source);
    if (std::optional<MapView> const map = MapView::of(source)) {
      take_over(session, dict, *map);
    } else {
      Cursor cursor(session, source);
      while (std::optional<Value> const pair = cursor.next()) {
        Values const parts = collect(session, *pair);
        if (parts.size() != 2) throw Failure(reason::not_a_pair(parts.size()));
        dict.set(parts[0], parts[1]);
      }
    }
  }
  for (auto const& [name, value] : arguments.named) dict.set(Text{.view = name}, value);
}

}  // namespace jinja
