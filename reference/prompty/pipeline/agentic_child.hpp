#pragma once

#include <filesystem>

#include "prompty/core/json.hpp"
#include "prompty/registry/runtime.hpp"
#include "prompty/registry/tools.hpp"

namespace prompty {

/// Runs the child of a prompty tool of mode agentic: the whole agent loop with the child's own tools, `arguments` as
/// its inputs (P2.9.2-07). `setting.prompts` ends with `child`, the canonical path of its file; `setting.span` is the
/// span of the call. Gives the processed result. Throws what `turn` throws.
[[nodiscard]] Json run_agentic_child(std::filesystem::path const& child, Json const& arguments,
                                     CallSetting const& setting, Runtime const& runtime);

}  // namespace prompty
