#pragma once

#include <exception>
#include <functional>
#include <string_view>

#include "prompty/core/json.hpp"
#include "prompty/trace/span.hpp"
#include "prompty/trace/tracer.hpp"

namespace prompty {

/// What a function is called in a trace.
struct TracedCall {
  std::string_view name;
  std::string_view signature;
  SpanKind kind = SpanKind::internal;
};

/// A span for a call that is about to begin, with its `signature` and `inputs`, an object of names to values.
[[nodiscard]] Span open_call(Tracer const& tracer, SpanParent const& parent, TracedCall const& call,
                             std::function<Json()> const& inputs);

/// What `work(span)` gives, within a span for the call; `describe` makes its `result` of it (P3.1-05). What `work`
/// throws is recorded and thrown on unchanged (P3.1-06). `inputs` and `describe` are called only if somebody records.
template <class Inputs, class Work, class Describe>
decltype(auto) traced(Tracer const& tracer, SpanParent const& parent, TracedCall const& call, Inputs const& inputs,
                      Work const& work, Describe const& describe) {
  Span span = open_call(tracer, parent, call, inputs);
  try {
    decltype(auto) result = work(span);
    span.emit_made("result", [&] { return describe(result); });
    return result;
  } catch (...) {
    span.fail(std::current_exception());
    throw;
  }
}

}  // namespace prompty
