#include "differential/oracle.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "prompty/core/error.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/render/jinja/template.hpp"
#include "support/temporary_folder.hpp"

namespace prompty_tests {
namespace oracle {
namespace {

using prompty::Json;

std::string output_of(std::string const& command) {
  std::FILE* const output = popen(command.c_str(), "r");
  std::string text;
  std::array<char, 65536> buffer;
  for (std::size_t count = 1; output != nullptr && count > 0;) {
    count = std::fread(buffer.data(), 1, buffer.size(), output);
    text.append(buffer.data(), count);
  }
  EXPECT_TRUE(output != nullptr && pclose(output) == 0) << command << " failed";
  return text;
}

Json question(JinjaCase const& one) {
  bool const strict = one.undefined == prompty::jinja::UndefinedRule::error;
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
  std::string const command =
      std::string("/usr/bin/python3 '") + PROMPTY_SOURCE_DIR + "/tests/differential/jinja_oracle.py' '" + file + "'";
  prompty::Json const answers = prompty::json_text::parse(oracle::output_of(command)).value_or(prompty::Json::array());
  std::vector<Rendered> rendered;
  for (prompty::Json const& answer : answers) {
    rendered.push_back(answer.is_null() ? Rendered() : Rendered(answer.get<std::string>()));
  }
  EXPECT_EQ(rendered.size(), cases.size());
  return rendered.size() == cases.size() ? rendered : std::vector<Rendered>();
}

Rendered render_with_ours(JinjaCase const& question, prompty::Json const& shared) {
  try {
    return prompty::jinja::Template::compile(question.source)
        .render(question.inputs.is_null() ? shared : question.inputs, {.undefined = question.undefined});
  } catch (prompty::ValueError const&) {
    return std::nullopt;
  }
}

}  // namespace prompty_tests
