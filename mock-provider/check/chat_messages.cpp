#include "mock-provider/check/chat_messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "mock-provider/check/request_check.hpp"
#include "mock-provider/http/request.hpp"

namespace mock_provider::part_rules {

/// Holds one content part of a message of `role` against the provider's rules; `pointer` is where it stands.
void check(Json const& part, std::string const& role, std::string const& pointer, FindingList& findings);

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

/// The object inside a part, nullptr and a finding when it is not an object.
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

/// Whether the text begins so, letter case aside.
bool begins_with(std::string_view text, std::string_view beginning) {
  return same_header_name(text.substr(0, beginning.size()), beginning);
}

/// Whether a data URL says that it is something else than an image.
bool is_of_other_type(std::string_view url) {
  constexpr std::string_view scheme = "data:";
  if (!begins_with(url, scheme)) return false;
  std::string_view const type = url.substr(scheme.size());
  return type.find('/') < type.find_first_of(";,") && !begins_with(type, "image/");
}

void check_image_address(Json const& image, std::string const& pointer, FindingList& findings) {
  Json const* const url = member(image, "url");
  if (url == nullptr || !url->is_string()) return;
  std::string const at = json_text::child(pointer, "url");
  auto const& address = url->get_ref<std::string const&>();
  if (is_of_other_type(address)) {
    findings.add("chat.part.media-type", at, "Invalid MIME type. Only image types are supported.");
  }
  if (is_image_address(address)) return;
  findings.add("chat.part.address", at,
               fmt::format("Invalid image URL: '{}'. Expected a base64-encoded data URL with an image MIME type (e.g. "
                           "'data:image/png;base64,aW1nIGJ5dGVzIGhlcmU='), but got a value without the 'data:' prefix.",
                           request_check::param_of(at)));
}

void check_image(Json const& part, std::string const& pointer, FindingList& findings) {
  findings.admit_only(shape, part, pointer, image_members);
  Json const* const image = inner_object(part, pointer, "image_url", findings, image_inner);
  if (image == nullptr) return;
  std::string const at = json_text::child(pointer, "image_url");
  findings.require_text(shape, *image, at, "url");
  check_image_address(*image, at, findings);
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

bool is_image_address(std::string_view text) {
  constexpr std::array<std::string_view, 3> schemes{"data:", "http://", "https://"};
  return std::any_of(schemes.begin(), schemes.end(),
                     [&](std::string_view scheme) { return begins_with(text, scheme); });
}

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

namespace mock_provider::message_rules {
namespace {

constexpr std::array<std::string_view, 6> roles{"developer", "system", "user", "assistant", "tool", "function"};
constexpr std::array<std::string_view, 3> plain_members{"role", "content", "name"};
// The name of the function in a tool message is no part of the provider's own list; it takes it all the same, and
// LangChain and OpenRouter's clients send it.
constexpr std::array<std::string_view, 4> tool_members{"role", "content", "tool_call_id", "name"};
// The reasoning members are no part of the provider's own list, but every compatible server that reasons asks for them.
// `parsed` and `parsed_arguments` are put into an answer by the helpers of the official SDKs, whose users send it back;
// `prefix`, and an `index` in each call, by Mistral's client.
constexpr std::array<std::string_view, 13> assistant_members{
    "role",        "content",       "name",      "refusal",           "audio",
    "tool_calls",  "function_call", "reasoning", "reasoning_content", "reasoning_details",
    "annotations", "parsed",        "prefix"};

/// A kind of tool call: the member that its type names has these two texts.
struct CallKind {
  std::string_view name;
  std::array<std::string_view, 4> members;
  std::array<std::string_view, 2> texts;
  std::array<std::string_view, 3> inner;
};
constexpr CallKind function_call{.name = "function",
                                 .members = {"id", "type", "function", "index"},
                                 .texts = {"name", "arguments"},
                                 .inner = {"name", "arguments", "parsed_arguments"}};
constexpr CallKind custom_call{.name = "custom",
                               .members = {"id", "type", "custom", "index"},
                               .texts = {"name", "input"},
                               .inner = {"name", "input", ""}};

std::span<std::string_view const> members_of(std::string_view role) {
  if (role == "assistant") return assistant_members;
  if (role == "tool") return tool_members;
  return plain_members;
}

void check_call(Json const& call, std::string const& pointer, FindingList& findings) {
  constexpr std::string_view rule = "chat.tool-call.shape";
  if (!call.is_object()) return findings.add(rule, pointer, "a tool call must be an object");
  Json const* const type = member(call, "type");
  bool const is_custom = type != nullptr && *type == "custom";
  if (!is_custom && (type == nullptr || *type != "function")) {
    findings.add(rule, json_text::child(pointer, "type"), "\"type\" must be \"function\" or \"custom\"");
  }
  CallKind const& kind = is_custom ? custom_call : function_call;
  findings.admit_only(rule, call, pointer, kind.members);
  findings.require_text(rule, call, pointer, "id");
  std::string_view const name = kind.name;
  Json const* const inner = member(call, name);
  std::string const at = json_text::child(pointer, name);
  if (inner == nullptr || !inner->is_object()) {
    return findings.add(rule, at,
                        fmt::format("\"{}\" must be an object with {}", name, fmt::join(kind.texts, " and ")));
  }
  findings.admit_only(rule, *inner, at, kind.inner);
  for (std::string_view const text : kind.texts) findings.require_text(rule, *inner, at, text);
}

void check_calls(Json const& message, std::string const& pointer, FindingList& findings) {
  Json const* const calls = member(message, "tool_calls");
  if (calls == nullptr) return;
  std::string const at = json_text::child(pointer, "tool_calls");
  if (!calls->is_array() || calls->empty()) {
    return findings.add("chat.tool-call.shape", at, "\"tool_calls\" must be a non-empty array: leave it out instead");
  }
  for (std::size_t index = 0; index < calls->size(); ++index) {
    check_call((*calls)[index], json_text::child(at, index), findings);
  }
}

void check_content(Json const& message, std::string const& role, std::string const& pointer, FindingList& findings) {
  constexpr std::string_view rule = "chat.message.content";
  std::string const at = json_text::child(pointer, "content");
  Json const* const content = member(message, "content");
  if (content == nullptr || content->is_null()) {
    bool const may_lack = role == "assistant" && (is_set(message, "tool_calls") || is_set(message, "refusal") ||
                                                  is_set(message, "function_call") || is_set(message, "audio"));
    if (may_lack || (role == "function" && content != nullptr)) return;
    return findings.add(rule, at, fmt::format("a message of role {} must have content", role));
  }
  if (content->is_string()) return;
  if (!content->is_array() || role == "function") {
    return findings.add(
        rule, at,
        fmt::format("content must be a string{}; got {}", role == "function" ? "" : " or an array of parts",
                    json_text::excerpt(*content, 40)));
  }
  if (content->empty()) return findings.add(rule, at, "content must have at least one part");
  for (std::size_t index = 0; index < content->size(); ++index) {
    part_rules::check((*content)[index], role, json_text::child(at, index), findings);
  }
}

/// Names of people and roles; that of a function in a tool message is not looked at.
void check_name(Json const& message, std::string_view role, std::string const& pointer, FindingList& findings) {
  Json const* const name = member(message, "name");
  if (role == "tool" || name == nullptr || !name->is_string()) return;
  if (name->get_ref<std::string const&>().find_first_of(" \t\r\n<|\\/>") == std::string::npos) return;
  std::string const at = json_text::child(pointer, "name");
  findings.add("chat.message.name", at,
               fmt::format("Invalid '{}': string does not match pattern. Expected a string that matches the pattern "
                           "'^[^\\s<|\\\\/>]+$'.",
                           request_check::param_of(at)));
}

void check_message(Json const& message, std::string const& pointer, FindingList& findings) {
  if (!message.is_object()) return findings.add("chat.message.shape", pointer, "a message must be an object");
  Json const* const role = member(message, "role");
  bool const known = role != nullptr && role->is_string() &&
                     std::find(roles.begin(), roles.end(), role->get_ref<std::string const&>()) != roles.end();
  if (!known) {
    std::string const got = role == nullptr ? "it is missing" : "got " + json_text::excerpt(*role, 40);
    return findings.add("chat.message.role", json_text::child(pointer, "role"),
                        fmt::format("\"role\" must be one of {}; {}", fmt::join(roles, ", "), got));
  }
  std::string const name = role->get<std::string>();
  findings.admit_only("chat.message.shape", message, pointer, members_of(name));
  findings.text_if_there("chat.message.shape", message, pointer, "name");
  if (name == "tool") findings.require_text("chat.message.shape", message, pointer, "tool_call_id");
  if (name == "function") findings.require_text("chat.message.shape", message, pointer, "name");
  check_name(message, name, pointer, findings);
  check_content(message, name, pointer, findings);
  if (name == "assistant") check_calls(message, pointer, findings);
}

/// The calls of the latest assistant message that no tool message has answered yet.
class OpenCalls {
 public:
  explicit OpenCalls(FindingList& findings) : findings_(findings) {}

  void see(Json const& message, std::string const& pointer) {
    Json const* const role = member(message, "role");
    if (role != nullptr && *role == "tool") return answer(message, pointer);
    close();
    Json const* const calls = member(message, "tool_calls");
    if (role == nullptr || *role != "assistant" || calls == nullptr || !calls->is_array()) return;
    pointer_ = json_text::child(pointer, "tool_calls");
    for (std::size_t index = 0; index < calls->size(); ++index) open((*calls)[index], index);
    requested_ = open_;
  }

  void close() {
    if (!open_.empty()) {
      findings_.add("chat.tool-result.complete", pointer_,
                    fmt::format("no tool message answers {}", fmt::join(open_, ", ")));
    }
    open_.clear();
    requested_.clear();
  }

 private:
  FindingList& findings_;
  std::set<std::string> requested_;
  std::set<std::string> open_;
  std::string pointer_;

  void open(Json const& call, std::size_t index) {
    Json const* const id = member(call, "id");
    if (id == nullptr || !id->is_string() || open_.insert(id->get<std::string>()).second) return;
    findings_.add("chat.tool-call.unique", json_text::child(json_text::child(pointer_, index), "id"),
                  fmt::format("{} is the id of an earlier call of this message: give each call its own",
                              json_text::excerpt(*id, 60)));
  }

  void answer(Json const& message, std::string const& pointer) {
    Json const* const id = member(message, "tool_call_id");
    if (id == nullptr || !id->is_string()) return;
    bool const is_first = open_.erase(id->get<std::string>()) > 0;
    if (is_first) return;
    bool const is_known = requested_.contains(id->get<std::string>());
    findings_.add(is_known ? "chat.tool-result.single" : "chat.tool-result.known",
                  json_text::child(pointer, "tool_call_id"),
                  fmt::format("{} is {}", json_text::excerpt(*id, 60),
                              is_known ? "answered already by an earlier tool message"
                                       : "no call of the assistant message before it"));
  }
};

}  // namespace

void check(Json const& messages, FindingList& findings) {
  if (!messages.is_array()) return;
  OpenCalls calls(findings);
  for (std::size_t index = 0; index < messages.size(); ++index) {
    std::string const pointer = json_text::child("/messages", index);
    check_message(messages[index], pointer, findings);
    calls.see(messages[index], pointer);
  }
  calls.close();
}

}  // namespace mock_provider::message_rules
