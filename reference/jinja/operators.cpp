#include "jinja/operators.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "jinja/formatting.hpp"
#include "jinja/number.hpp"
#include "jinja/printing.hpp"
#include "jinja/reasons.hpp"
#include "jinja/text_search.hpp"

namespace jinja {
namespace {

constexpr int deepest_compared = 500;

enum class Order { less, equal, greater, none };

void check_depth(int depth) {
  if (depth > deepest_compared) throw Failure(reason::nested_too_deeply);
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

Order order_at(Session& session, Relation relation, Value const& left, Value const& right, int depth);

// Python finds the first difference by equality and only then compares the two for order.
Order order_of_lists(Session& session, Relation relation, ListView const& left, ListView const& right, int depth) {
  std::size_t const common = std::min(left.size(), right.size());
  for (std::size_t at = 0; at < common; ++at) {
    Value const ours = left.at(session, at);
    Value const theirs = right.at(session, at);
    if (!same_at(session, ours, theirs, depth + 1)) return order_at(session, relation, ours, theirs, depth + 1);
  }
  if (left.size() == right.size()) return Order::equal;
  return left.size() < right.size() ? Order::less : Order::greater;
}

Order order_from(std::partial_ordering ordering) {
  if (ordering == std::partial_ordering::less) return Order::less;
  if (ordering == std::partial_ordering::greater) return Order::greater;
  return ordering == std::partial_ordering::equivalent ? Order::equal : Order::none;
}

std::string_view symbol(Relation relation) {
  constexpr std::array<std::string_view, 8> symbols = {"==", "!=", "<", "<=", ">", ">=", "in", "not in"};
  return symbols.at(static_cast<std::size_t>(relation));
}

Order order_at(Session& session, Relation relation, Value const& left, Value const& right, int depth) {
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
    return order_of_lists(session, relation, *list, *other, depth);
  }
  demand_defined(left);
  demand_defined(right);
  throw Failure(reason::no_order(symbol(relation), type_name(left), type_name(right)));
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
    throw Failure(reason::not_a_key(type_name(value)));
  }
  demand_defined_when_strict(session, value);
  return value.index();
}

std::string_view symbol(BinaryOperator operation) {
  constexpr std::array<std::string_view, 7> symbols = {"+", "-", "*", "/", "//", "%", "**"};
  return symbols.at(static_cast<std::size_t>(operation));
}

[[noreturn]] void refuse(BinaryOperator operation, Value const& left, Value const& right) {
  demand_defined(left);
  demand_defined(right);
  throw Failure(reason::unsupported_operands(symbol(operation), type_name(left), type_name(right)));
}

Value with_integers(BinaryOperator operation, std::int64_t left, std::int64_t right) {
  switch (operation) {
    case BinaryOperator::add:
      return add(left, right);
    case BinaryOperator::subtract:
      return subtract(left, right);
    case BinaryOperator::multiply:
      return multiply(left, right);
    case BinaryOperator::divide:
      if (right == 0) throw Failure(reason::division_by_zero);
      // P5.2-16: a float also where it comes out even: 8 / 2 is 4.0.
      return static_cast<double>(static_cast<long double>(left) / static_cast<long double>(right));
    case BinaryOperator::floor_divide:
      return floor_divide(left, right);
    case BinaryOperator::modulo:
      return modulo(left, right);
    case BinaryOperator::power:
      break;
  }
  return power(left, right);
}

Value with_floats(BinaryOperator operation, double left, double right) {
  switch (operation) {
    case BinaryOperator::add:
      return left + right;
    case BinaryOperator::subtract:
      return left - right;
    case BinaryOperator::multiply:
      return left * right;
    case BinaryOperator::divide:
      if (right == 0) throw Failure(reason::division_by_zero);
      return left / right;
    case BinaryOperator::floor_divide:
      return floor_divide(left, right);
    case BinaryOperator::modulo:
      return modulo(left, right);
    case BinaryOperator::power:
      break;
  }
  return power(left, right);
}

// Text that is HTML already escapes what is joined to it.
Value joined_texts(Session& session, Text const& left, Text const& right) {
  session.check_memory(left.view.size() + right.view.size());
  if (left.markup == right.markup) return make_text(session, std::string(left.view).append(right.view), left.markup);
  std::string result = left.markup == Markup::yes ? std::string(left.view) : escaped(left.view);
  result += right.markup == Markup::yes ? std::string(right.view) : escaped(right.view);
  return make_text(session, std::move(result), Markup::yes);
}

Value repeated_text(Session& session, Text const& text, std::int64_t times) {
  std::size_t const count = times > 0 ? static_cast<std::size_t>(times) : 0;
  if (text.view.empty() || count == 0) return make_text(session, "", text.markup);
  if (count > session.limits().memory / text.view.size()) {
    throw Failure(reason::too_much_memory(session.limits().memory));
  }
  session.check_memory(count * text.view.size());
  std::string result;
  result.reserve(count * text.view.size());
  for (std::size_t left = count; left > 0; --left) result += text.view;
  return make_text(session, std::move(result), text.markup);
}

Value repeated_list(Session& session, ListView const& list, std::int64_t times) {
  std::size_t const count = times > 0 ? static_cast<std::size_t>(times) : 0;
  Values values;
  if (list.size() > 0 && count > session.limits().memory / sizeof(Value) / list.size()) {
    throw Failure(reason::too_much_memory(session.limits().memory));
  }
  session.check_memory(list.size() * count * sizeof(Value));
  values.reserve(list.size() * count);
  for (std::size_t left = list.size() > 0 ? count : 0; left > 0; --left) {
    for (std::size_t at = 0; at < list.size(); ++at) values.push_back(list.at(session, at));
  }
  return make_like(session, list, std::move(values));
}

Value joined_lists(Session& session, ListView const& left, ListView const& right) {
  session.check_memory((left.size() + right.size()) * sizeof(Value));
  Values values;
  values.reserve(left.size() + right.size());
  for (std::size_t at = 0; at < left.size(); ++at) values.push_back(left.at(session, at));
  for (std::size_t at = 0; at < right.size(); ++at) values.push_back(right.at(session, at));
  return make_like(session, left, std::move(values));
}

std::optional<Value> sum_of_others(Session& session, Value const& left, Value const& right) {
  if (holds<Text>(left) && holds<Text>(right)) {
    return joined_texts(session, std::get<Text>(left), std::get<Text>(right));
  }
  std::optional<ListView> const list = ListView::of(left);
  std::optional<ListView> const other = ListView::of(right);
  bool const both_alike =
      list && other && (list->kind() == SequenceKind::list) == (other->kind() == SequenceKind::list);
  if (both_alike) return joined_lists(session, *list, *other);
  return std::nullopt;
}

std::optional<Value> product_of_others(Session& session, Value const& left, Value const& right) {
  std::optional<std::int64_t> const times = as_integer(right);
  if (!times) return as_integer(left) ? product_of_others(session, right, left) : std::nullopt;
  if (Text const* const text = std::get_if<Text>(&left)) return repeated_text(session, *text, *times);
  if (std::optional<ListView> const list = ListView::of(left)) return repeated_list(session, *list, *times);
  return std::nullopt;
}

}  // namespace

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
      [](Range const&) { return false; },
      [&](Operation const* function) { return function == std::get<Operation const*>(right); },
      [&](auto const& object) { return object == std::get<std::decay_t<decltype(object)>>(right); });
}

bool equal(Session& session, Value const& left, Value const& right) {
  return equal_at(session, left, right, 0);
}

bool same_or_equal(Session& session, Value const& left, Value const& right) {
  return same_at(session, left, right, 0);
}

bool compare(Session& session, Relation relation, Value const& left, Value const& right) {
  auto const order = [&] { return order_at(session, relation, left, right, 0); };
  auto const is_equal_or = [](Order found, Order wanted) { return found == wanted || found == Order::equal; };
  switch (relation) {
    case Relation::equal:
      return equal(session, left, right);
    case Relation::not_equal:
      return !equal(session, left, right);
    case Relation::less:
      return order() == Order::less;
    case Relation::less_or_equal:
      return is_equal_or(order(), Order::less);
    case Relation::greater:
      return order() == Order::greater;
    case Relation::greater_or_equal:
      return is_equal_or(order(), Order::greater);
    case Relation::in:
      return contains(session, right, left);
    case Relation::not_in:
      break;
  }
  return !contains(session, right, left);
}

// P5.2-14: `in` means part of a text, key of a mapping, or element of anything else.
bool contains(Session& session, Value const& container, Value const& value) {
  if (Text const* const text = std::get_if<Text>(&container)) {
    Text const* const part = std::get_if<Text>(&value);
    if (part == nullptr) {
      demand_defined_when_strict(session, value);
      throw Failure(reason::text_contains_only_text(type_name(value)));
    }
    return text_search::find(session, text->view, part->view) != std::string_view::npos;
  }
  if (std::optional<MapView> const map = MapView::of(container)) return map->find(session, value).has_value();
  if (Shared<View> const* const view = std::get_if<Shared<View>>(&container); view && (*view)->kind == ViewKind::keys) {
    return MapView::of((*view)->mapping)->find(session, value).has_value();
  }
  if (!is_iterable(container)) throw Failure(reason::holds_nothing(type_name(container)));
  Cursor cursor(session, container);
  while (std::optional<Value> const element = cursor.next()) {
    if (same_or_equal(session, *element, value)) return true;
  }
  return false;
}

std::size_t hash_of(Session& session, Value const& value) {
  return hash_at(session, value, 0);
}

// A merge sort of its own: std::stable_sort may leave its range when the order is inconsistent (nan).
void sort_by_keys(Session& session, Values& values, Values const& keys, Direction direction) {
  session.check_memory(values.size() * (sizeof(Value) + 2 * sizeof(std::size_t)));
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  bool const ascending = direction == Direction::ascending;
  auto const goes_before = [&](std::size_t left, std::size_t right) {
    return ascending ? compare(session, Relation::less, keys[left], keys[right])
                     : compare(session, Relation::less, keys[right], keys[left]);
  };
  std::vector<std::size_t> merged(order.size());
  for (std::size_t width = 1; width < order.size(); width *= 2) {
    for (std::size_t start = 0; start < order.size(); start += 2 * width) {
      std::size_t const middle = std::min(start + width, order.size());
      std::size_t const end = std::min(start + 2 * width, order.size());
      std::size_t left = start;
      std::size_t right = middle;
      for (std::size_t at = start; at < end; ++at) {
        bool const take_right = left == middle || (right < end && goes_before(order[right], order[left]));
        merged[at] = take_right ? order[right++] : order[left++];
      }
    }
    order.swap(merged);
  }
  Values sorted;
  sorted.reserve(values.size());
  for (std::size_t const index : order) sorted.push_back(std::move(values[index]));
  values = std::move(sorted);
}

Value apply(Session& session, BinaryOperator operation, Value const& left, Value const& right) {
  std::optional<std::int64_t> const left_integer = as_integer(left);
  std::optional<std::int64_t> const right_integer = as_integer(right);
  if (left_integer && right_integer) return with_integers(operation, *left_integer, *right_integer);
  std::optional<double> const left_float = as_float(left);
  std::optional<double> const right_float = as_float(right);
  if (left_float && right_float) return with_floats(operation, *left_float, *right_float);
  if (Text const* const text = std::get_if<Text>(&left); text && operation == BinaryOperator::modulo) {
    return percent_format(session, *text, right);
  }
  std::optional<Value> result;
  if (operation == BinaryOperator::add) result = sum_of_others(session, left, right);
  if (operation == BinaryOperator::multiply) result = product_of_others(session, left, right);
  if (!result) refuse(operation, left, right);
  return *result;
}

Value apply(Session& session, UnaryOperator operation, Value const& operand) {
  if (operation == UnaryOperator::logical_not) return !truth(session, operand);
  bool const negative = operation == UnaryOperator::minus;
  if (std::optional<std::int64_t> const number = as_integer(operand)) return negative ? subtract(0, *number) : *number;
  if (double const* const number = std::get_if<double>(&operand)) return negative ? -*number : *number;
  demand_defined(operand);
  throw Failure(reason::unsupported_operand(negative ? "-" : "+", type_name(operand)));
}

}  // namespace jinja
