#include "prompty/pipeline/traced_streams.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "prompty/pipeline/errors.hpp"
#include "prompty/trace/gen_ai.hpp"
#include "prompty/trace/traced.hpp"

namespace prompty {
namespace traced_streams {
namespace {

Json items_to_json(std::vector<StreamItem> const& items) {
  Json list = Json::array();
  for (StreamItem const& item : items) list.push_back(stream_item_to_json(item));
  return list;
}

/// A stream and its span, which ends with it or with whoever holds both.
class TracedItems {
 public:
  TracedItems(Span span, ItemStream items) : span_(std::move(span)), items_(std::move(items)) {}
  TracedItems(TracedItems const&) = delete;
  TracedItems& operator=(TracedItems const&) = delete;
  ~TracedItems() {
    // Spans below end first: `items_` goes before `span_`.
    span_.fail(std::make_exception_ptr(errors::stream_let_go()));
  }

  std::optional<StreamItem> next() {
    try {
      std::optional<StreamItem> item = items_.next();
      if (item) return item;
    } catch (...) {
      span_.fail(std::current_exception());
      span_.end();
      throw;
    }
    span_.emit_made("result", [this] { return items_to_json(items_.items()); });
    span_.end();
    return std::nullopt;
  }

 private:
  Span span_;
  ItemStream items_;
};

class TracedChunks {
 public:
  TracedChunks(Tracer const& tracer, Span execute, std::shared_ptr<PromptyStream> chunks)
      : execute_(std::move(execute)),
        // P3.4-01: below the call, which is not over before its stream is.
        stream_(tracer.start("PromptyStream", SpanKind::internal, execute_.as_parent())),
        chunks_(std::move(chunks)) {
    stream_.emit("signature", "prompty.PromptyStream");
  }
  TracedChunks(TracedChunks const&) = delete;
  TracedChunks& operator=(TracedChunks const&) = delete;
  ~TracedChunks() {
    if (execute_.is_recording()) fail(std::make_exception_ptr(errors::stream_let_go()));
  }

  std::optional<Json> next() {
    try {
      std::optional<Json> chunk = chunks_->next();
      if (chunk) {
        response_.take(*chunk);
        return chunk;
      }
    } catch (...) {
      fail(std::current_exception());
      throw;
    }
    finish();
    return std::nullopt;
  }

 private:
  void fail(std::exception_ptr const& error) {
    execute_.fail(error);
    stream_.fail(error);
    finish();
  }

  void finish() {
    // P3.4-01, P3.4-04: after a failure too, in the place of the error, which the end of the span tells.
    stream_.emit("result", Json(chunks_->items()));
    // P3.4-03: once, as of a whole answer.
    stream_.add_usage(response_.gathered().value("usage", Json()));
    // P3.4-02: attributes belong to the call, and only now are they known.
    for (auto const& [name, value] : gen_ai::of_response(response_.gathered())) execute_.emit(name, value);
    stream_.end();
    execute_.end();
  }

  Span execute_;
  Span stream_;
  std::shared_ptr<PromptyStream> chunks_;
  gen_ai::StreamedResponse response_;
};

}  // namespace
}  // namespace traced_streams

ItemStream traced_items(Span span, ItemStream items) {
  if (!span.is_recording()) return items;
  std::shared_ptr<traced_streams::TracedItems> const traced =
      std::make_shared<traced_streams::TracedItems>(std::move(span), std::move(items));
  return ItemStream([traced] { return traced->next(); });
}

std::shared_ptr<PromptyStream> traced_chunks(Tracer const& tracer, Span execute,
                                             std::shared_ptr<PromptyStream> chunks) {
  if (!execute.is_recording()) return chunks;
  std::shared_ptr<traced_streams::TracedChunks> const traced =
      std::make_shared<traced_streams::TracedChunks>(tracer, std::move(execute), std::move(chunks));
  return std::make_shared<PromptyStream>([traced] { return traced->next(); });
}

}  // namespace prompty
