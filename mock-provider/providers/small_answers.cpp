#include "mock-provider/providers/small_answers.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "mock-provider/values/deterministic.hpp"

namespace mock_provider::small_answers {
namespace {

constexpr std::array<std::string_view, 13> categories{"harassment",
                                                      "harassment/threatening",
                                                      "hate",
                                                      "hate/threatening",
                                                      "illicit",
                                                      "illicit/violent",
                                                      "self-harm",
                                                      "self-harm/intent",
                                                      "self-harm/instructions",
                                                      "sexual",
                                                      "sexual/minors",
                                                      "violence",
                                                      "violence/graphic"};
constexpr std::size_t most_inputs = 2'048;

/// Of paths below "/v1": interfaces of OpenAI and Anthropic that the mock has not.
constexpr std::array<std::string_view, 11> not_served{"assistants", "threads", "fine_tuning", "uploads",
                                                      "realtime",   "videos",  "evals",       "containers",
                                                      "chatkit",    "skills",  "organization"};

Json unflagged() {
  Json result{{"flagged", false},
              {"categories", Json::object()},
              {"category_scores", Json::object()},
              {"category_applied_input_types", Json::object()}};
  for (std::string_view const category : categories) {
    std::string const name(category);
    result["categories"][name] = false;
    result["category_scores"][name] = 0.0;
    result["category_applied_input_types"][name] = Json::array({"text"});
  }
  return result;
}

/// A list of texts has a result for each; a text, or the parts of one input, have one.
std::size_t results_for(Json const& request) {
  Json const* const input = member(request, "input");
  bool const is_list = input != nullptr && input->is_array() && !input->empty() && input->front().is_string();
  return is_list ? std::min(input->size(), most_inputs) : 1;
}

std::int64_t tokens_in(Json const& request, std::initializer_list<std::string_view> names) {
  std::size_t bytes = 0;
  for (std::string_view const name : names) {
    if (Json const* const value = member(request, name)) bytes += json_text::dump(*value).size();
  }
  return static_cast<std::int64_t>((bytes + 3) / 4);
}

}  // namespace

Json moderation(Json const& request) {
  Json const* const model = member(request, "model");
  std::uint64_t const seed = deterministic::hash(json_text::dump(request));
  return {{"id", "modr-" + deterministic::token(seed, 29)},
          {"model", model != nullptr && model->is_string() ? *model : Json("omni-moderation-latest")},
          {"results", std::vector<Json>(results_for(request), unflagged())}};
}

std::int64_t tokens_of_message(Json const& request) {
  return tokens_in(request, {"system", "messages", "tools"});
}

std::int64_t tokens_of_response(Json const& request) {
  return tokens_in(request, {"instructions", "input", "tools", "text"});
}

std::string no_such_path(std::string_view method, std::string_view path) {
  std::string text = fmt::format("Invalid URL ({} {}).", method, path);
  auto const* const known = std::find_if(not_served.begin(), not_served.end(), [&](std::string_view name) {
    std::size_t const at = path.find(fmt::format("/{}", name));
    return at != std::string_view::npos && (path.size() == at + name.size() + 1 || path[at + name.size() + 1] == '/');
  });
  if (known == not_served.end()) return text;
  return text +
         fmt::format(
             " The mock does not serve {}: the page mock-provider/README.md, under Routes, lists what it serves, "
             "and a step of a scenario whose match names this path answers it.",
             *known);
}

}  // namespace mock_provider::small_answers
