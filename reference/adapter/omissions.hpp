#pragma once

#include <set>
#include <string>

namespace prompty {

struct Runtime;

namespace adapter {

/// What a runtime is made without: keys of providers and renderers, API types, kinds of connections, and kinds of tools
/// that it does not call itself.
struct Omissions {
  std::set<std::string> providers = {};
  std::set<std::string> api_types = {};
  std::set<std::string> connection_kinds = {};
  std::set<std::string> renderers = {};
  std::set<std::string> tool_kinds = {};
};

/// Takes all that from a runtime as `make_runtime` makes it. Providers and renderers are not registered any more
/// (P11.3-07); executors and processors throw InvokerError for an agent of an omitted API type, and executors before
/// they connect by an omitted kind; tools of an omitted kind cannot be discovered, and their handler throws
/// NotImplementedError (P11.2-26).
void leave_out(Omissions const& omissions, Runtime& runtime);

}  // namespace adapter
}  // namespace prompty
