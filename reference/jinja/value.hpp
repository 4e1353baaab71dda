#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <variant>

#include "jinja/session.hpp"

namespace jinja {

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

/// Calls the case that fits the alternative that `variant` holds; one without a case does not compile.
template <class Variant, class... Cases>
decltype(auto) match(Variant&& variant, Cases&&... cases) {
  return std::visit(Overloaded{std::forward<Cases>(cases)...}, std::forward<Variant>(variant));
}

/// Counts one more level of nesting while it lives.
class Level {
 public:
  explicit Level(std::size_t& count) : count_(count) { ++count_; }
  ~Level() { --count_; }
  Level(Level const&) = delete;
  Level& operator=(Level const&) = delete;

 private:
  std::size_t& count_;
};

/// Why there is no value: an empty slot, no such name or member, what `text` says, or an inline if without else.
enum class UndefinedReason { unset, name, member, hint, no_else };

/// `text` is what the template calls it, or the hint; it lives as long as the template.
struct Undefined {
  UndefinedReason reason = UndefinedReason::unset;
  std::string_view text = {};
};

struct None {};

/// Whether a text is HTML already (what the filters `safe`, `escape` and `tojson` make).
enum class Markup : bool { no, yes };

class TextBuffer : public Counted {
 public:
  TextBuffer(Session& session, std::string text) : Counted(session), text_(std::move(text)) {
    account_for(sizeof(TextBuffer) + text_.capacity());
  }
  [[nodiscard]] std::string_view view() const noexcept { return text_; }

 private:
  std::string text_;
};

/// UTF-8. Without an owner the text belongs to the template or to the inputs.
struct Text {
  std::string_view view;
  Shared<TextBuffer> owner = {};
  Markup markup = Markup::no;
};

/// A list or mapping of the inputs, used in place.
struct BorrowedList {
  Json const* json;
};
struct BorrowedMap {
  Json const* json;
};

class Sequence;
class Dict;
struct Range {
  std::int64_t start = 0;
  std::int64_t stop = 0;
  std::int64_t step = 1;
};
struct View;
struct Iterator;
struct Namespace;
struct Cycler;
struct Joiner;
class Loop;
struct Macro;
struct BoundMethod;

struct Operation;

using Value =
    std::variant<Undefined, None, bool, std::int64_t, double, Text, BorrowedList, BorrowedMap, Shared<Sequence>,
                 Shared<Dict>, Range, Shared<View>, Shared<Iterator>, Shared<Namespace>, Shared<Cycler>, Shared<Joiner>,
                 Shared<Loop>, Shared<Macro>, Shared<BoundMethod>, Operation const*>;

using Values = std::vector<Value>;

/// The arguments of a call, evaluated.
struct Arguments {
  Values positional = {};
  std::vector<std::pair<std::string_view, Value>> named = {};
};

template <class Type>
[[nodiscard]] bool holds(Value const& value) noexcept {
  return std::holds_alternative<Type>(value);
}

/// The object that `value` refers to; null when it refers to none of that type.
template <class Type>
[[nodiscard]] Type* object_of(Value const& value) noexcept {
  Shared<Type> const* const reference = std::get_if<Shared<Type>>(&value);
  return reference != nullptr ? reference->get() : nullptr;
}

[[nodiscard]] inline bool is_undefined(Value const& value) noexcept {
  return holds<Undefined>(value);
}
[[nodiscard]] inline bool is_none(Value const& value) noexcept {
  return holds<None>(value);
}

/// A text of the session's own. Throws Failure when it does not fit into memory.
[[nodiscard]] Value make_text(Session& session, std::string text, Markup markup = Markup::no);

/// A part of `whole`, which it keeps alive. `view` must lie inside it.
[[nodiscard]] inline Value part_of(Text const& whole, std::string_view view) {
  return Text{.view = view, .owner = whole.owner, .markup = whole.markup};
}

/// A value of the inputs, of the type that it has there (P5.1-03). Throws Failure for an integer beyond 64 bits.
[[nodiscard]] Value wrap(Session& session, Json const& json);

/// The name of the value's type as Python says it, such as "int" or "str".
[[nodiscard]] std::string_view type_name(Value const& value);

/// A value that has no value, named by the text that is evaluated now.
[[nodiscard]] inline Value missing_member(Session const& session) {
  return Undefined{.reason = UndefinedReason::member, .text = session.current_text()};
}
[[nodiscard]] inline Value undefined_hint(std::string_view hint) {
  return Undefined{.reason = UndefinedReason::hint, .text = hint};
}

/// Throws UndefinedFailure when `value` is undefined: whatever the rule, nothing can be reached in it (P5.3-02).
void demand_defined(Value const& value);

/// Whether `value` is undefined and the strict rule forbids to use it.
[[nodiscard]] bool is_forbidden(Session const& session, Value const& value);

/// As `demand_defined`, where only the strict rule forbids what is undefined.
inline void demand_defined_when_strict(Session const& session, Value const& value) {
  if (is_forbidden(session, value)) demand_defined(value);
}

/// A group is a pair with the members `grouper` and `list`.
enum class SequenceKind { list, tuple, group };

class Sequence : public Counted {
 public:
  Sequence(Session& session, SequenceKind kind, Values values);

  [[nodiscard]] SequenceKind kind() const noexcept { return kind_; }
  [[nodiscard]] Values const& values() const noexcept { return values_; }

  /// The values, to be changed; call `changed` afterwards.
  [[nodiscard]] Values& values_to_change();
  void changed();
  void drop_values() override { values_.clear(); }

 private:
  SequenceKind kind_;
  Values values_;
};

/// A mapping in the order of insertion; keys are equal as Python has it (1, 1.0 and true are one key).
class Dict : public Counted {
 public:
  using Entry = std::pair<Value, Value>;
  explicit Dict(Session& session) : Counted(session) {}

  [[nodiscard]] std::vector<Entry> const& entries() const noexcept { return entries_; }

  /// Throws Failure for a key that cannot be one, such as a list.
  [[nodiscard]] Value const* find(Value const& key) const;
  void set(Value key, Value value);
  /// The value that was under `key`; nothing when there was none.
  std::optional<Value> remove(Value const& key);
  void clear();
  void drop_values() override { clear(); }

 private:
  [[nodiscard]] std::optional<std::size_t> position_of(Value const& key, std::size_t hash) const;
  void rebuild_index();

  std::vector<Entry> entries_;
  std::unordered_multimap<std::size_t, std::size_t> index_;
};

enum class ViewKind { keys, values, items };

/// What `keys()`, `values()` and `items()` give: it follows its mapping.
struct View : Counted {
  View(Session& session, ViewKind view_kind, Value of) : Counted(session), kind(view_kind), mapping(std::move(of)) {}
  ViewKind const kind;
  Value const mapping;
};

/// Values that are made one by one and can be iterated once.
struct Iterator : Counted {
  using Next = std::function<std::optional<Value>()>;
  Iterator(Session& session, std::string_view python_type, Next next_value)
      : Counted(session), type(python_type), next(std::move(next_value)) {}
  std::string_view const type;
  Next next;
};

struct Namespace : Counted {
  Namespace(Session& session, Shared<Dict> with) : Counted(session), attributes(std::move(with)) {}
  Shared<Dict> const attributes;
};

struct Cycler : Counted {
  Cycler(Session& session, Values values) : Counted(session), items(std::move(values)) {}
  Values const items;
  std::size_t position = 0;
};

struct Joiner : Counted {
  Joiner(Session& session, Value with) : Counted(session), separator(std::move(with)) {}
  Value const separator;
  bool used = false;
};

/// A method together with the value that it was taken from.
struct BoundMethod : Counted {
  BoundMethod(Session& session, Value of, Operation const& method)
      : Counted(session), receiver(std::move(of)), operation(method) {}
  Value const receiver;
  Operation const& operation;
};

[[nodiscard]] inline Value make_list(Session& session, Values values) {
  return make_shared<Sequence>(session, SequenceKind::list, std::move(values));
}
[[nodiscard]] inline Value make_tuple(Session& session, Values values) {
  return make_shared<Sequence>(session, SequenceKind::tuple, std::move(values));
}
[[nodiscard]] inline Value make_iterator(Session& session, std::string_view type, Iterator::Next next) {
  return make_shared<Iterator>(session, type, std::move(next));
}

/// A list of the inputs, or a list or tuple of the template, seen alike. The value it was made of must outlive it.
class ListView {
 public:
  /// Nothing when `value` is no list or tuple.
  static std::optional<ListView> of(Value const& value);

  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] Value at(Session& session, std::size_t index) const;
  [[nodiscard]] SequenceKind kind() const;

 private:
  ListView(Json const* json, Sequence const* sequence) : json_(json), sequence_(sequence) {}

  Json const* json_;
  Sequence const* sequence_;
};

/// A list where `list` is one, otherwise a tuple.
[[nodiscard]] Value make_like(Session& session, ListView const& list, Values values);

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
  MapView(Json const* json, Dict const* dict) : json_(json), dict_(dict) {}

  Json const* json_;
  Dict const* dict_;
};

[[nodiscard]] std::size_t size_of(Range const& range);
[[nodiscard]] std::int64_t element(Range const& range, std::size_t index);
[[nodiscard]] std::size_t size_of(View const& view);
[[nodiscard]] Value element(Session& session, View const& view, std::size_t index);

/// The number of elements, or of code points; nothing for what has no length.
[[nodiscard]] std::optional<std::size_t> length_of(Session& session, Value const& value);

/// Iterates over a value: the elements, a mapping's keys, a text's characters.
class Cursor {
 public:
  /// Throws Failure when `source` is not iterable.
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

/// A new mapping with the entries of `mapping`.
[[nodiscard]] Value copied_dict(Session& session, Value const& mapping);

/// Takes over entries as Python's dict(): of a mapping or pairs, then those by name; Failure for something else.
void fill_dict(Session& session, Dict& dict, Arguments const& arguments);

}  // namespace jinja
