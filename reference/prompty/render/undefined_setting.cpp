#include "prompty/render/undefined_setting.hpp"

#include "prompty/render/errors.hpp"

namespace prompty {

jinja::UndefinedRule undefined_rule_of(PromptyAgent const& agent) {
  Json const& settings = agent.prompt_template.format.settings;
  Json::const_iterator const undefined = settings.find("undefined");
  if (undefined == settings.end() || undefined->is_null() || *undefined == "empty") return jinja::UndefinedRule::empty;
  if (*undefined == "error") return jinja::UndefinedRule::error;
  throw errors::unknown_undefined_setting(describe_json(*undefined));
}

}  // namespace prompty
