#pragma once

#include "prompty/core/edition.hpp"
#include "prompty/registry/connections.hpp"
#include "prompty/registry/invokers.hpp"
#include "prompty/registry/tools.hpp"
#include "prompty/trace/tracer.hpp"

namespace prompty {

/// Everything that the pipeline uses besides its arguments. Shared between threads; must outlive what runs with it.
struct Runtime {
  Invokers invokers;
  /// Never null; the executors that `make_runtime` adds look connections up in the one that it made.
  std::shared_ptr<Connections> connections = new_connections();
  /// Never null; handlers that `make_runtime` adds look the tools of a turn up in the one that it made.
  std::shared_ptr<ToolRegistry> tools = new_tool_registry();
  Environment environment = process_environment();
  NonceSource nonces = system_nonces();
  TaggedTemplates tagged_templates = {};
  /// The one that the providers of `make_runtime` follow.
  SharedProfile profile = {};
  /// The edition of the specification by which files are loaded and calls are carried out. `make_runtime` sets it, and
  /// it stays.
  Edition edition = default_edition;
  /// With ids from `nonces` and the secrets of `connections`, as they are when the runtime is made.
  Tracer tracer{nonces, {}, {}, connections->secrets};
};

}  // namespace prompty
