#include "mock-provider/check/model_rules.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>

namespace mock_provider::model_rules {
namespace {

/// What a model takes of a member.
enum class Takes : std::uint8_t {
  nothing,     ///< not even the default
  the_default  ///< 1, which is that of temperature
};

struct Refusal {
  std::string_view model;
  std::string_view member;
  Takes takes;
  std::string_view advice;  ///< what the provider adds to its sentence
};

constexpr std::string_view other_limit = " Use 'max_completion_tokens' instead.";

/// Each row with a public report of the provider's answer.
constexpr std::array<Refusal, 20> chat{{
    {"o1", "max_tokens", Takes::nothing, other_limit},       // github.com/teilomillet/gollm/issues/33
    {"o1-mini", "max_tokens", Takes::nothing, other_limit},  // github.com/SilasMarvin/lsp-ai/issues/95
    // github.com/ITSpecialist111/ai_automation_suggester/issues/38
    {"o1-preview", "max_tokens", Takes::nothing, other_limit},
    {"o3-mini", "max_tokens", Takes::nothing, other_limit},       // github.com/teilomillet/gollm/issues/33
    {"o3", "max_tokens", Takes::nothing, other_limit},            // github.com/BerriAI/litellm/issues/10066
    {"o4-mini", "max_tokens", Takes::nothing, other_limit},       // github.com/ServiceNow/AgentLab/issues/251
    {"gpt-5", "max_tokens", Takes::nothing, other_limit},         // github.com/griptape-ai/ComfyUI-Griptape/issues/312
    {"gpt-5-mini", "max_tokens", Takes::nothing, other_limit},    // github.com/langflow-ai/openrag/issues/398
    {"gpt-5-nano", "max_tokens", Takes::nothing, other_limit},    // github.com/nalgeon/pokitoki/issues/48
    {"gpt-5.1", "max_tokens", Takes::nothing, other_limit},       // github.com/fish2018/YPrompt/issues/26
    {"gpt-5.2", "max_tokens", Takes::nothing, other_limit},       // github.com/devnullvoid/dms-ai-assistant/issues/12
    {"gpt-5.4", "max_tokens", Takes::nothing, other_limit},       // github.com/koosoli/ESPHomeDesigner/issues/379
    {"gpt-5.4-mini", "max_tokens", Takes::nothing, other_limit},  // github.com/nalgeon/pokitoki/issues/53
    {"o1", "temperature", Takes::nothing, ""},                    // github.com/sigoden/aichat/issues/1144
    {"o3-mini", "temperature", Takes::nothing, ""},               // github.com/ChatGPTNextWeb/NextChat/issues/6120
    {"o1-mini", "temperature", Takes::the_default, ""},           // github.com/leafo/lua-openai/issues/12
    {"o3", "temperature", Takes::the_default, ""},          // github.com/BeehiveInnovations/pal-mcp-server/issues/78
    {"o4-mini", "temperature", Takes::the_default, ""},     // github.com/cline/cline/issues/2961
    {"gpt-5", "temperature", Takes::the_default, ""},       // github.com/diffbot/code-gpt-docs/issues/445
    {"gpt-5-mini", "temperature", Takes::the_default, ""},  // github.com/QwenLM/qwen-code/issues/921
}};
constexpr std::array<Refusal, 1> responses{{
    {"gpt-5", "temperature", Takes::nothing, ""},  // github.com/JetBrains/koog/issues/1263
}};

/// Whether the name is the model's or that of one of its snapshots, "o3-mini-2025-01-31".
bool is_of_model(std::string_view name, std::string_view model) {
  if (!name.starts_with(model)) return false;
  std::string_view const rest = name.substr(model.size());
  return rest.empty() || rest.starts_with("-20");
}

void add(Refusal const& refusal, Json const& given, std::string_view interface, FindingList& findings) {
  std::string const pointer = json_text::child("", refusal.member);
  if (refusal.takes == Takes::nothing) {
    findings.add(
        fmt::format("{}.model.parameter", interface), pointer,
        fmt::format("Unsupported parameter: '{}' is not supported with this model.{}", refusal.member, refusal.advice));
    return;
  }
  findings.add(fmt::format("{}.model.value", interface), pointer,
               fmt::format("Unsupported value: '{}' does not support {} with this model. Only the default (1) value is "
                           "supported.",
                           refusal.member, json_text::excerpt(given, 40)));
}

void check(Json const& body, std::span<Refusal const> refusals, std::string_view interface, FindingList& findings) {
  Json const* const model = member(body, "model");
  if (model == nullptr || !model->is_string()) return;
  for (Refusal const& refusal : refusals) {
    if (!is_set(body, refusal.member) || !is_of_model(model->get_ref<std::string const&>(), refusal.model)) continue;
    Json const& given = *member(body, refusal.member);
    // What is no number is another finding.
    bool const is_taken = !given.is_number() || (refusal.takes == Takes::the_default && given == 1);
    if (!is_taken) add(refusal, given, interface, findings);
  }
}

}  // namespace

void check_chat(Json const& body, FindingList& findings) {
  check(body, chat, "chat", findings);
}

void check_responses(Json const& body, FindingList& findings) {
  check(body, responses, "responses", findings);
}

}  // namespace mock_provider::model_rules
