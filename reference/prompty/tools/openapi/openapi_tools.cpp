#include <system_error>

#include "prompty/tools/openapi/request.hpp"
#include "prompty/tools/tool_kinds.hpp"

namespace prompty::openapi {
namespace {

class OpenApiTools {
 public:
  OpenApiTools(std::shared_ptr<Connections const> connections, std::shared_ptr<Transport const> transport)
      : connections_(std::move(connections)), transport_(std::move(transport)) {}

  DiscoveredTools discover(Tool const& tool, PromptyAgent const& agent) {
    std::shared_ptr<Api const> const api = api_of(tool, agent);
    std::vector<ToolDefinition> definitions;
    definitions.reserve(api->operations.size());
    for (Operation const& operation : api->operations) {
      if (allows(tool, operation.definition.name)) definitions.push_back(operation.definition);
    }
    return {std::move(definitions), api->omitted};
  }

  Json call(Tool const& tool, Json const& arguments, PromptyAgent const& agent, CallSetting const& setting) {
    std::shared_ptr<Api const> const api = api_of(tool, agent);
    Operation const* const operation =
        allows(tool, setting.function) ? find_operation(*api, setting.function) : nullptr;
    if (operation == nullptr) throw errors::openapi_function_unknown(tool.name, setting.function);
    Access const access = access_by(std::get<OpenApiTool>(tool.details).connection, tool.name, *connections_);
    std::optional<Authentication> const proof = authentication_for(*operation, access.credential);
    if (!proof) {
      bool const is_key = access.credential->secret == Secret::key;
      throw errors::openapi_credential_unfit(tool.name, setting.function, is_key ? "a key" : "a bearer token");
    }
    // P11.4-05: an endpoint goes first, so that a relative server in a document from a file does not matter then.
    std::string const server = access.endpoint ? *access.endpoint : absolute_server(operation->server, api->source);
    HttpRequest const request = build_call(*operation, arguments, server, *proof);
    Transport const& transport = access.transport ? *access.transport : *transport_;
    AnswerLimits const limits{
        .max_bytes = limits_.answer_bytes, .time = limits_.time, .cancellation = setting.cancellation};
    return with_masked_errors(*connections_->secrets,
                              [&] { return result_of(request, exchange(request, transport, limits)); });
  }

 private:
  struct CachedApi {
    std::filesystem::file_time_type written;
    std::shared_ptr<Api const> api;
  };

  std::shared_ptr<Api const> api_of(Tool const& tool, PromptyAgent const& agent) {
    std::optional<std::string> const& specification = std::get<OpenApiTool>(tool.details).specification;
    if (!specification || specification->empty()) throw errors::openapi_without_specification(tool.name);
    if (is_url(*specification)) {
      // Errors show the source.
      return cached_or_read(*specification, {}, without_query(*specification),
                            [&] { return read_url(*specification, *transport_, limits_); });
    }
    std::string const path = locate(*specification, agent, tool.name).string();
    std::error_code failed;
    std::filesystem::file_time_type const written = std::filesystem::last_write_time(path, failed);
    if (failed) throw errors::openapi_file_not_found(tool.name, path);
    return cached_or_read(path, written, path, [&] { return read_file(path, tool.name, limits_); });
  }

  /// The operations of the document under `key`, read anew unless it has been `written` when they were read last.
  template <class Read>
  std::shared_ptr<Api const> cached_or_read(std::string const& key, std::filesystem::file_time_type written,
                                            std::string const& source, Read const& read) {
    std::unique_lock<std::mutex> lock(mutex_);
    std::map<std::string, CachedApi>::const_iterator const found = cache_.find(key);
    if (found != cache_.end() && found->second.written == written) return found->second.api;
    lock.unlock();
    std::shared_ptr<Api const> api = std::make_shared<Api>(read_operations(read(), source));
    lock.lock();
    if (cache_.size() >= limits_.documents) cache_.clear();
    cache_[key] = {.written = written, .api = api};
    return api;
  }

  std::shared_ptr<Connections const> connections_;
  std::shared_ptr<Transport const> transport_;
  Limits limits_;
  std::mutex mutex_;
  std::map<std::string, CachedApi> cache_;
};

}  // namespace
}  // namespace prompty::openapi

namespace prompty {

ServedKind openapi_kind(std::shared_ptr<Connections const> connections, std::shared_ptr<Transport const> transport) {
  std::shared_ptr<openapi::OpenApiTools> const tools =
      std::make_shared<openapi::OpenApiTools>(std::move(connections), std::move(transport));
  return {.call = [tools](Tool const& tool, Json const& arguments, PromptyAgent const& agent, Json const&,
                          CallSetting const& setting) { return tools->call(tool, arguments, agent, setting); },
          .discover = [tools](Tool const& tool, PromptyAgent const& agent) { return tools->discover(tool, agent); }};
}

}  // namespace prompty
