#include <re2/re2.h>

#include <algorithm>

#include "harness/mutants/section_mutants.hpp"
#include "harness/mutants/template_rules.hpp"

namespace conformance::mutants::rendering_walls {
namespace {

std::string message_of(Reply const& reply) {
  return reply.value.value("message", "");
}

bool is_syntax_error(Reply const& reply) {
  return message_of(reply).rfind("Template syntax error: ", 0) == 0;
}

/// Whether an engine was told that what is undefined is an error.
bool is_demanding(Json const& params) {
  return member(params, "undefined") == "error" ||
         member(member(member(member(params, "agent"), "template"), "format"), "undefined") == "error";
}

Rule other_syntax_error(std::function<Reply(Reply reply, Json const& params)> change) {
  return other_template_error("", [change = std::move(change)](Reply reply, Json const& params) {
    return is_syntax_error(reply) ? change(std::move(reply), params) : reply;
  });
}

Rule other_undefined_error(std::function<Reply(Reply reply)> change) {
  return other_template_error("", [change = std::move(change)](Reply reply, Json const& params) {
    return is_demanding(params) ? change(std::move(reply)) : reply;
  });
}

Reply with_message(Reply reply, std::string const& message) {
  reply.value["message"] = message;
  return reply;
}

/// Each number of a message one less.
std::string with_smaller_numbers(std::string const& message) {
  std::string changed;
  for (std::size_t at = 0; at < message.size();) {
    std::size_t const end = std::min(message.size(), message.find_first_not_of("0123456789", at));
    bool const is_number = end > at && end - at < 9;
    changed += is_number ? std::to_string(std::stoi(message.substr(at, end - at)) - 1) : message.substr(at, 1);
    at = is_number ? end : at + 1;
  }
  return changed;
}

Rule refused_where(std::function<bool(std::string const& text)> predicate) {
  return refused_asking({"render", "prepare"}, "ValueError", [predicate = std::move(predicate)](Json const& params) {
    Json const& agent = member(params, "agent");
    return is_jinja(agent) && predicate(template_of(agent));
  });
}

bool has_recursive_macro(std::string const& text) {
  static RE2 const macro(R"(macro (\w+)\()");
  std::string name;
  if (!RE2::PartialMatch(text, macro, &name)) return false;
  int count = 0;
  for (std::size_t at = text.find(name + "("); at != std::string::npos; at = text.find(name + "(", at + 1)) ++count;
  return count > 2;
}

std::vector<Mutant> undefined_mutants() {
  return {
      {"undefined-printed", "P5.3-01", "A variable without a value is put out as a word.",
       in_template(R"(\{\{\s*(\w+)\s*\}\})", R"({{ \1 | default("undefined") }})")},
      {"missing-members-printed", "P5.3-01", "A member that is missing is put out as None.",
       in_template(R"(\{\{\s*(\w+\.\w+)\s*\}\})", R"({{ \1 | default("None") }})")},
      {"undefined-counts-as-true", "P5.3-01", "A variable without a value counts as true.",
       in_tags(R"(^(\s*if )(\w+)\s*$)", R"(\1\2 or \2 is undefined )")},
      {"undefined-lists-have-an-element", "P5.3-01", "A loop over what is undefined runs once.",
       in_tags(R"(^(\s*for \w+ in )(\w+)\s*$)", R"(\1(\2 if \2 is defined else [0]) )")},
      {"deep-undefined-is-empty", "P5.3-02", "Reaching further into what is undefined gives nothing.",
       in_tags(R"(\b([a-z_]\w*\.\w+)\.(\w+))", R"((\1 | default({})).\2)")},
      {"deep-undefined-of-another-kind", "P5.3-02", "Reaching into what is undefined raises an error of another kind.",
       template_error_of_kind("TypeError", R"(\w\.\w+\.\w)")},
      {"deep-paths-refused", "P5.3-02", "Reaching into a member of a member is an error.",
       refused_template(R"(\w\.\w+\.\w)")},
      {"undefined-never-an-error", "P5.3-03", "An engine that is told to raise an error puts out nothing.",
       changed_reply({"render"},
                     [](Reply reply, std::string const&, Json const& params, AskReference const& reference) {
                       Json asked = params;
                       asked.erase("undefined");
                       return params.contains("undefined") ? reference("render", asked) : reply;
                     })},
      {"undefined-setting-unknown", "P5.3-03", "The setting of a template about undefined variables is ignored.",
       changed_jinja([](Json& agent, Json const&) {
         if (member(member(agent, "template"), "format").is_object()) agent["template"]["format"].erase("undefined");
       })},
      {"undefined-setting-always-an-error", "P5.3-03", "Any setting about undefined variables makes them an error.",
       changed_jinja([](Json& agent, Json const&) {
         if (agent.contains("template") && agent["template"]["format"].contains("undefined"))
           agent["template"]["format"]["undefined"] = "error";
       })},
      {"undefined-of-another-kind", "P5.3-03", "An undefined variable raises an error of another kind.",
       other_undefined_error([](Reply const&) { return raised("KeyError"); })},
      {"undefined-variable-not-named", "P5.3-03", "The message does not name the undefined variable.",
       other_undefined_error(
           [](Reply reply) { return with_message(std::move(reply), "Undefined template variable"); })},
      {"undefined-variable-otherwise-named", "P5.3-03", "The message about an undefined variable has other words.",
       other_undefined_error([](Reply reply) {
         std::string const message = with_all_replaced(message_of(reply), "Undefined template", "Unknown");
         return with_message(std::move(reply), message);
       })},
      {"defined-variables-refused", "P5.3-03", "An engine that is told to raise an error raises one always.",
       refused_asking({"render"}, "ValueError", is_demanding)},
      {"asking-is-an-error", "P5.3-03", "Asking whether an undefined variable is defined is an error.",
       refused_asking({"render"}, "ValueError",
                      [](Json const& params) {
                        std::string const text = template_of(member(params, "agent"));
                        return is_demanding(params) && text.find(" is defined") != std::string::npos;
                      })},
  };
}

std::vector<Mutant> syntax_mutants() {
  return {
      {"malformed-template-stays", "P5.3-04", "A template that is not well formed is text.",
       other_syntax_error([](Reply const&, Json const& params) {
         return answered({{"rendered", template_of(member(params, "agent"))}});
       })},
      {"malformed-template-of-another-kind", "P5.3-04", "A malformed template raises an error of another kind.",
       other_syntax_error([](Reply const&, Json const&) { return raised("SyntaxError"); })},
      {"malformed-template-otherwise-named", "P5.3-04", "The message about a malformed template begins otherwise.",
       other_syntax_error([](Reply reply, Json const&) {
         return with_message(reply, with_all_replaced(message_of(reply), "Template syntax error: ", ""));
       })},
      {"last-tag-unclosed", "P5.3-04", "A tag at the very end of a template counts as unclosed.",
       refused_template(R"([%}]\}$)")},
      {"line-not-named", "P5.3-05", "The message about a malformed template does not name a line.",
       other_syntax_error([](Reply reply, Json const&) {
         std::string message = message_of(reply);
         RE2::GlobalReplace(&message, "[0-9]+", "?");
         return with_message(std::move(reply), message);
       })},
      {"lines-from-zero", "P5.3-05", "The message about a malformed template counts lines from zero.",
       other_syntax_error(
           [](Reply reply, Json const&) { return with_message(reply, with_smaller_numbers(message_of(reply))); })},
      {"later-lines-malformed", "P5.3-05", "Tags below the first line are malformed.", refused_template(R"(\n.*\{\{)")},
  };
}

std::vector<Mutant> wall_mutants() {
  return {
      {"includes-ignored", "P5.4-01", "A statement that reads a file does nothing.",
       in_template(R"(\{%-?\s*(?:include|import|extends)\b[^%]*%\})", "")},
      {"includes-look-for-files", "P5.4-01", "A statement that reads a file looks for it.",
       template_error_of_kind("FileNotFoundError", R"(\{%-?\s*(?:include|import|extends)\b)")},
      {"word-include-refused", "P5.4-01", "The word include is an error wherever it stands.",
       refused_template(R"(\binclude\b)")},
      {"names-of-files-refused", "P5.4-01", "A template that names a file is an error.",
       refused_template(R"re("\w+\.\w+")re")},
      {"class-reached", "P5.4-02", "The class of a value is put out.",
       in_template(R"(\{\{\s*(\w+\.__class__)\s*\}\})", R"({{ \1 | default("class") }})")},
      {"constructor-reached", "P5.4-02", "The constructor of a value is put out.",
       in_template(R"(\{\{\s*(\w+\.constructor)\s*\}\})", R"({{ \1 | default("function") }})")},
      {"members-called-constructor-hidden", "P5.4-02", "A member that is called constructor is never found.",
       in_tags(R"(\.constructor\b)", R"(["no such member"])")},
      {"method-internals-reached", "P5.4-02", "What lies behind a method is put out.",
       in_template(R"(\{\{\s*(\w+\.\w+\.__\w+__)\s*\}\})", R"({{ \1 | default("internals") }})")},
      {"long-loops-cut-short", "P5.4-03", "A long loop ends early and nobody is told.",
       in_tags(R"(range\(\d{4,}\))", "range(3)")},
      {"long-loops-of-another-kind", "P5.4-03", "A loop that is stopped raises an error of another kind.",
       template_error_of_kind("RuntimeError", R"(range\()")},
      {"loops-over-numbers-refused", "P5.4-03", "A loop over numbers is an error.", refused_template(R"(range\()")},
      {"long-text-cut-short", "P5.4-04", "Text that grows too long stays short and nobody is told.",
       in_tags(R"re(" \* \d{6,})re", "\" * 1")},
      {"long-text-of-another-kind", "P5.4-04", "Text that grows too long raises an error of another kind.",
       template_error_of_kind("MemoryError", R"re(" \* \d)re")},
      {"repeated-text-refused", "P5.4-04", "Text times a number is an error.", refused_template(R"re(" \* \d)re")},
      {"endless-macro-gives-nothing", "P5.4-05", "A macro that calls itself forever gives nothing.",
       other_template_error(R"(\bmacro\b)",
                            [](Reply const&, Json const&) {
                              return answered({{"rendered", ""}});
                            })},
      {"endless-macro-of-another-kind", "P5.4-05", "A macro without an end raises an error of another kind.",
       template_error_of_kind("RecursionError", R"(\bmacro\b)")},
      {"recursive-macros-refused", "P5.4-05", "A macro that calls itself is an error.",
       refused_where(has_recursive_macro)},
  };
}

}  // namespace
}  // namespace conformance::mutants::rendering_walls

namespace conformance::mutants {

std::vector<Mutant> rendering_wall_mutants() {
  std::vector<Mutant> mutants = rendering_walls::undefined_mutants();
  for (std::vector<Mutant> const& more : {rendering_walls::syntax_mutants(), rendering_walls::wall_mutants()})
    mutants.insert(mutants.end(), more.begin(), more.end());
  return mutants;
}

}  // namespace conformance::mutants
