#include <algorithm>

#include "harness/mutants/hidden_text.hpp"
#include "harness/mutants/section_mutants.hpp"
#include "harness/mutants/template_rules.hpp"

namespace conformance::mutants::rendering_mustache {
namespace {

std::string const& hidden_brace() {
  static std::string const brace = "{" + hidden_mark() + "{";
  return brace;
}

bool has_three_braces(Json const& agent) {
  return template_of(agent).find("{{{") != std::string::npos;
}

/// Changes each input of a Mustache template.
Rule changed_values(std::function<void(Json& value)> change) {
  return changed_mustache([change = std::move(change)](Json const&, Json& inputs) {
    if (!inputs.is_object()) return;
    for (Json& value : inputs) change(value);
  });
}

std::vector<Mutant> output_mutants() {
  return {
      {"mustache-variables-stay", "P5.5-01", "A variable of Mustache stays as it is written.",
       in_mustache(R"(\{\{(\w+)\}\})", hidden_brace() + R"(\1}})")},
      {"mustache-variables-in-capitals", "P5.5-01", "Mustache puts out values in capitals.",
       changed_values([](Json& value) {
         if (!value.is_string()) return;
         std::string text = value.get<std::string>();
         std::transform(text.begin(), text.end(), text.begin(),
                        [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
         value = text;
       })},
      {"two-braces-escape", "P5.5-02", "Mustache escapes what stands in two braces.",
       changed_mustache([](Json const& agent, Json& inputs) {
         if (!has_three_braces(agent)) change_strings(inputs, escaped);
       })},
      {"three-braces-escape", "P5.5-02", "Mustache escapes what stands in three braces.",
       changed_mustache([](Json const& agent, Json& inputs) {
         if (has_three_braces(agent)) change_strings(inputs, escaped);
       })},
      {"mustache-comments-stay", "P5.5-06", "Comments of Mustache are put out.",
       in_mustache(R"((?s)\{\{!(.*?)\}\})", hidden_brace() + R"(!\1}})")},
      {"mustache-comments-on-one-line", "P5.5-06", "A comment of Mustache ends with its line.",
       in_mustache(R"(\{\{!([^}\n]*\n))", hidden_brace() + R"(!\1)")},
      {"mustache-comments-leave-a-blank", "P5.5-06", "A comment of Mustache leaves a blank behind.",
       in_mustache(R"((?s)\{\{!.*?\}\})", " ")},
  };
}

std::vector<Mutant> section_mutants() {
  return {
      {"sections-always-shown", "P5.5-03", "What a section encloses is shown whatever its value.",
       in_mustache(R"(\{\{#(\w+)\}\}([^{]*)\{\{/\w+\}\})", R"(\2)")},
      {"sections-never-shown", "P5.5-03", "What a section encloses is never shown.",
       in_mustache(R"(\{\{#(\w+)\}\}([^{]*)\{\{/\w+\}\})", "")},
      {"sections-repeat-once", "P5.5-04", "A section over a list is shown for the first element.",
       changed_values([](Json& value) {
         while (value.is_array() && value.size() > 1) value.erase(value.size() - 1);
       })},
      {"sections-repeat-backwards", "P5.5-04", "A section over a list begins with the last element.",
       changed_values([](Json& value) {
         if (value.is_array()) std::reverse(value.begin(), value.end());
       })},
      {"elements-not-seen", "P5.5-04", "A section over a list does not see its elements.",
       in_mustache(R"((\{\{#\w+\}\}[^{]*)\{\{[.\w]+\}\})", R"(\1)")},
      {"empty-lists-shown", "P5.5-04", "A section over an empty list is shown once.", changed_values([](Json& value) {
         if (value == Json::array()) value.push_back(true);
       })},
      {"inverted-sections-never-shown", "P5.5-05", "An inverted section is never shown.",
       in_mustache(R"(\{\{\^\w+\}\}[^{]*\{\{/\w+\}\})", "")},
      {"inverted-sections-always-shown", "P5.5-05", "An inverted section is shown whatever its value.",
       in_mustache(R"(\{\{\^\w+\}\}([^{]*)\{\{/\w+\}\})", R"(\1)")},
  };
}

}  // namespace
}  // namespace conformance::mutants::rendering_mustache

namespace conformance::mutants {

std::vector<Mutant> rendering_mustache_mutants() {
  std::vector<Mutant> mutants = rendering_mustache::output_mutants();
  std::vector<Mutant> const about_sections = rendering_mustache::section_mutants();
  mutants.insert(mutants.end(), about_sections.begin(), about_sections.end());
  return mutants;
}

}  // namespace conformance::mutants
