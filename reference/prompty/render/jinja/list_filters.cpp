#include <algorithm>

#include "prompty/core/error_catalogue_rendering.hpp"
#include "prompty/render/jinja/access.hpp"
#include "prompty/render/jinja/arguments.hpp"
#include "prompty/render/jinja/attribute_path.hpp"
#include "prompty/render/jinja/failure.hpp"
#include "prompty/render/jinja/filters.hpp"
#include "prompty/render/jinja/method_table.hpp"
#include "prompty/render/jinja/printing.hpp"
#include "prompty/render/jinja/sequences.hpp"
#include "prompty/render/jinja/unicode.hpp"

namespace prompty::jinja {
namespace list_filters {
namespace {

// Values that are made when the first of them is asked for, as Python's generators do.
Value generator(Session& session, std::string_view type, std::function<Values()> make) {
  return make_iterator(session, type,
                       [make = std::move(make), made = Values(), started = false,
                        at = std::size_t{0}]() mutable -> std::optional<Value> {
                         if (!started) made = make();
                         started = true;
                         if (at >= made.size()) return std::nullopt;
                         return std::move(made[at++]);
                       });
}

Value length(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const none("length", arguments, {});
  // P5.2-22: of a text the characters are counted, not the bytes.
  std::optional<std::size_t> const size = length_of(session, input);
  if (!size) throw Failure(errors::reason::no_length(type_name(input)));
  return static_cast<std::int64_t>(*size);
}

Value first(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const none("first", arguments, {});
  Cursor cursor(session, input);
  std::optional<Value> value = cursor.next();
  return value ? *std::move(value) : missing_member(session);
}

Value as_list(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const none("list", arguments, {});
  return make_list(session, collect(session, input));
}

std::string reversed_text(std::string_view text) {
  std::string result(text.size(), '\0');
  std::size_t end = text.size();
  for (std::size_t at = 0; at < text.size();) {
    std::size_t const size = unicode::character_length(text, at);
    end -= size;
    text.copy(result.data() + end, size, at);
    at += size;
  }
  return result;
}

std::string_view reverse_type(Value const& input) {
  if (std::optional<ListView> const list = ListView::of(input)) {
    return list->kind() == SequenceKind::list ? "list_reverseiterator" : "reversed";
  }
  if (is_undefined(input)) return "reversed";
  return holds<Range>(input) ? "range_iterator" : "dict_reversekeyiterator";
}

Value last(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const none("last", arguments, {});
  if (std::optional<ListView> const list = ListView::of(input)) {
    return list->size() > 0 ? list->at(session, list->size() - 1) : missing_member(session);
  }
  if (holds<Shared<Iterator>>(input)) throw Failure(errors::reason::not_reversible(type_name(input)));
  // Unlike the first, the last character of HTML is HTML.
  if (holds<Text>(input) && !std::get<Text>(input).view.empty()) return item(session, input, std::int64_t{-1});
  Values values = collect(session, input);
  return values.empty() ? missing_member(session) : std::move(values.back());
}

// From the last element that the list had to its first, whatever happens to it meanwhile.
Value reversed_list(Session& session, Value const& input) {
  return make_iterator(session, reverse_type(input),
                       [&session, input, left = ListView::of(input)->size()]() mutable -> std::optional<Value> {
                         ListView const list = *ListView::of(input);
                         if (left > list.size()) left = 0;
                         if (left == 0) return std::nullopt;
                         return list.at(session, --left);
                       });
}

Value reverse(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const none("reverse", arguments, {});
  if (Text const* const text = std::get_if<Text>(&input)) {
    return make_text(session, reversed_text(text->view), text->markup);
  }
  if (ListView::of(input)) return reversed_list(session, input);
  Values values = collect(session, input);
  if (holds<Shared<Iterator>>(input)) {
    std::reverse(values.begin(), values.end());
    return make_list(session, std::move(values));
  }
  return make_iterator(session, reverse_type(input), [values = std::move(values)]() mutable -> std::optional<Value> {
    if (values.empty()) return std::nullopt;
    Value value = std::move(values.back());
    values.pop_back();
    return value;
  });
}

Value join(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const bound("join", arguments, {"d", "attribute"});
  AttributePath const path(bound[1], CaseRule::sensitive);
  std::string scratch;
  std::string_view const separator = bound.is_given(0) ? view_as_text(session, *bound[0], scratch) : "";
  std::string joined;
  Cursor cursor(session, input);
  bool is_first = true;
  while (std::optional<Value> value = cursor.next()) {
    if (!is_first) joined += separator;
    is_first = false;
    // P5.2-22: elements need not be text.
    append_text(session, joined, path.of(session, *std::move(value)));
    session.check_room(joined.size());
  }
  return make_text(session, std::move(joined));
}

Value batch(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const bound("batch", arguments, {"linecount", "fill_with"}, 1);
  std::int64_t const size = bound.integer(0, 0);
  std::optional<Value> const fill = bound.has(1) ? std::optional<Value>(*bound[1]) : std::nullopt;
  session.check_room(size > 0 && fill ? std::min<std::size_t>(static_cast<std::size_t>(size), session.limits().memory)
                                      : 0);
  return make_iterator(session, "generator",
                       [&session, input, size, fill, cursor = std::optional<Cursor>(), current = Values(),
                        is_done = false]() mutable -> std::optional<Value> {
                         if (!cursor) cursor.emplace(session, input);
                         // Full is noticed with the element behind it, so that no batch is empty.
                         while (std::optional<Value> value = cursor->next()) {
                           bool const is_full = static_cast<std::int64_t>(current.size()) == size;
                           Values full = is_full ? std::exchange(current, {}) : Values();
                           current.push_back(std::move(*value));
                           if (is_full) return make_list(session, std::move(full));
                         }
                         if (current.empty() || std::exchange(is_done, true)) return std::nullopt;
                         if (fill && static_cast<std::int64_t>(current.size()) < size) {
                           session.check_room(static_cast<std::size_t>(size) * sizeof(Value));
                           current.resize(static_cast<std::size_t>(size), *fill);
                         }
                         return make_list(session, std::exchange(current, {}));
                       });
}

Value sliced(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const bound("slice", arguments, {"slices", "fill_with"}, 1);
  std::int64_t const count = bound.integer(0, 0);
  std::optional<Value> const fill = bound.has(1) ? std::optional<Value>(*bound[1]) : std::nullopt;
  return generator(session, "generator", [&session, input, count, fill] {
    Values const values = collect(session, input);
    if (count == 0) throw Failure(errors::reason::division_by_zero());
    std::size_t const slices = count < 0 ? 0 : static_cast<std::size_t>(count);
    session.check_room(std::min(slices, session.limits().memory) * sizeof(Value));
    Values result;
    std::size_t at = 0;
    for (std::size_t number = 0; number < slices; ++number) {
      bool const has_extra = number < values.size() % slices;
      std::size_t const end = at + values.size() / slices + (has_extra ? 1 : 0);
      Values part(values.begin() + static_cast<std::ptrdiff_t>(at), values.begin() + static_cast<std::ptrdiff_t>(end));
      if (fill && !has_extra) part.push_back(*fill);
      result.push_back(make_list(session, std::move(part)));
      at = end;
    }
    return result;
  });
}

Value items(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const none("items", arguments, {});
  // Goes along with the mapping, so that a change of it meanwhile is an error as with `.items()`.
  return make_iterator(session, "generator",
                       [&session, input, cursor = std::optional<Cursor>()]() mutable -> std::optional<Value> {
                         if (is_undefined(input)) return std::nullopt;
                         if (!MapView::of(input)) {
                           throw Failure(errors::reason::needs_mapping("items", type_name(input)));
                         }
                         if (!cursor) cursor.emplace(session, make_shared<View>(session, ViewKind::items, input));
                         return cursor->next();
                       });
}

constexpr MethodTable<10> table{{{{"batch", batch},
                                  {"count", length},
                                  {"first", first},
                                  {"items", items},
                                  {"join", join},
                                  {"last", last},
                                  {"length", length},
                                  {"list", as_list},
                                  {"reverse", reverse},
                                  {"slice", sliced}}}};
static_assert(table.is_sorted());

}  // namespace
}  // namespace list_filters

Operation find_list_filter(std::string_view name) {
  return list_filters::table.find(name);
}

}  // namespace prompty::jinja
