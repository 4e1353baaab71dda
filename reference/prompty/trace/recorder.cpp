#include "prompty/trace/recorder.hpp"

#include <map>
#include <utility>

namespace prompty {

struct Recorder::Spans {
  std::mutex mutex;
  std::vector<RecordedSpan> list;
};

Recorder::Recorder() : spans_(std::make_shared<Spans>()) {}

BackEnd Recorder::back_end() const {
  class Sink final : public SpanSink {
   public:
    Sink(std::shared_ptr<Spans> spans, std::size_t place) : spans_(std::move(spans)), place_(place) {}

    void emit(std::string const& key, Json const& value) override {
      std::unique_lock<std::mutex> const lock(spans_->mutex);
      spans_->list[place_].attributes[key] = value;
    }

    void end(SpanEnd const& end) override {
      std::unique_lock<std::mutex> const lock(spans_->mutex);
      spans_->list[place_].end = end;
    }

   private:
    std::shared_ptr<Spans> spans_;
    std::size_t place_;
  };
  return [spans = spans_](SpanStart const& start) -> std::unique_ptr<SpanSink> {
    std::unique_lock<std::mutex> const lock(spans->mutex);
    spans->list.push_back({.start = start});
    return std::make_unique<Sink>(spans, spans->list.size() - 1);
  };
}

std::vector<RecordedSpan> Recorder::spans() const {
  std::unique_lock<std::mutex> const lock(spans_->mutex);
  return spans_->list;
}

Json spans_to_json(std::vector<RecordedSpan> const& spans) {
  std::map<std::string, std::string> names;
  for (RecordedSpan const& span : spans) names.emplace(span.start.id, span.start.name);
  Json list = Json::array();
  for (RecordedSpan const& span : spans) {
    Json shown{{"name", span.start.name}, {"attributes", span.attributes}};
    if (span.start.parent && names.contains(*span.start.parent)) shown["parent"] = names[*span.start.parent];
    if (span.end && span.end->failure) {
      shown["error"] = Json{{"kind", span.end->failure->kind}, {"message", span.end->failure->message}};
    }
    list.push_back(std::move(shown));
  }
  return list;
}

}  // namespace prompty
