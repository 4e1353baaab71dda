#include "prompty/wire/openai/responses_live.hpp"

#include "prompty/core/match.hpp"
#include "prompty/wire/openai/part.hpp"
#include "prompty/wire/openai/part_live.hpp"

namespace prompty::openai {
namespace responses_live {
namespace {

Json image_block(ImagePart const& image) {
  Json const chat = live_image_block(image);
  Json const& shown = chat["image_url"];
  Json block{{"type", "input_image"}, {"image_url", shown["url"]}};
  if (shown.contains("detail")) block["detail"] = shown["detail"];
  return block;
}

Json file_block(FilePart const& file) {
  Json block{{"type", "input_file"}};
  if (!is_inline(file)) {
    block["file_url"] = file.value;
    return block;
  }
  block.update(inline_file(file));
  return block;
}

}  // namespace
}  // namespace responses_live

Json live_responses_block(ContentPart const& part, std::string_view role) {
  return match(
      part,
      [&](TextPart const& text) {
        return Json{{"type", role == "assistant" ? "output_text" : "input_text"}, {"text", text.value}};
      },
      [](ImagePart const& image) { return responses_live::image_block(image); },
      [](AudioPart const& audio) { return live_audio_block(audio); },
      [](FilePart const& file) { return responses_live::file_block(file); });
}

Json live_responses_tools(Json const& definitions) {
  Json tools = Json::array();
  for (Json const& definition : definitions) {
    Json tool{{"type", definition["type"]}};
    for (auto const& [key, value] : definition["function"].items()) tool[key] = value;
    tools.push_back(tool);
  }
  return tools;
}

Json live_responses_options(std::optional<ModelOptions> const& options) {
  Json parameters = Json::object();
  if (!options) return parameters;
  if (options->temperature) parameters["temperature"] = *options->temperature;
  if (options->top_p) parameters["top_p"] = *options->top_p;
  if (options->max_output_tokens) parameters["max_output_tokens"] = *options->max_output_tokens;
  for (auto const& [key, value] : options->additional_properties.items()) {
    if (!parameters.contains(key)) parameters[key] = value;
  }
  return parameters;
}

}  // namespace prompty::openai
