#pragma once

#include <algorithm>
#include <array>

#include "jinja/ast.hpp"
#include "jinja/functions.hpp"
#include "jinja/lexer.hpp"

namespace jinja {

/// Whether a name is read, or given a value.
enum class Use { read, stored };

/// A use of a name that may have a meaning of its own: loop, caller, varargs or kwargs.
struct SpecialNameUse {
  std::string_view name;
  Use use;
};

/// Whether an expression may be an inline if; in a loop the word belongs to the loop.
enum class Condition { allowed, forbidden };

/// Reads expressions; one function per level of precedence. Every function throws SyntaxFailure for what is no
/// expression, and for more than 100 levels of brackets or 400 of operators.
class ExpressionParser {
 public:
  explicit ExpressionParser(TokenStream& stream) : stream_(stream) {}

  [[nodiscard]] Expression expression(Condition condition = Condition::allowed) {
    Level const level = nest();
    std::size_t const from = offset();
    Expression value = disjunction();
    while (condition == Condition::allowed && stream_.skip("if")) {
      ExpressionBox test = boxed(disjunction());
      ExpressionBox otherwise = stream_.skip("else") ? boxed(expression()) : nullptr;
      value =
          make(Conditional{.test = std::move(test), .then = boxed(std::move(value)), .otherwise = std::move(otherwise)},
               from);
    }
    return value;
  }

  /// An expression, or a tuple without parentheses.
  [[nodiscard]] Expression tuple(Condition condition = Condition::allowed) { return tuple(condition, offset()); }

  /// What for, set, with and macros give values to.
  [[nodiscard]] Target target() {
    Level const level = nest();
    auto const one = [&]() -> Target {
      if (!stream_.skip("(")) {
        NameTarget const name = name_target();
        note_name(name.name, Use::stored);
        return {name};
      }
      if (stream_.skip(")")) return {TupleTarget{}};
      Target inside = target();
      stream_.expect(")");
      return inside;
    };
    Target first = one();
    if (!stream_.at(",")) return first;
    TupleTarget several;
    several.items.push_back(std::move(first));
    while (stream_.skip(",")) {
      if (at_tuple_end()) break;
      several.items.push_back(one());
    }
    return {std::move(several)};
  }

  /// A target that may also be a member of a namespace.
  [[nodiscard]] Target set_target() {
    if (stream_.current().kind != TokenKind::name || !stream_.ahead().is(".")) return target();
    std::string_view const space = stream_.take().text;
    stream_.take();
    return {NameTarget{.name = space, .attribute = stream_.expect(TokenKind::name, "a name").text}};
  }

  [[nodiscard]] NameTarget name_target() {
    Token const token = stream_.expect(TokenKind::name, "a name");
    if (named_constant(token.text)) throw SyntaxFailure(reason::cannot_assign(token.text), token.offset);
    return {.name = token.text};
  }

  /// The filters `a|b` of a block, which apply to what it captures; nothing when there are no filters.
  [[nodiscard]] std::optional<Expression> block_filters() { return filters(std::nullopt, offset()); }
  [[nodiscard]] std::optional<Expression> filters_of_filter_block() {
    std::size_t const from = offset();
    return filters(filter(std::nullopt, from), from);
  }

  /// The uses of special names in what was parsed so far, in order.
  [[nodiscard]] std::vector<SpecialNameUse> const& special_names() const noexcept { return special_names_; }
  void note_name(std::string_view name, Use use) {
    bool const is_special = name == "loop" || name == "caller" || name == "varargs" || name == "kwargs";
    if (is_special) special_names_.push_back({.name = name, .use = use});
  }
  [[nodiscard]] Changes changes() const noexcept { return changes_; }

  /// Counts one more level of brackets or blocks while the result lives.
  [[nodiscard]] Level nest() {
    if (level_ >= deepest_level) stream_.fail(reason::template_nested_too_deeply(deepest_level));
    return Level(level_);
  }

 private:
  // Each level of brackets costs the stack about twenty calls, and each operator one when it is evaluated.
  static constexpr std::size_t deepest_level = 100;
  static constexpr std::uint32_t highest_expression = 400;
  static constexpr std::size_t max_parts = 500'000;

  template <class Operator>
  using Operators = std::initializer_list<std::pair<std::string_view, Operator>>;

  // Goes past one of the operators if it is there.
  template <class Operator>
  std::optional<Operator> skip_any(Operators<Operator> operators) {
    for (auto const& [spelled, operation] : operators) {
      if (stream_.skip(spelled)) return operation;
    }
    return std::nullopt;
  }

  // A level of operators that go together from the left. `Node` is Binary or Logical.
  template <class Node>
  Expression binary(Expression (ExpressionParser::*operand)(), Operators<decltype(Node::operation)> operators) {
    std::size_t const from = offset();
    Expression left = (this->*operand)();
    while (auto const found = skip_any(operators)) {
      ExpressionBox right = boxed((this->*operand)());
      left = make(Node{.operation = *found, .left = boxed(std::move(left)), .right = std::move(right)}, from);
    }
    return left;
  }

  Expression disjunction() {
    return binary<Logical>(&ExpressionParser::conjunction, {{"or", LogicalOperator::logical_or}});
  }

  Expression conjunction() {
    return binary<Logical>(&ExpressionParser::negation, {{"and", LogicalOperator::logical_and}});
  }

  Expression negation() {
    std::size_t const from = offset();
    if (!stream_.skip("not")) return comparison();
    Level const level = nest();
    return make(Unary{.operation = UnaryOperator::logical_not, .operand = boxed(negation())}, from);
  }

  Expression comparison() {
    std::size_t const from = offset();
    Expression first = sum();
    std::vector<Comparand> rest;
    while (std::optional<Relation> const found = relation()) {
      rest.push_back({.relation = *found, .operand = sum()});
    }
    if (rest.empty()) return first;
    return make(Compared{.first = boxed(std::move(first)), .rest = std::move(rest)}, from);
  }

  std::optional<Relation> relation() {
    if (stream_.at("not") && stream_.ahead().is("in")) {
      stream_.take();
      stream_.take();
      return Relation::not_in;
    }
    return skip_any<Relation>({{"==", Relation::equal},
                               {"!=", Relation::not_equal},
                               {"<", Relation::less},
                               {"<=", Relation::less_or_equal},
                               {">", Relation::greater},
                               {">=", Relation::greater_or_equal},
                               {"in", Relation::in}});
  }

  Expression sum() {
    return binary<Binary>(&ExpressionParser::joined, {{"+", BinaryOperator::add}, {"-", BinaryOperator::subtract}});
  }

  Expression joined() {
    std::size_t const from = offset();
    Expression first = product();
    if (!stream_.at("~")) return first;
    Expressions items;
    items.push_back(std::move(first));
    while (stream_.skip("~")) items.push_back(product());
    return make(Joined{.items = std::move(items)}, from);
  }

  Expression product() {
    return binary<Binary>(&ExpressionParser::power, {{"*", BinaryOperator::multiply},
                                                     {"/", BinaryOperator::divide},
                                                     {"//", BinaryOperator::floor_divide},
                                                     {"%", BinaryOperator::modulo}});
  }

  Expression power() { return binary<Binary>(&ExpressionParser::filtered_operand, {{"**", BinaryOperator::power}}); }

  Expression filtered_operand() {
    std::size_t const from = offset();
    return filtered(unary(), from);
  }

  // A sign binds more than filters and tests.
  Expression unary() {
    std::size_t const from = offset();
    return postfix(stream_.at("-") || stream_.at("+") ? with_sign() : primary(), from);
  }

  Expression with_sign() {
    Level const level = nest();
    Token const sign = stream_.take();
    UnaryOperator const operation = sign.text == "-" ? UnaryOperator::minus : UnaryOperator::plus;
    return make(Unary{.operation = operation, .operand = boxed(unary())}, sign.offset);
  }

  Expression make(Expression::Node node, std::size_t from) {
    if (++parts_ > max_parts) throw SyntaxFailure(reason::template_too_large(max_parts), from);
    Expression made{.node = std::move(node), .text = stream_.text_since(from)};
    for_each_child(std::as_const(made),
                   [&](Expression const& child) { made.height = std::max(made.height, child.height + 1); });
    if (made.height > highest_expression) {
      throw SyntaxFailure(reason::template_nested_too_deeply(highest_expression), from);
    }
    return made;
  }

  // The operands of expressions: names, literals, displays, and what follows them (members, calls, filters, tests).

  Expression primary() {
    TokenKind const kind = stream_.current().kind;
    if (kind == TokenKind::name) return name_or_constant();
    if (kind == TokenKind::text) return text_constant();
    if (kind == TokenKind::integer || kind == TokenKind::floating) return number_constant();
    if (stream_.at("(")) return parenthesized();
    if (stream_.at("[")) return list_display();
    if (stream_.at("{")) return dict_display();
    stream_.fail_expecting("an expression");
  }

  static std::optional<Constant> named_constant(std::string_view name) {
    if (name == "true" || name == "True") return Constant{true};
    if (name == "false" || name == "False") return Constant{false};
    if (name == "none" || name == "None") return Constant{None{}};
    return std::nullopt;
  }

  Expression name_or_constant() {
    Token const token = stream_.take();
    if (std::optional<Constant> constant = named_constant(token.text)) return make(*std::move(constant), token.offset);
    note_name(token.text, Use::read);
    return make(NameUse{.name = token.text}, token.offset);
  }

  Expression text_constant() {
    Token const token = stream_.take();
    if (stream_.current().kind != TokenKind::text) return make(Constant{Text{.view = token.text}}, token.offset);
    std::string whole(token.text);
    while (stream_.current().kind == TokenKind::text) whole += stream_.take().text;
    return make(Constant{Text{.view = stream_.source().keep(std::move(whole))}}, token.offset);
  }

  Expression number_constant() {
    Token const token = stream_.take();
    if (token.kind == TokenKind::floating) return make(Constant{parse_float(token.text).value_or(0)}, token.offset);
    try {
      return make(Constant{parse_integer(token.text, 0).value_or(0)}, token.offset);
    } catch (Failure const& failure) {
      throw SyntaxFailure(failure.what(), token.offset);
    }
  }

  Expression parenthesized() {
    std::size_t const from = stream_.take().offset;
    Expression inside = stream_.at(")") ? make(TupleDisplay{}, from) : tuple(Condition::allowed, from);
    stream_.expect(")");
    return inside;
  }

  [[nodiscard]] bool at_tuple_end() const {
    TokenKind const kind = stream_.current().kind;
    return kind == TokenKind::output_end || kind == TokenKind::block_end || stream_.at(")");
  }

  Expression tuple(Condition condition, std::size_t from) {
    if (at_tuple_end()) stream_.fail_expecting("an expression");
    Expression first = expression(condition);
    if (!stream_.at(",")) return first;
    Expressions items;
    items.push_back(std::move(first));
    while (stream_.skip(",")) {
      if (at_tuple_end()) break;
      items.push_back(expression(condition));
    }
    return make(TupleDisplay{.items = std::move(items)}, from);
  }

  // What `take` takes, with commas in between and perhaps behind, up to the bracket `closing`.
  template <class Take>
  void take_items(std::string_view closing, Take take) {
    while (!stream_.at(closing)) {
      take();
      if (!stream_.skip(",")) break;
    }
    stream_.expect(closing);
  }

  Expression list_display() {
    std::size_t const from = stream_.take().offset;
    Expressions items;
    take_items("]", [&] { items.push_back(expression()); });
    return make(ListDisplay{.items = std::move(items)}, from);
  }

  Expression dict_display() {
    std::size_t const from = stream_.take().offset;
    std::vector<DictEntry> entries;
    take_items("}", [&] {
      Expression key = expression();
      stream_.expect(":");
      entries.push_back({.key = std::move(key), .value = expression()});
    });
    return make(DictDisplay{.entries = std::move(entries)}, from);
  }

  Expression postfix(Expression value, std::size_t from) {
    while (true) {
      if (stream_.skip(".")) {
        value = member(std::move(value), from);
      } else if (stream_.skip("[")) {
        value = subscript(std::move(value), from);
      } else if (stream_.at("(")) {
        value = call(std::move(value), from);
      } else {
        return value;
      }
    }
  }

  Expression filtered(Expression value, std::size_t from) {
    while (true) {
      if (stream_.skip("|")) {
        value = filter(std::move(value), from);
      } else if (stream_.skip("is")) {
        value = test(std::move(value), from);
      } else if (stream_.at("(")) {
        value = call(std::move(value), from);
      } else {
        return value;
      }
    }
  }

  Expression member(Expression object, std::size_t from) {
    Token const token = stream_.current();
    if (token.kind == TokenKind::name) {
      stream_.take();
      note_member(token.text);
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

  // Whether the template may change a list or mapping, by the names of its methods.
  void note_member(std::string_view name) {
    constexpr std::array<std::string_view, 11> methods = {
        "append", "extend", "insert", "pop", "remove", "reverse", "sort", "clear", "update", "setdefault", "popitem"};
    if (std::ranges::find(methods, name) != methods.end()) changes_ = Changes::containers;
  }

  Expression subscript(Expression object, std::size_t from) {
    auto const optional_part = [&]() -> ExpressionBox {
      return stream_.at(":") || stream_.at("]") ? nullptr : boxed(expression());
    };
    ExpressionBox first = optional_part();
    if (stream_.skip(":")) {
      ExpressionBox stop = optional_part();
      ExpressionBox step = stream_.skip(":") ? optional_part() : nullptr;
      stream_.expect("]");
      return make(Slice{.object = boxed(std::move(object)),
                        .start = std::move(first),
                        .stop = std::move(stop),
                        .step = std::move(step)},
                  from);
    }
    // Nothing between the brackets is a tuple of nothing.
    if (!first) first = boxed(make(TupleDisplay{}, from));
    if (stream_.at(",")) {
      Expressions items;
      items.push_back(std::move(*first));
      while (stream_.skip(",")) items.push_back(expression());
      first = boxed(make(TupleDisplay{.items = std::move(items)}, from));
    }
    stream_.expect("]");
    Constant const* const constant = std::get_if<Constant>(&first->node);
    if (Text const* const key = constant != nullptr ? std::get_if<Text>(&constant->value) : nullptr) {
      note_member(key->view);
    }
    return make(Item{.object = boxed(std::move(object)), .index = std::move(first)}, from);
  }

  Expression call(Expression callee, std::size_t from) {
    return make(Call{.callee = boxed(std::move(callee)), .arguments = arguments()}, from);
  }

  CallArguments arguments() {
    stream_.expect("(");
    CallArguments given;
    take_items(")", [&] {
      if (stream_.at("*")) {
        if (given.spread || given.named_spread) stream_.fail(reason::misplaced_argument);
        stream_.take();
        given.spread = boxed(expression());
      } else if (stream_.at("**")) {
        if (given.named_spread) stream_.fail(reason::misplaced_argument);
        stream_.take();
        given.named_spread = boxed(expression());
      } else if (stream_.current().kind == TokenKind::name && stream_.ahead().is("=")) {
        if (given.named_spread) stream_.fail(reason::misplaced_argument);
        Token const name = stream_.take();
        stream_.take();
        given.named.push_back({.name = name.text, .value = expression()});
      } else {
        if (given.spread || given.named_spread || !given.named.empty()) stream_.fail(reason::misplaced_argument);
        given.positional.push_back(expression());
      }
    });
    return given;
  }

  std::string_view dotted_name() {
    std::size_t const from = offset();
    stream_.expect(TokenKind::name, "a name");
    while (stream_.skip(".")) stream_.expect(TokenKind::name, "a name");
    return stream_.text_since(from);
  }

  std::optional<Expression> filters(std::optional<Expression> input, std::size_t from) {
    while (stream_.skip("|")) input = filter(std::move(input), from);
    return input;
  }

  Expression filter(std::optional<Expression> input, std::size_t from) {
    OperationUse use{
        .kind = OperationKind::filter, .input = input ? boxed(std::move(*input)) : nullptr, .name = dotted_name()};
    use.function = find_filter(use.name);
    if (stream_.at("(")) use.arguments = arguments();
    return make(std::move(use), from);
  }

  Expression test(Expression value, std::size_t from) {
    // P5.2-19: `is not` works for any test.
    bool const negated = stream_.skip("not");
    OperationUse use{.kind = OperationKind::test, .input = boxed(std::move(value)), .name = dotted_name()};
    use.function = find_test(use.name);
    use.arguments = test_arguments();
    Expression tested = make(std::move(use), from);
    if (!negated) return tested;
    return make(Unary{.operation = UnaryOperator::logical_not, .operand = boxed(std::move(tested))}, from);
  }

  CallArguments test_arguments() {
    if (stream_.at("(")) return arguments();
    TokenKind const kind = stream_.current().kind;
    bool const begins_operand = kind == TokenKind::name || kind == TokenKind::text || kind == TokenKind::integer ||
                                kind == TokenKind::floating || stream_.at("[") || stream_.at("{");
    if (!begins_operand || stream_.at_any({"else", "or", "and"})) return {};
    if (stream_.at("is")) stream_.fail("a test cannot follow a test; join them with 'and'");
    std::size_t const from = offset();
    CallArguments given;
    given.positional.push_back(postfix(primary(), from));
    return given;
  }

  static ExpressionBox boxed(Expression expression) { return std::make_unique<Expression>(std::move(expression)); }

  [[nodiscard]] std::size_t offset() const { return stream_.current().offset; }

  TokenStream& stream_;
  std::size_t level_ = 0;
  std::size_t parts_ = 0;
  std::vector<SpecialNameUse> special_names_;
  Changes changes_ = Changes::nothing;
};

}  // namespace jinja
