#include "mock-provider/providers/openai/text_completion.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "mock-provider/check/finding.hpp"
#include "mock-provider/providers/answer.hpp"
#include "mock-provider/providers/events.hpp"
#include "mock-provider/providers/openai/chat.hpp"
#include "mock-provider/providers/provider_error.hpp"
#include "mock-provider/scenario/conversation.hpp"
#include "mock-provider/values/deterministic.hpp"

namespace mock_provider::text_completion {
namespace {

/// The prompt, or the last of several.
Json prompt_of(Json const& request) {
  Json const* const prompt = member(request, "prompt");
  if (prompt == nullptr) return nullptr;
  return prompt->is_array() && !prompt->empty() ? prompt->back() : *prompt;
}

Json choice_of(Json const& choice) {
  return {{"text", choice.at("message").at("content")},
          {"index", choice.at("index")},
          {"logprobs", nullptr},
          {"finish_reason", choice.at("finish_reason")}};
}

Json usage_of(Completion const& said, Json const& request, Json const& counted) {
  std::int64_t const prompt = said.usage
                                  ? said.usage->prompt_tokens
                                  : static_cast<std::int64_t>((json_text::dump(prompt_of(request)).size() + 3) / 4);
  std::int64_t const completion = counted.at("completion_tokens").get<std::int64_t>();
  return {{"prompt_tokens", prompt}, {"completion_tokens", completion}, {"total_tokens", prompt + completion}};
}

Json body(Completion const& said, Json const& request, std::uint64_t seed) {
  if (!said.text) {
    throw MisfitStep("has no text, and completions say nothing else: give it one, or send the request to chat");
  }
  Json const chat = completion::body(said, request, seed);
  Json choices = Json::array();
  for (Json const& choice : chat.at("choices")) choices.push_back(choice_of(choice));
  return {{"id", "cmpl-" + deterministic::token(deterministic::hash("id", seed), 29)},
          {"object", "text_completion"},
          {"created", chat.at("created")},
          {"model", chat.at("model")},
          {"choices", std::move(choices)},
          {"usage", usage_of(said, request, chat.at("usage"))},
          {"system_fingerprint", chat.at("system_fingerprint")}};
}

bool wants_usage(Json const& request) {
  Json const* const options = member(request, "stream_options");
  Json const* const include = options == nullptr ? nullptr : member(*options, "include_usage");
  return include != nullptr && *include == true;
}

std::vector<std::string> frames(Json const& body, Json const& request, Chunking const& chunking) {
  std::vector<std::string> result;
  Json chunk = body;
  chunk.erase("usage");
  auto const add = [&](Json const& choice, std::string const& text, Json const& finish_reason) {
    Json part = choice;
    part["text"] = text;
    part["finish_reason"] = finish_reason;
    chunk["choices"] = Json::array({std::move(part)});
    result.push_back(event_frame::of_data(chunk));
  };
  for (Json const& choice : body.at("choices")) {
    for (std::string const& piece : chunking::pieces(choice.at("text").get_ref<std::string const&>(), chunking)) {
      add(choice, piece, nullptr);
    }
    add(choice, "", choice.value("finish_reason", Json()));
  }
  if (wants_usage(request) && body.contains("usage")) {
    chunk["choices"] = Json::array();
    chunk["usage"] = body.at("usage");
    result.push_back(event_frame::of_data(chunk));
  }
  result.emplace_back(event_frame::done);
  return result;
}

Completion default_answer(Json const& request) {
  Json const prompt = prompt_of(request);
  std::string const text = prompt.is_string() ? prompt.get<std::string>() : json_text::dump(prompt);
  return {.text = fmt::format("The mock provider received a prompt; it says: {}", json_text::excerpt(Json(text), 200))};
}

}  // namespace

Dialect const& dialect() {
  static constexpr Dialect all{.body = body,
                               .frames = frames,
                               .frame = event_frame::of_data,
                               .stream_end = event_frame::done,
                               .delta_name = "",
                               .error_body = provider_error::body,
                               .error_headers = provider_error::headers,
                               .error_frame = error_frame::of_data,
                               .default_answer = default_answer,
                               .usual_headers = rate_limits::of_openai};
  return all;
}

}  // namespace mock_provider::text_completion
