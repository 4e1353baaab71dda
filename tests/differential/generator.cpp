#include "differential/generator.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace prompty_tests {

using prompty::Json;

std::size_t TemplateGenerator::below(std::size_t limit) {
  // Not a distribution of the library: those differ from one library to another.
  return random_() % limit;
}

std::string TemplateGenerator::pick(std::initializer_list<std::string_view> choices) {
  return std::string(*(choices.begin() + below(choices.size())));
}

std::string TemplateGenerator::use(std::initializer_list<std::string_view> choices) {
  std::string chosen = pick(choices);
  note(chosen);
  return chosen;
}

GeneratedTemplate TemplateGenerator::next() {
  made_ = {};
  loop_names_.clear();
  text_names_ = {"name", "word"};
  level_ = 0;
  made_.inputs = inputs();
  if (one_in(8)) made_.source += macro(1);
  std::size_t const statements = 1 + below(3);
  // Most templates are flat: deep ones take Jinja2 long to compile and cover little more.
  std::size_t const depth = one_in(3) ? 3 : 1;
  for (std::size_t count = 0; count < statements; ++count) made_.source += statement(depth);
  return made_;
}

Json TemplateGenerator::inputs() {
  Json values = {{"name", pick({"Ann", "bob smith", "", "Zoë", "日本 x", "  padded ", "it's", "a\nb", "UPPER", "<b>"})},
                 {"word", pick({"apple", "Banana", "cherry pie", "ñandú", "x-y z", "42", "3.5"})},
                 {"count", static_cast<int>(below(12)) - 2},
                 {"ratio", static_cast<double>(below(400)) / 16.0 - 3.0},
                 {"flag", one_in(2)},
                 {"nothing", nullptr}};
  values["numbers"] = Json::array();
  for (std::size_t left = below(5); left > 0; --left) values["numbers"].push_back(static_cast<int>(below(9)) - 3);
  values["words"] = Json::array();
  for (std::size_t left = below(5); left > 0; --left) {
    values["words"].push_back(pick({"pear", "Fig", "apple", "äpfel", "", "Zoo", "b c"}));
  }
  values["users"] = Json::array();
  for (std::size_t left = below(4); left > 0; --left) {
    Json user = {{"name", pick({"Cy", "al", "Bo", "Éva"})}, {"age", static_cast<int>(below(60))}, {"ok", one_in(2)}};
    if (one_in(2)) user["tags"] = Json::array({"t1", "t2"});
    values["users"].push_back(user);
  }
  values["map"] = {{"k", 1}, {"a", "v"}, {"nested", {{"x", 1.5}, {"y", Json::array({1, "two", nullptr})}}}};
  values["mixed"] = Json::array();
  for (std::size_t left = below(5); left > 0; --left) {
    Json const choices = {1, "a", nullptr, true, 2.5, Json::array(), Json::object(), "B", 0, "0"};
    values["mixed"].push_back(choices[below(choices.size())]);
  }
  values["tree"] = {{{"n", "a"}, {"c", {{{"n", "b"}, {"c", Json::array()}}, {{"n", "d"}, {"c", {{{"n", "e"}}}}}}}},
                    {{"n", "f"}}};
  if (one_in(3)) values.erase("word");
  return values;
}

std::string TemplateGenerator::body(std::size_t depth) {
  ++level_;
  made_.nesting = std::max(made_.nesting, level_);
  std::string result = inside(depth);
  --level_;
  return result;
}

std::string TemplateGenerator::inside(std::size_t depth) {
  std::string result = statement(depth);
  if (one_in(2)) result += statement(depth);
  return result;
}

std::string TemplateGenerator::statement(std::size_t depth) {
  std::size_t const choice = below(depth == 0 ? 5 : 20);
  if (choice < 3) return output();
  if (choice == 3) return data();
  if (choice == 4) return one_in(2) ? comment() : set_statement(0);
  if (choice < 8) return if_block(depth - 1);
  if (choice < 11) return for_block(depth - 1);
  if (choice == 11) return set_statement(depth - 1);
  if (choice == 12) return with_block(depth - 1);
  if (choice == 13) return filter_block(depth - 1);
  if (choice == 14) return namespace_sum();
  if (choice == 15) return recursive_loop(depth - 1);
  if (choice == 16) return call_block(depth - 1);
  if (choice == 17) return changed_container();
  if (choice == 18) return macro(depth - 1);
  return raw_text();
}

std::string TemplateGenerator::tag(std::string const& inside) {
  std::string const before = one_in(5) ? pick({"-", "-", "+"}) : "";
  std::string const after = one_in(5) ? pick({"-", "-", "+"}) : "";
  if (!before.empty() || !after.empty()) note("whitespace control");
  return "{%" + before + " " + inside + " " + after + "%}";
}

std::string TemplateGenerator::data() {
  return pick({"text ", "a\n", "\n\n", "  ", "é日 ", "system:\n", "- ", "} ", "{ ", "# head\n", "\t", "it's \"q\" ",
               "\r\n", "{", "}}", "%}"});
}

std::string TemplateGenerator::comment() {
  note("comment");
  return pick({"{# note #}", "{#- note -#}", "{# {{ name }} #}", " {#- a\nb #} "});
}

std::string TemplateGenerator::raw_text() {
  note("raw");
  return pick({"{% raw %}{{ x }}{% endraw %}", "{%- raw -%} {% if %} {%- endraw -%}", "{% raw %}a # b{% endraw %}"});
}

std::string TemplateGenerator::output() {
  note("output");
  std::string const before = one_in(6) ? "-" : "";
  std::string const after = one_in(6) ? "-" : "";
  if (!before.empty() || !after.empty()) note("whitespace control");
  return "{{" + before + " " + expression(2) + " " + after + "}}" + (one_in(2) ? " " : "");
}

std::string TemplateGenerator::if_block(std::size_t depth) {
  note("if");
  std::string result = tag("if " + boolean(2)) + body(depth);
  if (one_in(3)) {
    note("elif");
    result += tag("elif " + boolean(1)) + body(depth);
  }
  if (one_in(2)) {
    note("else");
    result += tag("else") + body(depth);
  }
  return result + tag("endif");
}

std::string TemplateGenerator::for_block(std::size_t depth) {
  note("for");
  std::string const name = "v" + std::to_string(loop_names_.size());
  std::string head = "for " + name + " in " + list(1);
  if (one_in(6)) {
    note("unpacking");
    head = "for key, " + name + " in " +
           pick({"map.items()", "map|dictsort", "map|items", "users|groupby('ok')", "[(1, 2), 'ab']", "[[1, 2], [3]]"});
  } else if (one_in(4)) {
    note("for if");
    head += " if " + name + pick({" is defined", " != 1", "", " is string", " in [1, 2, 'Fig']"});
  }
  loop_names_.push_back(name);
  std::string result = tag(head) + body(depth);
  loop_names_.pop_back();
  if (one_in(3)) {
    note("for else");
    result += tag("else") + body(depth);
  }
  return result + tag("endfor");
}

std::string TemplateGenerator::set_statement(std::size_t depth) {
  std::string const name = pick({"s", "name", "other"});
  if (depth > 0 && one_in(2)) {
    note("set block");
    std::string const head = one_in(3) ? "set " + name + " | upper" : "set " + name;
    std::string result = tag(head) + body(depth - 1) + tag("endset");
    return result + "{{ " + name + " }}";
  }
  note("set");
  if (one_in(12)) return tag("set s, other = " + pick({"1, 'x'", "words", "'ab'", "map", "(1, [2])"})) + "{{ s }}";
  std::string result = tag("set " + name + " = " + (one_in(3) ? expression(1) : text(1)));
  return one_in(2) ? result + "{{ " + name + " }}" : result;
}

std::string TemplateGenerator::with_block(std::size_t depth) {
  note("with");
  return tag("with w = " + text(1) + ", count = " + number(1)) + body(depth) + "{{ w }}" + tag("endwith");
}

std::string TemplateGenerator::filter_block(std::size_t depth) {
  note("filter block");
  return tag("filter " + pick({"upper", "trim", "replace('a', 'o')", "indent(2)", "title|length"})) + body(depth) +
         tag("endfilter");
}

std::string TemplateGenerator::macro(std::size_t depth) {
  note("macro");
  std::string const call = pick(
      {"{{ m(name) }}", "{{ m(count, extra=flag) }}", "{{ m() }}", "{% call m(1) %}in {{ count }}{% endcall %}",
       "{{ m(1, 2, 3, z=4) }}", "{{ m(*numbers) }}", "{{ m(**map) }}", "{{ m(a=word)|upper }}", "{{ m.arguments }}",
       "{{ m.catch_kwargs }}{{ m.caller }}", "{% call(u, v='d') m(2) %}{{ u }}{{ v }}{% endcall %}", "{{ m(m(1)) }}"});
  std::string const parameters = pick({"a, extra='e'", "a, extra='e'", "a=count, extra=a", "a, extra, b=missing", ""});
  std::string const rest = pick({"{{ caller() if caller }}", "{{ varargs }}", "{{ kwargs|dictsort }}",
                                 "{{ caller(1) if caller is defined }}", "{{ varargs|length }}{{ kwargs }}"});
  return tag("macro m(" + parameters + ")") + body(depth) + "{{ a }}{{ extra }}" + rest + tag("endmacro") + call;
}

std::string TemplateGenerator::namespace_sum() {
  note("namespace");
  return "{% set ns = namespace(t=0) %}{% for i in numbers %}{% set ns.t = ns.t + i %}{% endfor %}{{ ns.t }}";
}

std::string TemplateGenerator::recursive_loop(std::size_t depth) {
  note("recursive loop");
  std::string const again = pick({"{% if t.c %}({{ loop(t.c) }}){% endif %}", "{{ loop(t.c|default([])) }}",
                                  "{% if t.c %}{% set inner = loop(t.c) %}[{{ inner|upper }}]{% endif %}"});
  std::string const state = pick({"{{ loop.depth }}", "{{ loop.depth0 }}{{ loop.index }}", "", "{{ loop.length }}"});
  return tag(pick({"for t in tree recursive", "for t in tree if t.n != 'b' recursive"})) + "{{ t.n }}" + state +
         (depth > 0 && one_in(3) ? body(depth - 1) : "") + again + pick({"", "{% else %}-"}) + tag("endfor");
}

std::string TemplateGenerator::call_block(std::size_t depth) {
  note("call block");
  std::string const head = pick({"call c(1)", "call(u) c(1)", "call(u, v='d') c(name)", "call c()", "call(u=1) c(2)"});
  return "{% macro c(a) %}" + pick({"[{{ caller() }}]", "{{ caller(a) }}", "{{ a }}{{ caller() if a }}", "{{ a }}"}) +
         "{% endmacro %}" + tag(head) + body(depth) + pick({"", "{{ u }}"}) + tag("endcall");
}

std::string TemplateGenerator::changed_container() {
  note("changed container");
  if (one_in(2)) {
    return "{% set d = {'a': 1, 'b': 2} %}{% for k in " +
           pick({"d", "d.items()", "d|items", "d.keys()", "d.values()", "d|dictsort", "d|list", "d.copy()"}) +
           " %}{{ k }}{% set _ = d." +
           pick({"update({'c': 3})", "pop('b', 0)", "clear()", "update({'a': 5})", "setdefault('q', 1)", "popitem()"}) +
           " %}{% endfor %}{{ d }}";
  }
  return "{% set l = [1, 2, 3] %}{% for x in l" + pick({"", "|reverse", "|map('string')", "|batch(2)", "|select"}) +
         " %}{{ x }}{% if l|length < 6 %}{% set _ = l." +
         pick({"append(x)", "pop()", "pop(0)", "insert(0, 7)", "remove(2)", "extend([x])", "reverse()", "sort()"}) +
         " %}{% endif %}{% endfor %}{{ l }}";
}

}  // namespace prompty_tests
