#include "prompty/pipeline/trace_export.hpp"

#include "prompty/core/utf8.hpp"
#include "prompty/pipeline/errors.hpp"
#include "prompty/transport/url.hpp"

namespace prompty {
namespace {

constexpr std::size_t most_shown_bytes = 200;

Headers headers_in(std::string_view list) {
  Headers headers;
  for (std::string_view const pair : parts_of(list, ',')) {
    std::size_t const equals = pair.find('=');
    if (equals == std::string_view::npos) continue;
    headers.emplace_back(std::string(utf8::trimmed(pair.substr(0, equals), " \t")),
                         utf8::percent_decoded(utf8::trimmed(pair.substr(equals + 1), " \t")));
  }
  return headers;
}

void deliver(TraceExport const& settings, Transport const& transport, std::string const& json) {
  HttpRequest request{.method = "POST", .url = settings.url, .headers = settings.headers, .body = json};
  request.headers.emplace_back("Content-Type", "application/json");
  request.headers.emplace_back("User-Agent", fmt::format("prompty/{}", version()));
  HttpResponse const response = transport.send(request);
  if (response.status >= 200 && response.status <= 299) return;
  // The answer may contain the headers that authenticate.
  Secrets secrets;
  for (auto const& [name, value] : settings.headers) secrets.add(value);
  throw errors::spans_refused(without_url_secrets(settings.url), response.status,
                              secrets.masked(response.body).substr(0, most_shown_bytes));
}

}  // namespace

std::optional<TraceExport> trace_export_of(Environment const& environment) {
  auto const value = [&](char const* name) { return environment(name).value_or(""); };
  if (value("OTEL_SDK_DISABLED") == "true") return std::nullopt;
  TraceExport settings{.url = value("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")};
  std::string const base = value("OTEL_EXPORTER_OTLP_ENDPOINT");
  if (settings.url.empty() && base.empty()) return std::nullopt;
  if (settings.url.empty()) settings.url = join_url(base, "/v1/traces");
  settings.headers = headers_in(value("OTEL_EXPORTER_OTLP_HEADERS"));
  std::string const service = value("OTEL_SERVICE_NAME");
  if (!service.empty()) settings.service_name = service;
  if (value("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT") == "true") settings.content = TraceContent::included;
  return settings;
}

BackEnd otlp_back_end(TraceExport const& settings, std::shared_ptr<Transport const> transport) {
  return otlp_back_end(
      settings.service_name, settings.content,
      [settings, transport = std::move(transport)](std::string const& json) { deliver(settings, *transport, json); });
}

BackgroundBackEnd export_traces(TraceExport const& settings, Runtime& runtime, BackgroundOptions options) {
  // Short, since a program that ends waits for what is under way.
  HttpOptions const http{.connect_timeout = std::chrono::seconds(3),
                         .read_timeout = std::chrono::seconds(3),
                         .total_timeout = std::chrono::seconds(10),
                         .max_answer_bytes = std::size_t{1} << 20U};
  if (settings.content == TraceContent::included) runtime.tracer.show_messages();
  return runtime.tracer.add_in_background("otlp", otlp_back_end(settings, std::make_shared<HttpTransport>(http)),
                                          options);
}

std::optional<BackgroundBackEnd> export_traces(Runtime& runtime, BackgroundOptions options) {
  std::optional<TraceExport> const settings = trace_export_of(runtime.environment);
  if (!settings) return std::nullopt;
  return export_traces(*settings, runtime, options);
}

}  // namespace prompty
