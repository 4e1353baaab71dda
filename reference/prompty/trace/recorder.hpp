#pragma once

#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "prompty/core/json.hpp"
#include "prompty/trace/span.hpp"

namespace prompty {

/// One span as it was recorded; `end` is missing while it is open. `attributes` maps keys to values in the order in
/// which they were emitted.
struct RecordedSpan {
  SpanStart start;
  Json attributes = Json::object();
  std::optional<SpanEnd> end = std::nullopt;

  bool operator==(RecordedSpan const&) const = default;
};

/// Keeps spans in memory, in order of start. For many threads at once.
class Recorder {
 public:
  Recorder();

  /// A back end that records here; it may outlive the recorder.
  [[nodiscard]] BackEnd back_end() const;

  [[nodiscard]] std::vector<RecordedSpan> spans() const;

 private:
  struct Spans;
  std::shared_ptr<Spans> spans_;
};

/// The spans as the adapter protocol shows them: a list of `{"name", "attributes", "parent"?, "error"?}`, where parent
/// is the name of the span above and error is `{"kind", "message"}`.
[[nodiscard]] Json spans_to_json(std::vector<RecordedSpan> const& spans);

}  // namespace prompty
