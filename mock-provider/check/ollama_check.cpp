#include "mock-provider/check/ollama_check.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>

#include "mock-provider/check/member_table.hpp"
#include "mock-provider/values/encoding.hpp"

namespace mock_provider::ollama_check {
namespace {

using Kind = MemberKind;

// ChatRequest and EmbedRequest of api/types.go; `null` stands for a member that is left out.
constexpr std::array<KnownMember, 9> chat_members{{
    {"model", Kind::text},
    {"messages", Kind::array},
    {"stream", Kind::boolean},
    {"tools", Kind::array},
    {"options", Kind::object},
    {"truncate", Kind::boolean},
    {"shift", Kind::boolean},
    {"logprobs", Kind::boolean},
    // ChatHandler of server/routes.go
    {"top_logprobs", Kind::integer, MemberNull::allowed, MemberRange{0, 20}},
}};
constexpr std::array<KnownMember, 4> embed_members{{
    {"model", Kind::text},
    {"truncate", Kind::boolean},
    {"dimensions", Kind::integer},
    {"options", Kind::object},
}};
// Options and Runner of api/types.go, as FromMap reads them: of a number for an integer the fraction is cut off.
constexpr std::array<KnownMember, 19> option_members{{
    {"num_keep", Kind::number},
    {"seed", Kind::number},
    {"num_predict", Kind::number},
    {"top_k", Kind::number},
    {"top_p", Kind::number},
    {"min_p", Kind::number},
    {"typical_p", Kind::number},
    {"repeat_last_n", Kind::number},
    {"temperature", Kind::number},
    {"repeat_penalty", Kind::number},
    {"presence_penalty", Kind::number},
    {"frequency_penalty", Kind::number},
    {"stop", Kind::array},
    {"num_ctx", Kind::number},
    {"num_batch", Kind::number},
    {"num_gpu", Kind::number},
    {"main_gpu", Kind::number},
    {"use_mmap", Kind::boolean},
    {"num_thread", Kind::number},
}};
constexpr std::array<KnownMember, 6> message_members{{
    {"role", Kind::text},
    {"content", Kind::text},
    {"thinking", Kind::text},
    {"tool_name", Kind::text},
    {"tool_call_id", Kind::text},
    {"tool_calls", Kind::array},
}};
constexpr std::array<KnownMember, 2> function_members{{{"name", Kind::text}, {"description", Kind::text}}};
constexpr std::array<std::string_view, 4> efforts{"high", "medium", "low", "max"};  // ThinkValue

/// Go takes the names of members in any letter case.
bool has_value(Json const& body, std::string_view name) {
  for (auto const& entry : body.items()) {
    if (lower_ascii(entry.key()) == name && entry.value() != "" && !entry.value().is_null()) return true;
  }
  return false;
}

/// A duration as Go writes it, such as "1h30m", "-1s" or "0".
bool is_duration(std::string_view text) {
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  if (text == "0") return true;
  if (text.empty()) return false;
  while (!text.empty()) {
    std::size_t const number = std::min(text.find_first_not_of("0123456789."), text.size());
    std::string_view const digits = text.substr(0, number);
    bool const is_number =
        std::count(digits.begin(), digits.end(), '.') <= 1 && digits.find_first_not_of('.') != std::string_view::npos;
    if (!is_number) return false;
    text.remove_prefix(number);
    std::size_t const end = std::min(text.find_first_of("0123456789."), text.size());
    constexpr std::array<std::string_view, 8> units{"ns", "us", "µs", "μs", "ms", "s", "m", "h"};
    if (std::find(units.begin(), units.end(), text.substr(0, end)) == units.end()) return false;
    text.remove_prefix(end);
  }
  return true;
}

void check_keep_alive(Json const& body, FindingList& findings) {
  Json const* const time = member(body, "keep_alive");
  if (time == nullptr || time->is_null() || time->is_number()) return;
  if (time->is_string() && is_duration(time->get_ref<std::string const&>())) return;
  findings.add(
      "ollama.keep-alive", "/keep_alive",
      fmt::format("\"keep_alive\" must be seconds or a text such as \"5m\"; got {}", json_text::excerpt(*time, 40)));
}

void check_think(Json const& body, FindingList& findings) {
  Json const* const think = member(body, "think");
  if (think == nullptr || think->is_null() || think->is_boolean()) return;
  findings.one_of_if_there("ollama.think", body, "", "think", efforts);
}

/// llm/llama_server.go: nothing, "json", or a JSON Schema.
void check_format(Json const& body, FindingList& findings) {
  Json const* const format = member(body, "format");
  if (format == nullptr || format->is_null() || format->is_object() || *format == "" || *format == "json") return;
  findings.add("ollama.format", "/format",
               fmt::format("invalid format: {}; expected \"json\" or a valid JSON Schema object",
                           json_text::excerpt(*format, 40)));
}

void check_options(Json const& body, FindingList& findings) {
  Json const* const options = member(body, "options");
  if (options == nullptr || !options->is_object()) return;
  check_known_members(*options, "/options", option_members, {.unknown = "", .type = "ollama.options", .range = ""},
                      findings);
  Json const* const stop = member(*options, "stop");
  if (stop == nullptr || !stop->is_array()) return;
  if (std::all_of(stop->begin(), stop->end(), [](Json const& text) { return text.is_string(); })) return;
  findings.add("ollama.options", "/options/stop", "option \"stop\" must be of an array of strings");
}

/// Go passes over the ends of lines.
bool is_base64(Json const& value) {
  if (!value.is_string()) return false;
  std::string text = value.get<std::string>();
  std::erase_if(text, [](char byte) { return byte == '\r' || byte == '\n'; });
  return base64::decoded(text).has_value();
}

void check_images(Json const& message, std::string const& pointer, FindingList& findings) {
  Json const* const images = member(message, "images");
  if (images == nullptr || images->is_null()) return;
  if (!images->is_array()) {
    findings.add("ollama.message.images", pointer + "/images", "\"images\" must be a list of images in base64");
    return;
  }
  for (std::size_t index = 0; index < images->size(); ++index) {
    Json const& image = (*images)[index];
    if (image.is_null() || is_base64(image)) continue;
    findings.add("ollama.message.images", json_text::child(pointer + "/images", index),
                 fmt::format("an image must be base64 alone, without \"data:\" before it; got {}",
                             json_text::excerpt(image, 40)));
  }
}

void check_calls(Json const& message, std::string const& pointer, FindingList& findings) {
  Json const* const calls = member(message, "tool_calls");
  if (calls == nullptr || !calls->is_array()) return;
  for (std::size_t index = 0; index < calls->size(); ++index) {
    std::string const place = json_text::child(pointer + "/tool_calls", index);
    Json const* const function = member((*calls)[index], "function");
    if (function == nullptr) continue;
    Json const* const arguments = member(*function, "arguments");
    if (arguments == nullptr || arguments->is_null() || arguments->is_object()) continue;
    findings.add("ollama.call.arguments", place + "/function/arguments",
                 fmt::format("\"arguments\" must be an object, not the text of one; got {}",
                             json_text::excerpt(*arguments, 40)));
  }
}

void check_messages(Json const& body, FindingList& findings) {
  constexpr MemberRules rules{.unknown = "", .type = "ollama.message.type", .range = ""};
  Json const* const messages = member(body, "messages");
  if (messages == nullptr || !messages->is_array()) return;
  for (std::size_t index = 0; index < messages->size(); ++index) {
    Json const& message = (*messages)[index];
    std::string const pointer = json_text::child("/messages", index);
    if (!message.is_object()) {
      findings.add("ollama.message.type", pointer, "each message must be an object of role and content");
      continue;
    }
    check_known_members(message, pointer, message_members, rules, findings);
    check_images(message, pointer, findings);
    check_calls(message, pointer, findings);
  }
}

void check_function(Json const& function, std::string const& pointer, FindingList& findings) {
  check_known_members(function, pointer, function_members, {.unknown = "", .type = "ollama.tools", .range = ""},
                      findings);
  Json const* const parameters = member(function, "parameters");
  if (parameters == nullptr || parameters->is_null()) return;
  Json const* const properties = member(*parameters, "properties");
  Json const* const type = member(*parameters, "type");
  bool const is_sound =
      parameters->is_object() && (type == nullptr || type->is_null() || type->is_string()) &&
      (properties == nullptr || properties->is_null() ||
       (properties->is_object() && std::all_of(properties->begin(), properties->end(), [](Json const& property) {
          return property.is_object() || property.is_null();
        })));
  if (is_sound) return;
  findings.add("ollama.tools", pointer + "/parameters",
               "\"parameters\" must be a JSON Schema whose type is a text and whose properties are objects");
}

void check_tools(Json const& body, FindingList& findings) {
  Json const* const tools = member(body, "tools");
  if (tools == nullptr || !tools->is_array()) return;
  for (std::size_t index = 0; index < tools->size(); ++index) {
    std::string const pointer = json_text::child("/tools", index);
    Json const& tool = (*tools)[index];
    Json const* const function = member(tool, "function");
    bool const is_object = tool.is_object() && (function == nullptr || function->is_null() || function->is_object());
    if (!is_object)
      findings.add("ollama.tools", pointer, "each tool must be an object with a \"function\" that is one");
    if (is_object && function != nullptr && function->is_object())
      check_function(*function, pointer + "/function", findings);
  }
}

/// Whether the members of the body can be looked at.
bool check_frame(Json const& body, std::span<KnownMember const> members, FindingList& findings) {
  if (!body.is_object()) {
    findings.add("ollama.body.json", "", "the body must be a JSON object");
    return false;
  }
  if (!has_value(body, "model")) findings.add("ollama.field.required", "/model", "model is required");
  check_known_members(body, "", members, {.unknown = "", .type = "ollama.field.type", .range = "ollama.field.range"},
                      findings);
  check_keep_alive(body, findings);
  check_options(body, findings);
  return true;
}

}  // namespace

std::vector<Finding> check_chat(Json const& body) {
  FindingList findings;
  if (!check_frame(body, chat_members, findings)) return findings.take();
  check_think(body, findings);
  check_format(body, findings);
  check_messages(body, findings);
  check_tools(body, findings);
  return findings.take();
}

std::vector<Finding> check_embed(Json const& body) {
  FindingList findings;
  if (!check_frame(body, embed_members, findings)) return findings.take();
  Json const* const input = member(body, "input");
  bool const is_input = input == nullptr || input->is_null() || input->is_string() ||
                        (input->is_array() &&
                         std::all_of(input->begin(), input->end(), [](Json const& text) { return text.is_string(); }));
  if (!is_input)
    findings.add("ollama.input", "/input", "invalid input type: \"input\" must be a text or a list of them");
  return findings.take();
}

}  // namespace mock_provider::ollama_check
