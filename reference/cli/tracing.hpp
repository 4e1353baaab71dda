#pragma once

#include <iosfwd>
#include <optional>
#include <string>

#include "prompty/registry/runtime.hpp"

namespace prompty::cli {

/// Where traces go: into files in a folder, as lines to standard error, both, or nowhere.
struct TraceChoices {
  std::optional<std::string> folder = std::nullopt;
  bool console = false;
};

/// Has the runtime record as the choices say, and send its traces to the collector that the runtime's environment names
/// (`trace_export_of`). The console's lines, and a sentence about each trace that gets nowhere, go to `err`, which must
/// outlive the runtime.
void record_traces(Runtime& runtime, TraceChoices const& choices, std::ostream& err);

}  // namespace prompty::cli
