#include "prompty/trace/otlp_json.hpp"

#include <cmath>
#include <string_view>

#include "prompty/core/json_text.hpp"
#include "prompty/core/version.hpp"
#include "prompty/trace/trace_time.hpp"

namespace prompty {
namespace otlp_json {
namespace {

constexpr int kind_internal = 1;
constexpr int kind_client = 3;
constexpr int status_error = 2;

Json any_value(Json const& value);

Json array_value(Json const& list) {
  Json values = Json::array();
  for (Json const& element : list) values.push_back(any_value(element));
  return Json{{"arrayValue", Json{{"values", std::move(values)}}}};
}

Json key_value(std::string const& key, Json const& value) {
  return Json{{"key", key}, {"value", any_value(value)}};
}

Json key_value_list(Json const& object) {
  Json values = Json::array();
  for (auto const& [key, value] : object.items()) values.push_back(key_value(key, value));
  return Json{{"kvlistValue", Json{{"values", std::move(values)}}}};
}

Json double_value(double number) {
  if (std::isnan(number)) return Json{{"doubleValue", "NaN"}};
  if (std::isinf(number)) return Json{{"doubleValue", number > 0 ? "Infinity" : "-Infinity"}};
  return Json{{"doubleValue", number}};
}

Json any_value(Json const& value) {
  if (value.is_string()) return Json{{"stringValue", value}};
  if (value.is_boolean()) return Json{{"boolValue", value}};
  // A number beyond the signed ones has no integer form there.
  bool const is_too_large = value.is_number_unsigned() && value.get<std::uint64_t>() >> 63U != 0;
  if (value.is_number_integer() && !is_too_large) {
    return Json{{"intValue", std::to_string(value.get<std::int64_t>())}};
  }
  if (value.is_number()) return double_value(value.get<double>());
  if (value.is_array()) return array_value(value);
  if (value.is_object()) return key_value_list(value);
  return Json::object();
}

bool is_content(std::string_view key) {
  return key == "inputs" || key == "result";
}

/// Prompts and answers are deep; backends show them as the text of JSON.
Json content_value(Json const& value) {
  return value.is_structured() ? Json(json_text::dump(value)) : value;
}

Json attributes_of(RecordedSpan const& span, TraceContent content) {
  Json attributes = Json::array();
  for (auto const& [key, value] : span.attributes.items()) {
    if (value.is_null()) continue;
    if (!is_content(key)) {
      attributes.push_back(key_value(key, value));
    } else if (content == TraceContent::included) {
      attributes.push_back(key_value(key, content_value(value)));
    }
  }
  if (span.end && span.end->failure) attributes.push_back(key_value("error.type", span.end->failure->kind));
  return attributes;
}

Json status_of(RecordedSpan const& span) {
  if (!span.end || !span.end->failure) return Json::object();
  return Json{{"code", status_error}, {"message", span.end->failure->message}};
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
  json["status"] = status_of(span);
  return json;
}

Json resource_of(std::string const& service_name) {
  Json const attributes = Json::array(
      {key_value("service.name", service_name), key_value("telemetry.sdk.name", "prompty"),
       key_value("telemetry.sdk.language", "cpp"), key_value("telemetry.sdk.version", std::string(version()))});
  return Json{{"attributes", attributes}};
}

}  // namespace
}  // namespace otlp_json

Json spans_to_otlp(std::vector<RecordedSpan> const& spans, std::string const& service_name, TraceContent content) {
  Json list = Json::array();
  for (RecordedSpan const& span : spans) list.push_back(otlp_json::to_otlp(span, content));
  Json const scope{{"name", "prompty"}, {"version", std::string(version())}};
  Json const scope_spans{{"scope", scope}, {"spans", std::move(list)}};
  Json const resource_spans{{"resource", otlp_json::resource_of(service_name)},
                            {"scopeSpans", Json::array({scope_spans})}};
  return Json{{"resourceSpans", Json::array({resource_spans})}};
}

}  // namespace prompty
