#include "mock-provider/message_events.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "mock-provider/answer_budget.hpp"
#include "mock-provider/chunking.hpp"
#include "mock-provider/event_frame.hpp"

namespace mock_provider::message_events {
namespace {

class Writer {
 public:
  Writer(Json const& body, Chunking const& chunking) : body_(body), chunking_(chunking) {}

  std::vector<std::string> take() {
    Json begun = body_;
    begun["content"] = Json::array();
    begun["stop_reason"] = nullptr;
    begun["stop_sequence"] = nullptr;
    // The provider counts the first token before it sends anything.
    begun["usage"]["output_tokens"] = 1;
    write({{"type", "message_start"}, {"message", begun}});
    Json const& content = body_.at("content");
    if (content.empty()) write_ping();
    for (std::size_t index = 0; index < content.size(); ++index) write_block(content[index], index);
    write({{"type", "message_delta"},
           {"delta", {{"stop_reason", body_.at("stop_reason")}, {"stop_sequence", body_.at("stop_sequence")}}},
           {"usage", body_.at("usage")}});
    write({{"type", "message_stop"}});
    return frames_.take();
  }

 private:
  Json const& body_;
  Chunking const& chunking_;
  FrameList frames_;

  void write_block(Json const& block, std::size_t index) {
    Json begun = block;
    for (char const* const name : {"text", "thinking", "signature"}) {
      if (begun.contains(name)) begun[name] = "";
    }
    if (begun.contains("input")) begun["input"] = Json::object();
    write({{"type", "content_block_start"}, {"index", index}, {"content_block", begun}});
    if (index == 0) write_ping();
    if (block.at("type") == "text") write_deltas(index, "text_delta", "text", block.at("text"));
    if (block.at("type") == "tool_use") write_input(index, block.at("input"));
    if (block.at("type") == "thinking") {
      write_deltas(index, "thinking_delta", "thinking", block.at("thinking"));
      write_delta(index, {{"type", "signature_delta"}, {"signature", block.at("signature")}});
    }
    write({{"type", "content_block_stop"}, {"index", index}});
  }

  void write_input(std::size_t index, Json const& input) {
    // An empty delta comes first, and alone when there is no input: then the text is no JSON.
    write_delta(index, {{"type", "input_json_delta"}, {"partial_json", ""}});
    if (input.empty()) return;
    // Arguments that are no object stand there as their text.
    Json const text = input.is_string() ? input : Json(json_text::dump(input));
    write_deltas(index, "input_json_delta", "partial_json", text);
  }

  void write_deltas(std::size_t index, std::string const& type, std::string const& name, Json const& text) {
    for (std::string const& piece : chunking::pieces(text.get_ref<std::string const&>(), chunking_)) {
      write_delta(index, {{"type", type}, {name, piece}});
    }
  }

  void write_delta(std::size_t index, Json const& delta) {
    write({{"type", "content_block_delta"}, {"index", index}, {"delta", delta}});
  }

  void write_ping() { write({{"type", "ping"}}); }

  void write(Json const& event) { frames_.add(event_frame::of_event(event)); }
};

}  // namespace

std::vector<std::string> frames(Json const& body, Json const&, Chunking const& chunking) {
  return Writer(body, chunking).take();
}

}  // namespace mock_provider::message_events
