#include "prompty/inputs/inputs.hpp"

#include <fmt/format.h>

#include "prompty/core/errors.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/core/utf8.hpp"
#include "prompty/load/message_codec.hpp"
#include "prompty/typed/json_reader.hpp"

namespace prompty {
namespace {

ValueError required_inputs_missing(std::vector<std::string> const& names) {
  std::string const others =
      names.size() == 1 ? "" : fmt::format(" (and also {})", fmt::join(names.begin() + 1, names.end(), ", "));
  return ValueError(
      fmt::format("Missing required input: {}{}; give a value, or give the property a default", names.front(), others));
}

constexpr errors::Wording<ValueError, std::string_view, std::string> thread_input_wrong{
    "Input '{}' is a thread: give a list of messages such as {{\"role\": \"user\", \"content\": \"Hi\"}}, not {}",
    "P2.7-13"};
constexpr errors::Wording<ValueError, std::string_view, std::string_view, std::string> media_input_wrong{
    "Input '{0}' is of kind {1}: give a URL, a data: URI or base64 as a string, or a part such as {{\"kind\": \"{1}\", "
    "\"value\": \"…\"}}, not {2}"};
constexpr errors::Wording<ValueError, std::string_view, std::string_view, std::string_view> media_input_of_other_kind{
    "Input '{0}' is of kind {1}, but the part given for it is of kind '{2}'; give one of kind {1}"};

/// The message with a string as content written as a list of one text part, the only form that the codec reads.
Json in_long_form(Json message) {
  if (!message.is_object() || !message.contains("content") || !message["content"].is_string()) return message;
  message["content"] = Json::array({Json{{"kind", "text"}, {"value", message["content"]}}});
  return message;
}

std::vector<Message> read_thread(std::string const& input, Json const& given) {
  // P6.3-10, P12.1-08: before anything is rendered, and for rich kinds alone; the codec looks at each message.
  if (!given.is_array()) throw thread_input_wrong(input, describe_json(given));
  Json messages = Json::array();
  for (Json const& message : given) messages.push_back(in_long_form(message));
  return message_codec::read(messages, "inputs." + input);
}

/// The media type that a data: URI names; nothing for another value, or when it names none.
std::optional<std::string> media_type_of(std::string_view value) {
  constexpr std::string_view scheme = "data:";
  if (!utf8::starts_with_ignoring_case(value, scheme)) return std::nullopt;
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
  // P2.7-14, P2.7-15, P2.7-16, P6.3-08: a URL or base64, which matters only on the wire; or a part, see below.
  if (given.is_string()) return make_part(input.kind, given.get<std::string>(), std::nullopt, std::nullopt);
  if (!given.is_object()) throw media_input_wrong(input.name, input.kind, describe_json(given));
  ObjectReader const members(given, "inputs." + input.name);
  std::string const kind = members.text("kind").value_or(input.kind);
  if (kind != input.kind) throw media_input_of_other_kind(input.name, input.kind, kind);
  return make_part(kind, members.required_text("value", "the URL, data: URI or base64 of the part"),
                   members.text("mediaType"), kind == "image" ? members.text("detail") : std::nullopt);
}

bool is_rich(Property const& input) {
  // P2.7-13, P2.7-14, P2.7-15, P2.7-16: the kinds whose values no template sees.
  return input.kind == "thread" || input.kind == "image" || input.kind == "file" || input.kind == "audio";
}

RichValue read(Property const& input, Json const& given) {
  if (input.kind == "thread") return {.input = input.name, .value = read_thread(input.name, given)};
  return {.input = input.name, .value = read_media(input, given)};
}

json_text::ObjectBuilder completed_by_defaults(PromptyAgent const& agent, Json const& inputs) {
  if (!inputs.is_object() && !inputs.is_null()) throw errors::inputs_not_a_mapping(inputs);
  // P5.1-02: starts as all that was given, declared or not.
  json_text::ObjectBuilder completed(inputs);
  for (Property const& property : agent.inputs) {
    // P12.1-01
    if (property.default_value && completed.find(property.name) == nullptr)
      completed.set(property.name, *property.default_value);
  }
  return completed;
}

}  // namespace

bool TemplateInputs::operator==(TemplateInputs const&) const = default;

ValueError errors::inputs_not_a_mapping(Json const& found) {
  return ValueError(fmt::format("inputs must be a mapping of input names to values, not {}", describe_json(found)));
}

Json with_defaults(PromptyAgent const& agent, Json const& inputs) {
  return completed_by_defaults(agent, inputs).take();
}

Json validate_inputs(PromptyAgent const& agent, Json const& inputs) {
  // P12.1-05: defaults first, since they satisfy `required`.
  json_text::ObjectBuilder completed = completed_by_defaults(agent, inputs);
  std::vector<std::string> missing;
  for (Property const& property : agent.inputs) {
    // P2.7-03: `required` is false when it is not set.
    if (property.required.value_or(false) && completed.find(property.name) == nullptr) missing.push_back(property.name);
  }
  // P12.1-03, P12.1-04: the first name directly after the fixed words, then any others.
  if (!missing.empty()) throw required_inputs_missing(missing);
  return completed.take();
}

TemplateInputs replace_rich_inputs(PromptyAgent const& agent, Json inputs, NonceSource const& nonces) {
  json_text::ObjectBuilder values(std::move(inputs));
  TemplateInputs replaced;
  for (Property const& input : agent.inputs) {
    Json* const value = is_rich(input) ? values.find(input.name) : nullptr;
    if (value == nullptr) continue;
    if (value->is_null() || *value == "") {
      // P6.3-05: no value, so no placeholder either.
      *value = "";
      continue;
    }
    RichValue rich = read(input, *value);
    // P5.1-07: a new nonce for each value of each rendering.
    std::string const nonce = nonces();
    // P5.1-05: templates see neither the value nor its type.
    *value = placeholder_of(nonce, input.name);
    replaced.rich_values.emplace(nonce, std::move(rich));
  }
  replaced.values = values.take();
  return replaced;
}

}  // namespace prompty
