#include <algorithm>

#include "prompty/core/error_catalogue_rendering.hpp"
#include "prompty/render/jinja/arguments.hpp"
#include "prompty/render/jinja/compare.hpp"
#include "prompty/render/jinja/failure.hpp"
#include "prompty/render/jinja/method_table.hpp"
#include "prompty/render/jinja/methods.hpp"
#include "prompty/render/jinja/sequences.hpp"
#include "prompty/render/jinja/sorting.hpp"

namespace prompty::jinja {
namespace list_methods {
namespace {

// Inputs are never changed; a template that names such a method openly works on copies of them.
Sequence& changeable(Value const& receiver) {
  Shared<Sequence> const* const sequence = std::get_if<Shared<Sequence>>(&receiver);
  if (sequence == nullptr) throw Failure(errors::reason::input_cannot_change());
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
  session.check_room((values.size() + more.size()) * 2 * sizeof(Value));
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
  if (index < 0 || index >= size) throw Failure(errors::reason::index_out_of_range());
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
  throw Failure(errors::reason::element_not_found());
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
    throw Failure(errors::reason::too_many_arguments("sort", 0, arguments.positional.size()));
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
  if (holds<Range>(receiver) && bound.is_given(1)) throw Failure(errors::reason::too_many_arguments("index", 1, 2));
  std::size_t const size = *length_of(session, receiver);
  auto const position = [&](std::size_t argument, std::int64_t open) {
    return insert_position(bound.integer(argument, open), size);
  };
  return static_cast<std::int64_t>(
      find(session, receiver, *bound[0], position(1, 0), position(2, static_cast<std::int64_t>(size))));
}

constexpr MethodTable<11> table{{{{"append", append},
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

constexpr MethodTable<2> tuple_table{{{{"count", count}, {"index", index}}}};

}  // namespace
}  // namespace list_methods

BoundMethod::Function find_list_method(std::string_view name) {
  return list_methods::table.find(name);
}

BoundMethod::Function find_tuple_method(std::string_view name) {
  return list_methods::tuple_table.find(name);
}

}  // namespace prompty::jinja
