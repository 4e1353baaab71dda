#pragma once

#include "jinja/ast.hpp"
#include "jinja/lexer.hpp"

namespace jinja {

/// Whether a name is read, or given a value.
enum class Use { read, stored };

/// A use of a name that may have a meaning of its own: loop, caller, varargs or kwargs.
struct SpecialNameUse {
  std::string_view name;
  Use use;
};

/// Reads expressions; one function per level of precedence. Every function throws SyntaxFailure for what is no
/// expression, and for more than 100 levels of brackets or 400 of operators.
class ExpressionParser {
 public:
  explicit ExpressionParser(TokenStream& stream) : stream_(stream) {}

  [[nodiscard]] Expression expression();
  /// An expression, or a tuple without parentheses.
  [[nodiscard]] Expression tuple();
  /// The same without an inline if, which in a loop belongs to the loop.
  [[nodiscard]] Expression tuple_without_condition();

  [[nodiscard]] Target target();
  /// A target that may also be a member of a namespace.
  [[nodiscard]] Target set_target();
  [[nodiscard]] NameTarget name_target();

  /// The filters `a|b` of a block, which apply to what it captures; nothing when there are no filters.
  [[nodiscard]] std::optional<Expression> block_filters();
  [[nodiscard]] Expression filters_of_filter_block();

  /// The uses of special names in what was parsed so far, in order.
  [[nodiscard]] std::vector<SpecialNameUse> const& special_names() const noexcept { return special_names_; }
  void note_name(std::string_view name, Use use);
  [[nodiscard]] Changes changes() const noexcept { return changes_; }

  /// Counts one more level of brackets or blocks while it lives.
  class Level {
   public:
    explicit Level(ExpressionParser& parser);
    ~Level() { --parser_.level_; }
    Level(Level const&) = delete;
    Level& operator=(Level const&) = delete;

   private:
    ExpressionParser& parser_;
  };

 private:
  enum class Condition { allowed, forbidden };
  enum class Filters { allowed, forbidden };

  Expression expression(Condition condition);
  Expression conditional();
  Expression logical(std::string_view word, LogicalOperator operation, Expression (ExpressionParser::*operand)());
  Expression disjunction();
  Expression conjunction();
  Expression negation();
  Expression comparison();
  Expression sum();
  Expression joined();
  Expression product();
  Expression power();
  Expression unary(Filters filters);
  Expression primary();
  Expression text_constant();
  Expression number_constant();
  Expression name_or_constant();
  Expression parenthesized();
  Expression list_display();
  Expression dict_display();
  Expression tuple(Condition condition, std::size_t from);
  [[nodiscard]] bool at_tuple_end() const;

  Expression postfix(Expression value, std::size_t from);
  Expression filtered(Expression value, std::size_t from);
  Expression member(Expression object, std::size_t from);
  Expression subscript(Expression object, std::size_t from);
  Expression call(Expression callee, std::size_t from);
  std::optional<Expression> filter(std::optional<Expression> input, std::size_t from);
  Expression one_filter(std::optional<Expression> input, std::size_t from);
  Expression test(Expression value, std::size_t from);
  CallArguments arguments();
  CallArguments test_arguments();
  std::string_view dotted_name();

  Expression make(Expression::Node node, std::size_t from);
  Expression make_binary(BinaryOperator operation, Expression left, Expression right, std::size_t from);
  [[nodiscard]] std::size_t offset() const { return stream_.current().offset; }

  TokenStream& stream_;
  std::size_t level_ = 0;
  std::size_t parts_ = 0;
  std::vector<SpecialNameUse> special_names_;
  Changes changes_ = Changes::nothing;
};

}  // namespace jinja
