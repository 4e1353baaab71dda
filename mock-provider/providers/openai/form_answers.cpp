#include "mock-provider/providers/openai/form_answers.hpp"

#include <fmt/core.h>

#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <variant>

#include "mock-provider/check/request_frame.hpp"
#include "mock-provider/providers/answer_budget.hpp"
#include "mock-provider/providers/events.hpp"
#include "mock-provider/providers/openai/images.hpp"
#include "mock-provider/values/deterministic.hpp"
#include "mock-provider/values/multipart.hpp"

namespace mock_provider::form_answers {
namespace {

/// Numbers come as text in a form.
int number_in(Json const& form, std::string_view name, int otherwise) {
  std::string const text = text_in(form, name);
  std::from_chars(text.data(), text.data() + text.size(), otherwise);
  return otherwise;
}

bool is_file(Json const& value) {
  return member(value, "filename") != nullptr;
}

/// The file of a field, or the first of several; nullptr when it has none.
Json const* file_in(Json const& form, std::string_view name) {
  Json const* const value = member(form, name);
  if (value == nullptr) return nullptr;
  if (value->is_array() && !value->empty()) return is_file(value->front()) ? &value->front() : nullptr;
  return is_file(*value) ? value : nullptr;
}

Answer missing(std::string const& name, std::string_view kind) {
  return answer::refusal(400, "missing_required_parameter", name,
                         fmt::format("The form has no {} \"{}\".", kind, name));
}

Answer plain(std::string text) {
  Answer answer;
  answer.content_type = "text/plain; charset=utf-8";
  answer.body = std::move(text);
  return answer;
}

Answer streamed(std::string const& text) {
  FrameList frames;
  for (std::string const& piece : chunking::pieces(text, {})) {
    frames.add(event_frame::of_named({{"type", "transcript.text.delta"}, {"delta", piece}}));
  }
  frames.add(event_frame::of_named({{"type", "transcript.text.done"}, {"text", text}}));
  return answer::of_events(frames.take());
}

/// The one segment of a transcription, in the shape of its format.
Json segment(std::string const& format, std::string const& text) {
  if (format == "diarized_json") {
    return {{"type", "transcript.text.segment"},
            {"id", "seg_0"},
            {"start", 0.0},
            {"end", 1.0},
            {"speaker", "A"},
            {"text", text}};
  }
  return {{"id", 0},
          {"seek", 0},
          {"start", 0.0},
          {"end", 1.0},
          {"text", text},
          {"tokens", {0}},
          {"temperature", 0.0},
          {"avg_logprob", -0.01},
          {"compression_ratio", 1.0},
          {"no_speech_prob", 0.0}};
}

Answer transcription(Json const& form) {
  Json const* const file = file_in(form, "file");
  if (file == nullptr) return missing("file", "file");
  if (text_in(form, "model").empty()) return missing("model", "field");
  std::string const text =
      fmt::format("The mock provider received {} bytes of audio.", file->at("bytes").get<std::size_t>());
  if (text_in(form, "stream") == "true") return streamed(text);
  std::string const format = text_in(form, "response_format");
  if (format == "text") return plain(text + "\n");
  if (format == "srt") return plain(fmt::format("1\n00:00:00,000 --> 00:00:01,000\n{}\n", text));
  if (format == "vtt") return plain(fmt::format("WEBVTT\n\n00:00:00.000 --> 00:00:01.000\n{}\n", text));
  Json said{{"text", text}, {"usage", {{"type", "duration"}, {"seconds", 1}}}};
  bool const is_verbose = format == "verbose_json";
  if (is_verbose) said["language"] = "english";
  if (is_verbose || format == "diarized_json") {
    said["task"] = "transcribe";
    said["duration"] = 1.0;
    said["segments"] = Json::array({segment(format, text)});
  }
  return answer::of_json(200, said);
}

Answer edited_image(Json const& form, Route const& route, std::uint64_t seed) {
  if (file_in(form, "image") == nullptr) return missing("image", "file");
  bool const is_edit = route.path.ends_with("/edits");
  if (is_edit && text_in(form, "prompt").empty()) return missing("prompt", "field");
  Json wanted = form;
  wanted["n"] = number_in(form, "n", 1);
  wanted["partial_images"] = number_in(form, "partial_images", 0);
  Json const body = images_body::body({}, wanted, seed);
  bool const is_stream = is_edit && text_in(form, "stream") == "true";
  return is_stream ? answer::of_events(images_events::frames_of_edit(body, wanted)) : answer::of_json(200, body);
}

}  // namespace

Answer usual(Request const& request, Route const& route) {
  if (request.method != "POST") {
    return answer::refusal(405, "method_not_supported", "",
                           fmt::format("{} takes POST, not {}.", route.path, request.method));
  }
  std::string const type = request_headers::content_type(request.headers);
  if (!multipart::is_form(type)) return answer::refusal(415, "", "", "Send a form: content-type: multipart/form-data.");
  std::variant<Json, std::string> const form = multipart::parse(request.body, type);
  if (std::string const* const problem = std::get_if<std::string>(&form)) return answer::refusal(400, "", "", *problem);
  Json const& fields = std::get<Json>(form);
  if (route.kind == Route::Kind::transcriptions) return transcription(fields);
  return edited_image(fields, route, deterministic::hash(request.body));
}

}  // namespace mock_provider::form_answers
