#pragma once

#include <string>
#include <vector>

#include "prompty/core/json.hpp"
#include "prompty/trace/recorder.hpp"

namespace prompty {

/// Whether what prompts and answers say (`inputs`, `result`) goes along.
enum class TraceContent : std::uint8_t { left_out, included };

/// The spans as an ExportTraceServiceRequest in OTLP's JSON encoding, from a resource with that `service.name`: ids in
/// hexadecimal, 64-bit numbers as strings, enumerations as numbers. Spans of failures have status 2 and `error.type`.
[[nodiscard]] Json spans_to_otlp(std::vector<RecordedSpan> const& spans, std::string const& service_name,
                                 TraceContent content);

}  // namespace prompty
