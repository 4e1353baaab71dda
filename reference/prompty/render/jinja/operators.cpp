#include "prompty/render/jinja/operators.hpp"

#include "prompty/core/error_catalogue_rendering.hpp"
#include "prompty/render/jinja/failure.hpp"
#include "prompty/render/jinja/html.hpp"
#include "prompty/render/jinja/number.hpp"
#include "prompty/render/jinja/percent_format.hpp"
#include "prompty/render/jinja/printing.hpp"
#include "prompty/render/jinja/sequences.hpp"

namespace prompty::jinja {
namespace operators {
namespace {

std::string_view symbol(BinaryOperator operation) {
  switch (operation) {
    case BinaryOperator::add:
      return "+";
    case BinaryOperator::subtract:
      return "-";
    case BinaryOperator::multiply:
      return "*";
    case BinaryOperator::divide:
      return "/";
    case BinaryOperator::floor_divide:
      return "//";
    case BinaryOperator::modulo:
      return "%";
    case BinaryOperator::power:
      break;
  }
  return "**";
}

[[noreturn]] void refuse(BinaryOperator operation, Value const& left, Value const& right) {
  demand_defined(left);
  demand_defined(right);
  throw Failure(errors::reason::unsupported_operands(symbol(operation), type_name(left), type_name(right)));
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
      if (right == 0) throw Failure(errors::reason::division_by_zero());
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
      if (right == 0) throw Failure(errors::reason::division_by_zero());
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
  session.check_room(left.view.size() + right.view.size());
  if (left.markup == right.markup) return make_text(session, std::string(left.view).append(right.view), left.markup);
  std::string result = left.markup == Markup::yes ? std::string(left.view) : escaped(left.view);
  result += right.markup == Markup::yes ? std::string(right.view) : escaped(right.view);
  return make_text(session, std::move(result), Markup::yes);
}

Value repeated_text(Session& session, Text const& text, std::int64_t times) {
  std::size_t const count = times > 0 ? static_cast<std::size_t>(times) : 0;
  if (text.view.empty() || count == 0) return make_text(session, "", text.markup);
  if (count > session.limits().memory / text.view.size()) {
    throw Failure(errors::reason::too_much_memory(session.limits().memory));
  }
  session.check_room(count * text.view.size());
  std::string result;
  result.reserve(count * text.view.size());
  for (std::size_t left = count; left > 0; --left) result += text.view;
  return make_text(session, std::move(result), text.markup);
}

Value make_like(Session& session, ListView const& list, Values values) {
  return list.kind() == SequenceKind::list ? make_list(session, std::move(values))
                                           : make_tuple(session, std::move(values));
}

Value repeated_list(Session& session, ListView const& list, std::int64_t times) {
  std::size_t const count = times > 0 ? static_cast<std::size_t>(times) : 0;
  Values values;
  if (list.size() > 0 && count > session.limits().memory / sizeof(Value) / list.size()) {
    throw Failure(errors::reason::too_much_memory(session.limits().memory));
  }
  session.check_room(list.size() * count * sizeof(Value));
  values.reserve(list.size() * count);
  for (std::size_t left = list.size() > 0 ? count : 0; left > 0; --left) {
    for (std::size_t at = 0; at < list.size(); ++at) values.push_back(list.at(session, at));
  }
  return make_like(session, list, std::move(values));
}

Value joined_lists(Session& session, ListView const& left, ListView const& right) {
  session.check_room((left.size() + right.size()) * sizeof(Value));
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
}  // namespace operators

Value apply(Session& session, BinaryOperator operation, Value const& left, Value const& right) {
  std::optional<std::int64_t> const left_integer = as_integer(left);
  std::optional<std::int64_t> const right_integer = as_integer(right);
  if (left_integer && right_integer) return operators::with_integers(operation, *left_integer, *right_integer);
  std::optional<double> const left_float = as_float(left);
  std::optional<double> const right_float = as_float(right);
  if (left_float && right_float) return operators::with_floats(operation, *left_float, *right_float);
  if (Text const* const text = std::get_if<Text>(&left); text && operation == BinaryOperator::modulo) {
    return percent_format(session, *text, right);
  }
  std::optional<Value> result;
  if (operation == BinaryOperator::add) result = operators::sum_of_others(session, left, right);
  if (operation == BinaryOperator::multiply) result = operators::product_of_others(session, left, right);
  if (!result) operators::refuse(operation, left, right);
  return *result;
}

Value apply(Session& session, UnaryOperator operation, Value const& operand) {
  if (operation == UnaryOperator::logical_not) return !truth(session, operand);
  bool const negative = operation == UnaryOperator::minus;
  if (std::optional<std::int64_t> const number = as_integer(operand)) return negative ? subtract(0, *number) : *number;
  if (double const* const number = std::get_if<double>(&operand)) return negative ? -*number : *number;
  demand_defined(operand);
  throw Failure(errors::reason::unsupported_operand(negative ? "-" : "+", type_name(operand)));
}

}  // namespace prompty::jinja
