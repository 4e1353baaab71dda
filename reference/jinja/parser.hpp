#pragma once

#include "jinja/ast.hpp"
#include "jinja/lexer.hpp"

namespace jinja {

/// The template in `source`, with names not yet bound to slots. Throws SyntaxFailure for text that is
/// no template, for tags that need files (include, import, extends, block), and for more than 100 levels of blocks.
[[nodiscard]] Syntax parse_template(Source& source);

}  // namespace jinja
