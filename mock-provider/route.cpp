#include "mock-provider/route.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "mock-provider/scenario.hpp"

namespace mock_provider {
namespace route {
namespace {

constexpr std::string_view admin_prefix = "/_mock/";

std::string_view without_prefix(std::string_view text, std::string_view prefix) {
  return text.starts_with(prefix) ? text.substr(prefix.size()) : text;
}

bool begins_with_segment(std::string_view path, std::string_view segment) {
  return path.starts_with(segment) && (path.size() == segment.size() || path[segment.size()] == '/');
}

bool starts_a_provider_route(std::string_view path) {
  constexpr std::array<std::string_view, 7> starts{"/v1",       "/chat",   "/embeddings", "/images",
                                                   "/messages", "/models", "/responses"};
  return std::any_of(starts.begin(), starts.end(),
                     [&](std::string_view start) { return begins_with_segment(path, start); });
}

void classify(Route& route) {
  std::string_view const path = begins_with_segment(route.path, "/v1") ? without_prefix(route.path, "/v1") : route.path;
  if (path == "/chat/completions") route.kind = Route::Kind::chat_completions;
  if (path == "/embeddings") route.kind = Route::Kind::embeddings;
  if (path == "/images/generations") route.kind = Route::Kind::images;
  if (path == "/messages") route.kind = Route::Kind::messages;
  if (path == "/responses") route.kind = Route::Kind::responses;
  if (path == "/models") route.kind = Route::Kind::models;
  std::string_view const id = without_prefix(path, "/models/");
  if (id.size() == path.size() || id.empty()) return;
  route.kind = Route::Kind::model;
  route.name = percent_decoded(id);
}

}  // namespace
}  // namespace route

bool asks_model(Route const& route) {
  return route.kind == Route::Kind::chat_completions || route.kind == Route::Kind::embeddings ||
         route.kind == Route::Kind::images || route.kind == Route::Kind::messages ||
         route.kind == Route::Kind::responses;
}

Route route_of(std::string_view target) {
  std::size_t const question = target.find('?');
  std::string_view path = target.substr(0, question);
  Route result;
  result.scenario = std::string(scenario::default_name);
  if (question != std::string_view::npos) result.query = std::string(target.substr(question + 1));
  if (path.starts_with(route::admin_prefix)) {
    result.kind = Route::Kind::admin;
    result.name = std::string(path.substr(route::admin_prefix.size()));
    result.path = std::string(path);
    return result;
  }
  if (!route::starts_a_provider_route(path) && path.starts_with('/')) {
    std::size_t const end = path.find('/', 1);
    std::string_view const name = path.substr(1, end == std::string_view::npos ? end : end - 1);
    if (scenario::is_name(name)) {
      result.scenario = std::string(name);
      path = end == std::string_view::npos ? std::string_view() : path.substr(end);
    }
  }
  result.path = std::string(path);
  route::classify(result);
  return result;
}

std::string percent_decoded(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    unsigned value = 0;
    bool const has_digits = text[at] == '%' && text.size() - at > 2;
    if (has_digits) {
      std::from_chars_result const parsed = std::from_chars(text.data() + at + 1, text.data() + at + 3, value, 16);
      if (parsed.ec == std::errc() && parsed.ptr == text.data() + at + 3) {
        result += static_cast<char>(value);
        at += 2;
        continue;
      }
    }
    result += text[at];
  }
  return result;
}

}  // namespace mock_provider
