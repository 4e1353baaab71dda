#include "mock-provider/check/field_rules.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "mock-provider/check/member_table.hpp"
#include "mock-provider/check/metadata_rules.hpp"

namespace mock_provider::field_rules {
namespace {

using Kind = MemberKind;
using Null = MemberNull;
using Range = MemberRange;

constexpr MemberRules rules{.unknown = "chat.field.unknown", .type = "chat.field.type", .range = "chat.field.range"};

constexpr std::array<KnownMember, 37> fields{{
    {"messages", Kind::array, Null::refused},
    {"model", Kind::text, Null::refused},
    {"audio", Kind::object},
    {"frequency_penalty", Kind::number, Null::allowed, Range{-2, 2}},
    {"function_call", Kind::text_or_object, Null::refused},
    {"functions", Kind::array, Null::refused},
    {"logit_bias", Kind::object},
    {"logprobs", Kind::boolean},
    {"max_completion_tokens", Kind::integer, Null::allowed, Range{1, unbounded}},
    {"max_tokens", Kind::integer, Null::allowed, Range{1, unbounded}},
    {"metadata", Kind::object},
    {"modalities", Kind::array},
    {"moderation", Kind::object},
    {"n", Kind::integer, Null::allowed, Range{1, 128}},
    {"parallel_tool_calls", Kind::boolean, Null::refused},
    {"prediction", Kind::object},
    {"presence_penalty", Kind::number, Null::allowed, Range{-2, 2}},
    {"prompt_cache_key", Kind::text},
    {"prompt_cache_options", Kind::object, Null::refused},
    {"prompt_cache_retention", Kind::text},
    {"reasoning_effort", Kind::text},
    {"response_format", Kind::object, Null::refused},
    {"safety_identifier", Kind::text},
    {"seed", Kind::integer, Null::allowed, Range{-9.3e18, 9.3e18}},
    {"service_tier", Kind::text},
    {"stop", Kind::text_or_array},
    {"store", Kind::boolean},
    {"stream", Kind::boolean},
    {"stream_options", Kind::object},
    {"temperature", Kind::number, Null::allowed, Range{0, 2}},
    {"tool_choice", Kind::text_or_object, Null::refused},
    {"tools", Kind::array, Null::refused},
    {"top_logprobs", Kind::integer, Null::allowed, Range{0, 20}},
    {"top_p", Kind::number, Null::allowed, Range{0, 1}},
    {"user", Kind::text, Null::refused},
    {"verbosity", Kind::text},
    {"web_search_options", Kind::object, Null::refused},
}};

constexpr std::array<std::string_view, 7> efforts{"none", "minimal", "low", "medium", "high", "xhigh", "max"};
constexpr std::array<std::string_view, 6> tiers{"auto", "default", "flex", "scale", "priority", "fast"};
constexpr std::array<std::string_view, 3> verbosities{"low", "medium", "high"};

void check_required(Json const& body, FindingList& findings) {
  for (std::string_view const name : {"model", "messages"}) {
    if (member(body, name) == nullptr) {
      findings.add("chat.field.required", json_text::child("", name), fmt::format("\"{}\" is missing", name));
    }
  }
  Json const* const model = member(body, "model");
  if (model != nullptr && *model == "") findings.add("chat.field.range", "/model", "\"model\" must not be empty");
  Json const* const messages = member(body, "messages");
  if (messages != nullptr && messages->is_array() && messages->empty()) {
    findings.add("chat.field.range", "/messages", "\"messages\" must have at least one message");
  }
}

void check_stop(Json const& body, FindingList& findings) {
  Json const* const stop = member(body, "stop");
  if (stop == nullptr || !stop->is_array()) return;
  bool const all_text = std::all_of(stop->begin(), stop->end(), [](Json const& value) { return value.is_string(); });
  if (all_text && !stop->empty() && stop->size() <= 4) return;
  findings.add(
      "chat.stop", "/stop",
      fmt::format("\"stop\" must be a string or an array of 1 to 4 strings; got {}", json_text::excerpt(*stop, 60)));
}

void check_stream_options(Json const& body, FindingList& findings) {
  constexpr std::array<std::string_view, 2> known{"include_usage", "include_obfuscation"};
  Json const* const options = member(body, "stream_options");
  if (options == nullptr || !options->is_object()) return;
  findings.admit_only("chat.stream-options", *options, "/stream_options", known);
  for (std::string_view const name : known) {
    Json const* const value = member(*options, name);
    if (value == nullptr || value->is_boolean()) continue;
    findings.add("chat.stream-options", json_text::child("/stream_options", name),
                 fmt::format("\"{}\" must be a boolean", name));
  }
}

void check_biases(Json const& body, FindingList& findings) {
  Json const* const biases = member(body, "logit_bias");
  if (biases == nullptr || !biases->is_object()) return;
  for (auto const& bias : biases->items()) {
    bool const fits = bias.value().is_number() && bias.value() >= -100 && bias.value() <= 100;
    if (fits) continue;
    findings.add("chat.logit-bias", json_text::child("/logit_bias", bias.key()), "a bias must be from -100 to 100");
  }
}

void check_needs(Json const& body, FindingList& findings) {
  auto const needs = [&](std::string_view name, std::string_view other) {
    if (!is_set(body, name) || is_set(body, other)) return;
    findings.add("chat.field.needs", json_text::child("", name),
                 fmt::format("\"{}\" is allowed only together with \"{}\"", name, other));
  };
  needs("tool_choice", "tools");
  needs("parallel_tool_calls", "tools");
  if (is_set(body, "top_logprobs") && (!is_set(body, "logprobs") || *member(body, "logprobs") != true)) {
    findings.add("chat.field.needs", "/top_logprobs", "\"top_logprobs\" is allowed only with \"logprobs\": true");
  }
  if (is_set(body, "stream_options") && (!is_set(body, "stream") || *member(body, "stream") != true)) {
    findings.add("chat.field.needs", "/stream_options", "\"stream_options\" is allowed only with \"stream\": true");
  }
  if (is_set(body, "max_tokens") && is_set(body, "max_completion_tokens")) {
    findings.add("chat.field.needs", "/max_tokens",
                 "\"max_tokens\" and \"max_completion_tokens\" exclude each other: keep \"max_completion_tokens\"");
  }
}

}  // namespace

void check(Json const& body, FindingList& findings) {
  check_required(body, findings);
  check_members(body, fields, rules, "a chat request", findings);
  check_stop(body, findings);
  findings.one_of_if_there("chat.field.value", body, "", "reasoning_effort", efforts);
  findings.one_of_if_there("chat.field.value", body, "", "service_tier", tiers);
  findings.one_of_if_there("chat.field.value", body, "", "verbosity", verbosities);
  check_needs(body, findings);
  check_stream_options(body, findings);
  check_biases(body, findings);
  metadata_rules::check("chat.metadata", body, findings);
}

}  // namespace mock_provider::field_rules
