#pragma once

#include "prompty/load/check.hpp"
#include "prompty/pipeline/runtimes.hpp"

namespace prompty {

/// All that is wrong with a .prompty file, by place: what `check` finds in its frontmatter, an unknown kind of format
/// or parser, template syntax that the renderer refuses (the first error of it). As warnings, of each kind a hundred at
/// most: lines that are text, not role markers, for their malformed brackets or, in strict mode, because an input would
/// fill the role; values in markers that an input fills without quotes around them; attributes with a meaning
/// of their own (§6.4); what `warnings_about_template` finds; a provider that `runtime` has no executor of, and an
/// apiType that a built-in one does not have; names of tools that providers refuse; what the provider anthropic does
/// not get; and an empty `allowedTools`. Never throws on account of the content.
[[nodiscard]] std::vector<Problem> check_prompt(std::string_view content, std::string const& name,
                                                LoadOptions const& options = {},
                                                Runtime const& runtime = global_runtime());

}  // namespace prompty
