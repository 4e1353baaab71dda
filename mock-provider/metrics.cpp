#include "mock-provider/metrics.hpp"

#include <fmt/format.h>

#include <iterator>

namespace mock_provider {
namespace {

std::string_view metric_label(Route::Kind route) {
  switch (route) {
    case Route::Kind::chat_completions:
      return "chat_completions";
    case Route::Kind::completions:
      return "completions";
    case Route::Kind::ollama_chat:
      return "ollama_chat";
    case Route::Kind::ollama_embed:
      return "ollama_embed";
    case Route::Kind::gemini:
      return "gemini";
    case Route::Kind::gemini_embed:
      return "gemini_embed";
    case Route::Kind::embeddings:
      return "embeddings";
    case Route::Kind::images:
      return "images";
    case Route::Kind::messages:
      return "messages";
    case Route::Kind::responses:
      return "responses";
    case Route::Kind::models:
      return "models";
    case Route::Kind::model:
      return "model";
    case Route::Kind::response:
      return "response";
    case Route::Kind::input_tokens:
      return "input_tokens";
    case Route::Kind::count_tokens:
      return "count_tokens";
    case Route::Kind::moderations:
      return "moderations";
    case Route::Kind::transcriptions:
      return "transcriptions";
    case Route::Kind::image_edits:
      return "image_edits";
    case Route::Kind::files:
      return "files";
    case Route::Kind::speech:
      return "speech";
    case Route::Kind::compact:
      return "compact";
    case Route::Kind::batches:
      return "batches";
    case Route::Kind::message_batches:
      return "message_batches";
    case Route::Kind::conversations:
      return "conversations";
    case Route::Kind::vector_stores:
      return "vector_stores";
    case Route::Kind::mcp:
      return "mcp";
    case Route::Kind::api:
      return "api";
    case Route::Kind::admin:
      return "admin";
    case Route::Kind::unknown:
      return "unknown";
  }
  return "unknown";
}

}  // namespace

void Metrics::count(Answered const& answered, std::vector<Finding> const& findings) {
  std::lock_guard const lock(mutex_);
  ++requests_[{metric_label(answered.route), answered.status, answered.is_stream}];
  for (Finding const& finding : findings) ++findings_[finding.rule];
  request_bytes_ += answered.request_bytes;
}

std::string Metrics::text() const {
  std::lock_guard const lock(mutex_);
  std::string text =
      "# HELP mock_requests_total Requests that were answered.\n"
      "# TYPE mock_requests_total counter\n";
  for (auto const& [key, count] : requests_) {
    auto const& [route, status, is_stream] = key;
    fmt::format_to(std::back_inserter(text), "mock_requests_total{{route=\"{}\",status=\"{}\",stream=\"{}\"}} {}\n",
                   route, status, is_stream, count);
  }
  text +=
      "# HELP mock_findings_total Rules of the provider that requests broke.\n"
      "# TYPE mock_findings_total counter\n";
  for (auto const& [rule, count] : findings_) {
    fmt::format_to(std::back_inserter(text), "mock_findings_total{{rule=\"{}\"}} {}\n", rule, count);
  }
  fmt::format_to(std::back_inserter(text),
                 "# HELP mock_request_bytes_total Bytes of the bodies of requests.\n"
                 "# TYPE mock_request_bytes_total counter\n"
                 "mock_request_bytes_total {}\n",
                 request_bytes_);
  return text;
}

}  // namespace mock_provider
