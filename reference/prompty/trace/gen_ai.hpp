#pragma once

#include <utility>

#include "prompty/core/agent.hpp"

/// The attributes of an execute span by the semantic conventions for generative AI (§7.1.8).
namespace prompty::gen_ai {

using Attributes = std::vector<std::pair<std::string, Json>>;

/// `gen_ai.operation.name` by apiType, `gen_ai.provider.name` and `gen_ai.request.model`, if the agent says them.
[[nodiscard]] Attributes of_agent(PromptyAgent const& agent);

/// `gen_ai.request.*`: each option in a request, not messages, tools and their like, by its name there.
[[nodiscard]] Attributes of_request(Json const& body);

/// `gen_ai.usage.*`, `gen_ai.response.finish_reasons`, `gen_ai.response.id` and `gen_ai.response.model` of a provider's
/// answer; what it does not hold is left out (P3.1-09).
[[nodiscard]] Attributes of_response(Json const& response);

/// How the names of events of messages begin.
inline constexpr std::string_view event_prefix = "gen_ai.";

struct MessageEvent {
  std::string_view name;
  Json content;
};

/// What a request says: `gen_ai.input.messages`, and where there are any `gen_ai.system_instructions` and
/// `gen_ai.tool.definitions`. `messages` are as files of messages have them, `body` is the request's, or null.
[[nodiscard]] std::vector<MessageEvent> events_of_request(Json const& messages, Json const& body);

/// `gen_ai.output.messages`: what a provider's whole answer says, as it came. Nothing for one without messages.
[[nodiscard]] std::vector<MessageEvent> events_of_response(Json const& response);

/// What `of_response` reads, gathered from the chunks of a streamed answer (P3.4-02).
class StreamedResponse {
 public:
  void take(Json const& chunk);

  /// `{"id"?, "model"?, "choices"?: [{"finish_reason"}], "usage"?}`
  [[nodiscard]] Json const& gathered() const { return gathered_; }

 private:
  void take_from(Json const& holder);
  void take_finish_reason(Json const& reason);

  Json gathered_ = Json::object();
};

}  // namespace prompty::gen_ai
