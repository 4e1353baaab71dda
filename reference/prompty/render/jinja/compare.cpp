#include "prompty/render/jinja/compare.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "prompty/core/error_catalogue_rendering.hpp"
#include "prompty/core/match.hpp"
#include "prompty/render/jinja/failure.hpp"
#include "prompty/render/jinja/number.hpp"
#include "prompty/render/jinja/sequences.hpp"
#include "prompty/render/jinja/text_search.hpp"
#include "prompty/render/jinja/unicode.hpp"

namespace prompty::jinja {
namespace comparing {
namespace {

constexpr int deepest_nesting = 500;

enum class Order { less, equal, greater, none };

void check_depth(int depth) {
  if (depth > deepest_nesting) throw Failure(errors::reason::nested_too_deeply());
}

bool equal_at(Session& session, Value const& left, Value const& right, int depth);

bool same_at(Session& session, Value const& left, Value const& right, int depth) {
  return identical(left, right) || equal_at(session, left, right, depth);
}

bool equal_lists(Session& session, ListView const& left, ListView const& right, int depth) {
  bool const both_lists = left.kind() == SequenceKind::list && right.kind() == SequenceKind::list;
  bool const both_tuples = left.kind() != SequenceKind::list && right.kind() != SequenceKind::list;
  if ((!both_lists && !both_tuples) || left.size() != right.size()) return false;
  for (std::size_t at = 0; at < left.size(); ++at) {
    if (!same_at(session, left.at(session, at), right.at(session, at), depth + 1)) return false;
  }
  return true;
}

bool equal_maps(Session& session, MapView const& left, MapView const& right, int depth) {
  if (left.size() != right.size()) return false;
  for (std::size_t at = 0; at < left.size(); ++at) {
    std::optional<Value> const other = right.find(session, left.key_at(at));
    if (!other || !same_at(session, left.value_at(session, at), *other, depth + 1)) return false;
  }
  return true;
}

bool equal_ranges(Range const& left, Range const& right) {
  std::size_t const size = size_of(left);
  if (size != size_of(right)) return false;
  if (size == 0) return true;
  return left.start == right.start && (size == 1 || left.step == right.step);
}

bool equal_views(Session& session, View const& left, View const& right, int depth) {
  if (left.kind != right.kind || left.kind == ViewKind::values) return false;
  MapView const ours = *MapView::of(left.mapping);
  MapView const theirs = *MapView::of(right.mapping);
  if (left.kind == ViewKind::items) return equal_maps(session, ours, theirs, depth);
  if (ours.size() != theirs.size()) return false;
  for (std::size_t at = 0; at < ours.size(); ++at) {
    if (!theirs.find(session, ours.key_at(at))) return false;
  }
  return true;
}

bool equal_at(Session& session, Value const& left, Value const& right, int depth) {
  check_depth(depth);
  session.spend();
  demand_defined_when_strict(session, left);
  demand_defined_when_strict(session, right);
  if (Text const* const text = std::get_if<Text>(&left)) {
    Text const* const other = std::get_if<Text>(&right);
    if (other == nullptr) return false;
    session.spend_for_bytes(text->view.size());
    return text->view == other->view;
  }
  if (is_number(left)) return is_number(right) && order_of_numbers(left, right) == std::partial_ordering::equivalent;
  if (is_none(left) || is_undefined(left)) return left.index() == right.index();
  if (std::optional<ListView> const list = ListView::of(left)) {
    std::optional<ListView> const other = ListView::of(right);
    return other && equal_lists(session, *list, *other, depth);
  }
  if (std::optional<MapView> const map = MapView::of(left)) {
    std::optional<MapView> const other = MapView::of(right);
    return other && equal_maps(session, *map, *other, depth);
  }
  if (holds<Range>(left) && holds<Range>(right)) return equal_ranges(std::get<Range>(left), std::get<Range>(right));
  if (holds<Shared<View>>(left) && holds<Shared<View>>(right)) {
    return equal_views(session, *std::get<Shared<View>>(left), *std::get<Shared<View>>(right), depth);
  }
  return identical(left, right);
}

Order order_at(Session& session, Comparison comparison, Value const& left, Value const& right, int depth);

// Python finds the first difference by equality and only then asks for the order of the two.
Order order_of_lists(Session& session, Comparison comparison, ListView const& left, ListView const& right, int depth) {
  std::size_t const common = std::min(left.size(), right.size());
  for (std::size_t at = 0; at < common; ++at) {
    Value const ours = left.at(session, at);
    Value const theirs = right.at(session, at);
    if (!same_at(session, ours, theirs, depth + 1)) return order_at(session, comparison, ours, theirs, depth + 1);
  }
  if (left.size() == right.size()) return Order::equal;
  return left.size() < right.size() ? Order::less : Order::greater;
}

Order order_from(std::partial_ordering ordering) {
  if (ordering == std::partial_ordering::less) return Order::less;
  if (ordering == std::partial_ordering::greater) return Order::greater;
  return ordering == std::partial_ordering::equivalent ? Order::equal : Order::none;
}

std::string_view symbol(Comparison comparison) {
  switch (comparison) {
    case Comparison::equal:
      return "==";
    case Comparison::not_equal:
      return "!=";
    case Comparison::less:
      return "<";
    case Comparison::less_or_equal:
      return "<=";
    case Comparison::greater:
      return ">";
    case Comparison::greater_or_equal:
      break;
  }
  return ">=";
}

Order order_at(Session& session, Comparison comparison, Value const& left, Value const& right, int depth) {
  check_depth(depth);
  session.spend();
  // P5.2-15: a number against a text has no order and is refused below.
  if (is_number(left) && is_number(right)) return order_from(order_of_numbers(left, right));
  if (holds<Text>(left) && holds<Text>(right)) {
    std::string_view const ours = std::get<Text>(left).view;
    std::string_view const theirs = std::get<Text>(right).view;
    session.spend_for_bytes(std::min(ours.size(), theirs.size()));
    // Bytes of UTF-8 sort as their code points do.
    int const order = ours.compare(theirs);
    return order < 0 ? Order::less : order > 0 ? Order::greater : Order::equal;
  }
  std::optional<ListView> const list = ListView::of(left);
  std::optional<ListView> const other = ListView::of(right);
  if (list && other && (list->kind() == SequenceKind::list) == (other->kind() == SequenceKind::list)) {
    return order_of_lists(session, comparison, *list, *other, depth);
  }
  demand_defined(left);
  demand_defined(right);
  throw Failure(errors::reason::no_order(symbol(comparison), type_name(left), type_name(right)));
}

std::size_t combine(std::size_t seed, std::size_t hash) {
  return seed ^ (hash + 0x9e3779b97f4a7c15ULL + (seed << 6U) + (seed >> 2U));
}

std::size_t hash_of_number(double number) {
  // A whole float is the same key as the integer.
  if (std::abs(number) < 9.2e18 && std::floor(number) == number) {
    return std::hash<std::int64_t>{}(static_cast<std::int64_t>(number));
  }
  return std::hash<double>{}(number);
}

std::size_t hash_at(Session& session, Value const& value, int depth) {
  check_depth(depth);
  if (Text const* const text = std::get_if<Text>(&value)) {
    session.spend_for_bytes(text->view.size());
    return std::hash<std::string_view>{}(text->view);
  }
  if (bool const* const boolean = std::get_if<bool>(&value)) return std::hash<std::int64_t>{}(*boolean ? 1 : 0);
  if (std::int64_t const* const number = std::get_if<std::int64_t>(&value)) return std::hash<std::int64_t>{}(*number);
  if (double const* const number = std::get_if<double>(&value)) return hash_of_number(*number);
  if (Shared<Sequence> const* const tuple = std::get_if<Shared<Sequence>>(&value);
      tuple && (*tuple)->kind() != SequenceKind::list) {
    std::size_t hash = 0x345678;
    for (Value const& element : (*tuple)->values()) hash = combine(hash, hash_at(session, element, depth + 1));
    return hash;
  }
  if (ListView::of(value) || MapView::of(value) || holds<Shared<View>>(value)) {
    throw Failure(errors::reason::not_a_key(type_name(value)));
  }
  demand_defined_when_strict(session, value);
  return value.index();
}

}  // namespace
}  // namespace comparing

bool truth(Session& session, Value const& value) {
  return match(
      value,
      [&](Undefined const&) {
        demand_defined_when_strict(session, value);
        return false;
      },
      [](None const&) { return false; }, [](bool boolean) { return boolean; },
      [](std::int64_t number) { return number != 0; }, [](double number) { return number != 0; },
      [](Text const& text) { return !text.view.empty(); }, [](BorrowedList const& list) { return !list.json->empty(); },
      [](BorrowedMap const& map) { return !map.json->empty(); },
      [](Shared<Sequence> const& sequence) { return !sequence->values().empty(); },
      [](Shared<Dict> const& dict) { return !dict->entries().empty(); },
      [](Range const& range) { return size_of(range) != 0; },
      [](Shared<View> const& view) { return size_of(*view) != 0; }, [](auto const&) { return true; });
}

bool identical(Value const& left, Value const& right) {
  if (left.index() != right.index()) return false;
  return match(
      left, [](Undefined const&) { return false; }, [](None const&) { return true; },
      [&](bool boolean) { return boolean == std::get<bool>(right); },
      [&](std::int64_t number) { return number == std::get<std::int64_t>(right); }, [](double) { return false; },
      [&](Text const& text) {
        // Only whether both are the same text: nothing pays here for looking at the bytes.
        std::string_view const other = std::get<Text>(right).view;
        return text.view.data() == other.data() && text.view.size() == other.size();
      },
      [&](BorrowedList const& list) { return list.json == std::get<BorrowedList>(right).json; },
      [&](BorrowedMap const& map) { return map.json == std::get<BorrowedMap>(right).json; },
      [](Range const&) { return false; }, [&](Global global) { return global == std::get<Global>(right); },
      [&](auto const& object) { return object == std::get<std::decay_t<decltype(object)>>(right); });
}

bool equal(Session& session, Value const& left, Value const& right) {
  return comparing::equal_at(session, left, right, 0);
}

bool same_or_equal(Session& session, Value const& left, Value const& right) {
  return comparing::same_at(session, left, right, 0);
}

bool compare(Session& session, Comparison comparison, Value const& left, Value const& right) {
  using comparing::Order;
  if (comparison == Comparison::equal) return equal(session, left, right);
  if (comparison == Comparison::not_equal) return !equal(session, left, right);
  Order const order = comparing::order_at(session, comparison, left, right, 0);
  if (comparison == Comparison::less) return order == Order::less;
  if (comparison == Comparison::greater) return order == Order::greater;
  if (comparison == Comparison::less_or_equal) return order == Order::less || order == Order::equal;
  return order == Order::greater || order == Order::equal;
}

// P5.2-14: `in` means part of a text, key of a mapping, or element of anything else.
bool contains(Session& session, Value const& container, Value const& value) {
  if (Text const* const text = std::get_if<Text>(&container)) {
    Text const* const part = std::get_if<Text>(&value);
    if (part == nullptr) {
      demand_defined_when_strict(session, value);
      throw Failure(errors::reason::text_contains_only_text(type_name(value)));
    }
    return text_search::find(session, text->view, part->view) != std::string_view::npos;
  }
  if (std::optional<MapView> const map = MapView::of(container)) return map->find(session, value).has_value();
  if (Shared<View> const* const view = std::get_if<Shared<View>>(&container); view && (*view)->kind == ViewKind::keys) {
    return MapView::of((*view)->mapping)->find(session, value).has_value();
  }
  if (!is_iterable(container)) throw Failure(errors::reason::holds_nothing(type_name(container)));
  Cursor cursor(session, container);
  while (std::optional<Value> const element = cursor.next()) {
    if (same_or_equal(session, *element, value)) return true;
  }
  return false;
}

std::size_t hash_of(Session& session, Value const& value) {
  return comparing::hash_at(session, value, 0);
}

}  // namespace prompty::jinja
