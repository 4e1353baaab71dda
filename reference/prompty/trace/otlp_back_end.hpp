#pragma once

#include <functional>
#include <string>

#include "prompty/trace/otlp_json.hpp"
#include "prompty/trace/span.hpp"

namespace prompty {

/// Delivers the text of one export request to a collector. What it throws goes to the tracer's listener.
using SendSpans = std::function<void(std::string const& json)>;

/// Sends the spans of a trace when its root ends, all in one request, on the thread that ends it. A span that is still
/// open then is not sent.
[[nodiscard]] BackEnd otlp_back_end(std::string service_name, TraceContent content, SendSpans send);

}  // namespace prompty
