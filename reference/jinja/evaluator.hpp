#pragma once

#include <unordered_map>

#include "jinja/ast.hpp"
#include "jinja/closures.hpp"
#include "jinja/resolver.hpp"

namespace jinja {

/// Runs a template once. Everything throws Failure for what cannot be done and when a limit is reached.
class Evaluator {
 public:
  /// `bindings` and `inputs`, a JSON object, must outlive the evaluator and the session.
  Evaluator(Session& session, Bindings const& bindings, Json const& inputs);

  [[nodiscard]] std::string run(Body const& body);

 private:
  class NestingLevel;
  class ActivationScope;

  // Statements
  void execute(Body const& body);
  void execute(Statement const& statement);
  void execute(If const& condition);
  void execute(SetBlock const& set);
  void execute(With const& with);
  void execute(FilterBlock const& block);
  void execute(MacroDefinition const& definition);
  void execute(CallBlock const& block);
  void execute(For const& loop);
  void run_loop(For const& loop, Value iterable, std::size_t depth);
  bool run_plain_loop(For const& loop, Value iterable);
  bool run_loop_with_state(For const& loop, Value iterable, std::size_t depth);
  [[nodiscard]] Value filtered(For const& loop, Value iterable);
  void enter(Loads const& loads);
  void leave(Loads const& loads);
  void assign(Target const& target, Value&& value);
  void unpack(TupleTarget const& target, Value const& value);
  template <class Run>
  [[nodiscard]] std::string captured(Run run);
  void check_output() const;

  // Expressions
  [[nodiscard]] Value evaluate(Expression const& expression);
  [[nodiscard]] Value const& operand(Expression const& expression, Value& scratch);
  [[nodiscard]] bool test(Expression const& expression);
  /// The part of the inputs that an expression names, such as `user.address`; null for anything else.
  [[nodiscard]] Json const* borrowed(Expression const& expression);
  void print(Expression const& expression);
  [[nodiscard]] Value evaluate_node(Constant const& constant, std::string_view text);
  [[nodiscard]] Value evaluate_node(NameUse const& name, std::string_view text);
  [[nodiscard]] Value evaluate_node(ListDisplay const& list, std::string_view text);
  [[nodiscard]] Value evaluate_node(TupleDisplay const& tuple, std::string_view text);
  [[nodiscard]] Value evaluate_node(DictDisplay const& dict, std::string_view text);
  [[nodiscard]] Value evaluate_node(Unary const& unary, std::string_view text);
  [[nodiscard]] Value evaluate_node(Binary const& binary, std::string_view text);
  [[nodiscard]] Value evaluate_node(Joined const& joined, std::string_view text);
  [[nodiscard]] Value evaluate_node(Logical const& logical, std::string_view text);
  [[nodiscard]] Value evaluate_node(Compared const& compared, std::string_view text);
  [[nodiscard]] Value evaluate_node(Conditional const& conditional, std::string_view text);
  [[nodiscard]] Value evaluate_node(Attribute const& attribute, std::string_view text);
  [[nodiscard]] Value evaluate_node(Item const& item, std::string_view text);
  [[nodiscard]] Value evaluate_node(Slice const& slice, std::string_view text);
  [[nodiscard]] Value evaluate_node(Call const& call, std::string_view text);
  [[nodiscard]] Value evaluate_node(FilterUse const& filter, std::string_view text);
  [[nodiscard]] Value evaluate_node(TestUse const& test, std::string_view text);
  [[nodiscard]] Values evaluate_all(Expressions const& expressions);
  [[nodiscard]] Value optional_bound(ExpressionBox const& bound);
  [[nodiscard]] Value input(std::uint32_t number);
  [[nodiscard]] Json const* find_input(std::string_view name);

  // Calls
  [[nodiscard]] Arguments evaluate_arguments(CallArguments const& arguments);
  void add_spread(CallArguments const& arguments, Arguments& result);
  [[nodiscard]] Value call(Call const& call, std::string_view text, Value const* caller);
  [[nodiscard]] Value call_value(Value const& callee, Arguments arguments);
  [[nodiscard]] Value call_macro(Shared<Macro> const& macro, Arguments arguments);
  void bind_parameters(Macro const& macro, Arguments& arguments, Activation& activation);
  [[nodiscard]] Value call_loop(Shared<Loop> const& loop, Arguments const& arguments);

  Session& session_;
  Bindings const& bindings_;
  Json const& inputs_;
  std::unordered_map<std::string_view, Json const*> inputs_by_name_;  // empty until it is needed
  std::vector<std::optional<Value>> input_values_;
  Shared<Activation> activation_;
  std::string output_;
  std::vector<Value> captured_;
  std::vector<Value> names_of_arguments_;  // keeps names alive that were given by **
  std::size_t call_depth_ = 0;
  std::size_t nesting_ = 0;
};

/// Counts one more level of evaluation while it lives. Throws Failure when there are too many for the stack.
class Evaluator::NestingLevel {
 public:
  explicit NestingLevel(Evaluator& evaluator);
  ~NestingLevel() { --evaluator_.nesting_; }
  NestingLevel(NestingLevel const&) = delete;
  NestingLevel& operator=(NestingLevel const&) = delete;

 private:
  Evaluator& evaluator_;
};

/// Makes another activation the current one while it lives, one call deeper.
class Evaluator::ActivationScope {
 public:
  ActivationScope(Evaluator& evaluator, Shared<Activation> activation);
  ~ActivationScope();
  ActivationScope(ActivationScope const&) = delete;
  ActivationScope& operator=(ActivationScope const&) = delete;

 private:
  Evaluator& evaluator_;
  Shared<Activation> previous_;
};

template <class Run>
std::string Evaluator::captured(Run run) {
  // What is written goes into an empty output for the while; after an error it is dropped.
  std::string before = std::exchange(output_, std::string());
  run();
  return std::exchange(output_, std::move(before));
}

}  // namespace jinja
