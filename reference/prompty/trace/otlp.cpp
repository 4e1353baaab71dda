#include "prompty/trace/otlp.hpp"

#include "prompty/core/json_text.hpp"
#include "prompty/trace/otlp_names.hpp"
#include "prompty/trace/sinks.hpp"

namespace prompty {
namespace {

constexpr int kind_internal = 1;
constexpr int kind_client = 3;
constexpr int status_error = 2;

Json any_value(Json const& value);

Json key_value(std::string const& key, Json const& value) {
  return Json{{"key", key}, {"value", any_value(value)}};
}

Json any_value(Json const& value) {
  if (value.is_string()) return Json{{"stringValue", value}};
  if (value.is_boolean()) return Json{{"boolValue", value}};
  // A number beyond the signed ones has no integer form there.
  bool const is_too_large = value.is_number_unsigned() && value.get<std::uint64_t>() >> 63U != 0;
  if (value.is_number_integer() && !is_too_large) {
    return Json{{"intValue", std::to_string(value.get<std::int64_t>())}};
  }
  if (value.is_number()) return Json{{"doubleValue", trace_value(value.get<double>())}};
  if (!value.is_structured()) return Json::object();
  Json values = Json::array();
  for (auto const& [key, element] : value.items()) {
    values.push_back(value.is_object() ? key_value(key, element) : any_value(element));
  }
  return Json{{value.is_object() ? "kvlistValue" : "arrayValue", Json{{"values", std::move(values)}}}};
}

std::string unix_nanoseconds(std::chrono::system_clock::time_point time) {
  return std::to_string(std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch()).count());
}

Json attributes_of(RecordedSpan const& span, TraceContent content) {
  Json attributes = Json::array();
  Json const named = otlp_names::attributes(span.attributes);
  for (auto const& [key, value] : named.items()) {
    bool const is_content = key == "inputs" || key == "result";
    if (value.is_null() || (is_content && content == TraceContent::left_out)) continue;
    // Prompts and answers are deep; viewers show them as the text of JSON.
    attributes.push_back(key_value(key, is_content && value.is_structured() ? Json(json_text::dump(value)) : value));
  }
  // P3.1-19: the conventions have what prompts and answers say as attributes of the span, in the text of JSON.
  for (SpanEvent const& event : span.events) {
    if (content == TraceContent::left_out || !otlp_names::is_content(event)) continue;
    attributes.push_back(key_value(event.name, json_text::dump(otlp_names::content(event, span.attributes))));
  }
  if (span.end && span.end->failure) attributes.push_back(key_value("error.type", span.end->failure->kind));
  return attributes;
}

Json event_to_otlp(SpanEvent const& event) {
  Json attributes = Json::array();
  for (auto const& [key, value] : event.attributes.items()) {
    attributes.push_back(key_value(key, value.is_structured() ? Json(json_text::dump(value)) : value));
  }
  return Json{{"timeUnixNano", unix_nanoseconds(event.time)}, {"name", event.name}, {"attributes", attributes}};
}

Json events_of(RecordedSpan const& span) {
  Json events = Json::array();
  for (SpanEvent const& event : span.events) {
    if (!otlp_names::is_content(event)) events.push_back(event_to_otlp(event));
  }
  return events;
}

Json to_otlp(RecordedSpan const& span, TraceContent content) {
  Json json{{"traceId", span.start.trace}, {"spanId", span.start.id}};
  if (span.start.parent) json["parentSpanId"] = *span.start.parent;
  json["name"] = span.start.name;
  // P3.5-03: only the span `execute`, which waits for a provider, is a client.
  json["kind"] = span.start.kind == SpanKind::client ? kind_client : kind_internal;
  json["startTimeUnixNano"] = unix_nanoseconds(span.start.time);
  if (span.end)
    json["endTimeUnixNano"] = unix_nanoseconds(
        span.start.time + std::chrono::duration_cast<std::chrono::system_clock::duration>(span.end->duration));
  json["attributes"] = attributes_of(span, content);
  if (Json events = events_of(span); !events.empty()) json["events"] = std::move(events);
  json["status"] = Json::object();
  // P3.5-04: with `error.type` among the attributes.
  if (span.end && span.end->failure) json["status"] = {{"code", status_error}, {"message", span.end->failure->message}};
  return json;
}

Json resource_of(std::string const& service_name) {
  Json const attributes = Json::array(
      {key_value("service.name", service_name), key_value("telemetry.sdk.name", "prompty"),
       key_value("telemetry.sdk.language", "cpp"), key_value("telemetry.sdk.version", std::string(version()))});
  return Json{{"attributes", attributes}};
}

/// The traces whose root is open, with the spans that ended.
class OtlpBatches {
 public:
  OtlpBatches(std::string service_name, TraceContent content, SendSpans send)
      : service_name_(std::move(service_name)), content_(content), send_(std::move(send)) {}

  void open(SpanStart const& start) {
    if (start.parent) return;
    std::unique_lock<std::mutex> const lock(mutex_);
    batches_[start.trace];
  }

  void take(RecordedSpan span) {
    bool const is_root = !span.start.parent.has_value();
    std::unique_lock<std::mutex> lock(mutex_);
    std::map<std::string, std::vector<RecordedSpan>>::iterator const batch = batches_.find(span.start.trace);
    if (batch == batches_.end()) return;
    batch->second.push_back(std::move(span));
    if (!is_root) return;
    std::vector<RecordedSpan> const whole = std::move(batch->second);
    batches_.erase(batch);
    lock.unlock();
    send_(json_text::dump(spans_to_otlp(whole, service_name_, content_)));
  }

 private:
  std::string service_name_;
  TraceContent content_;
  SendSpans send_;
  std::mutex mutex_;
  std::map<std::string, std::vector<RecordedSpan>> batches_;
};

}  // namespace

Json spans_to_otlp(std::vector<RecordedSpan> const& spans, std::string const& service_name, TraceContent content) {
  Json list = Json::array();
  for (RecordedSpan const& span : spans) list.push_back(to_otlp(span, content));
  Json const scope{{"name", "prompty"}, {"version", std::string(version())}};
  Json const scope_spans{{"scope", scope}, {"spans", std::move(list)}};
  Json const resource_spans{{"resource", resource_of(service_name)}, {"scopeSpans", Json::array({scope_spans})}};
  return Json{{"resourceSpans", Json::array({resource_spans})}};
}

BackEnd otlp_back_end(std::string service_name, TraceContent content, SendSpans send) {
  return [batches = std::make_shared<OtlpBatches>(std::move(service_name), content, std::move(send))](
             SpanStart const& start) {
    batches->open(start);
    std::shared_ptr<RecordedSpan> const span = std::make_shared<RecordedSpan>(RecordedSpan{.start = start});
    return std::make_unique<RecordingSink>(std::make_shared<std::mutex>(), span,
                                           [batches, span] { batches->take(std::move(*span)); });
  };
}

}  // namespace prompty
