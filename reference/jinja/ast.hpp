#pragma once

#include <type_traits>

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
/// What `~` makes.
struct Joined {
  Expressions parts;
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
/// Without an input it takes what a block has captured. The function is null for an unknown name, which is an error
/// only where it is reached.
struct FilterUse {
  ExpressionBox input;
  std::string_view name;
  Operation const* function = nullptr;
  CallArguments arguments;
};
struct TestUse {
  ExpressionBox input;
  std::string_view name;
  Operation const* function = nullptr;
  CallArguments arguments;
};

struct Expression {
  using Node = std::variant<Constant, NameUse, ListDisplay, TupleDisplay, DictDisplay, Unary, Binary, Joined, Logical,
                            Compared, Conditional, Attribute, Item, Slice, Call, FilterUse, TestUse>;
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
};
struct TupleTarget {
  std::vector<Target> items;
};
struct MemberTarget {
  NameUse space;
  std::string_view attribute;
};
struct Target {
  std::variant<NameTarget, TupleTarget, MemberTarget> node;
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
struct SetBlock {
  Target target;
  std::optional<Expression> filter;
  Body body;
  Loads loads = {};
};
struct With {
  std::vector<std::pair<Target, Expression>> assignments;
  Body body;
  Loads loads = {};
};
struct FilterBlock {
  Expression filter;
  Body body;
  Loads loads = {};
};
struct Parameter {
  std::string_view name;
  Slot slot = {};
  std::optional<Expression> fallback = std::nullopt;
};
/// The slots of `caller`, `varargs` and `kwargs` where the body uses them. `caller` may be a parameter that it
/// reads.
struct MacroBody {
  std::string_view name;
  std::vector<Parameter> parameters;
  Body body;
  bool reads_caller = false;
  bool uses_caller = false;
  bool uses_varargs = false;
  bool uses_kwargs = false;
  Slot caller = {};
  Slot varargs = {};
  Slot kwargs = {};
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
  using Node = std::variant<Data, Output, If, std::unique_ptr<For>, Set, SetBlock, With, FilterBlock, MacroDefinition,
                            CallBlock>;
  Node node;
};

/// Whether a template can change a list or mapping in place; inputs are then copied.
enum class Changes { nothing, containers };

struct Syntax {
  Body body;
  Changes changes = Changes::nothing;
};

template <class Arguments, class Visit>
void for_each_argument(Arguments& arguments, Visit visit) {
  for (auto& argument : arguments.positional) visit(argument);
  for (auto& [name, argument] : arguments.named) visit(argument);
  if (arguments.spread) visit(*arguments.spread);
  if (arguments.named_spread) visit(*arguments.named_spread);
}

/// Calls `visit` with each expression directly inside `expression`, which may be constant.
template <class Parent, class Visit>
void for_each_child(Parent& expression, Visit visit) {
  auto const visit_box = [&](auto& box) {
    if (box) visit(*box);
  };
  auto const visit_all = [&](auto& items) {
    for (auto& item : items) visit(item);
  };
  std::visit(
      [&](auto& node) {
        using Node = std::remove_cvref_t<decltype(node)>;
        if constexpr (std::is_same_v<Node, ListDisplay> || std::is_same_v<Node, TupleDisplay>) {
          visit_all(node.items);
        } else if constexpr (std::is_same_v<Node, DictDisplay>) {
          for (auto& [key, value] : node.entries) {
            visit(key);
            visit(value);
          }
        } else if constexpr (std::is_same_v<Node, Unary>) {
          visit_box(node.operand);
        } else if constexpr (std::is_same_v<Node, Binary> || std::is_same_v<Node, Logical>) {
          visit_box(node.left);
          visit_box(node.right);
        } else if constexpr (std::is_same_v<Node, Joined>) {
          visit_all(node.parts);
        } else if constexpr (std::is_same_v<Node, Compared>) {
          visit_box(node.first);
          for (auto& [relation, operand] : node.rest) visit(operand);
        } else if constexpr (std::is_same_v<Node, Conditional>) {
          visit_box(node.test);
          visit_box(node.then);
          visit_box(node.otherwise);
        } else if constexpr (std::is_same_v<Node, Attribute>) {
          visit_box(node.object);
        } else if constexpr (std::is_same_v<Node, Item>) {
          visit_box(node.object);
          visit_box(node.index);
        } else if constexpr (std::is_same_v<Node, Slice>) {
          visit_box(node.object);
          visit_box(node.start);
          visit_box(node.stop);
          visit_box(node.step);
        } else if constexpr (std::is_same_v<Node, Call>) {
          visit_box(node.callee);
          for_each_argument(node.arguments, visit);
        } else if constexpr (std::is_same_v<Node, FilterUse> || std::is_same_v<Node, TestUse>) {
          visit_box(node.input);
          for_each_argument(node.arguments, visit);
        } else {
          static_assert(std::is_same_v<Node, Constant> || std::is_same_v<Node, NameUse>);
        }
      },
      expression.node);
}

}  // namespace jinja
