#include "mock-provider/openai_dialects.hpp"

#include "mock-provider/default_answer.hpp"
#include "mock-provider/embeddings_body.hpp"
#include "mock-provider/error_frame.hpp"
#include "mock-provider/event_frame.hpp"
#include "mock-provider/images_body.hpp"
#include "mock-provider/images_events.hpp"
#include "mock-provider/provider_error.hpp"
#include "mock-provider/responses_body.hpp"
#include "mock-provider/responses_events.hpp"

namespace mock_provider {
namespace openai_dialects {
namespace {

Completion nothing(Json const&) {
  return {};
}

constexpr Dialect embeddings{.body = embeddings_body::body,
                             .frames = nullptr,
                             .frame = event_frame::of_named,
                             .stream_end = "",
                             .delta_name = "",
                             .error_body = provider_error::body,
                             .error_headers = provider_error::headers,
                             .error_frame = error_frame::of_data,
                             .default_answer = nothing,
                             .as_asked = embeddings_body::as_asked};
constexpr Dialect images{.body = images_body::body,
                         .frames = images_events::frames,
                         .frame = event_frame::of_named,
                         .stream_end = "",
                         .delta_name = "image_generation.partial_image",
                         .error_body = provider_error::body,
                         .error_headers = provider_error::headers,
                         .error_frame = error_frame::of_data,
                         .default_answer = nothing};
constexpr Dialect responses{.body = responses_body::body,
                            .frames = responses_events::frames,
                            .frame = event_frame::of_named,
                            .stream_end = "",
                            .delta_name = "response.output_text.delta",
                            .error_body = provider_error::body,
                            .error_headers = provider_error::headers,
                            .error_frame = error_frame::of_response,
                            .default_answer = responses_body::default_answer};

}  // namespace
}  // namespace openai_dialects

Dialect const& openai_dialect(Route::Kind kind) {
  if (kind == Route::Kind::embeddings) return openai_dialects::embeddings;
  if (kind == Route::Kind::images) return openai_dialects::images;
  if (kind == Route::Kind::responses) return openai_dialects::responses;
  return kind == Route::Kind::chat_completions ? chat_dialect() : free_dialect();
}

}  // namespace mock_provider
