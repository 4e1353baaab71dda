#include "prompty/process/reading.hpp"

#include <algorithm>

#include "prompty/core/json_text.hpp"
#include "prompty/process/errors.hpp"
#include "prompty/typed/json_reader.hpp"

namespace prompty::processing {
namespace {

std::string below(std::string_view pointer, std::string_view name) {
  return fmt::format("{}/{}", pointer, name);
}

}  // namespace

void expect(std::string_view what, std::string_view pointer, Json const& found) {
  throw errors::unexpected_response(fmt::format("{} must be {}, not {}", pointer, what, describe_json(found)));
}

bool has_type(Json const& object, std::string_view type) {
  Json const& found = member_of(object, "type");
  return found.is_string() && found.get_ref<std::string const&>() == type;
}

std::string const& text_member(Json const& object, std::string_view name, std::string_view pointer) {
  Json const& value = member_of(object, name);
  if (!value.is_string()) expect("a string", below(pointer, name), value);
  return value.get_ref<std::string const&>();
}

std::string const& optional_text(Json const& object, std::string_view name, std::string_view pointer) {
  static std::string const none;
  return member_of(object, name).is_null() ? none : text_member(object, name, pointer);
}

std::int64_t integer_member(Json const& object, std::string_view name, std::string_view pointer) {
  Json const& value = member_of(object, name);
  if (!value.is_number_integer()) expect("an integer", below(pointer, name), value);
  return value.get<std::int64_t>();
}

Json const& list_member(Json const& object, std::string_view name, std::string_view pointer) {
  Json const& list = member_of(object, name);
  if (!list.is_array()) expect("a list", below(pointer, name), list);
  return list;
}

Json const& optional_list(Json const& object, std::string_view name, std::string_view pointer) {
  Json const& list = member_of(object, name);
  return list.is_null() ? list : list_member(object, name, pointer);
}

Json const& object_member(Json const& object, std::string_view name, std::string_view pointer, std::string_view what) {
  Json const& value = member_of(object, name);
  if (!value.is_object()) expect(what, below(pointer, name), value);
  return value;
}

Json const& optional_object(Json const& object, std::string_view name, std::string_view pointer,
                            std::string_view what) {
  Json const& value = member_of(object, name);
  return value.is_null() ? value : object_member(object, name, pointer, what);
}

Outcome text_outcome(PromptyAgent const& agent, std::string content) {
  // P7.1.6-08, P7.7-02, P8.1-10, P8.1-11: no outputs are declared, or there is no text that could hold a value.
  if (agent.outputs.empty() || content.empty()) return Text{.value = std::move(content)};
  std::optional<Json> parsed = json_text::parse(content);
  // P7.7-03, P8.1-09, P8.4-07, P8.5-09: what does not parse is still worth having.
  if (!parsed) return Text{.value = std::move(content)};
  // P8.1-08, P8.4-06, P8.5-08: of whatever kind, and with members that no output declares.
  // P8.8-01: the text stays beside the value, for readers of JSON that make types of it.
  return StructuredValue{.value = std::move(*parsed), .raw = std::move(content)};
}

namespace {

constexpr std::string_view source = "the provider";

[[noreturn]] void throw_reported(Json const& event) {
  // P10.1-04: OpenAI has the message beside the type, Anthropic in an object.
  for (Json const* const place : {&member_of(event, "error"), &event}) {
    Json const& message = member_of(*place, "message");
    if (message.is_string()) {
      throw errors::provider_failed_in_stream(source, message.get_ref<std::string const&>());
    }
  }
  throw errors::provider_failed_in_stream(source, "no explanation");
}

class Items {
 public:
  Items(std::shared_ptr<PromptyStream> chunks, ChunkFormat format)
      : chunks_(std::move(chunks)), format_(std::move(format)) {}

  std::optional<StreamItem> next() {
    while (!whole_calls_) {
      if (chunk_ && format_.read_rest != nullptr) format_.read_rest(*chunk_, calls_);
      // P8.6-01: the next chunk may be long in coming; what the last one added is handed on by now.
      chunk_ = chunks_->next();
      if (!chunk_) {
        // P10.1-02, P10.1-03: only the last event says that text and calls are complete.
        if (has_events() && !has_ended_) throw errors::stream_ended_early(source, format_.endings.front());
        // P8.6-09: until now any call could have had another fragment.
        whole_calls_ = calls_.calls();
        break;
      }
      std::string text = text_in_chunk();
      // P8.6-02, P8.6-03, P10.1-11, P10.2-02: handed on at once; nothing is trimmed, so that a blank is an item, and
      // null has been read as empty.
      if (!text.empty()) return text;
    }
    if (given_ == whole_calls_->size()) return std::nullopt;
    return (*whole_calls_)[given_++];
  }

 private:
  [[nodiscard]] bool has_events() const { return !format_.endings.empty(); }

  std::string text_in_chunk() {
    if (has_ended_) return "";
    if (!chunk_->is_object()) expect("an object", "a chunk", *chunk_);
    if (!has_events()) return format_.read("", *chunk_, calls_);
    // P10.1-05: without a type it is read as one of a type that no format knows, and adds nothing.
    std::string const& type = optional_text(*chunk_, "type", "");
    if (type == "error") throw_reported(*chunk_);
    std::string text = format_.read(type, *chunk_, calls_);
    has_ended_ = std::find(format_.endings.begin(), format_.endings.end(), type) != format_.endings.end();
    return text;
  }

  std::shared_ptr<PromptyStream> chunks_;
  ChunkFormat format_;
  std::optional<Json> chunk_;
  StreamedCalls calls_;
  bool has_ended_ = false;
  std::optional<std::vector<ToolCall>> whole_calls_;
  std::size_t given_ = 0;
};

}  // namespace

ItemStream items_of(std::shared_ptr<PromptyStream> chunks, ChunkFormat format) {
  return ItemStream([items = Items(std::move(chunks), std::move(format))]() mutable { return items.next(); });
}

}  // namespace prompty::processing
