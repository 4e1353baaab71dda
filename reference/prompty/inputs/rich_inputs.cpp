#include "prompty/inputs/rich_inputs.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "prompty/inputs/errors.hpp"
#include "prompty/load/message_codec.hpp"
#include "prompty/load/object_reader.hpp"

namespace prompty {
namespace rich_inputs {
namespace {

/// Content that is a string is one part of text, which the codec reads in its long form only.
Json in_long_form(Json message) {
  if (!message.is_object() || !message.contains("content") || !message["content"].is_string()) return message;
  message["content"] = Json::array({Json{{"kind", "text"}, {"value", message["content"]}}});
  return message;
}

std::vector<Message> read_thread(std::string const& input, Json const& given) {
  // P6.3-10, P12.1-08: here and in `read_media`, before anything is rendered, and for rich kinds alone; the codec looks
  // at each message.
  if (!given.is_array()) throw errors::thread_input_wrong(input, given);
  Json messages = Json::array();
  for (Json const& message : given) messages.push_back(in_long_form(message));
  return message_codec::read(messages, "inputs." + input);
}

/// The media type that a data: URI names; nothing for another value, or when it names none.
std::optional<std::string> media_type_of(std::string_view value) {
  constexpr std::string_view scheme = "data:";
  bool const is_data = value.size() > scheme.size() &&
                       std::equal(scheme.begin(), scheme.end(), value.begin(), [](char expected, char c) {
                         return expected == c || (c >= 'A' && c <= 'Z' && expected == c - 'A' + 'a');
                       });
  if (!is_data) return std::nullopt;
  std::string_view const rest = value.substr(scheme.size());
  std::string_view const type = rest.substr(0, rest.find_first_of(";,"));
  if (type.find('/') == std::string_view::npos) return std::nullopt;
  return std::string(type);
}

ContentPart make_part(std::string_view kind, std::string value, std::optional<std::string> media_type,
                      std::optional<std::string> detail) {
  if (!media_type) media_type = media_type_of(value);
  if (kind == "image") {
    return ImagePart{.value = std::move(value), .media_type = std::move(media_type), .detail = std::move(detail)};
  }
  if (kind == "audio") return AudioPart{.value = std::move(value), .media_type = std::move(media_type)};
  return FilePart{.value = std::move(value), .media_type = std::move(media_type)};
}

ContentPart read_media(Property const& input, Json const& given) {
  // P2.7-14, P2.7-15, P2.7-16, P6.3-08: an address or base64, which matters only on the wire; what a part says about
  // itself is taken over below.
  if (given.is_string()) return make_part(input.kind, given.get<std::string>(), std::nullopt, std::nullopt);
  if (!given.is_object()) throw errors::media_input_wrong(input.name, input.kind, given);
  ObjectReader const members(given, "inputs." + input.name);
  std::string const kind = members.text("kind").value_or(input.kind);
  if (kind != input.kind) throw errors::media_input_of_other_kind(input.name, input.kind, kind);
  return make_part(kind, members.required_text("value", "the URL, data: URI or base64 of the part"),
                   members.text("mediaType"), kind == "image" ? members.text("detail") : std::nullopt);
}

bool is_rich(Property const& input) {
  // P2.7-13, P2.7-14, P2.7-15, P2.7-16: the kinds whose values no template sees.
  return input.kind == "thread" || input.kind == "image" || input.kind == "file" || input.kind == "audio";
}

bool is_no_value(Json const& given) {
  return given.is_null() || given == Json("");
}

RichValue read(Property const& input, Json const& given) {
  if (input.kind == "thread") return {.input = input.name, .value = read_thread(input.name, given)};
  return {.input = input.name, .value = read_media(input, given)};
}

}  // namespace
}  // namespace rich_inputs

TemplateInputs replace_rich_inputs(PromptyAgent const& agent, Json inputs, NonceSource const& nonces) {
  TemplateInputs replaced{.values = std::move(inputs)};
  for (Property const& input : agent.inputs) {
    if (!rich_inputs::is_rich(input) || !replaced.values.contains(input.name)) continue;
    Json& value = replaced.values[input.name];
    if (rich_inputs::is_no_value(value)) {
      // P6.3-05: no value, so no placeholder either.
      value = "";
      continue;
    }
    RichValue rich = rich_inputs::read(input, value);
    // P5.1-07: a new one for each value of each rendering.
    std::string const nonce = nonces();
    // P5.1-05: from here on no template can get at the value, not even its type.
    value = placeholder_of(nonce, input.name);
    replaced.rich_values.emplace(nonce, std::move(rich));
  }
  return replaced;
}

}  // namespace prompty
