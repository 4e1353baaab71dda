#include "mock-provider/anthropic_models.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string_view>

#include "mock-provider/anthropic.hpp"

namespace mock_provider::anthropic_models {
namespace {

struct Model {
  std::string_view id;
  std::string_view display_name;
  std::string_view created_at;
};

constexpr std::array<Model, 3> models{{
    {"claude-opus-4-1", "Claude Opus 4.1", "2025-08-05T00:00:00Z"},
    {"claude-sonnet-4-5", "Claude Sonnet 4.5", "2025-09-29T00:00:00Z"},
    {"claude-haiku-4-5", "Claude Haiku 4.5", "2025-10-15T00:00:00Z"},
}};

constexpr std::size_t usual_limit = 20;
constexpr std::size_t most_limit = 1000;

Json entry(Model const& model) {
  return {{"type", "model"}, {"id", model.id}, {"display_name", model.display_name}, {"created_at", model.created_at}};
}

Answer refusal(int status, std::string message) {
  ProviderError error;
  error.status = status;
  error.message = std::move(message);
  return answer::of_error(error, anthropic::dialect());
}

std::optional<std::size_t> limit_in(std::string const& query) {
  std::string const text = query_value(query, "limit").value_or(std::to_string(usual_limit));
  std::size_t limit = 0;
  std::from_chars_result const parsed = std::from_chars(text.data(), text.data() + text.size(), limit);
  bool const is_number = parsed.ec == std::errc() && parsed.ptr == text.data() + text.size();
  return is_number && limit >= 1 && limit <= most_limit ? std::optional(limit) : std::nullopt;
}

/// Where a model stands in the list; its length when it does not.
std::size_t index_of(std::string_view id) {
  auto const found = std::find_if(models.begin(), models.end(), [&](Model const& model) { return model.id == id; });
  return static_cast<std::size_t>(found - models.begin());
}

Json page(std::span<Model const> shown, std::size_t left) {
  Json result{{"data", Json::array()}, {"has_more", left > 0}, {"first_id", nullptr}, {"last_id", nullptr}};
  for (Model const& model : shown) result["data"].push_back(entry(model));
  if (shown.empty()) return result;
  result["first_id"] = shown.front().id;
  result["last_id"] = shown.back().id;
  return result;
}

}  // namespace

Answer list(std::string const& query) {
  std::optional<std::size_t> const limit = limit_in(query);
  if (!limit) return refusal(400, fmt::format("limit: must be a whole number from 1 to {}", most_limit));
  std::optional<std::string> const after = query_value(query, "after_id");
  std::optional<std::string> const before = query_value(query, "before_id");
  for (std::optional<std::string> const& id : {after, before}) {
    if (id && index_of(*id) == models.size()) {
      return refusal(400, fmt::format("There is no model {}.", json_text::excerpt(*id)));
    }
  }
  std::span<Model const> const all = models;
  if (before) {
    std::size_t const end = index_of(*before);
    std::size_t const count = std::min(*limit, end);
    return answer::of_json(200, page(all.subspan(end - count, count), end - count));
  }
  std::size_t const start = after ? index_of(*after) + 1 : 0;
  std::size_t const count = std::min(*limit, all.size() - start);
  return answer::of_json(200, page(all.subspan(start, count), all.size() - start - count));
}

Answer one(std::string const& id) {
  std::size_t const index = index_of(id);
  if (index < models.size()) return answer::of_json(200, entry(models[index]));
  return refusal(404,
                 fmt::format("There is no model {}; GET /v1/models lists those of the mock.", json_text::excerpt(id)));
}

}  // namespace mock_provider::anthropic_models
