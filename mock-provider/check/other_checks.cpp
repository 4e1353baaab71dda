#include "mock-provider/check/other_checks.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string_view>
#include <utility>

#include "mock-provider/check/member_table.hpp"
#include "mock-provider/check/request_frame.hpp"

// Requests that are answered with a list of data: embeddings and images.
namespace mock_provider::request_check {
namespace {

using Kind = MemberKind;
using Null = MemberNull;
using Range = MemberRange;

constexpr std::array<KnownMember, 5> embedding_members{{
    {"model", Kind::text, Null::refused},
    {"input", Kind::text_or_array, Null::refused},
    {"dimensions", Kind::integer, Null::refused, Range{1, unbounded}},
    {"encoding_format", Kind::text, Null::refused},
    {"user", Kind::text, Null::refused},
}};
constexpr MemberRules embedding_rules{
    .unknown = "embeddings.field.unknown", .type = "embeddings.field.type", .range = "embeddings.field.range"};
constexpr std::array<std::string_view, 2> encodings{"float", "base64"};
constexpr std::size_t most_inputs = 2048;

constexpr std::array<KnownMember, 19> image_members{{
    {"prompt", Kind::text, Null::refused},
    {"model", Kind::text},
    {"background", Kind::text},
    {"complexity", Kind::text},
    {"frame_count", Kind::integer, Null::allowed, Range{2, 16}},
    {"frame_duration_ms", Kind::integer, Null::allowed, Range{1, unbounded}},
    {"moderation", Kind::text},
    {"n", Kind::integer, Null::allowed, Range{1, 10}},
    {"output_compression", Kind::integer, Null::allowed, Range{0, 100}},
    {"output_format", Kind::text},
    {"partial_images", Kind::integer, Null::allowed, Range{0, 3}},
    {"quality", Kind::text},
    {"response_format", Kind::text},
    {"safety_identifier", Kind::text},
    {"size", Kind::text},
    {"stream", Kind::boolean},
    {"style", Kind::text},
    {"svg", Kind::object},
    {"user", Kind::text, Null::refused},
}};
constexpr MemberRules image_rules{
    .unknown = "images.field.unknown", .type = "images.field.type", .range = "images.field.range"};
constexpr std::array<std::string_view, 3> backgrounds{"auto", "transparent", "opaque"};
constexpr std::array<std::string_view, 3> complexities{"low", "medium", "high"};
constexpr std::array<std::string_view, 5> output_formats{"png", "jpeg", "webp", "gif", "svg"};
constexpr std::array<std::string_view, 8> qualities{"auto", "low", "medium", "high", "xhigh", "max", "hd", "standard"};
constexpr std::array<std::string_view, 2> response_formats{"url", "b64_json"};

bool is_input(Json const& input) {
  if (input.is_string()) return input != "";
  if (input.is_number_integer()) return true;
  return input.is_array() && !input.empty() &&
         std::all_of(input.begin(), input.end(), [](Json const& token) { return token.is_number_integer(); });
}

void check_input(Json const& body, FindingList& findings) {
  Json const* const input = member(body, "input");
  if (input == nullptr || (!input->is_string() && !input->is_array())) return;
  if (is_input(*input)) return;
  bool const is_list = input->is_array() && !input->empty() && input->size() <= most_inputs;
  if (is_list && std::all_of(input->begin(), input->end(), is_input)) return;
  findings.add("embeddings.input", "/input",
               fmt::format("\"input\" must be a text that is not empty, or a list of 1 to {} of them; got {}",
                           most_inputs, json_text::excerpt(*input, 40)));
}

void check_prompt(Json const& body, FindingList& findings) {
  Json const* const prompt = member(body, "prompt");
  if (prompt == nullptr || *prompt != "") return;
  findings.add("images.prompt", "/prompt", "\"prompt\" must not be empty");
}

void check_partial_images(Json const& body, FindingList& findings) {
  Json const* const count = member(body, "partial_images");
  Json const* const stream = member(body, "stream");
  bool const streams = stream != nullptr && *stream == true;
  if (count == nullptr || !count->is_number() || *count == 0 || streams) return;
  findings.add("images.field.needs", "/partial_images", "\"partial_images\" is allowed only with \"stream\": true");
}

/// The members that one output format alone has.
void check_format_members(Json const& body, FindingList& findings) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 3> formats{
      {{"frame_count", "gif"}, {"frame_duration_ms", "gif"}, {"svg", "svg"}}};
  Json const* const format = member(body, "output_format");
  for (auto const& [name, wanted] : formats) {
    if (!is_set(body, name) || (format != nullptr && *format == wanted)) continue;
    findings.add("images.field.needs", json_text::child("", name),
                 fmt::format("\"{}\" is allowed only with \"output_format\": \"{}\"", name, wanted));
  }
}

}  // namespace

std::vector<Finding> check_embeddings(Headers const& headers, Json const& body) {
  constexpr std::array<std::string_view, 2> required{"model", "input"};
  FindingList findings;
  if (!request_frame::check("embeddings", headers, body, required, findings)) return findings.take();
  check_members(body, embedding_members, embedding_rules, "an embeddings request", findings);
  check_input(body, findings);
  findings.one_of_if_there("embeddings.field.value", body, "", "encoding_format", encodings);
  return findings.take();
}

std::vector<Finding> check_images(Headers const& headers, Json const& body) {
  constexpr std::array<std::string_view, 1> required{"prompt"};
  FindingList findings;
  if (!request_frame::check("images", headers, body, required, findings)) return findings.take();
  check_members(body, image_members, image_rules, "an image generation request", findings);
  check_prompt(body, findings);
  check_partial_images(body, findings);
  check_format_members(body, findings);
  findings.one_of_if_there("images.field.value", body, "", "background", backgrounds);
  findings.one_of_if_there("images.field.value", body, "", "complexity", complexities);
  findings.one_of_if_there("images.field.value", body, "", "output_format", output_formats);
  findings.one_of_if_there("images.field.value", body, "", "quality", qualities);
  findings.one_of_if_there("images.field.value", body, "", "response_format", response_formats);
  return findings.take();
}

}  // namespace mock_provider::request_check

// What is demanded of requests apart from their bodies.
namespace mock_provider::request_check {
namespace {

/// "2024-10-21" or "2025-04-01-preview", or one of two words that stand for a date.
bool is_api_version(std::string const& text) {
  if (text == "preview" || text == "latest") return true;
  constexpr std::string_view pattern = "0000-00-00";
  if (text.size() < pattern.size()) return false;
  for (std::size_t at = 0; at < pattern.size(); ++at) {
    bool const fits = pattern[at] == '-' ? text[at] == '-' : std::isdigit(static_cast<unsigned char>(text[at])) != 0;
    if (!fits) return false;
  }
  std::string const rest = text.substr(pattern.size());
  return rest.empty() || rest == "-preview";
}

}  // namespace

std::vector<Finding> check_listing(Headers const& headers) {
  FindingList findings;
  if (!request_headers::has_openai_key(headers)) {
    findings.add("models.auth.present", "", "no key: send \"Authorization: Bearer KEY\" or \"api-key: KEY\"");
  }
  return findings.take();
}

std::vector<Finding> check_deployment(Route const& route) {
  FindingList findings;
  if (route.deployment.empty()) return findings.take();
  std::optional<std::string> const version = query_value(route.query, "api-version");
  if (!version || !is_api_version(*version)) {
    findings.add("azure.api-version", "",
                 "a path that names a deployment ends with \"?api-version=2024-10-21\" or another date");
  }
  return findings.take();
}

}  // namespace mock_provider::request_check
