#include "mock-provider/providers/openai/speech.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "mock-provider/providers/answer_budget.hpp"
#include "mock-provider/providers/events.hpp"
#include "mock-provider/values/encoding.hpp"

namespace mock_provider::speech {
namespace {

constexpr std::size_t samples = 2'400;

std::string silence() {
  return std::string(2 * samples, '\0');
}

std::string number(std::uint32_t value, int bytes) {
  std::string result;
  for (int at = 0; at < bytes; ++at) result += static_cast<char>((value >> (8 * at)) & 0xFFU);
  return result;
}

/// RIFF with PCM of 16 bits.
std::string wav() {
  std::string const data = silence();
  auto const size = static_cast<std::uint32_t>(data.size());
  return "RIFF" + number(36 + size, 4) + "WAVEfmt " + number(16, 4) + number(1, 2) + number(1, 2) + number(24'000, 4) +
         number(48'000, 4) + number(2, 2) + number(16, 2) + "data" + number(size, 4) + data;
}

/// Five frames of MPEG 2, layer III, 64 kbit/s: a header, and nothing but zeros, which says that nothing sounds.
std::string mp3() {
  std::string const frame = std::string("\xFF\xF3\x84\xC4", 4) + std::string(188, '\0');
  std::string result;
  for (int count = 0; count < 5; ++count) result += frame;
  return result;
}

/// A stream info and one frame of a constant.
std::string flac() {
  return *base64::decoded("ZkxhQ4AAACIJYAlgAAAAAAAABdwA8AAACWDnCTh7JO6yjCG2DlubZjnv//h3CAAJXxQAAABSfw==");
}

/// Three ADTS frames of AAC-LC without a spectrum.
std::string aac() {
  return *base64::decoded("//FYQAG//ADIAIAjgP/xWEABv/wAyACAI4D/8VhAAb/8AMgAgCOA");
}

/// Ogg pages with the two headers of Opus and five packets of silence.
std::string opus() {
  return *base64::decoded(
      "T2dnUwACAAAAAAAAAAABAAAAAAAAAF3pgQoBE09wdXNIZWFkAQE4AcBdAAAAAABPZ2dTAAAAAAAAAAAAAAEAAAABAAAALHtUngEUT3B1c1RhZ3ME"
      "AAAAbW9jawAAAABPZ2dTAATAEgAAAAAAAAEAAAACAAAADsLu1AUDAwMDA/j//vj//vj//vj//vj//g==");
}

struct Format {
  std::string_view name;
  std::string_view type;
  std::string (*bytes)();
};

constexpr std::array<Format, 6> formats{{{"mp3", "audio/mpeg", mp3},
                                         {"opus", "audio/ogg", opus},
                                         {"aac", "audio/aac", aac},
                                         {"flac", "audio/flac", flac},
                                         {"wav", "audio/wav", wav},
                                         {"pcm", "audio/pcm", silence}}};

Answer streamed(std::string const& bytes, std::size_t characters) {
  FrameList frames;
  frames.add(event_frame::of_named({{"type", "speech.audio.delta"}, {"audio", base64::encoded(bytes)}}));
  std::size_t const tokens = (characters + 3) / 4;
  frames.add(event_frame::of_named(
      {{"type", "speech.audio.done"},
       {"usage", {{"input_tokens", tokens}, {"output_tokens", 2}, {"total_tokens", tokens + 2}}}}));
  return answer::of_events(frames.take());
}

}  // namespace

Answer usual(Json const& body) {
  for (char const* const name : {"model", "input", "voice"}) {
    if (!is_set(body, name) || *member(body, name) == "") {
      return answer::refusal(400, "missing_required_parameter", name, fmt::format("\"{}\" is missing.", name));
    }
  }
  Json const wanted = value_or(body, "response_format", "mp3");
  auto const* const format =
      std::find_if(formats.begin(), formats.end(), [&](Format const& one) { return wanted == one.name; });
  if (format == formats.end()) {
    return answer::refusal(400, "invalid_value", "response_format",
                           "\"response_format\" must be one of mp3, opus, aac, flac, wav and pcm.");
  }
  if (text_in(body, "stream_format") == "sse") return streamed(format->bytes(), text_in(body, "input").size());
  Answer answer;
  answer.content_type = std::string(format->type);
  answer.body = format->bytes();
  return answer;
}

}  // namespace mock_provider::speech
