#include "mock-provider/check/model_rules.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
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
constexpr std::array<Refusal, 11> refusals{{
    {"o1", "max_tokens", Takes::nothing, other_limit},       // github.com/teilomillet/gollm/issues/33
    {"o1-mini", "max_tokens", Takes::nothing, other_limit},  // github.com/SilasMarvin/lsp-ai/issues/95
    // github.com/ITSpecialist111/ai_automation_suggester/issues/38
    {"o1-preview", "max_tokens", Takes::nothing, other_limit},
    {"o3-mini", "max_tokens", Takes::nothing, other_limit},  // github.com/teilomillet/gollm/issues/33
    {"gpt-5", "max_tokens", Takes::nothing, other_limit},    // github.com/griptape-ai/ComfyUI-Griptape/issues/312
    {"gpt-5.1", "max_tokens", Takes::nothing, other_limit},  // github.com/fish2018/YPrompt/issues/26
    {"gpt-5.4", "max_tokens", Takes::nothing, other_limit},  // github.com/koosoli/ESPHomeDesigner/issues/379
    {"o3-mini", "temperature", Takes::nothing, ""},          // github.com/ChatGPTNextWeb/NextChat/issues/6120
    {"o3", "temperature", Takes::the_default, ""},           // github.com/BeehiveInnovations/pal-mcp-server/issues/78
    {"gpt-5", "temperature", Takes::the_default, ""},        // github.com/diffbot/code-gpt-docs/issues/445
    {"gpt-5-mini", "temperature", Takes::the_default, ""},   // github.com/QwenLM/qwen-code/issues/921
}};

/// Whether the name is the model's or that of one of its snapshots, "o3-mini-2025-01-31".
bool is_of_model(std::string_view name, std::string_view model) {
  if (!name.starts_with(model)) return false;
  std::string_view const rest = name.substr(model.size());
  return rest.empty() || rest.starts_with("-20");
}

void add(Refusal const& refusal, Json const& given, FindingList& findings) {
  std::string const pointer = json_text::child("", refusal.member);
  if (refusal.takes == Takes::nothing) {
    findings.add(
        "chat.model.parameter", pointer,
        fmt::format("Unsupported parameter: '{}' is not supported with this model.{}", refusal.member, refusal.advice));
    return;
  }
  findings.add("chat.model.value", pointer,
               fmt::format("Unsupported value: '{}' does not support {} with this model. Only the default (1) value is "
                           "supported.",
                           refusal.member, json_text::excerpt(given, 40)));
}

}  // namespace

void check(Json const& body, FindingList& findings) {
  Json const* const model = member(body, "model");
  if (model == nullptr || !model->is_string()) return;
  for (Refusal const& refusal : refusals) {
    if (!is_set(body, refusal.member) || !is_of_model(model->get_ref<std::string const&>(), refusal.model)) continue;
    Json const& given = *member(body, refusal.member);
    // What is no number is another finding.
    bool const is_taken = !given.is_number() || (refusal.takes == Takes::the_default && given == 1);
    if (!is_taken) add(refusal, given, findings);
  }
}

}  // namespace mock_provider::model_rules
