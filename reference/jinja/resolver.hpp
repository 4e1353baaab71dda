#pragma once

#include "jinja/ast.hpp"
#include "jinja/lexer.hpp"

namespace jinja {

/// What a template needs besides its syntax: how its outermost scope begins, its number of slots, the inputs by number.
struct Bindings {
  Loads loads = {};
  std::uint32_t slot_count = 0;
  std::vector<std::string_view> inputs = {};
};

/// Binds every name of `syntax` to a slot, by Jinja2's rules of scope: loops, macros, with, call, filter and set blocks
/// have scopes of their own, `if` does not. Throws SyntaxFailure for filters and tests that do not exist, unless an if
/// decides whether they are reached.
[[nodiscard]] Bindings resolve(Syntax& syntax, Source const& source);

}  // namespace jinja
