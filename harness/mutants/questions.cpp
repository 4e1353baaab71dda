#include "harness/mutants/questions.hpp"

#include <fmt/core.h>
#include <re2/re2.h>

#include "harness/files/text_file.hpp"
#include "harness/input_error.hpp"
#include "harness/mutants/agent_rules.hpp"
#include "harness/mutants/frontmatter.hpp"
#include "harness/mutants/rules.hpp"

namespace conformance::mutants::questions {
namespace {

Json text_at(std::string const& path) {
  try {
    return read_file(path);
  } catch (InputError const&) {
    return nullptr;
  }
}

Json anatomy(std::string const& text) {
  FileAnatomy const file = anatomy_of(text);
  return {{"lead", file.lead},     {"opener", file.opener}, {"inside", file.inside},
          {"closer", file.closer}, {"gap", file.gap},       {"body", file.body}};
}

Json rewritten(std::string text, std::string const& pattern, std::string const& rewrite) {
  RE2::GlobalReplace(&text, RE2(pattern), rewrite);
  return text;
}

}  // namespace
}  // namespace conformance::mutants::questions

namespace conformance::mutants {

std::optional<Reply> answer_of_question(std::string const& question, Json const& params,
                                        AskReference const& reference) {
  if (!question.starts_with('/')) return std::nullopt;
  auto const text = [&](char const* name) { return member(params, name).get<std::string>(); };
  if (question == "/text") return answered(questions::text_at(text("path")));
  if (question == "/anatomy") return answered(questions::anatomy(text("text")));
  if (question == "/frontmatter") return answered(frontmatter_of(text("text")).value_or(Json(nullptr)));
  if (question == "/with-frontmatter") return answered(with_frontmatter(text("text"), member(params, "frontmatter")));
  if (question == "/load") return load_as_sibling(member(params, "params"), text("text"), reference);
  if (question == "/neighbours") return answered(neighbours_of(text("path")));
  if (question == "/load-beside") return load_beside(member(params, "params"), member(params, "files"), reference);
  if (question == "/rewrite") return answered(questions::rewritten(text("text"), text("pattern"), text("rewrite")));
  throw InputError(fmt::format("a filter asks for '{}', which is nothing to ask for", question));
}

}  // namespace conformance::mutants
