#include "prompty/render/jinja/expression_parser.hpp"

#include <algorithm>
#include <utility>

#include "prompty/core/error_catalogue_rendering.hpp"

namespace prompty::jinja {
namespace expression_parser {
namespace {

// Each level of brackets costs the stack a dozen calls, and each operator one when it is evaluated.
constexpr std::size_t deepest_level = 100;
constexpr std::uint32_t highest_expression = 400;
constexpr std::size_t most_parts = 500'000;

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

}  // namespace
}  // namespace expression_parser

ExpressionParser::Level::Level(ExpressionParser& parser) : parser_(parser) {
  if (parser_.level_ >= expression_parser::deepest_level) {
    parser_.stream_.fail(errors::reason::template_nested_too_deeply(expression_parser::deepest_level));
  }
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
    ExpressionBox otherwise = stream_.skip_name("else") ? expression_parser::boxed(expression()) : nullptr;
    std::uint32_t const other_height = otherwise ? otherwise->height : 0;
    std::uint32_t const height = std::max({value.height, test.height, other_height});
    value = make(Conditional{.test = expression_parser::boxed(std::move(test)),
                             .then = expression_parser::boxed(std::move(value)),
                             .otherwise = std::move(otherwise)},
                 from, {height});
  }
  return value;
}

Expression ExpressionParser::disjunction() {
  std::size_t const from = offset();
  Expression left = conjunction();
  while (stream_.skip_name("or")) {
    Expression right = conjunction();
    std::uint32_t const height = std::max(left.height, right.height);
    left = make(Logical{.operation = LogicalOperator::logical_or,
                        .left = expression_parser::boxed(std::move(left)),
                        .right = expression_parser::boxed(std::move(right))},
                from, {height});
  }
  return left;
}

Expression ExpressionParser::conjunction() {
  std::size_t const from = offset();
  Expression left = negation();
  while (stream_.skip_name("and")) {
    Expression right = negation();
    std::uint32_t const height = std::max(left.height, right.height);
    left = make(Logical{.operation = LogicalOperator::logical_and,
                        .left = expression_parser::boxed(std::move(left)),
                        .right = expression_parser::boxed(std::move(right))},
                from, {height});
  }
  return left;
}

Expression ExpressionParser::negation() {
  std::size_t const from = offset();
  if (!stream_.skip_name("not")) return comparison();
  Level const level(*this);
  Expression operand = negation();
  std::uint32_t const height = operand.height;
  return make(Unary{.operation = UnaryOperator::logical_not, .operand = expression_parser::boxed(std::move(operand))},
              from, {height});
}

Expression ExpressionParser::comparison() {
  std::size_t const from = offset();
  Expression first = sum();
  std::vector<Comparand> rest;
  while (true) {
    if (std::optional<Relation> const relation = expression_parser::relation_of(stream_.current())) {
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
  std::uint32_t height = first.height;
  for (auto const& [relation, operand] : rest) height = std::max(height, operand.height);
  return make(Compared{.first = expression_parser::boxed(std::move(first)), .rest = std::move(rest)}, from, {height});
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
  std::uint32_t const height = height_of(parts);
  return make(Joined{.parts = std::move(parts)}, from, {height});
}

Expression ExpressionParser::product() {
  std::size_t const from = offset();
  Expression left = power();
  while (std::optional<BinaryOperator> const operation = expression_parser::factor_operator(stream_.current())) {
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
    Expression operand = unary(Filters::forbidden);
    std::uint32_t const height = operand.height;
    value =
        make(Unary{.operation = operation, .operand = expression_parser::boxed(std::move(operand))}, from, {height});
  } else {
    value = primary();
  }
  value = postfix(std::move(*value), from);
  return filters == Filters::allowed ? filtered(std::move(*value), from) : std::move(*value);
}

Expression ExpressionParser::make(Expression::Node node, std::size_t from,
                                  std::initializer_list<std::uint32_t> heights) {
  if (++parts_ > expression_parser::most_parts) {
    stream_.fail_at(errors::reason::template_too_large(expression_parser::most_parts), from);
  }
  std::uint32_t const height = heights.size() == 0 ? 1 : std::max(heights) + 1;
  if (height > expression_parser::highest_expression) {
    stream_.fail_at(errors::reason::template_nested_too_deeply(expression_parser::highest_expression), from);
  }
  return {.node = std::move(node), .text = stream_.text_since(from), .height = height};
}

Expression ExpressionParser::make_binary(BinaryOperator operation, Expression left, Expression right,
                                         std::size_t from) {
  std::uint32_t const left_height = left.height;
  std::uint32_t const right_height = right.height;
  return make(Binary{.operation = operation,
                     .left = expression_parser::boxed(std::move(left)),
                     .right = expression_parser::boxed(std::move(right))},
              from, {left_height, right_height});
}

std::uint32_t ExpressionParser::height_of(Expressions const& expressions) const {
  std::uint32_t height = 0;
  for (Expression const& expression : expressions) height = std::max(height, expression.height);
  return height;
}

std::uint32_t ExpressionParser::height_of(CallArguments const& arguments) const {
  std::uint32_t height = height_of(arguments.positional);
  for (auto const& [name, value] : arguments.named) height = std::max(height, value.height);
  if (arguments.spread) height = std::max(height, arguments.spread->height);
  if (arguments.named_spread) height = std::max(height, arguments.named_spread->height);
  return height;
}

}  // namespace prompty::jinja
