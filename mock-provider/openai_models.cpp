#include "mock-provider/openai_models.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

#include "mock-provider/deterministic.hpp"

namespace mock_provider::openai_models {
namespace {

constexpr std::array<std::string_view, 7> models{"gpt-4.1", "gpt-4o",      "gpt-4o-mini",           "gpt-5",
                                                 "o4-mini", "gpt-image-1", "text-embedding-3-small"};

Json entry(std::string_view id) {
  return {{"id", id},
          {"object", "model"},
          {"created", deterministic::time_of(deterministic::hash(id))},
          {"owned_by", "mock-provider"}};
}

}  // namespace

Answer list() {
  Json all{{"object", "list"}, {"data", Json::array()}};
  for (std::string_view const id : models) all["data"].push_back(entry(id));
  return answer::of_json(200, all);
}

Answer one(std::string const& id) {
  if (std::find(models.begin(), models.end(), id) != models.end()) return answer::of_json(200, entry(id));
  ProviderError error;
  error.status = 404;
  error.type = "invalid_request_error";
  error.code = "model_not_found";
  error.param = "model";
  error.message = fmt::format("There is no model {}; GET /v1/models lists those of the mock.", json_text::excerpt(id));
  return answer::of_error(error);
}

}  // namespace mock_provider::openai_models
