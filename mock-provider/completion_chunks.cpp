#include "mock-provider/completion_chunks.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "mock-provider/answer_budget.hpp"
#include "mock-provider/check/finding_list.hpp"
#include "mock-provider/chunking.hpp"
#include "mock-provider/event_frame.hpp"

namespace mock_provider::completion_chunks {
namespace {

enum class UsageChunk { wanted, unwanted };

UsageChunk usage_chunk(Json const& request) {
  Json const* const options = member(request, "stream_options");
  Json const* const include = options == nullptr ? nullptr : member(*options, "include_usage");
  return include != nullptr && *include == true ? UsageChunk::wanted : UsageChunk::unwanted;
}

class Writer {
 public:
  Writer(Json const& body, Json const& request, Chunking const& chunking)
      : body_(body), usage_(usage_chunk(request)), chunking_(chunking) {}

  std::vector<std::string> take() {
    for (Json const& choice : body_.at("choices")) write_choice(choice);
    if (usage_ == UsageChunk::wanted) write(Json::array(), body_.at("usage"));
    frames_.add(std::string(event_frame::done));
    return frames_.take();
  }

 private:
  Json const& body_;
  UsageChunk const usage_;
  Chunking const& chunking_;
  FrameList frames_;

  void write_choice(Json const& choice) {
    Json const& index = choice.at("index");
    Json const& message = choice.at("message");
    Json const first = message.at("content").is_string() ? Json("") : Json(nullptr);
    write_delta(index, {{"role", "assistant"}, {"content", first}, {"refusal", nullptr}});
    for (char const* const name : {"reasoning_content", "content", "refusal"}) {
      Json const* const text = member(message, name);
      if (text == nullptr || !text->is_string()) continue;
      write_pieces(index, name, *text);
    }
    if (Json const* const calls = member(message, "tool_calls")) write_calls(index, *calls);
    write_delta(index, Json::object(), choice.at("finish_reason"));
  }

  /// A chunk for each piece of a text. They differ in the piece alone, so that the rest becomes text only once.
  void write_pieces(Json const& index, char const* name, Json const& text) {
    std::vector<std::string> const pieces = pieces_of(text);
    if (pieces.empty()) return;
    write_delta(index, {{name, ""}});
    std::string const blank = frames_.take_last();
    std::string const key = fmt::format(R"("delta":{{"{}":)", name);
    std::size_t const place = blank.find(key) + key.size();
    constexpr std::size_t length_of_empty_text = 2;
    for (std::string const& piece : pieces) {
      std::string frame;
      frame.reserve(blank.size() + piece.size() + 16);
      frame.append(blank, 0, place);
      json_text::append_string(frame, piece);
      frame.append(blank, place + length_of_empty_text);
      frames_.add(std::move(frame));
    }
  }

  void write_calls(Json const& index, Json const& calls) {
    for (std::size_t at = 0; at < calls.size(); ++at) {
      Json const& function = calls[at].at("function");
      write_call(index, {{"index", at},
                         {"id", calls[at].at("id")},
                         {"type", "function"},
                         {"function", {{"name", function.at("name")}, {"arguments", ""}}}});
      for (std::string const& piece : pieces_of(function.at("arguments"))) {
        write_call(index, {{"index", at}, {"function", {{"arguments", piece}}}});
      }
    }
  }

  void write_call(Json const& index, Json call) {
    write_delta(index, {{"tool_calls", Json::array({std::move(call)})}});
  }

  void write_delta(Json const& index, Json delta, Json const& finish_reason = nullptr) {
    Json choice{{"index", index}, {"delta", std::move(delta)}, {"logprobs", nullptr}, {"finish_reason", finish_reason}};
    write(Json::array({std::move(choice)}), nullptr);
  }

  void write(Json choices, Json const& usage) {
    Json chunk{{"id", body_.at("id")},
               {"object", "chat.completion.chunk"},
               {"created", body_.at("created")},
               {"model", body_.at("model")},
               {"service_tier", body_.at("service_tier")},
               {"system_fingerprint", body_.at("system_fingerprint")},
               {"choices", std::move(choices)}};
    if (usage_ == UsageChunk::wanted) chunk["usage"] = usage;
    frames_.add(event_frame::of_data(chunk));
  }

  [[nodiscard]] std::vector<std::string> pieces_of(Json const& text) const {
    return chunking::pieces(text.get_ref<std::string const&>(), chunking_);
  }
};

}  // namespace

std::vector<std::string> frames(Json const& body, Json const& request, Chunking const& chunking) {
  return Writer(body, request, chunking).take();
}

}  // namespace mock_provider::completion_chunks
