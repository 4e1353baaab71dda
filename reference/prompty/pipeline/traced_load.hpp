#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "prompty/core/agent.hpp"
#include "prompty/registry/runtime.hpp"
#include "prompty/trace/span.hpp"

namespace prompty {

/// `load` with the environment of the runtime, recorded as a span `load` below `parent`. `callers` are the files of the
/// prompts that are being run while this one is called, outermost first: the agent's origin knows the folder of the
/// first. Throws as `load`.
[[nodiscard]] PromptyAgent traced_load(std::filesystem::path const& path, std::vector<std::string> const& callers,
                                       Runtime const& runtime, SpanParent const& parent);

}  // namespace prompty
