#include "mock-provider/providers/provider_error.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

#include "mock-provider/providers/events.hpp"

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

namespace mock_provider::provider_error {
namespace {

/// What the provider says with a status; "" stands for null.
struct Usual {
  int status;
  std::string_view type;
  std::string_view code;
  std::string_view message;
};

constexpr std::array<Usual, 11> table{{
    {400, "invalid_request_error", "", "The request is malformed."},
    {401, "invalid_request_error", "invalid_api_key", "The API key is missing or wrong."},
    {403, "request_forbidden", "unsupported_country_region_territory", "This country or region is not served."},
    {404, "invalid_request_error", "model_not_found", "The model does not exist or this key may not use it."},
    {409, "invalid_request_error", "", "The resource was changed by another request."},
    {413, "invalid_request_error", "", "The request is too large."},
    {422, "invalid_request_error", "", "The request was understood but cannot be processed."},
    {429, "requests", "rate_limit_exceeded", "The limit of requests per minute is reached."},
    {500, "server_error", "", "The server failed while it processed the request."},
    {502, "server_error", "", "The gateway got no valid answer from the server."},
    {503, "server_error", "service_unavailable", "The model is overloaded at the moment."},
}};

Usual usual(int status) {
  auto const found = std::find_if(table.begin(), table.end(), [&](Usual const& row) { return row.status == status; });
  if (found != table.end()) return *found;
  return status < 500 ? Usual{status, "invalid_request_error", "", "The request was refused."}
                      : Usual{status, "server_error", "", "The server failed."};
}

Json text_or_null(std::optional<std::string> const& given, std::string_view otherwise) {
  std::string const text = given.value_or(std::string(otherwise));
  return text.empty() ? Json(nullptr) : Json(text);
}

std::string seconds_up(std::chrono::milliseconds wait) {
  return fmt::format("{}", (wait.count() + 999) / 1000);
}

}  // namespace

Json body(ProviderError const& error) {
  Usual const row = usual(error.status);
  return {{"error",
           {{"message", error.message.value_or(std::string(row.message))},
            {"type", text_or_null(error.type, row.type)},
            {"param", text_or_null(error.param, "")},
            {"code", text_or_null(error.code, row.code)}}}};
}

Headers headers(ProviderError const& error) {
  Headers result;
  bool const is_rate_limit = error.status == 429;
  if (!is_rate_limit && !error.retry_after) return result;
  std::chrono::milliseconds const wait = error.retry_after.value_or(std::chrono::milliseconds(1000));
  result.emplace_back("retry-after", seconds_up(wait));
  result.emplace_back("retry-after-ms", fmt::format("{}", wait.count()));
  if (!is_rate_limit) return result;
  result.emplace_back("x-ratelimit-limit-requests", "60");
  result.emplace_back("x-ratelimit-limit-tokens", "150000");
  result.emplace_back("x-ratelimit-remaining-requests", "0");
  result.emplace_back("x-ratelimit-remaining-tokens", "149984");
  result.emplace_back("x-ratelimit-reset-requests", fmt::format("{}ms", wait.count()));
  result.emplace_back("x-ratelimit-reset-tokens", "6ms");
  return result;
}

}  // namespace mock_provider::provider_error

namespace mock_provider::rate_limits {

Headers of_openai() {
  static Headers const limits{{"x-ratelimit-limit-requests", "10000"},    {"x-ratelimit-limit-tokens", "2000000"},
                              {"x-ratelimit-remaining-requests", "9999"}, {"x-ratelimit-remaining-tokens", "1999900"},
                              {"x-ratelimit-reset-requests", "6ms"},      {"x-ratelimit-reset-tokens", "3ms"}};
  return limits;
}

Headers of_anthropic() {
  // In the past: nothing has to be waited for, and the same request gets the same answer.
  static char const* const reset = "2025-01-01T00:00:00Z";
  static Headers const limits{{"anthropic-ratelimit-requests-limit", "4000"},
                              {"anthropic-ratelimit-requests-remaining", "3999"},
                              {"anthropic-ratelimit-requests-reset", reset},
                              {"anthropic-ratelimit-tokens-limit", "480000"},
                              {"anthropic-ratelimit-tokens-remaining", "478000"},
                              {"anthropic-ratelimit-tokens-reset", reset},
                              {"anthropic-ratelimit-input-tokens-limit", "400000"},
                              {"anthropic-ratelimit-input-tokens-remaining", "399000"},
                              {"anthropic-ratelimit-input-tokens-reset", reset},
                              {"anthropic-ratelimit-output-tokens-limit", "80000"},
                              {"anthropic-ratelimit-output-tokens-remaining", "79000"},
                              {"anthropic-ratelimit-output-tokens-reset", reset}};
  return limits;
}

}  // namespace mock_provider::rate_limits

namespace mock_provider::error_frame {

std::string of_data(ProviderError const& error, std::size_t) {
  return event_frame::of_data(provider_error::body(error));
}

std::string of_response(ProviderError const& error, std::size_t events_before) {
  Json const said = provider_error::body(error).at("error");
  return event_frame::of_event({{"type", "error"},
                                {"sequence_number", events_before},
                                {"code", said.at("code").is_null() ? said.at("type") : said.at("code")},
                                {"message", said.at("message")},
                                {"param", said.at("param")}});
}

std::string of_message(ProviderError const& error, std::size_t) {
  return event_frame::of_event(anthropic_error::body(error));
}

}  // namespace mock_provider::error_frame
