#include <iterator>

#include "harness/readings/chapters.hpp"

namespace conformance {

std::vector<ReadingRule> const& all_reading_rules() {
  static std::vector<ReadingRule> const rules = [] {
    std::vector<ReadingRule> all;
    for (auto const chapter : {readings::documents_as_a_whole,
                               readings::splitting,
                               readings::properties,
                               readings::tools_in_frontmatter,
                               readings::references,
                               readings::inputs,
                               readings::rendering,
                               readings::parsing,
                               readings::chat_requests,
                               readings::embeddings_and_images,
                               readings::responses_requests,
                               readings::anthropic_requests,
                               readings::executing,
                               readings::complete_answers,
                               readings::streams,
                               readings::registries,
                               readings::agent_loop,
                               readings::external_tools,
                               readings::message_contract,
                               readings::tracing})
      all = joined(std::move(all), chapter());
    return all;
  }();
  return rules;
}

std::vector<ReadingRule> joined(std::vector<ReadingRule> first, std::vector<ReadingRule> second) {
  std::move(second.begin(), second.end(), std::back_inserter(first));
  return first;
}

Mutant as_mutant(ReadingRule const& rule) {
  return {.id = rule.decision + " " + rule.reading,
          .clause = rule.decision,
          .breaks = "",
          .answer = rule.answer,
          .tells_late = rule.tells_late};
}

}  // namespace conformance
