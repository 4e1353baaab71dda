#include "jinja/expression_parser.hpp"

#include <algorithm>
#include <array>

#include "jinja/functions.hpp"
#include "jinja/number.hpp"

namespace jinja {
namespace {

// Each level of brackets costs the stack a dozen calls, and each operator one when it is evaluated.
constexpr std::size_t deepest_level = 100;
constexpr std::uint32_t highest_expression = 400;
constexpr std::size_t max_parts = 500'000;

ExpressionBox boxed(Expression expression) {
  return std::make_unique<Expression>(std::move(expression));
}

std::optional<Relation> relation_of(Token const& token) {
  if (token.kind != TokenKind::symbol) return std::nullopt;
  if (token.text == "==") return Relation::equal;
  if (token.text == "!=") return Relation::not_equal;
  if (token.text == "<") return Relation::less;
  if (token.text == "<=") return Relation::less_or_equal;
  if (token.text == ">") return Relation::greater;
  if (token.text == ">=") return Relation::greater_or_equal;
  return std::nullopt;
}

std::optional<BinaryOperator> factor_operator(Token const& token) {
  if (token.kind != TokenKind::symbol) return std::nullopt;
  if (token.text == "*") return BinaryOperator::multiply;
  if (token.text == "/") return BinaryOperator::divide;
  if (token.text == "//") return BinaryOperator::floor_divide;
  if (token.text == "%") return BinaryOperator::modulo;
  return std::nullopt;
}

bool changes_container(std::string_view name) {
  constexpr std::array<std::string_view, 11> methods = {"append", "extend", "insert", "pop",        "remove", "reverse",
                                                        "sort",   "clear",  "update", "setdefault", "popitem"};
  return std::find(methods.begin(), methods.end(), name) != methods.end();
}

bool is_reserved(std::string_view name) {
  constexpr std::array<std::string_view, 6> names = {"true", "false", "none", "True", "False", "None"};
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

ExpressionParser::Level::Level(ExpressionParser& parser) : parser_(parser) {
  if (parser_.level_ >= deepest_level) parser_.stream_.fail(reason::template_nested_too_deeply(deepest_level));
  ++parser_.level_;
}

Expression ExpressionParser::expression() {
  return expression(Condition::allowed);
}

Expression ExpressionParser::expression(Condition condition) {
  Level const level(*this);
  return condition == Condition::allowed ? conditional() : disjunction();
}

Expression ExpressionParser::conditional() {
  std::size_t const from = offset();
  Expression value = disjunction();
  while (stream_.skip_name("if")) {
    Expression test = disjunction();
    ExpressionBox otherwise = stream_.skip_name("else") ? boxed(expression()) : nullptr;
    value = make(
        Conditional{.test = boxed(std::move(test)), .then = boxed(std::move(value)), .otherwise = std::move(otherwise)},
        from);
  }
  return value;
}

Expression ExpressionParser::logical(std::string_view word, LogicalOperator operation,
                                     Expression (ExpressionParser::*operand)()) {
  std::size_t const from = offset();
  Expression left = (this->*operand)();
  while (stream_.skip_name(word)) {
    left =
        make(Logical{.operation = operation, .left = boxed(std::move(left)), .right = boxed((this->*operand)())}, from);
  }
  return left;
}

Expression ExpressionParser::disjunction() {
  return logical("or", LogicalOperator::logical_or, &ExpressionParser::conjunction);
}

Expression ExpressionParser::conjunction() {
  return logical("and", LogicalOperator::logical_and, &ExpressionParser::negation);
}

Expression ExpressionParser::negation() {
  std::size_t const from = offset();
  if (!stream_.skip_name("not")) return comparison();
  Level const level(*this);
  return make(Unary{.operation = UnaryOperator::logical_not, .operand = boxed(negation())}, from);
}

Expression ExpressionParser::comparison() {
  std::size_t const from = offset();
  Expression first = sum();
  std::vector<Comparand> rest;
  while (true) {
    if (std::optional<Relation> const relation = relation_of(stream_.current())) {
      stream_.take();
      rest.push_back({.relation = *relation, .operand = sum()});
    } else if (stream_.skip_name("in")) {
      rest.push_back({.relation = Relation::in, .operand = sum()});
    } else if (stream_.at_name("not") && stream_.ahead().kind == TokenKind::name && stream_.ahead().text == "in") {
      stream_.take();
      stream_.take();
      rest.push_back({.relation = Relation::not_in, .operand = sum()});
    } else {
      break;
    }
  }
  if (rest.empty()) return first;
  return make(Compared{.first = boxed(std::move(first)), .rest = std::move(rest)}, from);
}

Expression ExpressionParser::sum() {
  std::size_t const from = offset();
  Expression left = joined();
  while (stream_.at_symbol("+") || stream_.at_symbol("-")) {
    BinaryOperator const operation = stream_.take().text == "+" ? BinaryOperator::add : BinaryOperator::subtract;
    left = make_binary(operation, std::move(left), joined(), from);
  }
  return left;
}

Expression ExpressionParser::joined() {
  std::size_t const from = offset();
  Expression first = product();
  if (!stream_.at_symbol("~")) return first;
  Expressions parts;
  parts.push_back(std::move(first));
  while (stream_.skip_symbol("~")) parts.push_back(product());
  return make(Joined{.parts = std::move(parts)}, from);
}

Expression ExpressionParser::product() {
  std::size_t const from = offset();
  Expression left = power();
  while (std::optional<BinaryOperator> const operation = factor_operator(stream_.current())) {
    stream_.take();
    left = make_binary(*operation, std::move(left), power(), from);
  }
  return left;
}

Expression ExpressionParser::power() {
  std::size_t const from = offset();
  Expression left = unary(Filters::allowed);
  while (stream_.skip_symbol("**"))
    left = make_binary(BinaryOperator::power, std::move(left), unary(Filters::allowed), from);
  return left;
}

Expression ExpressionParser::unary(Filters filters) {
  std::size_t const from = offset();
  std::optional<Expression> value;
  if (stream_.at_symbol("-") || stream_.at_symbol("+")) {
    Level const level(*this);
    UnaryOperator const operation = stream_.take().text == "-" ? UnaryOperator::minus : UnaryOperator::plus;
    value = make(Unary{.operation = operation, .operand = boxed(unary(Filters::forbidden))}, from);
  } else {
    value = primary();
  }
  value = postfix(std::move(*value), from);
  return filters == Filters::allowed ? filtered(std::move(*value), from) : std::move(*value);
}

Expression ExpressionParser::make(Expression::Node node, std::size_t from) {
  if (++parts_ > max_parts) stream_.fail_at(reason::template_too_large(max_parts), from);
  Expression made{.node = std::move(node), .text = stream_.text_since(from)};
  for_each_child(std::as_const(made),
                 [&](Expression const& child) { made.height = std::max(made.height, child.height + 1); });
  if (made.height > highest_expression) {
    stream_.fail_at(reason::template_nested_too_deeply(highest_expression), from);
  }
  return made;
}

Expression ExpressionParser::make_binary(BinaryOperator operation, Expression left, Expression right,
                                         std::size_t from) {
  return make(Binary{.operation = operation, .left = boxed(std::move(left)), .right = boxed(std::move(right))}, from);
}

// The operands of expressions: names, literals, displays, and what follows them (members, calls, filters, tests).

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
  if (token.text == "true" || token.text == "True") return make(Constant{true}, token.offset);
  if (token.text == "false" || token.text == "False") return make(Constant{false}, token.offset);
  if (token.text == "none" || token.text == "None") return make(Constant{None{}}, token.offset);
  note_name(token.text, Use::read);
  return make(NameUse{.name = token.text}, token.offset);
}

Expression ExpressionParser::text_constant() {
  Token const token = stream_.take();
  if (stream_.current().kind != TokenKind::text) return make(Constant{Text{.view = token.text}}, token.offset);
  std::string whole(token.text);
  while (stream_.current().kind == TokenKind::text) whole += stream_.take().text;
  return make(Constant{Text{.view = stream_.source().keep(std::move(whole))}}, token.offset);
}

Expression ExpressionParser::number_constant() {
  Token const token = stream_.take();
  if (token.kind == TokenKind::floating) {
    std::optional<double> const number = parse_float(token.text);
    return make(Constant{number.value_or(0)}, token.offset);
  }
  try {
    return make(Constant{parse_integer(token.text, 0).value_or(0)}, token.offset);
  } catch (Failure const& failure) {
    stream_.fail_at(failure.what(), token.offset);
  }
}

Expression ExpressionParser::parenthesized() {
  std::size_t const from = stream_.take().offset;
  Expression inside = [&] {
    if (!stream_.at_symbol(")")) return tuple(Condition::allowed, from);
    return make(TupleDisplay{}, from);
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
  return make(TupleDisplay{.items = std::move(items)}, from);
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
  return make(ListDisplay{.items = std::move(items)}, from);
}

Expression ExpressionParser::dict_display() {
  std::size_t const from = stream_.take().offset;
  std::vector<DictEntry> entries;
  while (!stream_.at_symbol("}")) {
    Expression key = expression();
    stream_.expect_symbol(":");
    Expression value = expression();
    entries.push_back({.key = std::move(key), .value = std::move(value)});
    if (!stream_.skip_symbol(",")) break;
  }
  stream_.expect_symbol("}");
  return make(DictDisplay{.entries = std::move(entries)}, from);
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
  if (token.kind == TokenKind::name) {
    stream_.take();
    if (changes_container(token.text)) changes_ = Changes::containers;
    bool const is_method = find_map_method(token.text) != nullptr || token.text.starts_with("__");
    return make(Attribute{.object = boxed(std::move(object)),
                          .name = token.text,
                          .key_kind = is_method ? KeyKind::method : KeyKind::plain},
                from);
  }
  if (token.kind != TokenKind::integer) stream_.fail_expecting("a name or a number");
  Expression index = number_constant();
  return make(Item{.object = boxed(std::move(object)), .index = boxed(std::move(index))}, from);
}

Expression ExpressionParser::subscript(Expression object, std::size_t from) {
  stream_.take();
  auto const optional_part = [&]() -> ExpressionBox {
    if (stream_.at_symbol(":") || stream_.at_symbol("]")) return nullptr;
    return boxed(expression());
  };
  ExpressionBox first = optional_part();
  if (stream_.skip_symbol(":")) {
    ExpressionBox stop = optional_part();
    ExpressionBox step = stream_.skip_symbol(":") ? optional_part() : nullptr;
    stream_.expect_symbol("]");
    return make(Slice{.object = boxed(std::move(object)),
                      .start = std::move(first),
                      .stop = std::move(stop),
                      .step = std::move(step)},
                from);
  }
  // Nothing between the brackets is a tuple of nothing.
  if (!first) first = boxed(make(TupleDisplay{}, from));
  if (stream_.at_symbol(",")) {
    Expressions items;
    items.push_back(std::move(*first));
    while (stream_.skip_symbol(",")) items.push_back(expression());
    first = boxed(make(TupleDisplay{.items = std::move(items)}, from));
  }
  stream_.expect_symbol("]");
  Constant const* const constant = std::get_if<Constant>(&first->node);
  Text const* const key = constant != nullptr ? std::get_if<Text>(&constant->value) : nullptr;
  if (key != nullptr && changes_container(key->view)) changes_ = Changes::containers;
  return make(Item{.object = boxed(std::move(object)), .index = std::move(first)}, from);
}

Expression ExpressionParser::call(Expression callee, std::size_t from) {
  return make(Call{.callee = boxed(std::move(callee)), .arguments = arguments()}, from);
}

CallArguments ExpressionParser::arguments() {
  stream_.expect_symbol("(");
  CallArguments given;
  while (!stream_.at_symbol(")")) {
    if (stream_.at_symbol("*")) {
      if (given.spread || given.named_spread) stream_.fail(reason::misplaced_argument);
      stream_.take();
      given.spread = boxed(expression());
    } else if (stream_.at_symbol("**")) {
      if (given.named_spread) stream_.fail(reason::misplaced_argument);
      stream_.take();
      given.named_spread = boxed(expression());
    } else if (stream_.current().kind == TokenKind::name && stream_.ahead().kind == TokenKind::symbol &&
               stream_.ahead().text == "=") {
      if (given.named_spread) stream_.fail(reason::misplaced_argument);
      Token const name = stream_.take();
      stream_.take();
      given.named.push_back({.name = name.text, .value = expression()});
    } else {
      if (given.spread || given.named_spread || !given.named.empty()) stream_.fail(reason::misplaced_argument);
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
  FilterUse use{.input = input ? boxed(std::move(*input)) : nullptr, .name = dotted_name()};
  use.function = find_filter(use.name);
  if (stream_.at_symbol("(")) use.arguments = arguments();
  return make(std::move(use), from);
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
  TestUse use{.input = boxed(std::move(value)), .name = dotted_name()};
  use.function = find_test(use.name);
  use.arguments = test_arguments();
  Expression tested = make(std::move(use), from);
  if (!negated) return tested;
  return make(Unary{.operation = UnaryOperator::logical_not, .operand = boxed(std::move(tested))}, from);
}

CallArguments ExpressionParser::test_arguments() {
  if (stream_.at_symbol("(")) return arguments();
  TokenKind const kind = stream_.current().kind;
  bool const begins_operand = kind == TokenKind::name || kind == TokenKind::text || kind == TokenKind::integer ||
                              kind == TokenKind::floating || stream_.at_symbol("[") || stream_.at_symbol("{");
  if (!begins_operand || stream_.at_any_name({"else", "or", "and"})) return {};
  if (stream_.at_name("is")) stream_.fail(reason::chained_tests);
  std::size_t const from = offset();
  CallArguments given;
  given.positional.push_back(postfix(primary(), from));
  return given;
}

// What set, for, with and macros give values to.

NameTarget ExpressionParser::name_target() {
  Token const token = stream_.expect(TokenKind::name, "a name");
  if (is_reserved(token.text)) stream_.fail_at(reason::cannot_assign(token.text), token.offset);
  return {.name = token.text};
}

Target ExpressionParser::set_target() {
  if (stream_.current().kind == TokenKind::name && stream_.ahead().kind == TokenKind::symbol &&
      stream_.ahead().text == ".") {
    Token const space = stream_.take();
    stream_.take();
    Token const attribute = stream_.expect(TokenKind::name, "a name");
    return {MemberTarget{.space = {.name = space.text}, .attribute = attribute.text}};
  }
  return target();
}

Target ExpressionParser::target() {
  Level const level(*this);
  auto const one = [&]() -> Target {
    if (!stream_.skip_symbol("(")) {
      NameTarget const name = name_target();
      note_name(name.name, Use::stored);
      return {name};
    }
    if (stream_.skip_symbol(")")) return {TupleTarget{}};
    Target inside = target();
    stream_.expect_symbol(")");
    return inside;
  };
  Target first = one();
  if (!stream_.at_symbol(",")) return first;
  TupleTarget several;
  several.items.push_back(std::move(first));
  while (stream_.skip_symbol(",")) {
    if (at_tuple_end()) break;
    several.items.push_back(one());
  }
  return {std::move(several)};
}

}  // namespace jinja
