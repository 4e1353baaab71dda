#include "prompty/trace/otlp_back_end.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "prompty/core/json_text.hpp"

namespace prompty {
namespace otlp_back_end_room {
namespace {

/// The traces whose root is open, with the spans that ended.
class Batches {
 public:
  Batches(std::string service_name, TraceContent content, SendSpans send)
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

class Sink final : public SpanSink {
 public:
  Sink(std::shared_ptr<Batches> batches, SpanStart const& start)
      : batches_(std::move(batches)), span_{.start = start} {}

  void emit(std::string const& key, Json const& value) override { span_.attributes[key] = value; }

  void end(SpanEnd const& end) override {
    span_.end = end;
    batches_->take(std::move(span_));
  }

 private:
  std::shared_ptr<Batches> batches_;
  RecordedSpan span_;
};

}  // namespace
}  // namespace otlp_back_end_room

BackEnd otlp_back_end(std::string service_name, TraceContent content, SendSpans send) {
  return [batches = std::make_shared<otlp_back_end_room::Batches>(std::move(service_name), content, std::move(send))](
             SpanStart const& start) -> std::unique_ptr<SpanSink> {
    batches->open(start);
    return std::make_unique<otlp_back_end_room::Sink>(batches, start);
  };
}

}  // namespace prompty
