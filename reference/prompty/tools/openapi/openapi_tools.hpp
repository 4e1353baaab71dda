#pragma once

#include "prompty/core/agent.hpp"
#include "prompty/core/json.hpp"
#include "prompty/registry/connections.hpp"
#include "prompty/registry/tools.hpp"
#include "prompty/tools/openapi/document.hpp"
#include "prompty/tools/openapi/operations.hpp"
#include "prompty/transport/transport.hpp"

namespace prompty::openapi {

/// Discovers and calls the operations of tools of kind openapi. Documents are cached: files until they change, those at
/// URLs for good. Thread-safe; all tools passed to it must be of that kind.
class OpenApiTools {
 public:
  /// Requests go through `transport` unless a registered client has its own. Neither pointer is null.
  OpenApiTools(std::shared_ptr<Transport const> transport, std::shared_ptr<Connections const> connections,
               Limits limits = {});

  /// The functions that the tool offers (P7.1.3-10), see `read_operations`. Throws ValueError without a specification,
  /// and what reading it throws.
  [[nodiscard]] std::vector<ToolDefinition> discover(Tool const& tool, PromptyAgent const& agent) const;

  /// The answer of the server to the operation that `setting` names (P11.2-24), as JSON or text. Requests go to the
  /// endpoint of the tool's connection or, without a connection, to the server of the document. Throws
  /// ValueError for an unknown operation, unusable arguments or connection, ConnectionError when no answer arrives, and
  /// ExecuteError when it is an error.
  [[nodiscard]] Json call(Tool const& tool, Json const& arguments, PromptyAgent const& agent,
                          CallSetting const& setting) const;

 private:
  struct CachedApi {
    std::filesystem::file_time_type written;
    std::shared_ptr<Api const> api;
  };

  [[nodiscard]] std::shared_ptr<Api const> api_of(Tool const& tool, PromptyAgent const& agent) const;
  [[nodiscard]] std::shared_ptr<Api const> api_in_file(std::string const& specification, Tool const& tool,
                                                       PromptyAgent const& agent) const;
  [[nodiscard]] std::shared_ptr<Api const> api_at_url(std::string const& url) const;
  [[nodiscard]] std::shared_ptr<Api const> cached(std::string const& source,
                                                  std::filesystem::file_time_type written) const;
  void cache(std::string const& source, CachedApi entry) const;

  std::shared_ptr<Transport const> transport_;
  std::shared_ptr<Connections const> connections_;
  Limits limits_;
  mutable std::mutex mutex_;
  mutable std::map<std::string, CachedApi> cache_;
};

}  // namespace prompty::openapi
