#include "differential/oracle.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "jinja/errors.hpp"
#include "jinja/template.hpp"
#include "prompty/core/json_text.hpp"
#include "support/places.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

namespace prompty_tests {
namespace oracle {
namespace {

using prompty::Json;

Json question(JinjaCase const& one) {
  bool const strict = one.undefined == jinja::UndefinedRule::error;
  Json result = {{"template", one.source}, {"undefined", strict ? "error" : "empty"}};
  if (!one.inputs.is_null()) result["inputs"] = one.inputs;
  return result;
}

}  // namespace
}  // namespace oracle

std::vector<Rendered> render_with_python(std::vector<JinjaCase> const& cases, prompty::Json const& shared) {
  prompty::Json questions = {{"shared", shared}, {"cases", prompty::Json::array()}};
  for (JinjaCase const& one : cases) questions["cases"].push_back(oracle::question(one));
  TemporaryFolder const folder;
  std::string const file = folder.write("cases.json", prompty::json_text::dump(questions));
  // Debian's Python, which has Debian's Jinja2; another one may come first on PATH.
  // The usual limit of a minute is too short for ten thousand templates on a busy machine.
  ProgramResult const python =
      run_program({"/usr/bin/python3", prompty_tests::repository() + "/tests/differential/jinja_oracle.py", file},
                  std::chrono::minutes(20));
  EXPECT_EQ(python.exit_code, 0) << python.err;
  prompty::Json const answers = prompty::json_text::parse(python.out).value_or(prompty::Json::array());
  std::vector<Rendered> rendered;
  for (prompty::Json const& answer : answers) {
    rendered.push_back(answer.is_null() ? Rendered() : Rendered(answer.get<std::string>()));
  }
  EXPECT_EQ(rendered.size(), cases.size());
  return rendered.size() == cases.size() ? rendered : std::vector<Rendered>();
}

Rendered render_with_ours(JinjaCase const& question, prompty::Json const& shared) {
  try {
    return jinja::Template::compile(question.source)
        .render(question.inputs.is_null() ? shared : question.inputs, {.undefined = question.undefined});
  } catch (jinja::Error const&) {
    return std::nullopt;
  }
}

}  // namespace prompty_tests
