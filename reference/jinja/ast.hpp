#pragma once

#include "jinja/operators.hpp"
#include "jinja/value.hpp"

namespace jinja {

/// Where the value of a name is: that slot, `hops` functions (macros, recursive loops) further out.
struct Slot {
  std::uint32_t hops = 0;
  std::uint32_t index = 0;
};

struct Expression;
using ExpressionBox = std::unique_ptr<Expression>;
using Expressions = std::vector<Expression>;

// No member here has an initialiser where Expression or Statement is incomplete: clang would need them complete.
struct NamedArgument;
struct CallArguments {
  Expressions positional;
  std::vector<NamedArgument> named;
  ExpressionBox spread;
  ExpressionBox named_spread;
};

struct Constant {
  Value value;
};
struct NameUse {
  std::string_view name;
  Slot slot = {};
};
struct ListDisplay {
  Expressions items;
};
struct TupleDisplay {
  Expressions items;
};
/// What `~` makes.
struct Joined {
  Expressions items;
};
struct DictEntry;
struct DictDisplay {
  std::vector<DictEntry> entries;
};
struct Unary {
  UnaryOperator operation;
  ExpressionBox operand;
};
struct Binary {
  BinaryOperator operation;
  ExpressionBox left;
  ExpressionBox right;
};
enum class LogicalOperator { logical_and, logical_or };
struct Logical {
  LogicalOperator operation;
  ExpressionBox left;
  ExpressionBox right;
};
struct Comparand;
struct Compared {
  ExpressionBox first;
  std::vector<Comparand> rest;
};
struct Conditional {
  ExpressionBox test;
  ExpressionBox then;
  ExpressionBox otherwise;  // may be null
};
/// Whether mappings have a method of that name, which goes before their keys.
enum class KeyKind { plain, method };
struct Attribute {
  ExpressionBox object;
  std::string_view name;
  KeyKind key_kind = KeyKind::plain;
};
struct Item {
  ExpressionBox object;
  ExpressionBox index;
};
struct Slice {
  ExpressionBox object;
  ExpressionBox start;  // each of the three may be null
  ExpressionBox stop;
  ExpressionBox step;
};
struct Call {
  ExpressionBox callee;
  CallArguments arguments;
};
enum class OperationKind { filter, test };
/// The use of a filter or test. Without an input it takes what a block has captured. The function is null for an
/// unknown name, which is an error only where it is reached.
struct OperationUse {
  OperationKind kind;
  ExpressionBox input;
  std::string_view name;
  Operation const* function = nullptr;
  CallArguments arguments;
};
/// Says that there is no function of that name.
[[nodiscard]] inline std::string unknown_operation(OperationUse const& use) {
  return use.kind == OperationKind::filter ? reason::unknown_filter(use.name) : reason::unknown_test(use.name);
}

struct Expression {
  using Node = std::variant<Constant, NameUse, ListDisplay, TupleDisplay, DictDisplay, Unary, Binary, Joined, Logical,
                            Compared, Conditional, Attribute, Item, Slice, Call, OperationUse>;
  Node node;
  std::string_view text = {};  ///< as written in the template
  std::uint32_t height = 1;    ///< levels of expressions in it
};

struct NamedArgument {
  std::string_view name;
  Expression value;
};
struct DictEntry {
  Expression key;
  Expression value;
};
struct Comparand {
  Relation relation;
  Expression operand;
};

struct Target;
struct NameTarget {
  std::string_view name;
  Slot slot = {};
  std::string_view attribute = {};  ///< of the namespace under that name; "" where the name itself gets the value
};
struct TupleTarget {
  std::vector<Target> items;
};
struct Target {
  std::variant<NameTarget, TupleTarget> node;
};

/// How a slot gets its first value when its scope is entered.
enum class LoadKind { parameter, input, alias, unset };
struct Load {
  LoadKind kind = LoadKind::unset;
  std::uint32_t slot = 0;
  Slot from = {};           ///< of an alias
  std::uint32_t input = 0;  ///< which of the template's inputs
};
using Loads = std::vector<Load>;

struct Statement;
using Body = std::vector<Statement>;

struct Data {
  std::string_view text;
};
struct Output {
  Expression value;
};
struct Branch {
  Expression test;
  Body body;
};
struct If {
  std::vector<Branch> branches;
  Body otherwise;
};
enum class LoopKind { plain, recursive };
struct For {
  LoopKind kind = LoopKind::plain;
  Target target;
  Target test_target;
  Expression iterable;
  std::optional<Expression> test = std::nullopt;
  Body body;
  Body otherwise;
  bool uses_loop = false;
  Slot loop_slot = {};
  Loads body_loads = {};
  Loads test_loads = {};
  Loads otherwise_loads = {};
  std::uint32_t slot_count = 0;  ///< of a recursive loop, whose body is a function of its own
};
struct Set {
  Target target;
  Expression value;
};
struct With {
  std::vector<std::pair<Target, Expression>> assignments;
  Body body;
  Loads loads = {};
};
/// A set block, which gives the text of its body to a target, or a filter block, which prints it.
struct CapturingBlock {
  std::optional<Target> target = std::nullopt;
  std::optional<Expression> filter;
  Body body;
  Loads loads = {};
};
struct Parameter {
  std::string_view name;
  Slot slot = {};
  std::optional<Expression> fallback = std::nullopt;
};
/// The slots of `caller`, `varargs` and `kwargs` where the body uses them. It may read a parameter named `caller`.
struct MacroBody {
  std::string_view name;
  std::vector<Parameter> parameters;
  Body body;
  bool reads_caller = false;
  std::optional<Slot> caller = std::nullopt;
  std::optional<Slot> varargs = std::nullopt;
  std::optional<Slot> kwargs = std::nullopt;
  Loads loads = {};
  std::uint32_t slot_count = 0;
};
struct MacroDefinition {
  NameTarget target;
  std::unique_ptr<MacroBody> macro;
};
struct CallBlock {
  std::unique_ptr<MacroBody> caller;
  Expression call;
};

struct Statement {
  using Node =
      std::variant<Data, Output, If, std::unique_ptr<For>, Set, CapturingBlock, With, MacroDefinition, CallBlock>;
  Node node;
};

/// Whether a template can change a list or mapping in place; inputs are then copied.
enum class Changes { nothing, containers };

struct Syntax {
  Body body;
  Changes changes = Changes::nothing;
};

/// What a template needs besides its syntax: how its outermost scope begins, its number of slots, the inputs by number.
struct Bindings {
  Loads loads = {};
  std::uint32_t slot_count = 0;
  std::vector<std::string_view> inputs = {};
};

class Source;

/// The template in `source`, with names not yet bound to slots. Throws SyntaxFailure for text that is
/// no template, for tags that need files (include, import, extends, block), and for more than 100 levels of blocks.
[[nodiscard]] Syntax parse_template(Source& source);

/// Binds every name of `syntax` to a slot, by Jinja2's rules of scope: loops, macros, with, call, filter and set blocks
/// have scopes of their own, `if` does not. Throws SyntaxFailure for filters and tests that do not exist, unless an if
/// decides whether they are reached.
[[nodiscard]] Bindings resolve(Syntax& syntax, Source const& source);

/// The text that the statements make of `inputs`, a JSON object. Throws Failure for what cannot be done and when a
/// limit is reached. `bindings` and `inputs` must outlive the session.
[[nodiscard]] std::string evaluate(Session& session, Body const& body, Bindings const& bindings, Json const& inputs);

/// Calls `visit` with each name in `target`, which may be constant.
template <class Destination, class Visit>
void for_each_name(Destination& target, Visit visit) {
  match(target.node, [&](auto& node) {
    if constexpr (requires { node.items; }) {
      for (auto& item : node.items) for_each_name(item, visit);
    } else {
      visit(node);
    }
  });
}

/// Calls `visit` with each expression directly inside `expression`, which may be constant.
template <class Parent, class Visit>
void for_each_child(Parent& expression, Visit visit) {
  static_assert(std::variant_size_v<Expression::Node> == 16, "a new kind of node: visit its children here, too");
  auto const visit_boxes = [&](auto&... boxes) { ((boxes ? visit(*boxes) : void()), ...); };
  std::visit(
      [&](auto& node) {
        // The kinds of nodes are told apart by their members.
        if constexpr (requires { node.items; }) {
          for (auto& item : node.items) visit(item);
        }
        if constexpr (requires { node.entries; }) {
          for (auto& [key, value] : node.entries) {
            visit(key);
            visit(value);
          }
        }
        if constexpr (requires { node.operand; }) visit_boxes(node.operand);
        if constexpr (requires { node.left; }) visit_boxes(node.left, node.right);
        if constexpr (requires { node.rest; }) {
          visit_boxes(node.first);
          for (auto& [relation, operand] : node.rest) visit(operand);
        }
        if constexpr (requires { node.otherwise; }) visit_boxes(node.test, node.then, node.otherwise);
        if constexpr (requires { node.object; }) visit_boxes(node.object);
        if constexpr (requires { node.index; }) visit_boxes(node.index);
        if constexpr (requires { node.step; }) visit_boxes(node.start, node.stop, node.step);
        if constexpr (requires { node.callee; }) visit_boxes(node.callee);
        if constexpr (requires { node.input; }) visit_boxes(node.input);
        if constexpr (requires { node.arguments; }) {
          for (auto& argument : node.arguments.positional) visit(argument);
          for (auto& [name, argument] : node.arguments.named) visit(argument);
          visit_boxes(node.arguments.spread, node.arguments.named_spread);
        }
      },
      expression.node);
}

}  // namespace jinja
