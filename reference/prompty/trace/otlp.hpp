#pragma once

#include "prompty/trace/back_ends.hpp"

namespace prompty {

/// Whether prompts and answers (`inputs`, `result`, events of messages) are sent.
enum class TraceContent : std::uint8_t { left_out, included };

/// The spans as an ExportTraceServiceRequest in OTLP's JSON encoding, from a resource with that `service.name`: ids in
/// hexadecimal, 64-bit numbers as strings, enumerations as numbers. Spans of failures have status 2 and `error.type`.
[[nodiscard]] Json spans_to_otlp(std::vector<RecordedSpan> const& spans, std::string const& service_name,
                                 TraceContent content);

/// Delivers the text of one export request to a collector. What it throws goes to the tracer's listener.
using SendSpans = std::function<void(std::string const& json)>;

/// Sends the spans of a trace that have ended when its root ends, all in one request, on the thread that ends it.
[[nodiscard]] BackEnd otlp_back_end(std::string service_name, TraceContent content, SendSpans send);

}  // namespace prompty
