#include "mock-provider/check/part_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mock_provider::part_rules {
namespace {

constexpr std::string_view shape = "chat.part.shape";
constexpr std::string_view value = "chat.part.value";

constexpr std::array<std::string_view, 1> text_only{"text"};
constexpr std::array<std::string_view, 2> assistant_types{"text", "refusal"};
constexpr std::array<std::string_view, 4> user_types{"text", "image_url", "input_audio", "file"};

constexpr std::string_view breakpoint = "prompt_cache_breakpoint";
constexpr std::array<std::string_view, 3> text_members{"type", "text", breakpoint};
constexpr std::array<std::string_view, 2> refusal_members{"type", "refusal"};
constexpr std::array<std::string_view, 3> image_members{"type", "image_url", breakpoint};
constexpr std::array<std::string_view, 2> image_inner{"url", "detail"};
constexpr std::array<std::string_view, 3> audio_members{"type", "input_audio", breakpoint};
constexpr std::array<std::string_view, 2> audio_inner{"data", "format"};
constexpr std::array<std::string_view, 3> file_members{"type", "file", breakpoint};
constexpr std::array<std::string_view, 3> file_inner{"file_data", "file_id", "filename"};

constexpr std::array<std::string_view, 4> details{"auto", "low", "high", "original"};
constexpr std::array<std::string_view, 2> audio_formats{"wav", "mp3"};

std::span<std::string_view const> types_of(std::string_view role) {
  if (role == "user") return user_types;
  if (role == "assistant") return assistant_types;
  return text_only;
}

/// The object inside a part, nullptr and a finding when it is none.
Json const* inner_object(Json const& part, std::string const& pointer, std::string_view name, FindingList& findings,
                         std::span<std::string_view const> names) {
  Json const* const inner = member(part, name);
  std::string const at = json_text::child(pointer, name);
  if (inner == nullptr || !inner->is_object()) {
    findings.add(shape, at, fmt::format("\"{}\" must be an object", name));
    return nullptr;
  }
  findings.admit_only(shape, *inner, at, names);
  return inner;
}

void check_image(Json const& part, std::string const& pointer, FindingList& findings) {
  findings.admit_only(shape, part, pointer, image_members);
  Json const* const image = inner_object(part, pointer, "image_url", findings, image_inner);
  if (image == nullptr) return;
  std::string const at = json_text::child(pointer, "image_url");
  findings.require_text(shape, *image, at, "url");
  findings.one_of_if_there(value, *image, at, "detail", details);
}

void check_audio(Json const& part, std::string const& pointer, FindingList& findings) {
  findings.admit_only(shape, part, pointer, audio_members);
  Json const* const audio = inner_object(part, pointer, "input_audio", findings, audio_inner);
  if (audio == nullptr) return;
  std::string const at = json_text::child(pointer, "input_audio");
  findings.require_text(shape, *audio, at, "data");
  if (!findings.require_text(shape, *audio, at, "format")) return;
  findings.one_of_if_there(value, *audio, at, "format", audio_formats);
}

void check_file(Json const& part, std::string const& pointer, FindingList& findings) {
  findings.admit_only(shape, part, pointer, file_members);
  Json const* const file = inner_object(part, pointer, "file", findings, file_inner);
  if (file == nullptr) return;
  std::string const at = json_text::child(pointer, "file");
  for (std::string_view const name : file_inner) findings.text_if_there(shape, *file, at, name);
  if (member(*file, "file_data") == nullptr && member(*file, "file_id") == nullptr) {
    findings.add(shape, at, "a file must have \"file_data\" or \"file_id\"");
  }
}

}  // namespace

void check(Json const& part, std::string const& role, std::string const& pointer, FindingList& findings) {
  if (!part.is_object()) return findings.add(shape, pointer, "a content part must be an object");
  if (!findings.require_text(shape, part, pointer, "type")) return;
  std::string const type = member(part, "type")->get<std::string>();
  std::span<std::string_view const> const allowed = types_of(role);
  if (std::find(allowed.begin(), allowed.end(), type) == allowed.end()) {
    return findings.add(
        "chat.part.type", json_text::child(pointer, "type"),
        fmt::format("a message of role {} takes parts of type {}; got \"{}\"", role, fmt::join(allowed, ", "), type));
  }
  if (type == "image_url") return check_image(part, pointer, findings);
  if (type == "input_audio") return check_audio(part, pointer, findings);
  if (type == "file") return check_file(part, pointer, findings);
  bool const is_refusal = type == "refusal";
  std::span<std::string_view const> const members =
      is_refusal ? std::span<std::string_view const>(refusal_members) : text_members;
  findings.admit_only(shape, part, pointer, members);
  findings.require_text(shape, part, pointer, type);
}

}  // namespace mock_provider::part_rules
