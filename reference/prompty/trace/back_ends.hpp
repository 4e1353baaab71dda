#pragma once

#include <filesystem>
#include <iosfwd>
#include <mutex>

#include "prompty/trace/span.hpp"

namespace prompty {

/// One span as it was recorded; `end` is missing while it is open. `attributes` has the keys in the order of emission.
struct RecordedSpan {
  SpanStart start;
  Json attributes = empty_object();
  std::optional<SpanEnd> end = std::nullopt;
  std::vector<SpanEvent> events = {};

  bool operator==(RecordedSpan const&) const;
};

/// Keeps spans in memory, in order of start. For many threads at once.
class Recorder {
 public:
  Recorder();

  /// A back end that records here; it may outlive the recorder.
  [[nodiscard]] BackEnd back_end() const;

  /// The spans so far, those that have not ended included.
  [[nodiscard]] std::vector<RecordedSpan> spans() const;

 private:
  struct Spans;
  std::shared_ptr<Spans> spans_;
};

/// The spans as the adapter protocol shows them: a list of `{"name", "attributes", "parent"?, "error"?}`, where parent
/// is the name of the span above and error is `{"kind", "message"}`.
[[nodiscard]] Json spans_to_json(std::vector<RecordedSpan> const& spans);

/// Writes a line when a span begins, `[prompty] ▶ name`, and one when it ends, `[prompty] ◀ name (12ms)`; one that ends
/// in failure says so behind the time: `(12ms): ValueError: message`. `out` must outlive the back end and every span.
[[nodiscard]] BackEnd console_back_end(std::ostream& out);

/// Writes one JSON file into `folder` when a root span ends: `NAME.YYYYMMDD.HHMMSS.tracy`, with the sanitized name and
/// the time in UTC at which it ended, and `-2`, `-3` and so on behind the time of one whose name is taken. It holds
///
///     {"runtime", "version", "trace": {"name", "__time": {"start", "end", "duration" in milliseconds},
///       what was emitted, "__frames": the spans below, "__events": [{"name", "time", "attributes"}], "__usage"}}
///
/// without `__events` when there were none. The folder is made if it is not there; only the owner may read the files.
/// The back end throws RuntimeError for a file that cannot be written.
[[nodiscard]] BackEnd tracy_back_end(std::filesystem::path folder);

/// `name` with everything but letters, digits, `.`, `-` and `_` of ASCII replaced by `_`, cut off at 100 bytes.
[[nodiscard]] std::string sanitized_file_name(std::string_view name);

}  // namespace prompty
