#include "prompty/pipeline/trace_export.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <future>

#include "prompty/core/error.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/pipeline/runtimes.hpp"
#include "prompty/trace/tracer.hpp"
#include "reference/support/local_server.hpp"

namespace prompty::trace_export_test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

std::optional<TraceExport> settings_of(std::map<std::string, std::string> variables) {
  return trace_export_of(fixed_environment(std::move(variables)));
}

class AnsweringTransport final : public Transport {
 public:
  [[nodiscard]] HttpResponse send(HttpRequest const& request) const override {
    requests.push_back(request);
    if (status == 0) throw ConnectionError("nothing listens");
    return {.status = status, .body = "told so"};
  }
  int status = 200;
  mutable std::vector<HttpRequest> requests;
};

class TraceExports : public testing::Test {
 protected:
  std::shared_ptr<AnsweringTransport> transport = std::make_shared<AnsweringTransport>();
  std::vector<std::string> reported;
  Tracer tracer{
      system_nonces(), {}, [this](std::string const&, std::string const& problem) { reported.push_back(problem); }};
};

TEST(TraceExportSettings, ComeFromTheVariablesOfOpenTelemetry) {
  EXPECT_EQ(settings_of({}), std::nullopt);
  EXPECT_EQ(settings_of({{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://h:4318/"}}),
            (TraceExport{.url = "http://h:4318/v1/traces"}));
  EXPECT_EQ(settings_of({{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://h"},
                         {"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://t/x"},
                         {"OTEL_EXPORTER_OTLP_HEADERS", "a=b%20c, X-Team = d=e ,nothing"},
                         {"OTEL_SERVICE_NAME", "shop"},
                         {"OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT", "true"}}),
            (TraceExport{.url = "http://t/x",
                         .headers = {{"a", "b c"}, {"X-Team", "d=e"}},
                         .service_name = "shop",
                         .content = TraceContent::included}));
  EXPECT_EQ(settings_of({{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://h"}, {"OTEL_SDK_DISABLED", "true"}}), std::nullopt);
}

TEST_F(TraceExports, PostJsonToTheCollector) {
  tracer.add("otlp", otlp_back_end({.url = "http://h/v1/traces", .headers = {{"a", "b"}}}, transport));
  tracer.start("run").end();
  ASSERT_EQ(transport->requests.size(), 1U);
  HttpRequest const& request = transport->requests[0];
  EXPECT_EQ(request.method, "POST");
  EXPECT_EQ(request.url, "http://h/v1/traces");
  EXPECT_THAT(request.headers, Contains(Pair("a", "b")));
  EXPECT_THAT(request.headers, Contains(Pair("Content-Type", "application/json")));
  EXPECT_TRUE(json_text::parse(request.body).value().contains("resourceSpans"));
}

TEST_F(TraceExports, ReportErrorsToTheListenerOnly) {
  tracer.add("otlp", otlp_back_end({.url = "http://h/v1/traces"}, transport));
  transport->status = 503;
  tracer.start("run").end();
  transport->status = 0;
  tracer.start("run").end();
  EXPECT_THAT(reported, ElementsAre(HasSubstr("http://h/v1/traces did not take the spans: status 503: told so"),
                                    "nothing listens"));
}

class HttpTraceExports : public testing::Test {
 protected:
  HttpTraceExports() {
    collector.server.Post("/v1/traces", [this](httplib::Request const&, httplib::Response&) {
      is_open.wait();
      ++received;
    });
    collector.start();
  }

  LocalServer<httplib::Server> collector;
  // The collector answers once it is open.
  std::promise<void> open;
  std::shared_future<void> is_open = open.get_future().share();
  std::atomic<int> received{0};
};

TEST_F(HttpTraceExports, GoToTheCollectorOfTheEnvironmentInTheBackground) {
  RecordProperty("clause", "P3.5-05");
  std::unique_ptr<Runtime> runtime = make_runtime();
  runtime->environment = fixed_environment({{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://" + collector.address()}});
  std::optional<BackgroundBackEnd> const handle = export_traces(*runtime);
  ASSERT_TRUE(handle.has_value());
  runtime->tracer.start("first").end();
  EXPECT_EQ(received, 0) << "the span waited for the collector";
  open.set_value();
  handle->flush();
  EXPECT_EQ(received, 1);
}

TEST_F(HttpTraceExports, AreSentBeforeTheRuntimeIsGone) {
  RecordProperty("clause", "P3.5-05");
  open.set_value();
  std::unique_ptr<Runtime> runtime = make_runtime();
  static_cast<void>(export_traces({.url = "http://" + collector.address() + "/v1/traces"}, *runtime));
  for (int trace = 0; trace < 5; ++trace) runtime->tracer.start("work").end();
  runtime = nullptr;
  EXPECT_EQ(received, 5);
}

TEST(TraceExportSettings, WithoutACollectorAddNothing) {
  std::unique_ptr<Runtime> const runtime = make_runtime();
  runtime->environment = fixed_environment({});
  EXPECT_FALSE(export_traces(*runtime).has_value());
  EXPECT_FALSE(runtime->tracer.is_recording());
}

}  // namespace
}  // namespace prompty::trace_export_test
