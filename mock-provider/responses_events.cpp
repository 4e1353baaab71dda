#include "mock-provider/responses_events.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>

#include "mock-provider/answer_budget.hpp"
#include "mock-provider/chunking.hpp"
#include "mock-provider/event_frame.hpp"

namespace mock_provider::responses_events {
namespace {

class Writer {
 public:
  Writer(Json const& body, Chunking const& chunking) : body_(body), chunking_(chunking) {}

  std::vector<std::string> take() {
    Json begun = body_;
    begun["status"] = "in_progress";
    begun["incomplete_details"] = nullptr;
    begun["output"] = Json::array();
    begun["usage"] = nullptr;
    write("response.created", {{"response", begun}});
    write("response.in_progress", {{"response", begun}});
    Json const& output = body_.at("output");
    for (std::size_t index = 0; index < output.size(); ++index) write_item(output[index], index);
    bool const is_whole = body_.at("status") == "completed";
    write(is_whole ? "response.completed" : "response.incomplete", {{"response", body_}});
    return frames_.take();
  }

 private:
  Json const& body_;
  Chunking const& chunking_;
  FrameList frames_;
  std::int64_t sequence_number_ = 0;
  Json place_;  ///< the members that say where a delta belongs

  void write_item(Json const& item, std::size_t index) {
    Json begun = item;
    if (begun.contains("status")) begun["status"] = "in_progress";
    for (char const* const name : {"content", "summary"}) {
      if (begun.contains(name)) begun[name] = Json::array();
    }
    if (begun.contains("arguments")) begun["arguments"] = "";
    write("response.output_item.added", {{"output_index", index}, {"item", begun}});
    place_ = {{"item_id", item.at("id")}, {"output_index", index}};
    if (item.at("type") == "message") write_content(item.at("content"));
    if (item.at("type") == "reasoning") write_summary(item.at("summary"));
    if (item.at("type") == "function_call") write_arguments(item);
    write("response.output_item.done", {{"output_index", index}, {"item", item}});
  }

  void write_content(Json const& parts) {
    for (std::size_t index = 0; index < parts.size(); ++index) {
      place_["content_index"] = index;
      Json const& part = parts[index];
      bool const is_refusal = part.at("type") == "refusal";
      std::string const name = is_refusal ? "refusal" : "text";
      Json begun = part;
      begun[name] = "";
      write_placed("response.content_part.added", {{"part", begun}});
      Json const logprobs = is_refusal ? Json::object() : Json{{"logprobs", Json::array()}};
      write_text(is_refusal ? "response.refusal" : "response.output_text", name, part.at(name), logprobs);
      write_placed("response.content_part.done", {{"part", part}});
    }
  }

  void write_summary(Json const& parts) {
    for (std::size_t index = 0; index < parts.size(); ++index) {
      place_["summary_index"] = index;
      Json begun = parts[index];
      begun["text"] = "";
      write_placed("response.reasoning_summary_part.added", {{"part", begun}});
      write_text("response.reasoning_summary_text", "text", parts[index].at("text"), Json::object());
      write_placed("response.reasoning_summary_part.done", {{"part", parts[index]}});
    }
  }

  void write_arguments(Json const& item) {
    write_text("response.function_call_arguments", "arguments", item.at("arguments"), Json::object());
  }

  /// The deltas of a text, and the whole under `name`; `more` stands in each.
  void write_text(std::string const& event, std::string const& name, Json const& text, Json const& more) {
    for (std::string const& piece : chunking::pieces(text.get_ref<std::string const&>(), chunking_)) {
      Json members{{"delta", piece}};
      members.update(more);
      write_placed(event + ".delta", members);
    }
    Json members{{name, text}};
    members.update(more);
    write_placed(event + ".done", members);
  }

  void write_placed(std::string const& type, Json const& members) {
    Json all = place_;
    all.update(members);
    write(type, all);
  }

  void write(std::string const& type, Json const& members) {
    Json event{{"type", type}, {"sequence_number", sequence_number_++}};
    event.update(members);
    frames_.add(event_frame::of_event(event));
  }
};

}  // namespace

std::vector<std::string> frames(Json const& body, Json const&, Chunking const& chunking) {
  return Writer(body, chunking).take();
}

}  // namespace mock_provider::responses_events
