#include "jinja/functions.hpp"

#include "jinja/printing.hpp"
#include "jinja/text_search.hpp"

namespace jinja {
namespace {

Value range(Session&, Value const&, BoundArguments const& bound) {
  Range result;
  result.stop = bound.integer(0, 0);
  if (bound.is_given(1)) {
    result.start = result.stop;
    result.stop = bound.integer(1, 0);
  }
  result.step = bound.integer(2, 1);
  if (result.step == 0) throw Failure("the step of range must not be zero");
  return result;
}

Shared<Dict> filled_dict(Session& session, BoundArguments const& bound) {
  Shared<Dict> result = make_shared<Dict>(session);
  fill_dict(session, *result, bound.given());
  return result;
}

Value dict(Session& session, Value const&, BoundArguments const& bound) {
  return filled_dict(session, bound);
}

Value name_space(Session& session, Value const&, BoundArguments const& bound) {
  return make_shared<Namespace>(session, filled_dict(session, bound));
}

Value cycler(Session& session, Value const&, BoundArguments const& bound) {
  if (bound.given().positional.empty()) throw Failure(reason::nothing_to_cycle);
  return make_shared<Cycler>(session, bound.given().positional);
}

Value joiner(Session& session, Value const&, BoundArguments const& bound) {
  return make_shared<Joiner>(session, bound.is_given(0) ? *bound[0] : Value(Text{.view = ", "}));
}

constexpr auto globals = std::to_array<Operation>({{"cycler", "* /", 0, cycler},
                                                   {"dict", "*", 0, dict},
                                                   {"joiner", "sep", 0, joiner},
                                                   {"lipsum", "*", 0, refuse<reason::no_random>},
                                                   {"namespace", "*", 0, name_space},
                                                   {"range", "start stop step /", 1, range}});
static_assert(is_sorted(globals));

namespace list_methods {

// Inputs are never changed; a template that names such a method openly works on copies of them.
Sequence& changeable(Value const& receiver) {
  Sequence* const sequence = object_of<Sequence>(receiver);
  if (sequence == nullptr) throw Failure(reason::input_cannot_change);
  return *sequence;
}

std::size_t insert_position(std::int64_t index, std::size_t size) {
  std::int64_t const count = static_cast<std::int64_t>(size);
  if (index < 0) index += count;
  return static_cast<std::size_t>(std::clamp<std::int64_t>(index, 0, count));
}

Value append(Session&, Value const& receiver, BoundArguments const& bound) {
  Sequence& list = changeable(receiver);
  list.values_to_change().push_back(*bound[0]);
  list.changed();
  return None{};
}

Value extend(Session& session, Value const& receiver, BoundArguments const& bound) {
  Sequence& list = changeable(receiver);
  Values const more = collect(session, *bound[0]);
  Values& values = list.values_to_change();
  session.check_memory((values.size() + more.size()) * 2 * sizeof(Value));
  values.insert(values.end(), more.begin(), more.end());
  list.changed();
  return None{};
}

Value insert(Session& session, Value const& receiver, BoundArguments const& bound) {
  Sequence& list = changeable(receiver);
  Values& values = list.values_to_change();
  session.spend(1 + values.size() / 32);
  std::size_t const at = insert_position(bound.integer(0, 0), values.size());
  values.insert(values.begin() + static_cast<std::ptrdiff_t>(at), *bound[1]);
  list.changed();
  return None{};
}

Value pop(Session& session, Value const& receiver, BoundArguments const& bound) {
  Values& values = changeable(receiver).values_to_change();
  std::int64_t const size = static_cast<std::int64_t>(values.size());
  std::int64_t index = bound.integer(0, -1);
  if (index < 0) index += size;
  if (index < 0 || index >= size) throw Failure("the list has no element there");
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
  throw Failure("the list does not hold that value");
}

Value remove(Session& session, Value const& receiver, BoundArguments const& bound) {
  Values& values = changeable(receiver).values_to_change();
  values.erase(values.begin() + static_cast<std::ptrdiff_t>(find(session, receiver, *bound[0], 0, values.size())));
  return None{};
}

Value reverse(Session& session, Value const& receiver, BoundArguments const&) {
  Values& values = changeable(receiver).values_to_change();
  session.spend(1 + values.size() / 16);
  std::reverse(values.begin(), values.end());
  return None{};
}

Value sort(Session& session, Value const& receiver, BoundArguments const& bound) {
  std::size_t const by_position = bound.given().positional.size();
  if (by_position > 0) throw Failure(reason::too_many_arguments("sort", 0, by_position));
  Direction const direction = bound.integer(0, 0) != 0 ? Direction::descending : Direction::ascending;
  Values& values = changeable(receiver).values_to_change();
  Values sorted = values;
  sort_by_keys(session, sorted, values, direction);
  values = std::move(sorted);
  return None{};
}

Value clear(Session&, Value const& receiver, BoundArguments const&) {
  changeable(receiver).values_to_change().clear();
  return None{};
}

Value copy(Session& session, Value const& receiver, BoundArguments const&) {
  return make_list(session, collect(session, receiver));
}

Value count(Session& session, Value const& receiver, BoundArguments const& bound) {
  std::int64_t found = 0;
  Cursor cursor(session, receiver);
  while (std::optional<Value> const element = cursor.next()) {
    if (same_or_equal(session, *element, *bound[0])) ++found;
  }
  return found;
}

Value index(Session& session, Value const& receiver, BoundArguments const& bound) {
  if (holds<Range>(receiver) && bound.is_given(1)) throw Failure(reason::too_many_arguments("index", 1, 2));
  std::size_t const size = *length_of(session, receiver);
  auto const position = [&](std::size_t argument, std::int64_t open) {
    return insert_position(bound.integer(argument, open), size);
  };
  return static_cast<std::int64_t>(
      find(session, receiver, *bound[0], position(1, 0), position(2, static_cast<std::int64_t>(size))));
}

constexpr auto table = std::to_array<Operation>({{"append", "object /", 1, append},
                                                 {"clear", "", 0, clear},
                                                 {"copy", "", 0, copy},
                                                 {"count", "value /", 1, count},
                                                 {"extend", "iterable /", 1, extend},
                                                 {"index", "value start stop /", 1, index},
                                                 {"insert", "index object /", 2, insert},
                                                 {"pop", "index /", 0, pop},
                                                 {"remove", "value /", 1, remove},
                                                 {"reverse", "", 0, reverse},
                                                 {"sort", "reverse", 0, sort}});
static_assert(is_sorted(table));

constexpr auto tuple_table =
    std::to_array<Operation>({{"count", "value /", 1, count}, {"index", "value start stop /", 1, index}});

}  // namespace list_methods

namespace map_methods {

Dict& changeable(Value const& receiver) {
  Dict* const dict = object_of<Dict>(receiver);
  if (dict == nullptr) throw Failure(reason::input_cannot_change);
  dict->keep();
  return *dict;
}

template <ViewKind kind>
Value view(Session& session, Value const& receiver, BoundArguments const&) {
  return make_shared<View>(session, kind, receiver);
}

Value get(Session& session, Value const& receiver, BoundArguments const& bound) {
  std::optional<Value> found = MapView::of(receiver)->find(session, *bound[0]);
  if (found) return *std::move(found);
  return bound.is_given(1) ? *bound[1] : None{};
}

Value copy(Session& session, Value const& receiver, BoundArguments const&) {
  return copied_dict(session, receiver);
}

Value update(Session& session, Value const& receiver, BoundArguments const& bound) {
  fill_dict(session, changeable(receiver), bound.given());
  return None{};
}

Value pop(Session& session, Value const& receiver, BoundArguments const& bound) {
  Dict& dict = changeable(receiver);
  // Python does not check the key of an empty dictionary.
  std::optional<Value> removed = dict.entries().empty() ? std::nullopt : dict.remove(*bound[0]);
  if (removed) return *std::move(removed);
  if (!bound.is_given(1)) throw Failure(reason::key_not_found(representation(session, *bound[0])));
  return *bound[1];
}

Value pop_last(Session& session, Value const& receiver, BoundArguments const&) {
  Dict& dict = changeable(receiver);
  if (dict.entries().empty()) throw Failure(reason::key_not_found("popitem()"));
  auto const [key, value] = dict.entries().back();
  dict.remove(key);
  return make_tuple(session, {key, value});
}

Value set_default(Session& session, Value const& receiver, BoundArguments const& bound) {
  std::optional<Value> found = MapView::of(receiver)->find(session, *bound[0]);
  if (found) return *std::move(found);
  Value value = bound.is_given(1) ? *bound[1] : None{};
  changeable(receiver).set(*bound[0], value);
  return value;
}

Value from_keys(Session& session, Value const&, BoundArguments const& bound) {
  Shared<Dict> const made = make_shared<Dict>(session);
  Cursor keys(session, *bound[0]);
  while (std::optional<Value> key = keys.next()) {
    made->set(*std::move(key), bound.is_given(1) ? *bound[1] : Value(None{}));
  }
  return made;
}

Value clear(Session&, Value const& receiver, BoundArguments const&) {
  changeable(receiver).clear();
  return None{};
}

constexpr auto table = std::to_array<Operation>({{"clear", "", 0, clear},
                                                 {"copy", "", 0, copy},
                                                 {"fromkeys", "iterable value /", 1, from_keys},
                                                 {"get", "key default /", 1, get},
                                                 {"items", "", 0, view<ViewKind::items>},
                                                 {"keys", "", 0, view<ViewKind::keys>},
                                                 {"pop", "key default /", 1, pop},
                                                 {"popitem", "", 0, pop_last},
                                                 {"setdefault", "key default /", 1, set_default},
                                                 {"update", "*", 0, update},
                                                 {"values", "", 0, view<ViewKind::values>}});
static_assert(is_sorted(table));

}  // namespace map_methods

Value next_of_cycler(Session&, Value const& receiver, BoundArguments const&) {
  Cycler& cycler = *std::get<Shared<Cycler>>(receiver);
  Value value = cycler.items[cycler.position];
  cycler.position = (cycler.position + 1) % cycler.items.size();
  return value;
}

Value reset_cycler(Session&, Value const& receiver, BoundArguments const&) {
  std::get<Shared<Cycler>>(receiver)->position = 0;
  return None{};
}

constexpr auto cycler_table =
    std::to_array<Operation>({{"next", "", 0, next_of_cycler}, {"reset", "", 0, reset_cycler}});

}  // namespace

BoundArguments::BoundArguments(std::string_view function, std::string_view parameters, std::size_t required,
                               Arguments const& given)
    : function_(function), given_(given) {
  if (parameters.ends_with('/') && !given.named.empty()) {
    throw Failure(reason::unknown_argument(function, given.named.front().first));
  }
  if (parameters.starts_with('*')) return;
  std::vector<std::string_view> names = text_search::split(parameters, ' ');
  if (names.back().empty() || names.back() == "/") names.pop_back();
  if (given.positional.size() > names.size()) {
    throw Failure(reason::too_many_arguments(function, names.size(), given.positional.size()));
  }
  for (std::size_t at = 0; at < given.positional.size(); ++at) values_[at] = &given.positional[at];
  for (auto const& [name, value] : given.named) {
    std::size_t const at = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
    if (at == names.size()) throw Failure(reason::unknown_argument(function, name));
    if (is_given(at)) throw Failure(reason::argument_given_twice(function, name));
    values_[at] = &value;
  }
  for (std::size_t at = 0; at < required; ++at) {
    if (!is_given(at)) throw Failure(reason::argument_missing(function, names[at]));
  }
}

std::int64_t demand_integer(Value const& value) {
  if (std::optional<std::int64_t> const number = as_integer(value)) return *number;
  demand_defined(value);
  throw Failure(reason::not_an_integer(type_name(value)));
}

Text const& demand_text(std::string_view function, Value const& value) {
  if (Text const* const text = std::get_if<Text>(&value)) return *text;
  demand_defined(value);
  throw Failure(reason::not_a_text(function, type_name(value)));
}

Value find_global(std::string_view name) {
  Operation const* const found = find_in(globals, name);
  return found != nullptr ? Value(found) : Value(Undefined{});
}

Operation const* find_in(std::span<Operation const> table, std::string_view name) {
  auto const found = std::ranges::lower_bound(table, name, {}, &Operation::name);
  return found != table.end() && found->name == name ? &*found : nullptr;
}

Operation const* find_map_method(std::string_view name) {
  return find_in(map_methods::table, name);
}

Operation const* find_method(Value const& object, std::string_view name) {
  if (MapView::of(object)) return find_map_method(name);
  if (holds<Text>(object)) return find_text_method(name);
  if (std::optional<ListView> const list = ListView::of(object); list && list->kind() == SequenceKind::list) {
    return find_in(list_methods::table, name);
  }
  if (ListView::of(object) || holds<Range>(object)) return find_in(list_methods::tuple_table, name);
  return holds<Shared<Cycler>>(object) ? find_in(cycler_table, name) : nullptr;
}

}  // namespace jinja
