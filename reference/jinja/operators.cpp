#include "jinja/operators.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "jinja/printing.hpp"
#include "jinja/text_search.hpp"

namespace jinja {
namespace {

constexpr int deepest_compared = 500;

void check_depth(int depth) {
  if (depth > deepest_compared) throw Failure(reason::nested_too_deeply);
}

bool equal_at(Session& session, Value const& left, Value const& right, int depth);

bool same_at(Session& session, Value const& left, Value const& right, int depth) {
  return identical(left, right) || equal_at(session, left, right, depth);
}

// Whether both are lists, or both are tuples.
bool are_alike(ListView const& left, ListView const& right) {
  return (left.kind() == SequenceKind::list) == (right.kind() == SequenceKind::list);
}

bool equal_lists(Session& session, ListView const& left, ListView const& right, int depth) {
  if (!are_alike(left, right) || left.size() != right.size()) return false;
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
  View const* const view = object_of<View>(left);
  View const* const other_view = object_of<View>(right);
  if (view && other_view) return equal_views(session, *view, *other_view, depth);
  return identical(left, right);
}

std::partial_ordering order_at(Session& session, Relation relation, Value const& left, Value const& right, int depth);

// Python finds the first difference by equality and only then compares the two for order.
std::partial_ordering order_of_lists(Session& session, Relation relation, ListView const& left, ListView const& right,
                                     int depth) {
  std::size_t const common = std::min(left.size(), right.size());
  for (std::size_t at = 0; at < common; ++at) {
    Value const ours = left.at(session, at);
    Value const theirs = right.at(session, at);
    if (!same_at(session, ours, theirs, depth + 1)) return order_at(session, relation, ours, theirs, depth + 1);
  }
  return left.size() <=> right.size();
}

std::string_view symbol(Relation relation) {
  constexpr std::array<std::string_view, 8> symbols = {"==", "!=", "<", "<=", ">", ">=", "in", "not in"};
  return symbols.at(static_cast<std::size_t>(relation));
}

std::partial_ordering order_at(Session& session, Relation relation, Value const& left, Value const& right, int depth) {
  check_depth(depth);
  session.spend();
  // P5.2-15: a number against a text has no order and is refused below.
  if (is_number(left) && is_number(right)) return order_of_numbers(left, right);
  if (holds<Text>(left) && holds<Text>(right)) {
    std::string_view const ours = std::get<Text>(left).view;
    std::string_view const theirs = std::get<Text>(right).view;
    session.spend_for_bytes(std::min(ours.size(), theirs.size()));
    // Bytes of UTF-8 sort as their code points do.
    return ours <=> theirs;
  }
  std::optional<ListView> const list = ListView::of(left);
  std::optional<ListView> const other = ListView::of(right);
  if (list && other && are_alike(*list, *other)) return order_of_lists(session, relation, *list, *other, depth);
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
  if (std::optional<std::int64_t> const number = as_integer(value)) return std::hash<std::int64_t>{}(*number);
  if (double const* const number = std::get_if<double>(&value)) return hash_of_number(*number);
  if (Sequence const* const tuple = object_of<Sequence>(value); tuple && tuple->kind() != SequenceKind::list) {
    std::size_t hash = 0x345678;
    for (Value const& element : tuple->values()) hash = combine(hash, hash_at(session, element, depth + 1));
    return hash;
  }
  if (ListView::of(value) || MapView::of(value) || holds<Shared<View>>(value)) {
    throw Failure(reason::not_a_key(type_name(value)));
  }
  demand_defined_when_strict(session, value);
  return value.index();
}

// What an operator does with two integers, and with two numbers of which one is a float.
struct Arithmetic {
  std::string_view symbol;
  Value (*integers)(std::int64_t, std::int64_t);
  Value (*floats)(double, double);
};

Arithmetic const& arithmetic(BinaryOperator operation) {
  using Integer = std::int64_t;
  static constexpr std::array<Arithmetic, 7> operators = {{
      {"+", [](Integer left, Integer right) -> Value { return add(left, right); },
       [](double left, double right) -> Value { return left + right; }},
      {"-", [](Integer left, Integer right) -> Value { return subtract(left, right); },
       [](double left, double right) -> Value { return left - right; }},
      {"*", [](Integer left, Integer right) -> Value { return multiply(left, right); },
       [](double left, double right) -> Value { return left * right; }},
      // P5.2-16: a float also where it comes out even: 8 / 2 is 4.0.
      {"/",
       [](Integer left, Integer right) -> Value {
         return static_cast<double>(static_cast<long double>(left) / static_cast<long double>(right));
       },
       [](double left, double right) -> Value { return left / right; }},
      {"//", [](Integer left, Integer right) -> Value { return floor_divide(left, right); },
       [](double left, double right) -> Value { return floor_divide(left, right); }},
      {"%", [](Integer left, Integer right) -> Value { return modulo(left, right); },
       [](double left, double right) -> Value { return modulo(left, right); }},
      {"**", power, power},
  }};
  return operators.at(static_cast<std::size_t>(operation));
}

// Text that is HTML already escapes what is joined to it.
Value joined_texts(Session& session, Text const& left, Text const& right) {
  session.check_memory(left.view.size() + right.view.size());
  if (left.markup == right.markup) return make_text(session, std::string(left.view).append(right.view), left.markup);
  std::string result = left.markup == Markup::yes ? std::string(left.view) : escaped(left.view);
  result += right.markup == Markup::yes ? std::string(right.view) : escaped(right.view);
  return make_text(session, std::move(result), Markup::yes);
}

// How often `bytes` bytes are repeated. Throws Failure when that does not fit into memory.
std::size_t repetitions(Session& session, std::int64_t times, std::size_t bytes) {
  if (times <= 0 || bytes == 0) return 0;
  std::size_t const count = static_cast<std::size_t>(times);
  std::size_t const limit = session.limits().memory;
  if (count > limit / bytes) throw Failure(reason::too_much_memory(limit));
  session.check_memory(count * bytes);
  return count;
}

Value repeated_text(Session& session, Text const& text, std::int64_t times) {
  std::size_t const count = repetitions(session, times, text.view.size());
  std::string result;
  result.reserve(count * text.view.size());
  for (std::size_t left = count; left > 0; --left) result += text.view;
  return make_text(session, std::move(result), text.markup);
}

void append_elements(Session& session, Values& values, ListView const& list) {
  for (std::size_t at = 0; at < list.size(); ++at) values.push_back(list.at(session, at));
}

Value repeated_list(Session& session, ListView const& list, std::int64_t times) {
  std::size_t const count = repetitions(session, times, list.size() * sizeof(Value));
  Values values;
  values.reserve(list.size() * count);
  for (std::size_t left = count; left > 0; --left) append_elements(session, values, list);
  return make_like(session, list, std::move(values));
}

std::optional<Value> sum_of_others(Session& session, Value const& left, Value const& right) {
  if (holds<Text>(left) && holds<Text>(right)) {
    return joined_texts(session, std::get<Text>(left), std::get<Text>(right));
  }
  std::optional<ListView> const list = ListView::of(left);
  std::optional<ListView> const other = ListView::of(right);
  if (!list || !other || !are_alike(*list, *other)) return std::nullopt;
  session.check_memory((list->size() + other->size()) * sizeof(Value));
  Values values;
  values.reserve(list->size() + other->size());
  append_elements(session, values, *list);
  append_elements(session, values, *other);
  return make_like(session, *list, std::move(values));
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
  demand_defined_when_strict(session, value);
  if (is_undefined(value) || is_none(value)) return false;
  if (std::optional<double> const number = as_float(value)) return *number != 0;
  if (Text const* const text = std::get_if<Text>(&value)) return !text->view.empty();
  // `loop` has a length too, and would read on for it.
  return holds<Shared<Loop>>(value) || length_of(session, value).value_or(1) > 0;
}

bool identical(Value const& left, Value const& right) {
  if (left.index() != right.index()) return false;
  return match(
      left, [](Undefined const&) { return false; }, [](None const&) { return true; }, [](double) { return false; },
      [&](Text const& text) {
        // Only whether both are the same text: nothing pays here for looking at the bytes.
        std::string_view const other = std::get<Text>(right).view;
        return text.view.data() == other.data() && text.view.size() == other.size();
      },
      [&](BorrowedList const& list) { return list.json == std::get<BorrowedList>(right).json; },
      [&](BorrowedMap const& map) { return map.json == std::get<BorrowedMap>(right).json; },
      [](Range const&) { return false; },
      [&](auto const& object) { return object == std::get<std::decay_t<decltype(object)>>(right); });
}

bool equal(Session& session, Value const& left, Value const& right) {
  return equal_at(session, left, right, 0);
}

bool same_or_equal(Session& session, Value const& left, Value const& right) {
  return same_at(session, left, right, 0);
}

bool compare(Session& session, Relation relation, Value const& left, Value const& right) {
  if (relation == Relation::equal) return equal(session, left, right);
  if (relation == Relation::not_equal) return !equal(session, left, right);
  if (relation == Relation::in) return contains(session, right, left);
  if (relation == Relation::not_in) return !contains(session, right, left);
  std::partial_ordering const order = order_at(session, relation, left, right, 0);
  if (relation == Relation::less) return std::is_lt(order);
  if (relation == Relation::less_or_equal) return std::is_lteq(order);
  return relation == Relation::greater ? std::is_gt(order) : std::is_gteq(order);
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
  if (View const* const view = object_of<View>(container); view && view->kind == ViewKind::keys) {
    return MapView::of(view->mapping)->find(session, value).has_value();
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
  std::optional<double> const left_float = as_float(left);
  std::optional<double> const right_float = as_float(right);
  if (left_float && right_float) {
    if (operation == BinaryOperator::divide && *right_float == 0) throw Failure(reason::division_by_zero);
    std::optional<std::int64_t> const left_integer = as_integer(left);
    std::optional<std::int64_t> const right_integer = as_integer(right);
    return left_integer && right_integer ? arithmetic(operation).integers(*left_integer, *right_integer)
                                         : arithmetic(operation).floats(*left_float, *right_float);
  }
  if (Text const* const text = std::get_if<Text>(&left); text && operation == BinaryOperator::modulo) {
    return percent_format(session, *text, right);
  }
  std::optional<Value> result;
  if (operation == BinaryOperator::add) result = sum_of_others(session, left, right);
  if (operation == BinaryOperator::multiply) result = product_of_others(session, left, right);
  if (result) return *std::move(result);
  demand_defined(left);
  demand_defined(right);
  throw Failure(reason::unsupported_operands(arithmetic(operation).symbol, type_name(left), type_name(right)));
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
