#include "prompty/trace/traced.hpp"

namespace prompty {

Span open_call(Tracer const& tracer, SpanParent const& parent, TracedCall const& call,
               std::function<Json()> const& inputs) {
  Span span = tracer.start(call.name, call.kind, parent);
  if (!span.is_recording()) return span;
  // P3.1-03, P3.1-04: all functions open their spans here, so that none forgets its signature or its inputs.
  span.emit("signature", call.signature);
  span.emit_made("inputs", inputs);
  return span;
}

}  // namespace prompty
