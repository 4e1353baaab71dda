#pragma once

#include <unordered_map>

#include "prompty/render/jinja/value.hpp"

namespace prompty::jinja {

/// A group is a pair that also answers to `grouper` and `list`.
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
  bool kept_ = false;
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
  /// Says that a template changes this after it was made.
  void mark_changed();
  void drop_values() override { clear(); }

 private:
  [[nodiscard]] std::optional<std::size_t> position_of(Value const& key, std::size_t hash) const;

  std::vector<Entry> entries_;
  std::unordered_multimap<std::size_t, std::size_t> index_;
  bool kept_ = false;
};

enum class ViewKind { keys, values, items };

/// What `keys()`, `values()` and `items()` give: it follows its mapping.
class View : public Counted {
 public:
  View(Session& session, ViewKind view_kind, Value of) : Counted(session), kind(view_kind), mapping(std::move(of)) {}
  ViewKind const kind;
  Value const mapping;
};

/// Values that are made one by one and can be gone through once.
class Iterator : public Counted {
 public:
  using Next = std::function<std::optional<Value>()>;
  Iterator(Session& session, std::string_view python_type, Next next_value)
      : Counted(session), type(python_type), next(std::move(next_value)) {}
  std::string_view const type;
  Next next;
};

class Namespace : public Counted {
 public:
  Namespace(Session& session, Shared<Dict> with) : Counted(session), attributes(std::move(with)) {}
  Shared<Dict> const attributes;
};

class Cycler : public Counted {
 public:
  Cycler(Session& session, Values values) : Counted(session), items(std::move(values)) {}
  Values const items;
  std::size_t position = 0;
};

class Joiner : public Counted {
 public:
  Joiner(Session& session, Value with) : Counted(session), separator(std::move(with)) {}
  Value const separator;
  bool used = false;
};

/// A method together with the value that it was taken from.
class BoundMethod : public Counted {
 public:
  using Function = Value (*)(Session&, Value const&, Arguments const&);
  BoundMethod(Session& session, Value of, std::string_view method_name, Function method)
      : Counted(session), receiver(std::move(of)), name(method_name), function(method) {}
  Value const receiver;
  std::string_view const name;
  Function const function;
};

[[nodiscard]] Value make_list(Session& session, Values values);
[[nodiscard]] Value make_tuple(Session& session, Values values);
[[nodiscard]] Value make_iterator(Session& session, std::string_view type, Iterator::Next next);

}  // namespace prompty::jinja
