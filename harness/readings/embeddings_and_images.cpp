#include <algorithm>

#include "harness/mutants/api_rules.hpp"
#include "harness/readings/chapters.hpp"
#include "harness/readings/wire_rules.hpp"

namespace conformance::readings {
namespace embeddings_and_images_rules {
namespace {

std::vector<std::string> texts_to_embed(Json const& params) {
  std::vector<std::string> texts;
  for (Json const& message : member(params, "messages")) {
    for (std::string const& text : mutants::texts_of(message)) texts.push_back(text);
  }
  return texts;
}

bool has_nothing_to_embed(Json const& params) {
  std::vector<std::string> const texts = texts_to_embed(params);
  return texts.empty() || std::find(texts.begin(), texts.end(), "") != texts.end();
}

Reply refuse_empty_prompts(std::string const& operation, Json const& params, AskReference const& reference) {
  Reply reply = reference(operation, params);
  bool const concerned = operation == "build_request" && reply.status == Reply::Status::result;
  bool const is_empty = concerned && member(member(reply.value, "body"), "prompt") == "";
  return is_empty ? mutants::raised("ValueError") : reply;
}

void keep_additional_only(Json& params) {
  if (!mutants::options_of(params["agent"]).is_object()) return;
  Json const additional = mutants::additional_properties_of(params["agent"]);
  params["agent"]["model"]["options"] = Json::object();
  if (additional.is_object()) params["agent"]["model"]["options"]["additionalProperties"] = additional;
}

void pass_additional(Json& body, Json const& params) {
  for (auto const& [key, value] : mutants::additional_properties_of(params["agent"]).items()) {
    if (!body.contains(key)) body[key] = value;
  }
}

}  // namespace
}  // namespace embeddings_and_images_rules

std::vector<ReadingRule> embeddings_and_images() {
  return {
      {.decision = "A-079",
       .reading = "additional-only",
       .answer = changed_asked(is_agent_for("image"), embeddings_and_images_rules::keep_additional_only)},
      {.decision = "A-080",
       .reading = "additional-passed",
       .answer = changed_sent(is_agent_for("embedding"), embeddings_and_images_rules::pass_additional)},
      {.decision = "A-337",
       .reading = "refused",
       .answer = refused_request(is_agent_for("embedding"), embeddings_and_images_rules::has_nothing_to_embed)},
      {.decision = "A-338", .reading = "refused", .answer = embeddings_and_images_rules::refuse_empty_prompts},
  };
}

}  // namespace conformance::readings
