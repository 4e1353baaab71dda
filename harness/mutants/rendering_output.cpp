#include "harness/mutants/section_mutants.hpp"
#include "harness/mutants/template_rules.hpp"

namespace conformance::mutants::rendering_output {
namespace {

/// Renders the text that came out once more.
Reply rendered_twice(Reply reply, std::string const&, Json const& params, AskReference const& reference) {
  if (reply.status != Reply::Status::result || !is_jinja(member(params, "agent"))) return reply;
  Json again = params;
  again["agent"]["instructions"] = reply.value["rendered"];
  return reference("render", again);
}

Rule changed_end(std::function<void(std::string& rendered)> change) {
  return changed_rendered([change = std::move(change)](std::string& rendered, Json const& agent, Json const&) {
    if (is_jinja(agent)) change(rendered);
  });
}

std::vector<Mutant> variable_mutants() {
  return {
      {"variables-stay", "P5.2-01", "A variable in double braces stays as it is written.",
       in_template(R"((\{\{-?\s*\w+\s*-?\}\}))", R"({% raw %}\1{% endraw %})")},
      {"blanks-in-braces-needed", "P5.2-01", "Double braces without blanks inside are text.",
       in_template(R"((\{\{\w+\}\}))", R"({% raw %}\1{% endraw %})")},
      {"values-are-templates", "P5.2-01", "What was put out is rendered again.",
       changed_reply({"render"}, rendered_twice)},
      {"single-braces-put-out", "P5.2-01", "Single braces put out a variable too.",
       in_template(R"((^|[^{])\{ ?(\w+) ?\}([^}]|$))", R"(\1{{ \2 }}\3)")},
      {"last-name-of-a-path-counts", "P5.2-02", "Only the last name of a dotted path is looked up.",
       in_tags(R"(\b[a-z_]\w*(?:\.\w+)*\.(\w+))", R"(\1)")},
      {"dots-ignored", "P5.2-02", "Only the first name of a dotted path is looked up.",
       in_tags(R"(\b([a-z_]\w*)(?:\.\w+)+)", R"(\1)")},
      {"paths-of-two-names", "P5.2-02", "A dotted path ends with its second name.",
       in_tags(R"(\b([a-z_]\w*\.\w+)(?:\.\w+)+)", R"(\1)")},
      {"positions-from-one", "P5.2-03", "The first element of a list has the position one.",
       in_tags(R"(\[(\d+)\])", R"([\1 - 1])")},
      {"no-positions-from-the-end", "P5.2-03", "A list has no positions below zero.",
       in_tags(R"(\[-\d+\])", "[1000000]")},
      {"no-keys-in-brackets", "P5.2-03", "A text in brackets finds no member.",
       in_tags(R"re(\["[^"]*"\])re", R"(["no such member"])")},
      {"names-in-brackets-are-keys", "P5.2-03", "A name in brackets is a key and no variable.",
       in_tags(R"(\[([a-z_]\w*)\])", R"(["\1"])")},
  };
}

std::vector<Mutant> print_mutants() {
  return {
      {"true-in-lower-case", "P5.2-04", "True is put out in lower case.", in_output(R"(\bTrue\b)", "true")},
      {"false-in-lower-case", "P5.2-04", "False is put out in lower case.", in_output(R"(\bFalse\b)", "false")},
      {"none-printed-as-null", "P5.2-04", "None is put out as null.", in_output(R"(\bNone\b)", "null")},
      {"none-printed-as-nothing", "P5.2-04", "None is put out as nothing.", in_output(R"(\bNone\b)", "")},
      {"whole-fractions-dropped", "P5.2-04", "A fraction of zero is not put out.",
       in_output(R"(\b(\d+)\.0\b)", R"(\1)")},
      {"fractions-dropped", "P5.2-04", "A number is put out without its fraction.",
       in_output(R"(\b(\d+)\.\d+\b)", R"(\1)")},
      {"integers-get-fractions", "P5.2-04", "An integer is put out with a fraction.",
       in_output(R"((^|[^\w.])(\d+)($|[^\w.]))", R"(\1\2.0\3)")},
      {"double-quotes-in-values", "P5.2-04", "Strings inside of lists and mappings have double quotes.",
       in_output(R"('([^'\n]*)')", R"("\1")")},
      {"no-quotes-in-values", "P5.2-04", "Strings inside of lists and mappings have no quotes.",
       in_output(R"('(\w*)')", R"(\1)")},
      {"html-escaped", "P5.2-05", "What is put out is escaped for HTML.",
       changed_jinja([](Json const&, Json& inputs) { change_strings(inputs, escaped); })},
      {"ampersands-escaped", "P5.2-05", "Ampersands that are put out are escaped for HTML.",
       changed_jinja([](Json const&, Json& inputs) {
         change_strings(inputs, [](std::string const& text) { return with_all_replaced(text, "&", "&amp;"); });
       })},
  };
}

std::vector<Mutant> whitespace_mutants() {
  return {
      {"comments-stay", "P5.2-10", "Comments are put out.",
       in_template(R"((?s)(\{#.*?#\}))", R"({% raw %}\1{% endraw %})")},
      {"comments-leave-a-blank", "P5.2-10", "A comment leaves a blank behind.", in_template(R"((?s)\{#.*?#\})", " ")},
      {"minus-before-ignored", "P5.2-11", "A minus sign behind an opening delimiter removes nothing.",
       in_template(R"((\{[{%#])-)", R"(\1)")},
      {"minus-behind-ignored", "P5.2-11", "A minus sign in front of a closing delimiter removes nothing.",
       in_template(R"(-([}%#]\}))", R"(\1)")},
      {"minus-before-keeps-line-ends", "P5.2-11", "A minus sign removes blanks in front and no line ends.",
       in_template(R"([ \t]*(\{[{%#])-)", R"(\1)")},
      {"minus-behind-keeps-line-ends", "P5.2-11", "A minus sign removes blanks behind and no line ends.",
       in_template(R"(-([}%#]\})[ \t]*)", R"(\1)")},
      {"line-end-behind-a-tag-removed", "P5.2-12", "The line end behind a statement goes.",
       in_template(R"(([%#]\})\n)", R"(\1)")},
      {"blanks-before-a-tag-removed", "P5.2-12", "Blanks in front of a statement go.",
       in_template(R"((?m)^[ \t]+(\{[%#]))", R"(\1)")},
      {"blanks-around-output-removed", "P5.2-12", "Blanks around double braces go.",
       in_template(R"([ \t]*(\{\{[^}]*\}\})[ \t]*)", R"(\1)")},
      {"output-trimmed", "P5.2-12", "Blanks at the beginning of the text go.",
       changed_end([](std::string& rendered) { rendered = without_leading_blanks(rendered); })},
      {"final-line-end-dropped", "P5.2-13", "The last line end of a template goes.",
       changed_end([](std::string& rendered) {
         if (!rendered.empty() && rendered.back() == '\n') rendered.pop_back();
       })},
      {"final-line-ends-dropped", "P5.2-13", "All line ends at the end of a template go.",
       changed_end([](std::string& rendered) { rendered = without_trailing_blanks(rendered); })},
      {"final-line-end-added", "P5.2-13", "The text ends with a line end although the template does not.",
       changed_end([](std::string& rendered) {
         if (!rendered.empty() && rendered.back() != '\n') rendered += '\n';
       })},
  };
}

}  // namespace
}  // namespace conformance::mutants::rendering_output

namespace conformance::mutants {

std::vector<Mutant> rendering_output_mutants() {
  std::vector<Mutant> mutants = rendering_output::variable_mutants();
  for (std::vector<Mutant> const& more : {rendering_output::print_mutants(), rendering_output::whitespace_mutants()})
    mutants.insert(mutants.end(), more.begin(), more.end());
  return mutants;
}

}  // namespace conformance::mutants
