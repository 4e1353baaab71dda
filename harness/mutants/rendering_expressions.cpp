#include "harness/mutants/section_mutants.hpp"
#include "harness/mutants/template_rules.hpp"

namespace conformance::mutants::rendering_expressions {
namespace {

/// Leaves out a filter, with its arguments.
Rule filter_ignored(std::string const& name) {
  return in_tags(R"(\s*\|\s*)" + name + R"(\b(?:\([^)]*\))?)", "");
}

/// Takes another filter instead.
Rule filter_replaced(std::string const& name, std::string const& rewrite) {
  return in_tags(R"(\|\s*)" + name + R"(\b)", "| " + rewrite);
}

std::vector<Mutant> logic_mutants() {
  return {
      {"and-means-or", "P5.2-14", "The word and is taken for or.", in_tags(R"(\band\b)", "or")},
      {"or-means-and", "P5.2-14", "The word or is taken for and.", in_tags(R"(\bor\b)", "and")},
      {"not-ignored", "P5.2-14", "The word not changes nothing.", in_tags(R"(\b(if|and|or) not )", R"(\1 )")},
      {"or-gives-a-boolean", "P5.2-14", "The word or gives true or false.",
       in_tags(R"(^\s*(\w+) or (\w+)\s*$)", R"( true if \1 or \2 else false )")},
      {"in-means-not-in", "P5.2-14", "The word in asks for what is missing.",
       in_tags(R"(^(-?\s*(?:if )?)("?\w+"?) in )", R"(\1\2 not in )")},
      {"not-in-means-in", "P5.2-14", "The words not in ask for what is there.", in_tags(R"(\bnot in\b)", "in")},
      {"equal-means-unequal", "P5.2-15", "Two equal signs ask for a difference.", in_tags("==", "!=")},
      {"unequal-means-equal", "P5.2-15", "An exclamation mark before an equal sign asks for equality.",
       in_tags("!=", "==")},
      {"less-includes-equal", "P5.2-15", "A value is less than itself.", in_tags(" < ", " <= ")},
      {"less-or-equal-excludes-equal", "P5.2-15", "A value is not less than or equal to itself.",
       in_tags(" <= ", " < ")},
      {"less-means-greater", "P5.2-15", "The smaller of two values is the greater one.", in_tags(" < ", " > ")},
      {"greater-means-less", "P5.2-15", "The greater of two values is the smaller one.", in_tags(" > ", " < ")},
      {"greater-or-equal-excludes-equal", "P5.2-15", "A value is not greater than or equal to itself.",
       in_tags(" >= ", " > ")},
  };
}

std::vector<Mutant> number_mutants() {
  return {
      {"plus-means-minus", "P5.2-16", "A plus sign subtracts.", in_tags(R"( \+ )", " - ")},
      {"minus-means-plus", "P5.2-16", "A minus sign adds.", in_tags(" - ", " + ")},
      {"times-means-plus", "P5.2-16", "A star adds what it should multiply.", in_tags(R"( \* )", " + ")},
      {"from-left-to-right", "P5.2-16", "A sum is taken before the product behind it.",
       in_tags(R"((\w+) \+ (\w+) \* )", R"((\1 + \2) * )")},
      {"parentheses-ignored", "P5.2-16", "Parentheses around a calculation change nothing.",
       in_tags(R"(\((\w+ [-+] \w+)\))", R"(\1)")},
      {"division-is-whole", "P5.2-16", "A division with one slash has no fraction.", in_tags(" / ", " // ")},
      {"whole-division-has-a-fraction", "P5.2-16", "A division with two slashes has a fraction.",
       in_tags(" // ", " / ")},
      {"rest-is-the-quotient", "P5.2-16", "The percent sign divides.", in_tags(" % ", " // ")},
      {"tilde-adds", "P5.2-17", "The tilde adds as the plus sign does.", in_tags(" ~ ", " + ")},
      {"tilde-puts-a-blank-between", "P5.2-17", "The tilde puts a blank between two texts.",
       in_tags(" ~ ", " ~ \" \" ~ ")},
      {"tilde-writes-json", "P5.2-17", "The tilde writes values as JSON.",
       in_tags(R"(\b([a-z]\w*) ~ )", R"((\1 | tojson) ~ )")},
      {"choice-turned-round", "P5.2-18", "An expression chooses the other value.",
       in_tags(R"((\S+) if (\S+) else (\S+))", R"(\3 if \2 else \1)")},
      {"first-choice-always", "P5.2-18", "An expression chooses the first value always.",
       in_tags(R"((\S+) if (\S+) else (\S+))", R"(\1)")},
      {"choice-without-else-is-none", "P5.2-18", "A choice without else gives None.",
       in_tags(R"((\S+ if \S+)\s*$)", R"(\1 else none )")},
  };
}

std::vector<Mutant> test_mutants() {
  return {
      {"defined-means-undefined", "P5.2-19", "Asking what is defined finds what is not.",
       in_tags(R"(\bis defined\b)", "is undefined")},
      {"undefined-means-defined", "P5.2-19", "Asking what is undefined finds what is defined.",
       in_tags(R"(\bis undefined\b)", "is defined")},
      {"is-not-means-is", "P5.2-19", "The word not changes nothing about a test.", in_tags(R"(\bis not\b)", "is")},
      {"null-is-undefined", "P5.2-19", "An input that is null is undefined.",
       changed_jinja([](Json const&, Json& inputs) {
         Json kept = Json::object();
         for (auto const& [name, value] : inputs.items()) {
           if (!value.is_null()) kept[name] = value;
         }
         inputs = kept;
       })},
      {"none-means-undefined", "P5.2-19", "Asking for none finds what is undefined.",
       in_tags(R"(\bis none\b)", "is undefined")},
      {"strings-are-numbers", "P5.2-19", "Asking for a string finds numbers.",
       in_tags(R"(\bis string\b)", "is number")},
      {"numbers-are-strings", "P5.2-19", "Asking for a number finds strings.",
       in_tags(R"(\bis number\b)", "is string")},
  };
}

std::vector<Mutant> filter_mutants() {
  return {
      {"default-filter-ignored", "P5.2-20", "The filter default changes nothing.", filter_ignored("default")},
      {"default-filter-always", "P5.2-20", "The filter default gives its argument always.",
       in_tags(R"(\w+\s*\|\s*default\(([^,)]*)[^)]*\))", R"(\1)")},
      {"default-filter-for-the-empty", "P5.2-20", "The filter default stands in for what counts as false.",
       in_tags(R"(default\(([^,)]*)\))", R"(default(\1, true))")},
      {"default-filter-with-one-argument", "P5.2-20", "The second argument of the filter default is ignored.",
       in_tags(R"(default\(([^,)]*),[^)]*\))", R"(default(\1))")},
      {"upper-ignored", "P5.2-21", "The filter upper changes nothing.", filter_ignored("upper")},
      {"lower-ignored", "P5.2-21", "The filter lower changes nothing.", filter_ignored("lower")},
      {"trim-ignored", "P5.2-21", "The filter trim changes nothing.", filter_ignored("trim")},
      {"first-filter-only", "P5.2-21", "Only the first of several filters is used.",
       in_tags(R"(\|\s*(\w+)\s*\|\s*\w+(?:\([^)]*\))?)", R"(| \1)")},
      {"join-with-a-blank", "P5.2-22", "The filter join puts a blank between.",
       in_tags(R"re(\bjoin\b(?:\([^)]*\))?)re", "join(\" \")")},
      {"join-without-separator", "P5.2-22", "The filter join puts nothing between.",
       in_tags(R"re(join\("[^"]*"\))re", "join")},
      {"length-counts-from-zero", "P5.2-22", "The length of something is one less.",
       in_tags(R"(\|\s*length\b)", "| length - 1")},
      {"replace-ignored", "P5.2-23", "The filter replace changes nothing.", filter_ignored("replace")},
      {"title-ignored", "P5.2-23", "The filter title changes nothing.", filter_ignored("title")},
      {"capitalize-is-title", "P5.2-23", "The filter capitalize changes every word.",
       filter_replaced("capitalize", "title")},
      {"first-is-last", "P5.2-23", "The filter first gives the last element.", filter_replaced("first", "last")},
      {"last-is-first", "P5.2-23", "The filter last gives the first element.", filter_replaced("last", "first")},
      {"sort-ignored", "P5.2-23", "The filter sort changes nothing.", filter_ignored("sort")},
      {"reverse-ignored", "P5.2-23", "The filter reverse changes nothing.", filter_ignored("reverse")},
      {"list-of-one", "P5.2-23", "The filter list makes a list of one element.",
       in_tags(R"((\w+)\s*\|\s*list\b)", R"([\1])")},
      {"int-ignored", "P5.2-23", "The filter int changes nothing.", filter_ignored("int")},
      {"round-ignored", "P5.2-23", "The filter round changes nothing.", filter_ignored("round")},
      {"items-ignored", "P5.2-23", "The filter items changes nothing.", filter_ignored("items")},
      {"tojson-ignored", "P5.2-23", "The filter tojson changes nothing.", filter_ignored("tojson")},
      {"raw-unknown", "P5.2-24", "Between raw and endraw the template goes on.",
       in_template(R"(\{%-?\s*(?:end)?raw\s*-?%\})", "")},
      {"macros-give-nothing", "P5.2-24", "A macro gives nothing.",
       in_template(R"((?s)(\{%-?\s*macro [^%]*%\}).*?(\{%-?\s*endmacro))", R"(\1\2)")},
  };
}

}  // namespace
}  // namespace conformance::mutants::rendering_expressions

namespace conformance::mutants {

std::vector<Mutant> rendering_expression_mutants() {
  std::vector<Mutant> mutants = rendering_expressions::logic_mutants();
  for (std::vector<Mutant> const& more :
       {rendering_expressions::number_mutants(), rendering_expressions::test_mutants(),
        rendering_expressions::filter_mutants()}) {
    mutants.insert(mutants.end(), more.begin(), more.end());
  }
  return mutants;
}

}  // namespace conformance::mutants
