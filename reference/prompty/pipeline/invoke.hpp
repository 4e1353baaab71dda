#pragma once

#include <filesystem>
#include <future>

#include "prompty/core/json.hpp"
#include "prompty/core/outcome.hpp"
#include "prompty/pipeline/runtimes.hpp"
#include "prompty/registry/runtime.hpp"
#include "prompty/registry/tools.hpp"
#include "prompty/trace/span.hpp"

namespace prompty {

/// `load`, with the environment of the runtime, then `prepare` with `inputs`, then `run`: exactly one request. Throws
/// what these three throw. A tracer records a span `invoke`, below `parent` if that is given, with those of the three
/// below it.
[[nodiscard]] Outcome invoke(std::filesystem::path const& path, Json const& inputs,
                             Runtime const& runtime = global_runtime(), SpanParent const& parent = {});

/// As `invoke`, for a prompt that a tool calls in this setting, whose `prompts` are the files of the prompts that are
/// being run: its own prompty tools may name files in the folder of the outermost. Its request counts among
/// those of the turn, if there is one. Throws RuntimeError, and sends nothing, when the turn has none left for
/// it.
[[nodiscard]] Outcome invoke_child(std::filesystem::path const& path, Json const& inputs, CallSetting const& setting,
                                   Runtime const& runtime);

/// As `invoke`, on another thread. The runtime must outlive the future.
[[nodiscard]] std::future<Outcome> invoke_async(std::filesystem::path path, Json inputs,
                                                Runtime const& runtime = global_runtime(),
                                                SpanParent const& parent = {});

}  // namespace prompty
