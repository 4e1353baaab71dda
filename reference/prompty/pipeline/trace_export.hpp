#pragma once

#include "prompty/pipeline/runtimes.hpp"
#include "prompty/trace/otlp.hpp"

namespace prompty {

/// A collector of OpenTelemetry. `url` is where it takes traces, such as "http://127.0.0.1:4318/v1/traces".
struct TraceExport {
  std::string url;
  Headers headers = {};
  std::string service_name = "prompty";
  TraceContent content = TraceContent::left_out;

  bool operator==(TraceExport const&) const = default;
};

/// What the variables of OpenTelemetry say: OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, or OTEL_EXPORTER_OTLP_ENDPOINT with
/// `/v1/traces` behind it; OTEL_EXPORTER_OTLP_HEADERS, `name=value` separated by commas, percent-encoded;
/// OTEL_SERVICE_NAME; and OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT, "true" for what prompts and answers say.
/// Nothing when there is no endpoint or OTEL_SDK_DISABLED is "true".
[[nodiscard]] std::optional<TraceExport> trace_export_of(Environment const& environment);

/// A back end that sends each trace to the collector as JSON over HTTP when its root ends. It throws ConnectionError
/// and RuntimeError (for an answer other than 2xx), which the tracer reports to its listener.
[[nodiscard]] BackEnd otlp_back_end(TraceExport const& settings, std::shared_ptr<Transport const> transport);

/// Has the runtime send its traces to that collector over HTTP, in the background, in place of one that was named
/// before: `runtime.tracer` has the back end as "otlp". The handle can wait for what is under way; without that, a
/// runtime that goes sends all of it first. What the collector does not answer within ten seconds is lost and reported
/// to the tracer's listener (`Tracer::listen`, called before this). With content included, spans of calls to providers
/// show their messages from now on. Throws RuntimeError when there is no thread left.
BackgroundBackEnd export_traces(TraceExport const& settings, Runtime& runtime = global_runtime(),
                                BackgroundOptions options = {});

/// As above, to the collector that `trace_export_of` finds in the runtime's environment; nothing where there is none.
std::optional<BackgroundBackEnd> export_traces(Runtime& runtime = global_runtime(), BackgroundOptions options = {});

}  // namespace prompty
