#pragma once

#include "prompty/core/json.hpp"
#include "prompty/core/profile.hpp"
#include "prompty/core/tool.hpp"

namespace prompty {

/// `arguments`, a JSON object, with the bound values of the tool in it, whether its schema has these parameters or not
/// (P2.9.1-04, A-033); what the model gave for one of them is replaced (P2.9.1-05). In the live profile a bound value
/// of the form `{input: NAME}` stands for the input of that name. Throws ValueError when that input has no
/// value: the model must not be the one to fill it in.
[[nodiscard]] Json with_bindings(Json arguments, Tool const& tool, Json const& inputs, Profile profile);

}  // namespace prompty
