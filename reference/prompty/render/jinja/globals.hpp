#pragma once

#include <string_view>

#include "prompty/render/jinja/value.hpp"

namespace prompty::jinja {

/// The function that every template has under `name` (range, dict, cycler, joiner, namespace); an unset value when
/// there is none. `lipsum` is there and throws Failure when it is called.
[[nodiscard]] Value find_global(std::string_view name);

[[nodiscard]] Value call_global(Session& session, Global global, Arguments const& arguments);

}  // namespace prompty::jinja
