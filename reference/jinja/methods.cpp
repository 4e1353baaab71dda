#include "jinja/methods.hpp"

#include "jinja/functions.hpp"
#include "jinja/operators.hpp"
#include "jinja/printing.hpp"
#include "jinja/reasons.hpp"

namespace jinja {
namespace {
namespace list_methods {

// Inputs are never changed; a template that names such a method openly works on copies of them.
Sequence& changeable(Value const& receiver) {
  Shared<Sequence> const* const sequence = std::get_if<Shared<Sequence>>(&receiver);
  if (sequence == nullptr) throw Failure(reason::input_cannot_change);
  return **sequence;
}

std::size_t insert_position(std::int64_t index, std::size_t size) {
  std::int64_t const count = static_cast<std::int64_t>(size);
  if (index < 0) index += count;
  return static_cast<std::size_t>(std::clamp<std::int64_t>(index, 0, count));
}

Value append(Session&, Value const& receiver, Arguments const& arguments) {
  BoundArguments const bound("append", arguments, {"object"}, 1);
  Sequence& list = changeable(receiver);
  list.values_to_change().push_back(*bound[0]);
  list.changed();
  return None{};
}

Value extend(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const bound("extend", arguments, {"iterable"}, 1);
  Sequence& list = changeable(receiver);
  Values const more = collect(session, *bound[0]);
  Values& values = list.values_to_change();
  session.check_memory((values.size() + more.size()) * 2 * sizeof(Value));
  values.insert(values.end(), more.begin(), more.end());
  list.changed();
  return None{};
}

Value insert(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const bound("insert", arguments, {"index", "object"}, 2);
  Sequence& list = changeable(receiver);
  Values& values = list.values_to_change();
  session.spend(1 + values.size() / 32);
  std::size_t const at = insert_position(bound.integer(0, 0), values.size());
  values.insert(values.begin() + static_cast<std::ptrdiff_t>(at), *bound[1]);
  list.changed();
  return None{};
}

Value pop(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const bound("pop", arguments, {"index"});
  Values& values = changeable(receiver).values_to_change();
  std::int64_t const size = static_cast<std::int64_t>(values.size());
  std::int64_t index = bound.integer(0, -1);
  if (index < 0) index += size;
  if (index < 0 || index >= size) throw Failure(reason::index_out_of_range);
  session.spend(1 + static_cast<std::size_t>(size - index) / 32);
  Value taken = std::move(values[static_cast<std::size_t>(index)]);
  values.erase(values.begin() + index);
  return taken;
}

std::size_t find(Session& session, Value const& receiver, Value const& wanted, std::size_t from, std::size_t to) {
  Cursor cursor(session, receiver);
  for (std::size_t at = 0; at < to; ++at) {
    std::optional<Value> const element = cursor.next();
    if (!element) break;
    if (at >= from && same_or_equal(session, *element, wanted)) return at;
  }
  throw Failure(reason::element_not_found);
}

Value remove(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const bound("remove", arguments, {"value"}, 1);
  Values& values = changeable(receiver).values_to_change();
  values.erase(values.begin() + static_cast<std::ptrdiff_t>(find(session, receiver, *bound[0], 0, values.size())));
  return None{};
}

Value reverse(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const none("reverse", arguments, {});
  Values& values = changeable(receiver).values_to_change();
  session.spend(1 + values.size() / 16);
  std::reverse(values.begin(), values.end());
  return None{};
}

Value sort(Session& session, Value const& receiver, Arguments const& arguments) {
  if (!arguments.positional.empty()) {
    throw Failure(reason::too_many_arguments("sort", 0, arguments.positional.size()));
  }
  BoundArguments const bound("sort", arguments, {"reverse"});
  Direction const direction = bound.integer(0, 0) != 0 ? Direction::descending : Direction::ascending;
  Values& values = changeable(receiver).values_to_change();
  Values sorted = values;
  sort_by_keys(session, sorted, values, direction);
  values = std::move(sorted);
  return None{};
}

Value clear(Session&, Value const& receiver, Arguments const& arguments) {
  BoundArguments const none("clear", arguments, {});
  changeable(receiver).values_to_change().clear();
  return None{};
}

Value copy(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const none("copy", arguments, {});
  return make_list(session, collect(session, receiver));
}

Value count(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const bound("count", arguments, {"value"}, 1);
  std::int64_t found = 0;
  Cursor cursor(session, receiver);
  while (std::optional<Value> const element = cursor.next()) {
    if (same_or_equal(session, *element, *bound[0])) ++found;
  }
  return found;
}

Value index(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const bound("index", arguments, {"value", "start", "stop"}, 1);
  if (holds<Range>(receiver) && bound.is_given(1)) throw Failure(reason::too_many_arguments("index", 1, 2));
  std::size_t const size = *length_of(session, receiver);
  auto const position = [&](std::size_t argument, std::int64_t open) {
    return insert_position(bound.integer(argument, open), size);
  };
  return static_cast<std::int64_t>(
      find(session, receiver, *bound[0], position(1, 0), position(2, static_cast<std::int64_t>(size))));
}

constexpr FunctionTable<11> table{{{{"append", append},
                                    {"clear", clear},
                                    {"copy", copy},
                                    {"count", count},
                                    {"extend", extend},
                                    {"index", index},
                                    {"insert", insert},
                                    {"pop", pop},
                                    {"remove", remove},
                                    {"reverse", reverse},
                                    {"sort", sort}}}};
static_assert(table.is_sorted());

constexpr FunctionTable<2> tuple_table{{{{"count", count}, {"index", index}}}};

}  // namespace list_methods

namespace map_methods {

Dict& changeable(Value const& receiver) {
  Shared<Dict> const* const dict = std::get_if<Shared<Dict>>(&receiver);
  if (dict == nullptr) throw Failure(reason::input_cannot_change);
  (*dict)->mark_changed();
  return **dict;
}

template <ViewKind kind>
Value view(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const none("the method", arguments, {});
  return make_shared<View>(session, kind, receiver);
}

Value get(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const bound("get", arguments, {"key", "default"}, 1);
  std::optional<Value> found = MapView::of(receiver)->find(session, *bound[0]);
  if (found) return *std::move(found);
  return bound.is_given(1) ? *bound[1] : None{};
}

Value copy(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const none("copy", arguments, {});
  return copied_dict(session, receiver);
}

Value update(Session& session, Value const& receiver, Arguments const& arguments) {
  fill_dict(session, changeable(receiver), arguments);
  return None{};
}

Value pop(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const bound("pop", arguments, {"key", "default"}, 1);
  Dict& dict = changeable(receiver);
  // Python does not check the key of an empty dictionary.
  std::optional<Value> removed = dict.entries().empty() ? std::nullopt : dict.remove(*bound[0]);
  if (removed) return *std::move(removed);
  if (!bound.is_given(1)) throw Failure(reason::key_not_found(representation(session, *bound[0])));
  return *bound[1];
}

Value pop_last(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const none("popitem", arguments, {});
  Dict& dict = changeable(receiver);
  if (dict.entries().empty()) throw Failure(reason::key_not_found("popitem()"));
  auto const [key, value] = dict.entries().back();
  dict.remove(key);
  return make_tuple(session, {key, value});
}

Value set_default(Session& session, Value const& receiver, Arguments const& arguments) {
  BoundArguments const bound("setdefault", arguments, {"key", "default"}, 1);
  std::optional<Value> found = MapView::of(receiver)->find(session, *bound[0]);
  if (found) return *std::move(found);
  Value value = bound.is_given(1) ? *bound[1] : None{};
  changeable(receiver).set(*bound[0], value);
  return value;
}

Value from_keys(Session& session, Value const&, Arguments const& arguments) {
  BoundArguments const bound("fromkeys", arguments, {"iterable", "value"}, 1);
  Shared<Dict> const made = make_shared<Dict>(session);
  Cursor keys(session, *bound[0]);
  while (std::optional<Value> key = keys.next()) {
    made->set(*std::move(key), bound.is_given(1) ? *bound[1] : Value(None{}));
  }
  return made;
}

Value clear(Session&, Value const& receiver, Arguments const& arguments) {
  BoundArguments const none("clear", arguments, {});
  changeable(receiver).clear();
  return None{};
}

constexpr FunctionTable<11> table{{{{"clear", clear},
                                    {"copy", copy},
                                    {"fromkeys", from_keys},
                                    {"get", get},
                                    {"items", view<ViewKind::items>},
                                    {"keys", view<ViewKind::keys>},
                                    {"pop", pop},
                                    {"popitem", pop_last},
                                    {"setdefault", set_default},
                                    {"update", update},
                                    {"values", view<ViewKind::values>}}}};
static_assert(table.is_sorted());

}  // namespace map_methods

Value next_of_cycler(Session&, Value const& receiver, Arguments const& arguments) {
  BoundArguments const none("next", arguments, {});
  Cycler& cycler = *std::get<Shared<Cycler>>(receiver);
  Value value = cycler.items[cycler.position];
  cycler.position = (cycler.position + 1) % cycler.items.size();
  return value;
}

Value reset_cycler(Session&, Value const& receiver, Arguments const& arguments) {
  BoundArguments const none("reset", arguments, {});
  std::get<Shared<Cycler>>(receiver)->position = 0;
  return None{};
}

BoundMethod::Function find_cycler_method(std::string_view name) {
  if (name == "next") return next_of_cycler;
  return name == "reset" ? reset_cycler : nullptr;
}

bool takes_names(Value const& receiver, std::string_view method) {
  if (holds<Text>(receiver)) {
    constexpr std::array<std::string_view, 5> taking = {"split", "rsplit", "splitlines", "expandtabs", "format"};
    return std::find(taking.begin(), taking.end(), method) != taking.end();
  }
  if (MapView::of(receiver)) return method == "update";
  return ListView::of(receiver).has_value() && method == "sort";
}

}  // namespace

void check_names(Value const& receiver, std::string_view method, Arguments const& arguments) {
  if (!arguments.named.empty() && !takes_names(receiver, method)) refuse_names(method, arguments);
}

BoundMethod::Function find_map_method(std::string_view name) {
  return map_methods::table.find(name);
}

BoundMethod::Function find_method(Value const& object, std::string_view name) {
  if (holds<BorrowedMap>(object) || holds<Shared<Dict>>(object)) return find_map_method(name);
  if (holds<Text>(object)) return find_text_method(name);
  if (std::optional<ListView> const list = ListView::of(object)) {
    return list->kind() == SequenceKind::list ? list_methods::table.find(name) : list_methods::tuple_table.find(name);
  }
  if (holds<Range>(object)) return list_methods::tuple_table.find(name);
  return holds<Shared<Cycler>>(object) ? find_cycler_method(name) : nullptr;
}

}  // namespace jinja
