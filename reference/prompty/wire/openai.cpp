#include <algorithm>

#include "prompty/core/match.hpp"
#include "prompty/core/utf8.hpp"
#include "prompty/typed/json_reader.hpp"
#include "prompty/wire/errors.hpp"
#include "prompty/wire/requests.hpp"

namespace prompty::openai {
namespace {

constexpr std::string_view audio_prefix = "audio/";
constexpr char const* stored_call = "responses_function_call";

std::string audio_format(std::string const& media_type) {
  // In lower case, without parameters such as "; codecs=1" and without blanks at its ends.
  std::string_view const without_parameters = std::string_view(media_type).substr(0, media_type.find(';'));
  std::string const type = utf8::lower_ascii(utf8::trimmed(without_parameters, " \t"));
  if (type.size() <= audio_prefix.size() || !type.starts_with(audio_prefix)) {
    throw errors::not_an_audio_type(media_type);
  }
  std::string format = type.substr(audio_prefix.size());
  // P7.1.2-11, P7.1.2-13: the two subtypes that the provider calls by another name.
  if (format == "x-wav") return "wav";
  if (format == "mpeg") return "mp3";
  // P7.1.2-10, P7.1.2-12, P7.1.2-14, P7.1.2-15, P7.1.2-16: wav, mp3, flac and ogg come out of the general rule.
  return format;
}

/// Of chat messages and of the items of a Responses request.
Json content_to_wire(std::vector<ContentPart> const& content) {
  // P7.1.1-05, P7.1.1-06, P7.1.1-07: neither role nor metadata matters, and several texts are not joined.
  // P7.4.1-03: the same short form as in a chat request.
  if (content.size() == 1) {
    if (TextPart const* const text = std::get_if<TextPart>(&content.front())) return text->value;
  }
  // P7.1.1-08, P7.1.1-09, P7.1.1-10: anything else is a list with a block for each part, however few.
  // P7.4.1-04: the blocks are those of chat; the provider has other names for them.
  Json blocks = Json::array();
  for (ContentPart const& part : content) blocks.push_back(part_to_wire(part));
  return blocks;
}

/// Role, then metadata, then content.
Json message_to_wire(Message const& message) {
  // P7.1.1-02: roles are spelled as the provider spells them.
  Json wire{{"role", message.role}};
  // P7.1.1-03, P7.1.1-04: the keys become members of the message itself; no key, no trace.
  for (auto const& [key, value] : message.metadata.items()) {
    // P7.1.1-11, A-045: an attribute must not change who speaks or what is said.
    if (key != "role" && key != "content") wire[key] = value;
  }
  wire["content"] = content_to_wire(message.content);
  return wire;
}

/// In the order of §2.6, then the additional properties (§7.1.5).
Json options_to_wire(PromptyAgent const& agent) {
  Json parameters = Json::object();
  ModelOptions const options = wire::options_of(agent);
  // P7.1.5-01, P7.6-01: one line for each option of the table, under the provider's name for it and no other.
  // P7.1.5-11: what is set is sent, whatever its value.
  // P7.1.5-03, P7.6-02: one of the two that have the same name on both sides.
  put(parameters, "temperature", options.temperature);
  // P7.1.5-04, P7.1.5-10, P7.6-03: newer models refuse `max_tokens`, the former name.
  put(parameters, "max_completion_tokens", options.max_output_tokens);
  // P7.1.5-05, P7.1.5-06, P7.1.5-07, P7.6-04, P7.6-06, P7.6-07: these change from camel case to snake case.
  put(parameters, "top_p", options.top_p);
  put(parameters, "frequency_penalty", options.frequency_penalty);
  put(parameters, "presence_penalty", options.presence_penalty);
  // P7.1.5-09, P7.6-09: the other one that keeps its name.
  put(parameters, "seed", options.seed);
  // P7.1.5-08, P7.6-08: a list in either case, although the provider takes a single string too.
  put(parameters, "stop", options.stop_sequences);
  // P7.1.5-12, P7.6-05, P7.6-10, P7.6-11: topK and allowMultipleToolCalls have no line here, which is no error.
  // P7.1.5-13, P7.1.5-15: the entries are spread one by one, so the mapping itself is never a parameter.
  // P7.1.5-14: a mapped parameter was there first.
  wire::add_missing(parameters, options.additional_properties);
  return parameters;
}

/// `name`, `strict` and `schema` of the structure that an agent with these outputs asks for.
Json output_format(std::vector<Property> const& outputs, Edition edition) {
  // P7.1.6-07, P7.1.6-09, P7.4.1-18: the conversion of parameters, which closing then adds to.
  Json schema = wire::schema_to_wire(outputs, wire::strictness_in(edition));
  // P7.1.6-05, P7.4.1-13: chat and Responses requests ask for the same closed schema.
  wire::close_schema(schema);
  // P7.1.6-03, P7.1.6-04: a fixed name, since an agent's own may hold characters that the provider refuses in it.
  return Json{{"name", "structured_output"}, {"strict", true}, {"schema", std::move(schema)}};
}

std::string image_prompt(std::vector<Message> const& messages) {
  // P7.3-02: from the back, past the model's own turns.
  std::vector<Message>::const_reverse_iterator const last =
      std::find_if(messages.rbegin(), messages.rend(), [](Message const& message) { return message.role == "user"; });
  // P7.3-05: no error; providers refuse an empty prompt.
  if (last == messages.rend()) return "";
  // P7.3-03, P7.3-04, P7.3-10: the first text is taken, whole; earlier messages are not searched when there is none.
  for (ContentPart const& part : last->content) {
    if (TextPart const* const text = std::get_if<TextPart>(&part)) return text->value;
  }
  return "";
}

/// P7.4.1-06: the message says which call it answers.
Json call_output(Message const& message) {
  // P7.4.1-07: `output` is a single text, so parts behind the first are left out.
  std::string const output =
      message.content.empty() ? "" : match(message.content.front(), [](auto const& part) { return part.value; });
  return Json{
      {"type", "function_call_output"}, {"call_id", member_of(message.metadata, "tool_call_id")}, {"output", output}};
}

Json input_items(std::vector<Message> const& messages) {
  Json items = Json::array();
  // P7.4.1-02: system messages stay in their place; there are no `instructions`.
  for (Message const& message : messages) {
    // P7.4.1-05, P7.4.1-06, P7.4.1-08: the stored item, untouched, and its result take the place of an ordinary item.
    if (message.metadata.contains(stored_call)) {
      items.push_back(message.metadata[stored_call]);
      items.push_back(call_output(message));
      continue;
    }
    // P7.4.1-01, P7.4.1-09: other metadata means nothing here.
    items.push_back(Json{{"role", message.role}, {"content", content_to_wire(message.content)}});
  }
  return items;
}

}  // namespace

Json part_to_wire(ContentPart const& part) {
  return match(
      part,
      // P7.1.2-01: one case for each kind of part; a kind without a case does not compile.
      // P7.1.2-02: for texts among other parts; a text by itself is a plain string.
      [](TextPart const& text) {
        return Json{{"type", "text"}, {"text", text.value}};
      },
      [](ImagePart const& image) {
        // P7.1.2-03: an address and a `data:` address go as they are.
        Json url{{"url", image.value}};
        // P7.1.2-04, P7.1.2-05, P7.1.2-06: an empty detail is not sent, and without one the default is the provider's.
        if (image.detail && !image.detail->empty()) url["detail"] = *image.detail;
        return Json{{"type", "image_url"}, {"image_url", std::move(url)}};
      },
      [](AudioPart const& audio) {
        // P7.1.2-07: unlike images, recordings are sent as bare base64 with their format beside it.
        Json input{{"data", audio.value}};
        // P7.1.2-09: the data is not looked at, even if it contradicts the media type.
        if (audio.media_type && !audio.media_type->empty()) input["format"] = audio_format(*audio.media_type);
        return Json{{"type", "input_audio"}, {"input_audio", std::move(input)}};
      },
      // P7.1.2-08: the media type of a file is not sent.
      [](FilePart const& file) {
        return Json{{"type", "file"}, {"file", Json{{"url", file.value}}}};
      });
}

Json chat_request(PromptyAgent const& agent, std::vector<Message> const& messages, Edition edition) {
  // P7.1.7-01, P7.1.7-05: model and messages are always there, what follows only where the agent has it.
  Json request = wire::request_for_model(agent);
  Json& list = request["messages"] = Json::array();
  // P7.1.1-01: one for one; empty messages are not dropped, and neighbours of one role are not merged.
  for (Message const& message : messages) list.push_back(message_to_wire(message));
  // P7.1.7-02, P7.1.7-07: spread after model and messages, so a same-named additional property replaces them.
  request.update(options_to_wire(agent));

  Json tools = wire::tools_to_wire(agent.tools, edition);
  // P7.1.3-21, P7.1.7-03, P7.1.7-06: behind the options, so that computed tools replace an additional property.
  if (!tools.is_null()) request["tools"] = std::move(tools);
  // P7.1.6-01, P7.1.6-06, P7.1.7-04, P7.7-01: an empty list of outputs counts as none.
  if (!agent.outputs.empty()) {
    // P7.1.6-02: name, strict and schema stand one level deeper than in a Responses request.
    request["response_format"] = Json{{"type", "json_schema"}, {"json_schema", output_format(agent.outputs, edition)}};
  }
  return request;
}

Json embedding_request(PromptyAgent const& agent, std::vector<Message> const& messages) {
  // P7.2-01, P7.2-07: only `input` is added to this; the agent's options, tools and outputs are not looked at.
  Json request = wire::request_for_model(agent);
  Json texts = Json::array();
  // P7.2-02, P7.2-10: all roles count, the system prompt too, and their texts stay as they are, line ends included.
  for (Message const& message : messages) {
    for (ContentPart const& part : message.content) {
      // P7.2-03: an image among the parts is no error.
      if (TextPart const* const text = std::get_if<TextPart>(&part)) texts.push_back(text->value);
    }
  }
  // P7.2-04, P7.2-05, P7.2-06: the list is unwrapped for one text only, and may be empty.
  request["input"] = texts.size() == 1 ? texts.front() : texts;
  return request;
}

Json image_request(PromptyAgent const& agent, std::vector<Message> const& messages) {
  // P7.3-01, P7.3-08: the prompt is all that is taken from the messages; tools and outputs are not looked at.
  Json request = wire::request_for_model(agent);
  request["prompt"] = image_prompt(messages);
  // P7.3-06, P7.3-07: after model and prompt, so that an additional property can replace either.
  request.update(options_to_wire(agent));
  return request;
}

Json responses_request(PromptyAgent const& agent, std::vector<Message> const& messages, Edition edition) {
  // P7.4-01: built from scratch and not from a chat request, so nothing of that is left in it.
  Json request = wire::request_for_model(agent);
  request["input"] = input_items(messages);
  // P7.4.1-15: the options stay behind.
  // P7.4.1-11: the same definitions as in a chat request.
  Json tools = wire::tools_to_wire(agent.tools, edition);
  // P7.4.1-17: null when no tool offers anything.
  if (!tools.empty()) request["tools"] = std::move(tools);
  // P7.4.1-14: `text` serves for nothing but the outputs.
  if (!agent.outputs.empty()) {
    // P7.4.1-12: flat, where chat puts the other three into an object of their own.
    Json& format = request["text"]["format"];
    format = Json{{"type", "json_schema"}};
    format.update(output_format(agent.outputs, edition));
  }
  return request;
}

}  // namespace prompty::openai
