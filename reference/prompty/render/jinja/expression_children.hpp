#pragma once

#include <type_traits>

#include "prompty/core/match.hpp"
#include "prompty/render/jinja/ast.hpp"

namespace prompty::jinja {

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

}  // namespace prompty::jinja
