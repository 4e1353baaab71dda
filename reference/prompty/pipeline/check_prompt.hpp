#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "prompty/load/check.hpp"
#include "prompty/load/load_options.hpp"
#include "prompty/pipeline/runtimes.hpp"
#include "prompty/registry/runtime.hpp"

namespace prompty {

/// All that is wrong with a .prompty file, by place: what `check` finds in its frontmatter, an unknown kind of format
/// or parser, template syntax that the renderer refuses (the first fault of it), and as warnings what `marker_warnings`
/// and, in strict mode, `warnings_of_roles_from_inputs` find in the body, and what `provider_warnings` tells. Never
/// throws on account of the content.
[[nodiscard]] std::vector<Problem> check_prompt(std::string_view content, std::string const& name,
                                                LoadOptions const& options = {},
                                                Runtime const& runtime = global_runtime());

}  // namespace prompty
