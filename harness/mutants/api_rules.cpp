#include "harness/mutants/api_rules.hpp"

#include <algorithm>
#include <utility>

namespace conformance::mutants {

bool is_for(Json const& agent, std::string const& api_type) {
  Json const& type = member(member(agent, "model"), "apiType");
  return type.is_null() ? api_type == "chat" : type == api_type;
}

std::vector<std::string> texts_of(Json const& message) {
  std::vector<std::string> texts;
  for (Json const& part : member(message, "content")) {
    if (member(part, "kind") == "text") texts.push_back(member(part, "value").get<std::string>());
  }
  return texts;
}

}  // namespace conformance::mutants
