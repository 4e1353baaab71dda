#include "prompty/trace/span.hpp"

#include <utility>

#include "prompty/core/error.hpp"
#include "prompty/trace/open_span.hpp"

namespace prompty {
namespace span {
namespace {

SpanFailure failure_of(std::exception_ptr const& error) {
  try {
    std::rethrow_exception(error);
  } catch (Error const& known) {
    return {.kind = std::string(known.kind()), .message = known.what()};
  } catch (std::exception const& foreign) {
    return {.kind = "exception", .message = foreign.what()};
  } catch (...) {
    return {.kind = "unknown", .message = "something that is no exception was thrown"};
  }
}

}  // namespace
}  // namespace span

Span::Span(std::shared_ptr<OpenSpan> open) : open_(std::move(open)) {}

Span::Span(Span&& other) noexcept : open_(std::exchange(other.open_, nullptr)) {}

Span& Span::operator=(Span&& other) noexcept {
  if (this == &other) return *this;
  end();
  open_ = std::exchange(other.open_, nullptr);
  return *this;
}

Span::~Span() {
  end();
}

void Span::emit(std::string_view key, Json const& value) {
  if (open_) open_->emit(std::string(key), value);
}

void Span::emit_made(std::string_view key, std::function<Json()> const& make) {
  if (!open_) return;
  std::optional<Json> made;
  try {
    made = make();
  } catch (std::exception const& problem) {
    open_->complain(problem.what());
  }
  if (made) emit(key, *made);
}

void Span::add_usage(Json const& usage) {
  if (open_) open_->add_usage(usage);
}

void Span::fail(std::exception_ptr const& error) {
  if (!open_) return;
  SpanFailure const failure = span::failure_of(error);
  // P3.1-06, A-342: there is no stack to ask for, so the traceback names the spans down to this one.
  open_->emit("result", Json{{"exception", failure.kind}, {"message", failure.message}, {"traceback", open_->path()}});
  // P3.1-07: back ends learn of it when the span ends.
  open_->set_failure(failure);
}

void Span::end() {
  if (std::shared_ptr<OpenSpan> const ending = std::exchange(open_, nullptr)) ending->end();
}

}  // namespace prompty
