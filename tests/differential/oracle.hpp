#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "jinja/template.hpp"
#include "prompty/core/json.hpp"

namespace prompty_tests {

/// A template with its inputs; null means the shared ones.
struct JinjaCase {
  std::string source;
  prompty::Json inputs;
  jinja::UndefinedRule undefined = jinja::UndefinedRule::empty;
};

/// What a case gives: a text, or nothing for an error.
using Rendered = std::optional<std::string>;

/// What the real Jinja2 gives for each case, all in one Python process. A test failure and an empty list when it cannot
/// be asked.
[[nodiscard]] std::vector<Rendered> render_with_python(std::vector<JinjaCase> const& cases,
                                                       prompty::Json const& shared);

/// What this project gives.
[[nodiscard]] Rendered render_with_ours(JinjaCase const& question, prompty::Json const& shared);

}  // namespace prompty_tests
