// The operands of expressions: names, literals, displays, and what follows them (members, calls, filters, tests).
#include <algorithm>
#include <array>
#include <utility>

#include "prompty/core/error_catalogue_rendering.hpp"
#include "prompty/core/match.hpp"
#include "prompty/render/jinja/expression_parser.hpp"
#include "prompty/render/jinja/filters.hpp"
#include "prompty/render/jinja/methods.hpp"
#include "prompty/render/jinja/number.hpp"
#include "prompty/render/jinja/predicates.hpp"

namespace prompty::jinja {
namespace operand_parser {
namespace {

ExpressionBox boxed(Expression expression) {
  return std::make_unique<Expression>(std::move(expression));
}

bool changes_container(std::string_view name) {
  constexpr std::array<std::string_view, 11> methods = {"append", "extend", "insert", "pop",        "remove", "reverse",
                                                        "sort",   "clear",  "update", "setdefault", "popitem"};
  return std::find(methods.begin(), methods.end(), name) != methods.end();
}

}  // namespace
}  // namespace operand_parser

void ExpressionParser::note_name(std::string_view name, Use use) {
  bool const is_special = name == "loop" || name == "caller" || name == "varargs" || name == "kwargs";
  if (is_special) special_names_.push_back({.name = name, .use = use});
}

Expression ExpressionParser::primary() {
  Token const& token = stream_.current();
  if (token.kind == TokenKind::name) return name_or_constant();
  if (token.kind == TokenKind::text) return text_constant();
  if (token.kind == TokenKind::integer || token.kind == TokenKind::floating) return number_constant();
  if (stream_.at_symbol("(")) return parenthesized();
  if (stream_.at_symbol("[")) return list_display();
  if (stream_.at_symbol("{")) return dict_display();
  stream_.fail_expecting("an expression");
}

Expression ExpressionParser::name_or_constant() {
  Token const token = stream_.take();
  if (token.text == "true" || token.text == "True") return make(Constant{true}, token.offset, {});
  if (token.text == "false" || token.text == "False") return make(Constant{false}, token.offset, {});
  if (token.text == "none" || token.text == "None") return make(Constant{None{}}, token.offset, {});
  note_name(token.text, Use::read);
  return make(NameUse{.name = token.text}, token.offset, {});
}

Expression ExpressionParser::text_constant() {
  Token const token = stream_.take();
  if (stream_.current().kind != TokenKind::text) return make(Constant{Text{.view = token.text}}, token.offset, {});
  std::string whole(token.text);
  while (stream_.current().kind == TokenKind::text) whole += stream_.take().text;
  return make(Constant{Text{.view = stream_.source().keep(std::move(whole))}}, token.offset, {});
}

Expression ExpressionParser::number_constant() {
  Token const token = stream_.take();
  if (token.kind == TokenKind::floating) {
    std::optional<double> const number = parse_float(token.text);
    return make(Constant{number.value_or(0)}, token.offset, {});
  }
  try {
    return make(Constant{parse_integer(token.text, 0).value_or(0)}, token.offset, {});
  } catch (Failure const& failure) {
    stream_.fail_at(failure.what(), token.offset);
  }
}

Expression ExpressionParser::parenthesized() {
  std::size_t const from = stream_.take().offset;
  Expression inside = [&] {
    if (!stream_.at_symbol(")")) return tuple(Condition::allowed, from);
    return make(TupleDisplay{}, from, {});
  }();
  stream_.expect_symbol(")");
  return inside;
}

bool ExpressionParser::at_tuple_end() const {
  TokenKind const kind = stream_.current().kind;
  return kind == TokenKind::output_end || kind == TokenKind::block_end || stream_.at_symbol(")");
}

Expression ExpressionParser::tuple(Condition condition, std::size_t from) {
  if (at_tuple_end()) stream_.fail_expecting("an expression");
  Expression first = expression(condition);
  if (!stream_.at_symbol(",")) return first;
  Expressions items;
  items.push_back(std::move(first));
  while (stream_.skip_symbol(",")) {
    if (at_tuple_end()) break;
    items.push_back(expression(condition));
  }
  std::uint32_t const height = height_of(items);
  return make(TupleDisplay{.items = std::move(items)}, from, {height});
}

Expression ExpressionParser::tuple() {
  return tuple(Condition::allowed, offset());
}

Expression ExpressionParser::tuple_without_condition() {
  return tuple(Condition::forbidden, offset());
}

Expression ExpressionParser::list_display() {
  std::size_t const from = stream_.take().offset;
  Expressions items;
  while (!stream_.at_symbol("]")) {
    items.push_back(expression());
    if (!stream_.skip_symbol(",")) break;
  }
  stream_.expect_symbol("]");
  std::uint32_t const height = height_of(items);
  return make(ListDisplay{.items = std::move(items)}, from, {height});
}

Expression ExpressionParser::dict_display() {
  std::size_t const from = stream_.take().offset;
  std::vector<DictEntry> entries;
  std::uint32_t height = 0;
  while (!stream_.at_symbol("}")) {
    Expression key = expression();
    stream_.expect_symbol(":");
    Expression value = expression();
    height = std::max({height, key.height, value.height});
    entries.push_back({.key = std::move(key), .value = std::move(value)});
    if (!stream_.skip_symbol(",")) break;
  }
  stream_.expect_symbol("}");
  return make(DictDisplay{.entries = std::move(entries)}, from, {height});
}

Expression ExpressionParser::postfix(Expression value, std::size_t from) {
  while (true) {
    if (stream_.at_symbol(".")) {
      value = member(std::move(value), from);
    } else if (stream_.at_symbol("[")) {
      value = subscript(std::move(value), from);
    } else if (stream_.at_symbol("(")) {
      value = call(std::move(value), from);
    } else {
      return value;
    }
  }
}

Expression ExpressionParser::filtered(Expression value, std::size_t from) {
  while (true) {
    if (stream_.at_symbol("|")) {
      value = *filter(std::move(value), from);
    } else if (stream_.at_name("is")) {
      value = test(std::move(value), from);
    } else if (stream_.at_symbol("(")) {
      value = call(std::move(value), from);
    } else {
      return value;
    }
  }
}

Expression ExpressionParser::member(Expression object, std::size_t from) {
  stream_.take();
  Token const token = stream_.current();
  std::uint32_t const height = object.height;
  if (token.kind == TokenKind::name) {
    stream_.take();
    if (operand_parser::changes_container(token.text)) changes_ = Changes::containers;
    bool const is_method = find_map_method(token.text) != nullptr || token.text.starts_with("__");
    return make(Attribute{.object = operand_parser::boxed(std::move(object)),
                          .name = token.text,
                          .key_kind = is_method ? KeyKind::method : KeyKind::plain},
                from, {height});
  }
  if (token.kind != TokenKind::integer) stream_.fail_expecting("a name or a number");
  Expression index = number_constant();
  return make(
      Item{.object = operand_parser::boxed(std::move(object)), .index = operand_parser::boxed(std::move(index))}, from,
      {height});
}

Expression ExpressionParser::subscript(Expression object, std::size_t from) {
  stream_.take();
  std::uint32_t height = object.height;
  ExpressionBox const none;
  auto const optional_part = [&]() -> ExpressionBox {
    if (stream_.at_symbol(":") || stream_.at_symbol("]")) return nullptr;
    ExpressionBox part = operand_parser::boxed(expression());
    height = std::max(height, part->height);
    return part;
  };
  ExpressionBox first = optional_part();
  if (stream_.skip_symbol(":")) {
    ExpressionBox stop = optional_part();
    ExpressionBox step = stream_.skip_symbol(":") ? optional_part() : nullptr;
    stream_.expect_symbol("]");
    return make(Slice{.object = operand_parser::boxed(std::move(object)),
                      .start = std::move(first),
                      .stop = std::move(stop),
                      .step = std::move(step)},
                from, {height});
  }
  // Nothing between the brackets is a tuple of nothing.
  if (!first) first = operand_parser::boxed(make(TupleDisplay{}, from, {0}));
  if (stream_.at_symbol(",")) {
    Expressions items;
    items.push_back(std::move(*first));
    while (stream_.skip_symbol(",")) items.push_back(expression());
    height = std::max(height, height_of(items));
    first = operand_parser::boxed(make(TupleDisplay{.items = std::move(items)}, from, {height}));
  }
  stream_.expect_symbol("]");
  Constant const* const constant = std::get_if<Constant>(&first->node);
  Text const* const key = constant != nullptr ? std::get_if<Text>(&constant->value) : nullptr;
  if (key != nullptr && operand_parser::changes_container(key->view)) changes_ = Changes::containers;
  return make(Item{.object = operand_parser::boxed(std::move(object)), .index = std::move(first)}, from, {height + 1});
}

Expression ExpressionParser::call(Expression callee, std::size_t from) {
  CallArguments given = arguments();
  std::uint32_t const height = std::max(callee.height, height_of(given));
  return make(Call{.callee = operand_parser::boxed(std::move(callee)), .arguments = std::move(given)}, from, {height});
}

CallArguments ExpressionParser::arguments() {
  stream_.expect_symbol("(");
  CallArguments given;
  while (!stream_.at_symbol(")")) {
    if (stream_.at_symbol("*")) {
      if (given.spread || given.named_spread) stream_.fail(errors::reason::misplaced_argument());
      stream_.take();
      given.spread = operand_parser::boxed(expression());
    } else if (stream_.at_symbol("**")) {
      if (given.named_spread) stream_.fail(errors::reason::misplaced_argument());
      stream_.take();
      given.named_spread = operand_parser::boxed(expression());
    } else if (stream_.current().kind == TokenKind::name && stream_.ahead().kind == TokenKind::symbol &&
               stream_.ahead().text == "=") {
      if (given.named_spread) stream_.fail(errors::reason::misplaced_argument());
      Token const name = stream_.take();
      stream_.take();
      given.named.push_back({.name = name.text, .value = expression()});
    } else {
      if (given.spread || given.named_spread || !given.named.empty()) {
        stream_.fail(errors::reason::misplaced_argument());
      }
      given.positional.push_back(expression());
    }
    if (!stream_.skip_symbol(",")) break;
  }
  stream_.expect_symbol(")");
  return given;
}

std::string_view ExpressionParser::dotted_name() {
  std::size_t const from = offset();
  stream_.expect(TokenKind::name, "a name");
  while (stream_.skip_symbol(".")) stream_.expect(TokenKind::name, "a name");
  return stream_.text_since(from);
}

std::optional<Expression> ExpressionParser::filter(std::optional<Expression> input, std::size_t from) {
  while (stream_.skip_symbol("|")) input = one_filter(std::move(input), from);
  return input;
}

Expression ExpressionParser::one_filter(std::optional<Expression> input, std::size_t from) {
  FilterUse use{.input = input ? operand_parser::boxed(std::move(*input)) : nullptr, .name = dotted_name()};
  use.function = find_filter(use.name);
  if (stream_.at_symbol("(")) use.arguments = arguments();
  std::uint32_t const height = std::max(use.input ? use.input->height : 0, height_of(use.arguments));
  return make(std::move(use), from, {height});
}

std::optional<Expression> ExpressionParser::block_filters() {
  return filter(std::nullopt, offset());
}

Expression ExpressionParser::filters_of_filter_block() {
  std::size_t const from = offset();
  return *filter(one_filter(std::nullopt, from), from);
}

Expression ExpressionParser::test(Expression value, std::size_t from) {
  stream_.take();
  // P5.2-19: `is not` works for any test.
  bool const negated = stream_.skip_name("not");
  std::uint32_t height = value.height;
  TestUse use{.input = operand_parser::boxed(std::move(value)), .name = dotted_name()};
  use.function = find_predicate(use.name);
  use.arguments = test_arguments();
  height = std::max(height, height_of(use.arguments));
  Expression tested = make(std::move(use), from, {height});
  if (!negated) return tested;
  return make(Unary{.operation = UnaryOperator::logical_not, .operand = operand_parser::boxed(std::move(tested))}, from,
              {height + 1});
}

CallArguments ExpressionParser::test_arguments() {
  if (stream_.at_symbol("(")) return arguments();
  TokenKind const kind = stream_.current().kind;
  bool const begins_operand = kind == TokenKind::name || kind == TokenKind::text || kind == TokenKind::integer ||
                              kind == TokenKind::floating || stream_.at_symbol("[") || stream_.at_symbol("{");
  if (!begins_operand || stream_.at_any_name({"else", "or", "and"})) return {};
  if (stream_.at_name("is")) stream_.fail(errors::reason::chained_tests());
  std::size_t const from = offset();
  CallArguments given;
  given.positional.push_back(postfix(primary(), from));
  return given;
}

}  // namespace prompty::jinja
