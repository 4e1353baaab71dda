#include "mock-provider/providers/dialect.hpp"

#include "mock-provider/check/finding.hpp"
#include "mock-provider/providers/events.hpp"
#include "mock-provider/providers/openai/chat.hpp"
#include "mock-provider/providers/provider_error.hpp"

namespace mock_provider {

bool wants_stream(Json const& request) {
  Json const* const stream = member(request, "stream");
  return stream != nullptr && *stream == true;
}

namespace {

constexpr Dialect chat_answers{.body = completion::body,
                               .frames = completion_chunks::frames,
                               .frame = event_frame::of_data,
                               .stream_end = event_frame::done,
                               .delta_name = "",
                               .error_body = provider_error::body,
                               .error_headers = provider_error::headers,
                               .error_frame = error_frame::of_data,
                               .default_answer = default_answer::to,
                               .usual_headers = rate_limits::of_openai};

constexpr Dialect in_any_form() {
  Dialect free = chat_answers;
  free.forms = Dialect::Forms::any;
  return free;
}

}  // namespace

Dialect const& chat_dialect() {
  return chat_answers;
}

Dialect const& free_dialect() {
  static constexpr Dialect free = in_any_form();
  return free;
}

}  // namespace mock_provider
