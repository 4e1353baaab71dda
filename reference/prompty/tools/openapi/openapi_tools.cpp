#include "prompty/tools/openapi/openapi_tools.hpp"

#include <system_error>

#include "prompty/tools/masked_errors.hpp"
#include "prompty/tools/openapi/access.hpp"
#include "prompty/tools/openapi/answer.hpp"
#include "prompty/tools/openapi/errors.hpp"
#include "prompty/tools/openapi/request.hpp"

namespace prompty::openapi {

OpenApiTools::OpenApiTools(std::shared_ptr<Transport const> transport, std::shared_ptr<Connections const> connections,
                           Limits limits)
    : transport_(std::move(transport)), connections_(std::move(connections)), limits_(limits) {}

std::vector<ToolDefinition> OpenApiTools::discover(Tool const& tool, PromptyAgent const& agent) const {
  std::shared_ptr<Api const> api = api_of(tool, agent);
  std::vector<ToolDefinition> definitions;
  definitions.reserve(api->operations.size());
  for (Operation const& operation : api->operations) definitions.push_back(operation.definition);
  return definitions;
}

Json OpenApiTools::call(Tool const& tool, Json const& arguments, PromptyAgent const& agent,
                        CallSetting const& setting) const {
  std::shared_ptr<Api const> api = api_of(tool, agent);
  Operation const* const operation = find_operation(*api, setting.function);
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

std::shared_ptr<Api const> OpenApiTools::api_of(Tool const& tool, PromptyAgent const& agent) const {
  std::optional<std::string> const& specification = std::get<OpenApiTool>(tool.details).specification;
  if (!specification || specification->empty()) throw errors::openapi_without_specification(tool.name);
  return is_url(*specification) ? api_at_url(*specification) : api_in_file(*specification, tool, agent);
}

std::shared_ptr<Api const> OpenApiTools::api_in_file(std::string const& specification, Tool const& tool,
                                                     PromptyAgent const& agent) const {
  std::filesystem::path const path = locate(specification, agent, tool.name);
  std::error_code failed;
  std::filesystem::file_time_type const written = std::filesystem::last_write_time(path, failed);
  if (failed) throw errors::openapi_file_not_found(tool.name, path.string());
  if (std::shared_ptr<Api const> found = cached(path.string(), written)) return found;
  std::shared_ptr<Api const> api =
      std::make_shared<Api>(read_operations(read_file(path, tool.name, limits_), path.string()));
  cache(path.string(), {.written = written, .api = api});
  return api;
}

std::shared_ptr<Api const> OpenApiTools::api_at_url(std::string const& url) const {
  if (std::shared_ptr<Api const> found = cached(url, {})) return found;
  // Errors show the source.
  std::shared_ptr<Api const> api =
      std::make_shared<Api>(read_operations(read_url(url, *transport_, limits_), without_query(url)));
  cache(url, {.written = {}, .api = api});
  return api;
}

std::shared_ptr<Api const> OpenApiTools::cached(std::string const& source,
                                                std::filesystem::file_time_type written) const {
  std::lock_guard<std::mutex> const lock(mutex_);
  std::map<std::string, CachedApi>::const_iterator const found = cache_.find(source);
  return found == cache_.end() || found->second.written != written ? nullptr : found->second.api;
}

void OpenApiTools::cache(std::string const& source, CachedApi entry) const {
  std::lock_guard<std::mutex> const lock(mutex_);
  if (cache_.size() >= limits_.documents) cache_.clear();
  cache_[source] = std::move(entry);
}

}  // namespace prompty::openapi
