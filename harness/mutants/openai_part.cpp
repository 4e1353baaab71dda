#include <algorithm>
#include <utility>

#include "harness/mutants/rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::openai_part {
namespace {

using ChangeBlock = std::function<void(Json& block, Json const& part)>;
using ChangeFormat = std::function<Json(std::string const& media_type, Json const& part)>;

bool is_kind(std::string const& kind, Json const& part) {
  return member(part, "kind") == kind;
}

std::string media_type_of(Json const& part) {
  Json const& media_type = member(part, "mediaType");
  return media_type.is_string() ? media_type.get<std::string>() : "";
}

std::string value_of(Json const& part) {
  return member(part, "value").is_string() ? member(part, "value").get<std::string>() : "";
}

std::string behind_last(char separator, std::string const& text) {
  return text.substr(text.find_last_of(separator) + 1);
}

void as_text_block(Json& block, Json const& part) {
  block = {{"type", "text"}, {"text", value_of(part)}};
}

/// Leaves parts of that kind out of messages in array form.
Rule lost_kind(std::string kind) {
  return changed_message([kind = std::move(kind)](Json& wire, Json const& message) {
    Json const& parts = member(message, "content");
    if (!wire["content"].is_array() || wire["content"].size() != parts.size()) return;
    Json kept = Json::array();
    for (std::size_t index = 0; index < parts.size(); ++index) {
      if (!is_kind(kind, element_of(parts, index))) kept.push_back(wire["content"][index]);
    }
    wire["content"] = std::move(kept);
  });
}

Rule refused_kind(std::string kind) {
  return refused_part([kind = std::move(kind)](Json const& part) { return is_kind(kind, part); });
}

/// Moves a member of the object that the block holds under its type to another name.
ChangeBlock renamed_member(std::string holder, std::string name, std::string other) {
  return [=](Json& block, Json const&) {
    Json renamed = Json::object();
    for (auto const& [key, value] : block[holder].items()) renamed[key == name ? other : key] = value;
    block[holder] = std::move(renamed);
  };
}

void rename_text(Json& block, std::string const& name) {
  block = {{"type", "text"}, {name, block["text"]}};
}

/// Changes image blocks by what the part says of its detail.
Rule changed_detail(std::function<bool(Json const& detail)> predicate, std::function<void(Json& block)> change) {
  return changed_block_of(
      "image", [predicate = std::move(predicate), change = std::move(change)](Json& block, Json const& part) {
        if (predicate(member(part, "detail"))) change(block);
      });
}

bool is_given(Json const& detail) {
  return detail.is_string() && !detail.empty() && detail != "";
}

bool is_empty_text(Json const& detail) {
  return detail == "";
}

bool is_unset(Json const& detail) {
  return detail.is_null();
}

std::function<void(Json& block)> with_detail(Json detail) {
  return [detail = std::move(detail)](Json& block) { block["image_url"]["detail"] = detail; };
}

/// Sends another format for audio parts of that media type.
Rule format_of(std::string media_type, ChangeFormat change) {
  return changed_block_of(
      "audio", [media_type = std::move(media_type), change = std::move(change)](Json& block, Json const& part) {
        if (media_type_of(part) == media_type) block["input_audio"]["format"] = change(media_type_of(part), part);
      });
}

ChangeFormat fixed(std::string format) {
  return [format = std::move(format)](std::string const&, Json const&) { return Json(format); };
}

Json whole_media_type(std::string const& media_type, Json const&) {
  return media_type;
}

Json behind_slash(std::string const& media_type, Json const&) {
  return behind_last('/', media_type);
}

bool is_other_audio(Json const& part) {
  std::string const media_type = media_type_of(part);
  static std::vector<std::string> const table = {"audio/wav",  "audio/x-wav", "audio/mp3",
                                                 "audio/mpeg", "audio/flac",  "audio/ogg"};
  return is_kind("audio", part) && media_type.rfind("audio/", 0) == 0 &&
         std::find(table.begin(), table.end(), media_type) == table.end();
}

/// Sends another format for audio parts whose media type is not in the table.
Rule other_format(ChangeFormat change) {
  return changed_block([change = std::move(change)](Json& block, Json const& part) {
    if (is_other_audio(part)) block["input_audio"]["format"] = change(media_type_of(part), part);
  });
}

/// Sends a format for every audio part, whatever its media type.
Rule every_format(std::string format) {
  return changed_block_of(
      "audio", [format = std::move(format)](Json& block, Json const&) { block["input_audio"]["format"] = format; });
}

void take_format_from_extension(Json& block, Json const& part) {
  std::string const value = value_of(part);
  if (value.find('.') != std::string::npos) block["input_audio"]["format"] = behind_last('.', value);
}

std::vector<Mutant> kind_mutants() {
  return {
      {"images-lost", "P7.1.2-01", "Image parts are left out.", lost_kind("image")},
      {"audio-lost", "P7.1.2-01", "Audio parts are left out.", lost_kind("audio")},
      {"files-lost", "P7.1.2-01", "File parts are left out.", lost_kind("file")},
      {"texts-lost-beside-others", "P7.1.2-01", "Text parts are left out of messages in array form.",
       lost_kind("text")},
      {"audio-refused", "P7.1.2-01", "A request with an audio part is refused.", refused_kind("audio")},
      {"files-refused", "P7.1.2-01", "A request with a file part is refused.", refused_kind("file")},
      {"all-kinds-as-text", "P7.1.2-01", "Every part becomes a text block.", changed_block(as_text_block)},
      {"text-under-value", "P7.1.2-02", "The text of a block is called value.",
       changed_block_of("text", [](Json& block, Json const&) { rename_text(block, "value"); })},
      {"text-under-content", "P7.1.2-02", "The text of a block is called content.",
       changed_block_of("text", [](Json& block, Json const&) { rename_text(block, "content"); })},
      {"text-typed-input-text", "P7.1.2-02", "Text blocks are typed as in the Responses API.",
       changed_block_of("text", [](Json& block, Json const&) { block["type"] = "input_text"; })},
      {"text-with-media-type", "P7.1.2-02", "Text blocks carry a key more.",
       changed_block_of("text", [](Json& block, Json const&) { block["mediaType"] = nullptr; })},
      {"text-block-trimmed", "P7.1.2-02", "Text blocks lose their outer blanks.",
       changed_block_of("text",
                        [](Json& block, Json const& part) { block["text"] = without_outer_blanks(value_of(part)); })},
      {"image-url-flat", "P7.1.2-03", "The URL of an image is a string instead of an object.",
       changed_block_of("image", [](Json& block, Json const& part) { block["image_url"] = value_of(part); })},
      {"image-typed-image", "P7.1.2-03", "Image blocks have the type of their kind.",
       changed_block_of("image", [](Json& block, Json const&) { block["type"] = "image"; })},
      {"image-data-prefix-cut", "P7.1.2-03", "Of a data URI only what follows the comma is sent.",
       changed_block_of("image",
                        [](Json& block, Json const& part) {
                          std::string const url = value_of(part);
                          bool const data = url.rfind("data:", 0) == 0;
                          if (data) block["image_url"]["url"] = behind_last(',', url);
                        })},
      {"image-query-cut", "P7.1.2-03", "The URL of an image is sent without its query.",
       changed_block_of("image",
                        [](Json& block, Json const& part) {
                          block["image_url"]["url"] = value_of(part).substr(0, value_of(part).find('?'));
                        })},
      {"image-under-data", "P7.1.2-03", "The URL of an image is called data.",
       changed_block_of("image", renamed_member("image_url", "url", "data"))},
      {"image-bytes-as-file-uri", "P7.1.2-03", "Every image value that is no data URI is taken for a file's name.",
       changed_block_of("image",
                        [](Json& block, Json const& part) {
                          if (value_of(part).rfind("data:", 0) == 0) return;
                          block["image_url"]["url"] = "file://" + value_of(part);
                        })},
      {"detail-beside-image-url", "P7.1.2-04", "The detail stands beside the object with the URL.",
       changed_detail(is_given,
                      [](Json& block) {
                        Json const detail = block["image_url"]["detail"];
                        block["image_url"].erase("detail");
                        block["detail"] = detail;
                      })},
      {"detail-dropped", "P7.1.2-04", "The detail of an image is not sent.",
       changed_detail(is_given, [](Json& block) { block["image_url"].erase("detail"); })},
      {"detail-fixed", "P7.1.2-04", "Every detail is sent as auto.", changed_detail(is_given, with_detail("auto"))},
      {"detail-low-unless-high", "P7.1.2-04", "Every detail but high is sent as low.",
       changed_detail(is_given,
                      [](Json& block) {
                        if (block["image_url"]["detail"] != "high") block["image_url"]["detail"] = "low";
                      })},
      {"empty-detail-sent", "P7.1.2-05", "An empty detail is sent as it is.",
       changed_detail(is_empty_text, with_detail(""))},
      {"empty-detail-is-null", "P7.1.2-05", "An empty detail is sent as null.",
       changed_detail(is_empty_text, with_detail(nullptr))},
      {"unset-detail-is-null", "P7.1.2-06", "A detail that is not set is sent as null.",
       changed_detail(is_unset, with_detail(nullptr))},
      {"unset-detail-is-auto", "P7.1.2-06", "A detail that is not set is sent as auto.",
       changed_detail(is_unset, with_detail("auto"))},
      {"unset-detail-is-empty", "P7.1.2-06", "A detail that is not set is sent as an empty text.",
       changed_detail(is_unset, with_detail(""))},
      {"audio-under-url", "P7.1.2-07", "The audio data are called url.",
       changed_block_of("audio", renamed_member("input_audio", "data", "url"))},
      {"audio-typed-audio", "P7.1.2-07", "Audio blocks have the type of their kind.",
       changed_block_of("audio", [](Json& block, Json const&) { block["type"] = "audio"; })},
      {"audio-as-data-uri", "P7.1.2-07", "The audio data are sent as a data URI.",
       changed_block_of("audio",
                        [](Json& block, Json const& part) {
                          block["input_audio"]["data"] = "data:" + media_type_of(part) + ";base64," + value_of(part);
                        })},
      {"audio-format-beside-data", "P7.1.2-07", "The format stands beside the object with the data.",
       changed_block_of("audio",
                        [](Json& block, Json const&) {
                          Json const format = member(block["input_audio"], "format");
                          block["input_audio"].erase("format");
                          block["format"] = format;
                        })},
      {"file-as-text", "P7.1.2-08", "A file becomes a text block.", changed_block_of("file", as_text_block)},
      {"file-under-file-id", "P7.1.2-08", "The URL of a file is called file_id.",
       changed_block_of("file", renamed_member("file", "url", "file_id"))},
      {"file-under-file-data", "P7.1.2-08", "The URL of a file is called file_data.",
       changed_block_of("file", renamed_member("file", "url", "file_data"))},
      {"file-with-media-type", "P7.1.2-08", "The media type of a file is sent.",
       changed_block_of("file",
                        [](Json& block, Json const& part) {
                          if (!media_type_of(part).empty()) block["file"]["mediaType"] = media_type_of(part);
                        })},
      {"file-url-flat", "P7.1.2-08", "The URL of a file is a string instead of an object.",
       changed_block_of("file", [](Json& block, Json const& part) { block["file"] = value_of(part); })},
  };
}

bool is_foreign(std::string const& media_type) {
  return media_type.find('/') != std::string::npos && media_type.rfind("audio/", 0) != 0;
}

/// Asks for audio of that subtype where the media type is not one of audio.
Reply with_any_type_as_audio(std::string const& operation, Json const& params, AskReference const& reference) {
  if (operation != "build_request" || !is_chat(params)) return reference(operation, params);
  Json changed = params;
  for (Json& message : changed["messages"]) {
    for (Json& part : message["content"]) {
      std::string const type = media_type_of(part);
      if (is_kind("audio", part) && is_foreign(type)) part["mediaType"] = "audio" + type.substr(type.find('/'));
    }
  }
  return reference(operation, changed);
}

void keep_parameters_of_type(Json& block, Json const& part) {
  std::string const type = media_type_of(part);
  std::size_t const parameters = type.find(';');
  if (parameters == std::string::npos || !block["input_audio"].contains("format")) return;
  block["input_audio"]["format"] = block["input_audio"]["format"].get<std::string>() + type.substr(parameters);
}

bool is_audio_in_capitals(Json const& part) {
  std::string const type = media_type_of(part);
  return is_kind("audio", part) && std::any_of(type.begin(), type.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

std::vector<Mutant> audio_mutants() {
  return {
      {"format-from-extension", "P7.1.2-09", "The format is what follows the last dot of the value, if it has one.",
       changed_block_of("audio", take_format_from_extension)},
      {"format-always-wav", "P7.1.2-09", "The format is wav, whatever the media type.", every_format("wav")},
      {"format-always-mp3", "P7.1.2-09", "The format is mp3, whatever the media type.", every_format("mp3")},
      {"format-of-any-type", "P7.1.2-09", "A type that is not audio has a format all the same.",
       with_any_type_as_audio},
      {"format-with-parameters", "P7.1.2-09", "The parameters of the media type are part of the format.",
       changed_block_of("audio", keep_parameters_of_type)},
      {"format-in-capitals-refused", "P7.1.2-09", "A media type in capitals is refused.",
       refused_part(is_audio_in_capitals)},
      {"wav-with-prefix", "P7.1.2-10", "audio/wav is sent whole.", format_of("audio/wav", whole_media_type)},
      {"wav-as-pcm16", "P7.1.2-10", "audio/wav is sent as raw samples.", format_of("audio/wav", fixed("pcm16"))},
      {"x-wav-with-x", "P7.1.2-11", "audio/x-wav only loses its prefix.", format_of("audio/x-wav", behind_slash)},
      {"x-wav-with-prefix", "P7.1.2-11", "audio/x-wav is sent whole.", format_of("audio/x-wav", whole_media_type)},
      {"mp3-as-mpeg", "P7.1.2-12", "audio/mp3 is sent as mpeg.", format_of("audio/mp3", fixed("mpeg"))},
      {"mp3-with-prefix", "P7.1.2-12", "audio/mp3 is sent whole.", format_of("audio/mp3", whole_media_type)},
      {"mpeg-unmapped", "P7.1.2-13", "audio/mpeg only loses its prefix.", format_of("audio/mpeg", behind_slash)},
      {"mpeg-with-prefix", "P7.1.2-13", "audio/mpeg is sent whole.", format_of("audio/mpeg", whole_media_type)},
      {"flac-as-wav", "P7.1.2-14", "audio/flac is sent as wav.", format_of("audio/flac", fixed("wav"))},
      {"flac-with-prefix", "P7.1.2-14", "audio/flac is sent whole.", format_of("audio/flac", whole_media_type)},
      {"ogg-as-opus", "P7.1.2-15", "audio/ogg is sent as opus.", format_of("audio/ogg", fixed("opus"))},
      {"ogg-as-wav", "P7.1.2-15", "audio/ogg is sent as wav.", format_of("audio/ogg", fixed("wav"))},
      {"ogg-with-prefix", "P7.1.2-15", "audio/ogg is sent whole.", format_of("audio/ogg", whole_media_type)},
      {"other-audio-with-prefix", "P7.1.2-16", "A media type outside the table is sent whole.",
       other_format(whole_media_type)},
      {"other-audio-refused", "P7.1.2-16", "A media type outside the table is refused.", refused_part(is_other_audio)},
      {"other-audio-as-wav", "P7.1.2-16", "A media type outside the table is sent as wav.", other_format(fixed("wav"))},
      {"other-audio-without-format", "P7.1.2-16", "With a media type outside the table no format is sent.",
       changed_block([](Json& block, Json const& part) {
         if (is_other_audio(part)) block["input_audio"].erase("format");
       })},
      {"other-audio-cut-at-dots", "P7.1.2-16", "Of a media type outside the table only what follows a dot is sent.",
       other_format([](std::string const& media_type, Json const&) {
         return Json(behind_last('.', behind_last('/', media_type)));
       })},
  };
}

}  // namespace
}  // namespace conformance::mutants::openai_part

namespace conformance::mutants {

std::vector<Mutant> openai_part_mutants() {
  std::vector<Mutant> mutants = openai_part::kind_mutants();
  std::vector<Mutant> const about_audio = openai_part::audio_mutants();
  mutants.insert(mutants.end(), about_audio.begin(), about_audio.end());
  return mutants;
}

}  // namespace conformance::mutants
