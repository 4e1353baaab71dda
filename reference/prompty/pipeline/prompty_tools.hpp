#pragma once

#include "prompty/core/agent.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/tool.hpp"
#include "prompty/registry/runtime.hpp"
#include "prompty/registry/tools.hpp"

namespace prompty {

/// How many prompts may run inside each other, the outermost included.
inline constexpr int most_nested_prompts = 10;

/// Carries out a call of a prompty tool: the child is loaded like any file (P2.9.2-04) and run with `arguments` as its
/// inputs (P2.9.2-05, A-040), in mode single, which is the default, by `invoke_child`, in mode agentic by
/// `run_agentic_child`; spans are below `setting.span`. Gives the processed result: text as a string, everything else
/// as the JSON that it is. The child is looked for as in `child_path`; it may also be below the folder of the
/// outermost of `setting.prompts`. Throws what these throw, and ValueError for a child that is running already
/// and for too many prompts inside each other.
[[nodiscard]] Json call_child_prompt(Tool const& tool, Json const& arguments, PromptyAgent const& agent,
                                     CallSetting const& setting, Runtime const& runtime);

}  // namespace prompty
