#pragma once

#include <memory>

#include "prompty/core/stream_item.hpp"
#include "prompty/stream/prompty_stream.hpp"
#include "prompty/trace/span.hpp"
#include "prompty/trace/tracer.hpp"

namespace prompty {

/// The same items, with `span` around the reading of them: at the end its `result` is the list of all items. A stream
/// that breaks off, or is let go of before its end, ends the span in failure (P3.4-04, A-341).
[[nodiscard]] ItemStream traced_items(Span span, ItemStream items);

/// The same chunks. `execute`, the span of the call that they answer, ends with them, when it knows what they tell of
/// the response (§7.1.8); below it stands a span `PromptyStream`, whose `result` is the list of all chunks and which
/// ends as above.
[[nodiscard]] std::shared_ptr<PromptyStream> traced_chunks(Tracer const& tracer, Span execute,
                                                           std::shared_ptr<PromptyStream> chunks);

}  // namespace prompty
