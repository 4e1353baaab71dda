#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mock-provider/http/request.hpp"
#include "mock-provider/scenario/scenario.hpp"
#include "mock-provider/values/json_text.hpp"

namespace mock_provider {

/// How the provider behind a route puts what a scenario has it say.
struct Dialect {
  Json (*body)(Completion const& said, Json const& request, std::uint64_t seed);
  /// The whole event stream that says the same as such a body; nullptr where there are no streams.
  std::vector<std::string> (*frames)(Json const& body, Json const& request, Chunking const& chunking);
  /// The event that carries one chunk of a scenario.
  std::string (*frame)(Json const& chunk);
  std::string_view stream_end;  ///< what follows the last chunk of a scenario
  std::string_view delta_name;  ///< of the event that carries a piece of an answer; "" where events have no names
  Json (*error_body)(ProviderError const& error);
  Headers (*error_headers)(ProviderError const& error);
  /// The server-sent event by which a stream tells of an error after so many events, with its empty line.
  std::string (*error_frame)(ProviderError const& error, std::size_t events_before);
  Completion (*default_answer)(Json const& request);
  /// A scenario's whole answer in the form that the request asks for; nullptr where there is one form.
  Json (*in_requested_form)(Json whole, Json const& request) = nullptr;
  /// Throws MisfitStep for a body that can be streamed, but not be sent as a whole; nullptr where every body can.
  void (*require_whole)(Json const& body) = nullptr;
  /// What the model behind the route gives: texts and calls, or vectors and images.
  enum class Gives : std::uint8_t { speech, data };
  Gives gives = Gives::speech;
  /// The headers that come with the default answer; nullptr for none.
  Headers (*usual_headers)() = nullptr;
  /// Which forms a scenario's body and chunks may have: those of the request, or any, on routes of no model.
  enum class Forms : std::uint8_t { as_requested, any };
  Forms forms = Forms::as_requested;
  std::string_view stream_type = "text/event-stream; charset=utf-8";  ///< the content type of its streams
};

/// Whether a request, any JSON, asks for an event stream.
[[nodiscard]] bool wants_stream(Json const& request);

/// That of OpenAI's chat completions.
[[nodiscard]] Dialect const& chat_dialect();

/// The same for routes that ask no model, which a scenario answers with whatever it has.
[[nodiscard]] Dialect const& free_dialect();

}  // namespace mock_provider
