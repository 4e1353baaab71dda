#include "jinja/functions.hpp"
#include "jinja/printing.hpp"
#include "jinja/text_search.hpp"

namespace jinja {
namespace {
namespace list_filters {

Value length(Session& session, Value const& input, BoundArguments const&) {
  // P5.2-22: of a text the characters are counted, not the bytes.
  std::optional<std::size_t> const size = length_of(session, input);
  if (!size) throw Failure(reason::no_length(type_name(input)));
  return static_cast<std::int64_t>(*size);
}

Value first(Session& session, Value const& input, BoundArguments const&) {
  return Cursor(session, input).next().value_or(missing_member(session));
}

Value as_list(Session& session, Value const& input, BoundArguments const&) {
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

Value last(Session& session, Value const& input, BoundArguments const&) {
  if (std::optional<ListView> const list = ListView::of(input)) {
    return list->size() > 0 ? list->at(session, list->size() - 1) : missing_member(session);
  }
  if (holds<Shared<Iterator>>(input)) throw Failure(reason::not_reversible(type_name(input)));
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

Value reverse(Session& session, Value const& input, BoundArguments const&) {
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

Value join(Session& session, Value const& input, BoundArguments const& bound) {
  AttributePath const path(bound[1], CaseRule::sensitive);
  std::string scratch;
  std::string_view const separator = bound.is_given(0) ? view_as_text(session, *bound[0], scratch) : "";
  std::string joined;
  Cursor cursor(session, input);
  bool is_first = true;
  while (std::optional<Value> value = cursor.next()) {
    if (!std::exchange(is_first, false)) joined += separator;
    // P5.2-22: elements need not be text.
    append_text(session, joined, path.of(session, *std::move(value)));
    session.check_memory(joined.size());
  }
  return make_text(session, std::move(joined));
}

using Step = std::function<std::optional<Value>(Cursor&)>;
enum class FalseInput { iterated, gives_nothing };

// What `step` takes from a cursor, one by one. The cursor is made with the first of them, as by Python's generators.
Value lazily(Session& session, Value const& input, FalseInput when_false, Step step) {
  return make_iterator(session, "generator",
                       [&session, input, when_false, step = std::move(step),
                        cursor = std::optional<Cursor>()]() mutable -> std::optional<Value> {
                         bool const may_be_empty = !cursor && when_false == FalseInput::gives_nothing;
                         if (may_be_empty && !truth(session, input)) return std::nullopt;
                         if (!cursor) cursor.emplace(session, input);
                         return step(*cursor);
                       });
}

Value batch(Session& session, Value const& input, BoundArguments const& bound) {
  std::int64_t const size = bound.integer(0, 0);
  std::optional<Value> const fill = bound.has(1) ? std::optional<Value>(*bound[1]) : std::nullopt;
  session.check_memory(size > 0 && fill ? std::min<std::size_t>(static_cast<std::size_t>(size), session.limits().memory)
                                        : 0);
  return lazily(
      session, input, FalseInput::iterated,
      [&session, size, fill, current = Values(), is_done = false](Cursor& cursor) mutable -> std::optional<Value> {
        // Full is noticed with the element behind it, so that no batch is empty.
        while (std::optional<Value> value = cursor.next()) {
          bool const is_full = static_cast<std::int64_t>(current.size()) == size;
          Values full = is_full ? std::exchange(current, {}) : Values();
          current.push_back(std::move(*value));
          if (is_full) return make_list(session, std::move(full));
        }
        if (current.empty() || std::exchange(is_done, true)) return std::nullopt;
        if (fill && static_cast<std::int64_t>(current.size()) < size) {
          session.check_memory(static_cast<std::size_t>(size) * sizeof(Value));
          current.resize(static_cast<std::size_t>(size), *fill);
        }
        return make_list(session, std::exchange(current, {}));
      });
}

Values slices_of(Session& session, Values const& values, std::int64_t count, std::optional<Value> const& fill) {
  if (count == 0) throw Failure(reason::division_by_zero);
  std::size_t const slices = count < 0 ? 0 : static_cast<std::size_t>(count);
  session.check_memory(std::min(slices, session.limits().memory) * sizeof(Value));
  Values result;
  auto begin = values.begin();
  for (std::size_t number = 0; number < slices; ++number) {
    bool const has_extra = number < values.size() % slices;
    auto const end = begin + static_cast<std::ptrdiff_t>(values.size() / slices + (has_extra ? 1 : 0));
    Values part(begin, end);
    if (fill && !has_extra) part.push_back(*fill);
    result.push_back(make_list(session, std::move(part)));
    begin = end;
  }
  return result;
}

Value sliced(Session& session, Value const& input, BoundArguments const& bound) {
  std::int64_t const count = bound.integer(0, 0);
  std::optional<Value> const fill = bound.has(1) ? std::optional<Value>(*bound[1]) : std::nullopt;
  return make_iterator(session, "generator",
                       [&session, input, count, fill, slices = std::optional<Values>(),
                        at = std::size_t{0}]() mutable -> std::optional<Value> {
                         if (!slices) slices = slices_of(session, collect(session, input), count, fill);
                         if (at >= slices->size()) return std::nullopt;
                         return std::move((*slices)[at++]);
                       });
}

Value items(Session& session, Value const& input, BoundArguments const&) {
  // Goes along with the mapping, so that a change of it meanwhile is an error as with `.items()`.
  return make_iterator(session, "generator",
                       [&session, input, cursor = std::optional<Cursor>()]() mutable -> std::optional<Value> {
                         if (is_undefined(input)) return std::nullopt;
                         if (!MapView::of(input)) {
                           throw Failure(reason::needs_mapping("items", type_name(input)));
                         }
                         if (!cursor) cursor.emplace(session, make_shared<View>(session, ViewKind::items, input));
                         return cursor->next();
                       });
}

using Convert = std::function<Value(Value const&)>;

// Calls what the argument at `index` names, with those behind it, for what `path` leads to. A name that nothing has is
// wrong only when there is an element.
template <Operation const* (*find)(std::string_view)>
Convert call_of(Session& session, Arguments const& arguments, std::size_t index, AttributePath const& path,
                reason::Wording<std::string_view> const& unknown) {
  std::string scratch;
  std::string_view const name = view_as_text(session, arguments.positional[index], scratch);
  Arguments rest = arguments;
  rest.positional.erase(rest.positional.begin(), rest.positional.begin() + static_cast<std::ptrdiff_t>(index + 1));
  return [&session, &unknown, path, operation = find(name), name = std::string(name),
          rest = std::move(rest)](Value const& value) {
    if (operation == nullptr) throw Failure(unknown(name));
    return operation->call(session, path.of(session, value), rest);
  };
}

Convert conversion(Session& session, Arguments const& arguments, bool by_attribute) {
  if (by_attribute) {
    BoundArguments const bound("map", "attribute default", 0, arguments);
    AttributePath const path(bound[0], CaseRule::sensitive, bound[1]);
    return [&session, path](Value const& value) { return path.of(session, value); };
  }
  if (arguments.positional.empty()) throw Failure(reason::argument_missing("map", "filter"));
  AttributePath const itself(nullptr, CaseRule::sensitive);
  return call_of<find_filter>(session, arguments, 0, itself, reason::unknown_filter);
}

Value map(Session& session, Value const& input, BoundArguments const& bound) {
  Arguments const& arguments = bound.given();
  auto const is_attribute = [](auto const& given) { return given.first == "attribute"; };
  bool const by_attribute =
      arguments.positional.empty() && std::any_of(arguments.named.begin(), arguments.named.end(), is_attribute);
  return lazily(
      session, input, FalseInput::gives_nothing,
      [&session, arguments, by_attribute, convert = Convert()](Cursor& cursor) mutable -> std::optional<Value> {
        if (!convert) convert = conversion(session, arguments, by_attribute);
        std::optional<Value> const value = cursor.next();
        return value ? std::optional<Value>(convert(*value)) : std::nullopt;
      });
}

enum class Subject { value, attribute };
enum class Wanted { accepted, refused };

Convert acceptance(Session& session, Arguments const& arguments, Subject subject) {
  std::size_t const taken = subject == Subject::attribute ? 1 : 0;
  if (arguments.positional.size() < taken) throw Failure(reason::argument_missing("selectattr", "attribute"));
  AttributePath const path(taken == 1 ? &arguments.positional.front() : nullptr, CaseRule::sensitive);
  if (arguments.positional.size() == taken) {
    return [&session, path](Value const& value) { return truth(session, path.of(session, value)); };
  }
  return call_of<find_test>(session, arguments, taken, path, reason::unknown_test);
}

template <Subject subject, Wanted wanted>
Value select(Session& session, Value const& input, BoundArguments const& bound) {
  return lazily(
      session, input, FalseInput::gives_nothing,
      [&session, arguments = bound.given(), accept = Convert()](Cursor& cursor) mutable -> std::optional<Value> {
        if (!accept) accept = acceptance(session, arguments, subject);
        while (std::optional<Value> value = cursor.next()) {
          if (std::get<bool>(accept(*value)) == (wanted == Wanted::accepted)) return value;
        }
        return std::nullopt;
      });
}

CaseRule case_rule(Session& session, BoundArguments const& bound, std::size_t index) {
  return bound.truth(session, index, false) ? CaseRule::sensitive : CaseRule::ignored;
}

// Python takes an integer here, not just any value for its truth.
Direction direction(BoundArguments const& bound, std::size_t index) {
  return bound.integer(index, 0) != 0 ? Direction::descending : Direction::ascending;
}

// A list of several paths, such as "age,name", sorts by the first, then the next.
std::vector<AttributePath> paths_of(Value const* attribute, CaseRule rule) {
  std::vector<AttributePath> paths;
  Text const* const text = attribute == nullptr ? nullptr : std::get_if<Text>(attribute);
  if (text == nullptr) {
    paths.emplace_back(attribute, rule);
    return paths;
  }
  for (std::string_view const path : text_search::split(text->view, ',')) {
    Value const part = part_of(*text, path);
    paths.emplace_back(&part, rule);
  }
  return paths;
}

Value sort(Session& session, Value const& input, BoundArguments const& bound) {
  std::vector<AttributePath> const paths = paths_of(bound[2], case_rule(session, bound, 1));
  Values values = collect(session, input);
  Values keys;
  keys.reserve(values.size());
  for (Value const& value : values) {
    Values key;
    for (AttributePath const& path : paths) key.push_back(path.of(session, value));
    keys.push_back(make_list(session, std::move(key)));
  }
  sort_by_keys(session, values, keys, direction(bound, 0));
  return make_list(session, std::move(values));
}

Value sort_mapping(Session& session, Value const& input, BoundArguments const& bound) {
  std::string_view const by = bound.text(1, "key");
  if (by != "key" && by != "value") throw Failure("dictsort sorts by \"key\" or by \"value\"");
  std::optional<MapView> const map = MapView::of(input);
  demand_defined(input);
  if (!map) throw Failure(reason::needs_mapping("dictsort", type_name(input)));
  Values pairs;
  Values keys;
  for (std::size_t at = 0; at < map->size(); ++at) {
    session.spend();
    pairs.push_back(map->pair_at(session, at));
    Value key = by == "key" ? map->key_at(at) : map->value_at(session, at);
    keys.push_back(in_comparable_case(session, std::move(key), case_rule(session, bound, 0)));
  }
  sort_by_keys(session, pairs, keys, direction(bound, 2));
  return make_list(session, std::move(pairs));
}

template <Relation wanted>
Value extreme(Session& session, Value const& input, BoundArguments const& bound) {
  AttributePath const path(bound[1], case_rule(session, bound, 0));
  Cursor cursor(session, input);
  std::optional<Value> best = cursor.next();
  if (!best) return missing_member(session);
  Value best_key = path.of(session, *best);
  while (std::optional<Value> value = cursor.next()) {
    Value key = path.of(session, *value);
    if (!compare(session, wanted, key, best_key)) continue;
    best = std::move(value);
    best_key = std::move(key);
  }
  return *std::move(best);
}

Value unique(Session& session, Value const& input, BoundArguments const& bound) {
  AttributePath const path(bound[1], case_rule(session, bound, 0));
  Shared<Dict> const seen = make_shared<Dict>(session);
  return lazily(session, input, FalseInput::iterated, [&session, path, seen](Cursor& cursor) -> std::optional<Value> {
    while (std::optional<Value> value = cursor.next()) {
      Value const key = path.of(session, *value);
      if (seen->find(key) != nullptr) continue;
      seen->set(key, true);
      return value;
    }
    return std::nullopt;
  });
}

Value group_by(Session& session, Value const& input, BoundArguments const& bound) {
  AttributePath const path(bound[0], case_rule(session, bound, 2), bound[1]);
  AttributePath const shown(bound[0], CaseRule::sensitive, bound[1]);
  Values values = collect(session, input);
  Values keys;
  for (Value const& value : values) keys.push_back(path.of(session, value));
  Values sorted_keys = keys;
  sort_by_keys(session, sorted_keys, keys, Direction::ascending);
  sort_by_keys(session, values, keys, Direction::ascending);
  Values groups;
  for (std::size_t start = 0; start < values.size();) {
    std::size_t end = start + 1;
    while (end < values.size() && same_or_equal(session, sorted_keys[start], sorted_keys[end])) ++end;
    Values group(values.begin() + static_cast<std::ptrdiff_t>(start),
                 values.begin() + static_cast<std::ptrdiff_t>(end));
    Value key = shown.of(session, group.front());
    groups.push_back(make_shared<Sequence>(session, SequenceKind::group,
                                           Values{std::move(key), make_list(session, std::move(group))}));
    start = end;
  }
  return make_list(session, std::move(groups));
}

constexpr auto table = std::to_array<Operation>({{"batch", "linecount fill_with", 1, batch},
                                                 {"count", "", 0, length},
                                                 {"dictsort", "case_sensitive by reverse", 0, sort_mapping},
                                                 {"first", "", 0, first},
                                                 {"groupby", "attribute default case_sensitive", 1, group_by},
                                                 {"items", "", 0, items},
                                                 {"join", "d attribute", 0, join},
                                                 {"last", "", 0, last},
                                                 {"length", "", 0, length},
                                                 {"list", "", 0, as_list},
                                                 {"map", "*", 0, map},
                                                 {"max", "case_sensitive attribute", 0, extreme<Relation::greater>},
                                                 {"min", "case_sensitive attribute", 0, extreme<Relation::less>},
                                                 {"reject", "*", 0, select<Subject::value, Wanted::refused>},
                                                 {"rejectattr", "*", 0, select<Subject::attribute, Wanted::refused>},
                                                 {"reverse", "", 0, reverse},
                                                 {"select", "*", 0, select<Subject::value, Wanted::accepted>},
                                                 {"selectattr", "*", 0, select<Subject::attribute, Wanted::accepted>},
                                                 {"slice", "slices fill_with", 1, sliced},
                                                 {"sort", "reverse case_sensitive attribute", 0, sort},
                                                 {"unique", "case_sensitive attribute", 0, unique}});
static_assert(is_sorted(table));

}  // namespace list_filters
}  // namespace

Operation const* find_list_filter(std::string_view name) {
  return find_in(list_filters::table, name);
}

}  // namespace jinja
