#pragma once

#include "prompty/render/jinja/ast.hpp"
#include "prompty/render/jinja/symbols.hpp"

namespace prompty::jinja {

/// Tells `symbols` which names the statements or the expression of its scope load and store, in the order of the
/// template. Scopes inside are not entered.
void note_symbols(Symbols& symbols, Body const& body);
void note_symbols(Symbols& symbols, Expression const& expression);

/// Tells `symbols` that the names of `target` get their values from outside.
void note_parameters(Symbols& symbols, Target const& target);

}  // namespace prompty::jinja
