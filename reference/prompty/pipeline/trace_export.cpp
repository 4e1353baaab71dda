#include "prompty/pipeline/trace_export.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "prompty/core/secrets.hpp"
#include "prompty/core/version.hpp"
#include "prompty/pipeline/errors.hpp"
#include "prompty/transport/url.hpp"

namespace prompty {
namespace trace_export {
namespace {

constexpr std::size_t most_shown_bytes = 200;

std::string value_of(Environment const& environment, char const* name) {
  return environment(name).value_or("");
}

int hexadecimal_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string percent_decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t at = 0; at < text.size(); ++at) {
    int const high = text[at] == '%' && at + 2 < text.size() ? hexadecimal_digit(text[at + 1]) : -1;
    int const low = high >= 0 ? hexadecimal_digit(text[at + 2]) : -1;
    if (low < 0) {
      decoded += text[at];
      continue;
    }
    decoded += static_cast<char>(high * 16 + low);
    at += 2;
  }
  return decoded;
}

std::string_view trimmed(std::string_view text) {
  std::size_t const first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t") + 1 - first);
}

Headers headers_in(std::string_view list) {
  Headers headers;
  while (!list.empty()) {
    std::size_t const comma = std::min(list.find(','), list.size());
    std::string_view const pair = list.substr(0, comma);
    list.remove_prefix(std::min(comma + 1, list.size()));
    std::size_t const equals = pair.find('=');
    if (equals == std::string_view::npos) continue;
    headers.emplace_back(std::string(trimmed(pair.substr(0, equals))),
                         percent_decoded(trimmed(pair.substr(equals + 1))));
  }
  return headers;
}

/// The start of what a collector says, which may echo the headers that let spans in.
std::string said(HttpResponse const& response, Headers const& headers) {
  Secrets secrets;
  for (auto const& [name, value] : headers) secrets.add(value);
  return secrets.masked(response.body).substr(0, most_shown_bytes);
}

void deliver(TraceExport const& settings, Transport const& transport, std::string const& json) {
  HttpRequest request{.method = "POST", .url = settings.url, .headers = settings.headers, .body = json};
  request.headers.emplace_back("Content-Type", "application/json");
  request.headers.emplace_back("User-Agent", fmt::format("prompty/{}", version()));
  HttpResponse const response = transport.send(request);
  if (response.status >= 200 && response.status <= 299) return;
  throw errors::spans_not_taken(settings.url, response.status, said(response, settings.headers));
}

}  // namespace
}  // namespace trace_export

std::optional<TraceExport> trace_export_of(Environment const& environment) {
  if (trace_export::value_of(environment, "OTEL_SDK_DISABLED") == "true") return std::nullopt;
  TraceExport settings{.url = trace_export::value_of(environment, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")};
  std::string const base = trace_export::value_of(environment, "OTEL_EXPORTER_OTLP_ENDPOINT");
  if (settings.url.empty() && base.empty()) return std::nullopt;
  if (settings.url.empty()) settings.url = join_url(base, "/v1/traces");
  settings.headers = trace_export::headers_in(trace_export::value_of(environment, "OTEL_EXPORTER_OTLP_HEADERS"));
  std::string const service = trace_export::value_of(environment, "OTEL_SERVICE_NAME");
  if (!service.empty()) settings.service_name = service;
  bool const with_content =
      trace_export::value_of(environment, "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT") == "true";
  if (with_content) settings.content = TraceContent::included;
  return settings;
}

BackEnd otlp_back_end(TraceExport const& settings, std::shared_ptr<Transport const> transport) {
  return otlp_back_end(settings.service_name, settings.content,
                       [settings, transport = std::move(transport)](std::string const& json) {
                         trace_export::deliver(settings, *transport, json);
                       });
}

}  // namespace prompty
