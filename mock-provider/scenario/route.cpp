#include "mock-provider/scenario/route.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "mock-provider/scenario/scenario.hpp"

namespace mock_provider {
namespace {

constexpr std::string_view admin_segment = "/_mock";

std::string_view without_prefix(std::string_view text, std::string_view prefix) {
  return text.starts_with(prefix) ? text.substr(prefix.size()) : text;
}

bool begins_with_segment(std::string_view path, std::string_view segment) {
  return path.starts_with(segment) && (path.size() == segment.size() || path[segment.size()] == '/');
}

/// ollama's paths, whose first segment is no reserved word.
bool is_of_ollama(std::string_view path) {
  return path == "/api/chat" || path == "/api/embed";
}

bool starts_a_provider_route(std::string_view path) {
  if (is_of_ollama(path)) return true;
  return path.starts_with('/') && scenario::is_taken(path.substr(1, path.find('/', 1) - 1));
}

/// The path below Azure's own prefixes, as OpenAI has it; the name of a deployment goes into the route.
std::string_view without_azure(std::string_view path, Route& route) {
  if (!begins_with_segment(path, "/openai")) return path;
  std::string_view const rest = without_prefix(path, "/openai");
  constexpr std::string_view deployments = "/deployments/";
  if (!rest.starts_with(deployments)) return rest;
  std::string_view const named = rest.substr(deployments.size());
  std::size_t const end = std::min(named.find('/'), named.size());
  if (end == 0) return path;
  route.deployment = percent_decoded(named.substr(0, end));
  return named.substr(end);
}

/// The paths below which clients ask for what they have made.
constexpr std::array<std::pair<std::string_view, Route::Kind>, 5> kept_below{
    {{"/files", Route::Kind::files},
     {"/batches", Route::Kind::batches},
     {"/messages/batches", Route::Kind::message_batches},
     {"/conversations", Route::Kind::conversations},
     {"/vector_stores", Route::Kind::vector_stores}}};

Route::Kind kind_of(std::string_view path) {
  if (path == "/chat/completions") return Route::Kind::chat_completions;
  if (path == "/completions") return Route::Kind::completions;
  if (path == "/embeddings") return Route::Kind::embeddings;
  if (path == "/images/generations") return Route::Kind::images;
  if (path == "/messages") return Route::Kind::messages;
  if (path == "/responses") return Route::Kind::responses;
  if (path == "/models") return Route::Kind::models;
  if (path == "/mcp") return Route::Kind::mcp;
  if (path == "/api/chat") return Route::Kind::ollama_chat;
  if (path == "/api/embed") return Route::Kind::ollama_embed;
  if (begins_with_segment(path, "/api")) return Route::Kind::api;
  if (path == "/audio/transcriptions" || path == "/audio/translations") return Route::Kind::transcriptions;
  if (path == "/images/edits" || path == "/images/variations") return Route::Kind::image_edits;
  for (auto const& [prefix, kind] : kept_below) {
    if (begins_with_segment(path, prefix)) return kind;
  }
  if (path == "/audio/speech") return Route::Kind::speech;
  if (path == "/responses/compact") return Route::Kind::compact;
  if (path == "/moderations") return Route::Kind::moderations;
  if (path == "/responses/input_tokens") return Route::Kind::input_tokens;
  if (path == "/messages/count_tokens") return Route::Kind::count_tokens;
  if (path.starts_with("/responses/")) return Route::Kind::response;
  constexpr std::string_view models = "/models/";
  return path.starts_with(models) && path.size() > models.size() ? Route::Kind::model : Route::Kind::unknown;
}

/// Of a path of Gemini's interface, "MODEL:METHOD" below its models.
Route::Kind kind_of_gemini(std::string_view name) {
  std::size_t const colon = name.rfind(':');
  if (colon == std::string_view::npos) return Route::Kind::unknown;
  std::string_view const method = name.substr(colon + 1);
  if (method == "generateContent" || method == "streamGenerateContent") return Route::Kind::gemini;
  if (method == "embedContent" || method == "batchEmbedContents") return Route::Kind::gemini_embed;
  return Route::Kind::unknown;
}

/// Whether it is a path of Gemini's: of its beta version, or of version 1, where OpenAI has models of its own.
bool classify_gemini(Route& route) {
  for (std::string_view const models : {"/v1beta/models/", "/v1/models/"}) {
    if (!route.path.starts_with(models)) continue;
    std::string const name = percent_decoded(without_prefix(route.path, models));
    Route::Kind const kind = kind_of_gemini(name);
    bool const is_geminis = kind != Route::Kind::unknown || models.starts_with("/v1beta");
    if (!is_geminis) continue;
    route.name = name;
    route.kind = kind;
    return true;
  }
  return false;
}

void classify(Route& route) {
  if (classify_gemini(route)) return;
  std::string_view const path = without_azure(route.path, route);
  std::string_view const bare = begins_with_segment(path, "/v1") ? without_prefix(path, "/v1") : path;
  route.kind = kind_of(bare);
  if (route.kind == Route::Kind::response) route.name = std::string(without_prefix(bare, "/responses/"));
  for (auto const& [prefix, kind] : kept_below) {
    if (route.kind == kind) route.name = std::string(without_prefix(without_prefix(bare, prefix), "/"));
  }
  if (route.kind == Route::Kind::model) route.name = percent_decoded(without_prefix(bare, "/models/"));
}

}  // namespace

bool calls_model(Route const& route) {
  return route.kind == Route::Kind::chat_completions || route.kind == Route::Kind::completions ||
         route.kind == Route::Kind::ollama_chat || route.kind == Route::Kind::ollama_embed ||
         route.kind == Route::Kind::gemini || route.kind == Route::Kind::gemini_embed ||
         route.kind == Route::Kind::embeddings || route.kind == Route::Kind::images ||
         route.kind == Route::Kind::messages || route.kind == Route::Kind::responses;
}

Route whole_route_of(std::string_view target) {
  std::size_t const question = target.find('?');
  Route result;
  result.scenario = std::string(scenario::default_name);
  result.path = std::string(target.substr(0, question));
  if (question != std::string_view::npos) result.query = std::string(target.substr(question + 1));
  classify(result);
  return result;
}

Route route_of(std::string_view target) {
  std::string_view path = target.substr(0, target.find('?'));
  Route result;
  result.scenario = std::string(scenario::default_name);
  if (path.size() < target.size()) result.query = std::string(target.substr(path.size() + 1));
  if (begins_with_segment(path, admin_segment)) {
    result.kind = Route::Kind::admin;
    std::string_view const below = path.substr(admin_segment.size());
    result.name = std::string(without_prefix(below, "/"));
    result.path = std::string(path);
    return result;
  }
  if (!starts_a_provider_route(path) && path.starts_with('/')) {
    std::size_t const end = path.find('/', 1);
    std::string_view const name = path.substr(1, end == std::string_view::npos ? end : end - 1);
    if (scenario::is_name(name)) {
      result.scenario = std::string(name);
      path = end == std::string_view::npos ? std::string_view() : path.substr(end);
    }
  }
  result.path = std::string(path);
  classify(result);
  return result;
}

bool begins_admin_request(std::string_view bytes) {
  std::size_t const blank = bytes.find(' ');
  if (blank == std::string_view::npos) return false;
  std::string_view const path = bytes.substr(blank + 1);
  if (!path.starts_with(admin_segment) || path.size() == admin_segment.size()) return false;
  char const next = path[admin_segment.size()];
  return next == '/' || next == '?' || next == ' ';
}

bool needs_step(Route const& route) {
  return calls_model(route) || route.kind == Route::Kind::api;
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

std::optional<std::string> query_value(std::string_view query, std::string_view name) {
  while (!query.empty()) {
    std::size_t const end = query.find('&');
    std::string_view const pair = query.substr(0, end);
    std::size_t const equals = pair.find('=');
    if (equals != std::string_view::npos && pair.substr(0, equals) == name) {
      return percent_decoded(pair.substr(equals + 1));
    }
    if (end == std::string_view::npos) break;
    query.remove_prefix(end + 1);
  }
  return std::nullopt;
}

}  // namespace mock_provider
