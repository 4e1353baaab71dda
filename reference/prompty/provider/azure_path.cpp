#include "prompty/provider/azure_path.hpp"

#include <fmt/core.h>

#include "prompty/provider/errors.hpp"
#include "prompty/transport/url.hpp"

namespace prompty::openai {
namespace azure {
namespace {

// The last version of the interface that is no preview.
constexpr std::string_view interface_version = "2024-10-21";

}  // namespace
}  // namespace azure

std::string azure_path(PromptyAgent const& agent, ApiType type, std::string_view path) {
  if (!agent.model || !agent.model->id || agent.model->id->empty()) {
    throw errors::deployment_missing(agent.model ? agent.model->provider.value_or("azure") : "azure");
  }
  if (type == ApiType::responses) return fmt::format("/openai/v1{}", path);
  // P7.9-01: the id names the deployment; it is encoded, since a slash in it would lead elsewhere.
  return fmt::format("/openai/deployments/{}{}?api-version={}", percent_encoded(*agent.model->id), path,
                     azure::interface_version);
}

}  // namespace prompty::openai
