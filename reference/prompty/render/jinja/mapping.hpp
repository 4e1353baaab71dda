#pragma once

#include "prompty/render/jinja/objects.hpp"

namespace prompty::jinja {

/// A new mapping with the entries of `mapping`.
[[nodiscard]] Value copied_dict(Session& session, Value const& mapping);

/// Takes over entries as Python's dict() does: of a mapping or of pairs, then those given by name. Throws Failure for
/// something else.
void fill_dict(Session& session, Dict& dict, Arguments const& arguments);

}  // namespace prompty::jinja
