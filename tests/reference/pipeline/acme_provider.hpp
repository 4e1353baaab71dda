#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "prompty/core/error.hpp"
#include "prompty/prompty.hpp"

namespace acme {

using prompty::Json;

/// Asks Acme, whose interface takes one text and gives one back.
class AcmeExecutor final : public prompty::Executor {
 public:
  [[nodiscard]] Json execute(prompty::PromptyAgent const& agent,
                             std::vector<prompty::Message> const& messages) const override {
    return answer_to(build_request(agent, messages).body);
  }

  [[nodiscard]] prompty::ProviderRequest build_request(prompty::PromptyAgent const& agent,
                                                       std::vector<prompty::Message> const& messages) const override {
    std::string prompt;
    for (prompty::Message const& message : messages) prompt += message.role + ": " + text_of(message) + "\n";
    Json body = {{"model", agent.model->id.value_or("acme-1")}, {"prompt", prompt}};
    return {.method = "POST", .path = "/complete", .body = std::move(body)};
  }

 private:
  static std::string text_of(prompty::Message const& message) {
    std::string text;
    for (prompty::ContentPart const& part : message.content) {
      prompty::TextPart const* const words = std::get_if<prompty::TextPart>(&part);
      if (words == nullptr) throw prompty::ValueError("Acme reads text and nothing else; take the other part out");
      text += words->value;
    }
    return text;
  }

  /// Stands for the call over HTTP.
  static Json answer_to(Json const& body) {
    return Json{{"completion", "You said " + body["prompt"].get<std::string>()}};
  }
};

/// Reads Acme's answers.
class AcmeProcessor final : public prompty::Processor {
 public:
  [[nodiscard]] prompty::Outcome process(prompty::PromptyAgent const&, Json const& response) const override {
    if (!response.contains("completion")) throw prompty::ValueError("Unexpected response format: no completion");
    return prompty::Text{.value = response["completion"].get<std::string>()};
  }
};

/// Makes `provider: acme` work.
inline void register_acme(prompty::Runtime& runtime = prompty::global_runtime()) {
  prompty::register_executor("acme", std::make_shared<AcmeExecutor>(), runtime);
  prompty::register_processor("acme", std::make_shared<AcmeProcessor>(), runtime);
}

}  // namespace acme
