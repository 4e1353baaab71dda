#include "prompty/pipeline/guard.hpp"

#include <nlohmann/json.hpp>

#include "prompty/core/errors.hpp"

namespace prompty {

Guard guard_of(PromptyAgent const& agent) {
  Json const& settings = agent.prompt_template.format.settings;
  Json::const_iterator const strict = settings.find("strict");
  if (strict == settings.end() || strict->is_null()) return Guard::strict;
  if (!strict->is_boolean()) throw errors::wrong_type("template.format.strict", "true or false", *strict);
  return strict->get<bool>() ? Guard::strict : Guard::open;
}

}  // namespace prompty
