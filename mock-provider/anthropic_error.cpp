#include "mock-provider/anthropic_error.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace mock_provider::anthropic_error {
namespace {

/// What the provider says with a status.
struct Usual {
  int status;
  std::string_view type;
  std::string_view message;
};

constexpr std::array<Usual, 10> table{{
    {400, "invalid_request_error", "The request is malformed."},
    {401, "authentication_error", "The API key is missing or wrong."},
    {403, "permission_error", "The API key may not use this resource."},
    {404, "not_found_error", "The resource does not exist."},
    {413, "request_too_large", "The request is too large."},
    {429, "rate_limit_error", "The limit of requests per minute is reached."},
    {500, "api_error", "The server failed while it processed the request."},
    {503, "api_error", "The server is not available."},
    {504, "timeout_error", "The request took too long."},
    {529, "overloaded_error", "The provider is overloaded at the moment."},
}};

Usual usual(int status) {
  auto const found = std::find_if(table.begin(), table.end(), [&](Usual const& row) { return row.status == status; });
  if (found != table.end()) return *found;
  return status < 500 ? Usual{status, "invalid_request_error", "The request was refused."}
                      : Usual{status, "api_error", "The server failed."};
}

}  // namespace

Json body(ProviderError const& error) {
  Usual const row = usual(error.status);
  return {{"type", "error"},
          {"error",
           {{"type", error.type.value_or(std::string(row.type))},
            {"message", error.message.value_or(std::string(row.message))}}}};
}

Headers headers(ProviderError const& error) {
  Headers result;
  bool const is_rate_limit = error.status == 429;
  if (!is_rate_limit && !error.retry_after) return result;
  std::chrono::milliseconds const wait = error.retry_after.value_or(std::chrono::milliseconds(1000));
  result.emplace_back("retry-after", fmt::format("{}", (wait.count() + 999) / 1000));
  result.emplace_back("retry-after-ms", fmt::format("{}", wait.count()));
  if (!is_rate_limit) return result;
  result.emplace_back("anthropic-ratelimit-requests-limit", "50");
  result.emplace_back("anthropic-ratelimit-requests-remaining", "0");
  result.emplace_back("anthropic-ratelimit-tokens-limit", "40000");
  result.emplace_back("anthropic-ratelimit-tokens-remaining", "39000");
  return result;
}

}  // namespace mock_provider::anthropic_error
