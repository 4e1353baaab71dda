#include "harness/mutants/section_mutants.hpp"
#include "harness/mutants/template_rules.hpp"

namespace conformance::mutants::rendering_statements {
namespace {

/// Rewrites the condition of each `if`; `\2` is the condition.
Rule changed_condition(std::string const& rewrite) {
  return in_tags(R"(^(-?\s*if )(.+?)(\s*-?)$)", R"(\1)" + rewrite + R"(\3)");
}

/// The same for conditions that are a name and nothing else.
Rule changed_named_condition(std::string const& rewrite) {
  return in_tags(R"(^(-?\s*if )(\w+)(\s*-?)$)", R"(\1)" + rewrite + R"(\3)");
}

/// Rewrites what each `for` goes through; `\2` is that.
Rule changed_list(std::string const& rewrite) {
  return in_tags(R"(^(-?\s*for .+? in )(.+?)(\s*-?)$)", R"(\1)" + rewrite + R"(\3)");
}

std::vector<Mutant> branch_mutants() {
  return {
      {"conditions-always-hold", "P5.2-06", "The first branch is taken always.", changed_condition("true")},
      {"conditions-never-hold", "P5.2-06", "The first branch is never taken.", changed_condition("false")},
      {"elif-never-holds", "P5.2-06", "The branch of elif is never taken.",
       in_tags(R"(^(-?\s*)elif .+?(\s*-?)$)", R"(\1elif false\2)")},
      {"elif-always-holds", "P5.2-06", "The branch of elif is taken if the first is not.",
       in_tags(R"(^(-?\s*)elif .+?(\s*-?)$)", R"(\1elif true\2)")},
      {"whatever-is-defined-holds", "P5.2-06", "A value counts as true if it is there at all.",
       changed_named_condition(R"(\2 is defined)")},
      {"empty-text-holds", "P5.2-06", "The empty text counts as true.", changed_named_condition(R"(\2 or \2 == "")")},
      {"zero-holds", "P5.2-06", "Zero counts as true.", changed_named_condition(R"(\2 or \2 is number)")},
      {"text-of-zeros-does-not-hold", "P5.2-06", "A text of nothing but zeros counts as false.",
       changed_named_condition(R"(\2 and (\2 is not string or \2 | replace("0", "")))")},
      {"numbers-below-zero-do-not-hold", "P5.2-06", "A number below zero counts as false.",
       changed_named_condition(R"(\2 and \2 != -1)")},
      {"lists-do-not-hold", "P5.2-06", "A list counts as false.", changed_named_condition(R"(\2 and \2 != [0])")},
  };
}

std::vector<Mutant> loop_mutants() {
  return {
      {"first-element-only", "P5.2-07", "A loop runs once at most.", changed_list(R"((\2 | list)[:1])")},
      {"last-element-left-out", "P5.2-07", "A loop leaves out the last element.", changed_list(R"((\2 | list)[:-1])")},
      {"loop-runs-backwards", "P5.2-07", "A loop begins with the last element.",
       changed_list(R"((\2 | list | reverse))")},
      {"names-of-pairs-swapped", "P5.2-07", "The first of two names gets the value of a pair.",
       in_tags(R"(for (\w+), ?(\w+) in)", R"(for \2, \1 in)")},
      {"else-of-a-loop-always", "P5.2-07", "What stands behind the else of a loop is put out always.",
       in_template(R"(\{% else %\}([^{]*)(\{% endfor %\}))", R"(\2\1)")},
      {"else-of-a-loop-never", "P5.2-07", "What stands behind the else of a loop is never put out.",
       in_template(R"(\{% else %\}[^{]*(\{% endfor %\}))", R"(\1)")},
      {"loop-counts-from-zero", "P5.2-08", "The index of a loop begins with zero.",
       in_tags(R"(\bloop\.index\b)", "loop.index0")},
      {"second-index-counts-from-one", "P5.2-08", "The other index of a loop begins with one.",
       in_tags(R"(\bloop\.index0\b)", "loop.index")},
      {"first-of-a-loop-is-the-last", "P5.2-08", "A loop takes its last run for the first.",
       in_tags(R"(\bloop\.first\b)", "loop.last")},
      {"last-of-a-loop-is-the-first", "P5.2-08", "A loop takes its first run for the last.",
       in_tags(R"(\bloop\.last\b)", "loop.first")},
      {"length-of-a-loop-counts-up", "P5.2-08", "The length of a loop is the number of runs so far.",
       in_tags(R"(\bloop\.length\b)", "loop.index")},
      {"set-does-nothing", "P5.2-09", "A name that is set has no value.", in_template(R"(\{%-?\s*set [^%]*%\})", "")},
      {"set-does-not-replace", "P5.2-09", "A name that has a value keeps it.",
       in_tags(R"(set (\w+) = (.*?)(\s*-?)$)", R"(set \1 = \1 if \1 is defined else \2\3)")},
  };
}

}  // namespace
}  // namespace conformance::mutants::rendering_statements

namespace conformance::mutants {

std::vector<Mutant> rendering_statement_mutants() {
  std::vector<Mutant> mutants = rendering_statements::branch_mutants();
  std::vector<Mutant> const about_loops = rendering_statements::loop_mutants();
  mutants.insert(mutants.end(), about_loops.begin(), about_loops.end());
  return mutants;
}

}  // namespace conformance::mutants
