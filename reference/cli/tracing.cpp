#include "cli/tracing.hpp"

#include <chrono>
#include <cstddef>
#include <memory>
#include <ostream>

#include "prompty/pipeline/trace_export.hpp"
#include "prompty/trace/console_back_end.hpp"
#include "prompty/trace/tracy_back_end.hpp"
#include "prompty/transport/http_transport.hpp"

namespace prompty::cli {
namespace {

// The answer is there already when a trace is sent; nobody wants to wait for the collector.
constexpr std::chrono::seconds collector_patience{3};
constexpr std::chrono::seconds collector_time{10};
constexpr std::size_t collector_answer_bytes = std::size_t{1} * 1024 * 1024;

}  // namespace

void record_traces(Runtime& runtime, TraceChoices const& choices, std::ostream& err) {
  runtime.tracer.listen(
      [&err](std::string const&, std::string const& problem) { err << "prompty: warning: " << problem << '\n'; });
  if (choices.folder) runtime.tracer.add("tracy", tracy_back_end(*choices.folder));
  if (choices.console) runtime.tracer.add("console", console_back_end(err));
  if (std::optional<TraceExport> const collector = trace_export_of(runtime.environment)) {
    HttpOptions const patience{.connect_timeout = collector_patience,
                               .read_timeout = collector_patience,
                               .total_timeout = collector_time,
                               .max_answer_bytes = collector_answer_bytes};
    runtime.tracer.add("otlp", otlp_back_end(*collector, std::make_shared<HttpTransport>(patience)));
  }
}

}  // namespace prompty::cli
