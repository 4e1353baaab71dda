#pragma once

#include <memory>
#include <optional>
#include <string>

#include "prompty/core/host.hpp"
#include "prompty/trace/otlp.hpp"
#include "prompty/transport/transport.hpp"

namespace prompty {

/// A collector of OpenTelemetry. `url` is where it takes traces, such as "http://127.0.0.1:4318/v1/traces".
struct TraceExport {
  std::string url;
  Headers headers = {};
  std::string service_name = "prompty";
  TraceContent content = TraceContent::left_out;

  bool operator==(TraceExport const&) const = default;
};

/// What the variables of OpenTelemetry ask for: OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, or OTEL_EXPORTER_OTLP_ENDPOINT with
/// `/v1/traces` behind it; OTEL_EXPORTER_OTLP_HEADERS, `name=value` separated by commas, percent-encoded;
/// OTEL_SERVICE_NAME; and OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT, "true" for what prompts and answers say.
/// Nothing when there is no endpoint or OTEL_SDK_DISABLED is "true".
[[nodiscard]] std::optional<TraceExport> trace_export_of(Environment const& environment);

/// A back end that sends each trace to the collector as JSON over HTTP when its root ends. It throws ConnectionError
/// and RuntimeError (for an answer other than 2xx), which the tracer tells its listener.
[[nodiscard]] BackEnd otlp_back_end(TraceExport const& settings, std::shared_ptr<Transport const> transport);

}  // namespace prompty
