#include <optional>

#include "prompty/core/error_catalogue_rendering.hpp"
#include "prompty/render/jinja/arguments.hpp"
#include "prompty/render/jinja/attribute_path.hpp"
#include "prompty/render/jinja/compare.hpp"
#include "prompty/render/jinja/failure.hpp"
#include "prompty/render/jinja/filters.hpp"
#include "prompty/render/jinja/method_table.hpp"
#include "prompty/render/jinja/sequences.hpp"
#include "prompty/render/jinja/sorting.hpp"
#include "prompty/render/jinja/text_search.hpp"

namespace prompty::jinja {
namespace order_filters {
namespace {

CaseRule case_rule(Session& session, BoundArguments const& bound, std::size_t index) {
  return bound.truth(session, index, false) ? CaseRule::sensitive : CaseRule::ignored;
}

// Python takes a whole number here, not just any value for its truth.
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

Value sort(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const bound("sort", arguments, {"reverse", "case_sensitive", "attribute"});
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

Value sort_mapping(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const bound("dictsort", arguments, {"case_sensitive", "by", "reverse"});
  std::string_view const by = bound.text(1, "key");
  if (by != "key" && by != "value") throw Failure(errors::reason::dictsort_by());
  std::optional<MapView> const map = MapView::of(input);
  demand_defined(input);
  if (!map) throw Failure(errors::reason::needs_mapping("dictsort", type_name(input)));
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

template <Comparison wanted>
Value extreme(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const bound("min", arguments, {"case_sensitive", "attribute"});
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

Value unique(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const bound("unique", arguments, {"case_sensitive", "attribute"});
  AttributePath const path(bound[1], case_rule(session, bound, 0));
  Shared<Dict> const seen = make_shared<Dict>(session);
  std::optional<Cursor> cursor;
  return make_iterator(session, "generator", [&session, input, path, seen, cursor]() mutable -> std::optional<Value> {
    if (!cursor) cursor.emplace(session, input);
    while (std::optional<Value> value = cursor->next()) {
      Value const key = path.of(session, *value);
      if (seen->find(key) != nullptr) continue;
      seen->set(key, true);
      return value;
    }
    return std::nullopt;
  });
}

Value group_by(Session& session, Value const& input, Arguments const& arguments) {
  BoundArguments const bound("groupby", arguments, {"attribute", "default", "case_sensitive"}, 1);
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

constexpr MethodTable<6> table{{{{"dictsort", sort_mapping},
                                 {"groupby", group_by},
                                 {"max", extreme<Comparison::greater>},
                                 {"min", extreme<Comparison::less>},
                                 {"sort", sort},
                                 {"unique", unique}}}};
static_assert(table.is_sorted());

}  // namespace
}  // namespace order_filters

Operation find_order_filter(std::string_view name) {
  return order_filters::table.find(name);
}

}  // namespace prompty::jinja
