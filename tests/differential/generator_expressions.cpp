// The expressions of the generated templates, by the type that they mostly have.
#include "differential/generator.hpp"

namespace prompty_tests {

std::string TemplateGenerator::expression(std::size_t depth) {
  if (depth > 0 && one_in(5)) {
    switch (below(6)) {
      case 0:
        return mixed_operation(depth);
      case 1:
        return element(depth);
      case 2:
        return list_method(depth);
      case 3:
        return map_method(depth);
      case 4:
        return function_call(depth);
      default:
        return filter_of_any_value(depth);
    }
  }
  switch (below(9)) {
    case 0:
    case 1:
      return text(depth);
    case 2:
    case 3:
      return number(depth);
    case 4:
      return boolean(depth);
    case 5:
      return list(depth);
    case 6:
      return mapping();
    case 7:
      return loop_member();
    default:
      return pick({"nothing", "missing", "map", "flag", "missing.x", "[1, 'a', none, 1.5]", "(1, 'b')", "{'a': [true]}",
                   "ratio", "map.zz", "users"});
  }
}

std::string TemplateGenerator::literal_text() {
  return pick({"'x'", "\"it's\"", "'a\\nb'", "''", "'é'", "'Hello World'", "'%s'", "'a' 'b'", "'\\u00e9\\t'",
               "'\\N{BULLET}'", "'\\101\\q\\é'", "'a\\tb'", "'one\\ntwo\\n\\nthree'", "'The quick-brown fox'",
               "'<p>a</p>'"});
}

std::string TemplateGenerator::text(std::size_t depth) {
  if (depth == 0) return pick({"name", "word", "'x'", "map.a", "\"it's\"", "'Hello World'"});
  if (one_in(14)) return "(" + expression(depth - 1) + ")";
  if (one_in(4)) return text_filter(depth);
  switch (below(15)) {
    case 10:
    case 11:
      return text_filter(depth);
    case 0:
      note("dotted path");
      return pick({"map.a", "users[0].name", "map.nested.y[1]", "map['a']", "map.nested['y'].1"});
    case 1:
      note("index");
      return pick({"name[0]", "words[0]", "name[-1]", "words[-1]", "'abc'[1]", "words.0", "name[20]"});
    case 2:
      note("slice");
      return slice(depth);
    case 3:
      note("concatenation");
      return expression(depth - 1) + " ~ " + text(depth - 1);
    case 4:
      note("inline if");
      return "(" + text(depth - 1) + " if " + boolean(depth - 1) + " else " + text(depth - 1) + ")";
    case 5:
    case 6:
    case 7:
      return text_filter(depth);
    case 8:
    case 9:
      return text_method(depth);
    default:
      if (one_in(5)) return literal_text();
      return one_in(2) ? percent_format(depth) : brace_format(depth);
  }
}

std::string TemplateGenerator::text_filter(std::size_t depth) {
  std::string const name =
      use({"default", "upper", "lower", "join", "trim", "replace", "title", "capitalize", "tojson", "string",
           "truncate", "indent", "wordwrap", "center", "e", "format", "reverse", "striptags", "urlencode"});
  if (name == "default") {
    return pick({"missing", "word", "map.zz", "''"}) + "|default(" + literal_text() + (one_in(3) ? ", true)" : ")");
  }
  if (name == "join") return list(depth - 1) + "|join(" + pick({"', '", "'-'", "''"}) + ")";
  if (name == "replace") return text(depth - 1) + "|replace('a', 'o'" + (one_in(3) ? ", 1)" : ")");
  if (name == "tojson") return expression(depth - 1) + "|tojson" + (one_in(3) ? "(indent=2)" : "");
  if (name == "truncate") return text(depth - 1) + "|truncate(" + pick({"5", "7, true", "4, false, '.', 0"}) + ")";
  if (name == "indent") return text(depth - 1) + "|indent" + pick({"", "(2)", "(3, true)", "('> ', blank=true)"});
  if (name == "wordwrap") return text(depth - 1) + "|wordwrap(" + pick({"4", "6, false", "5, wrapstring='|'"}) + ")";
  if (name == "center") return text(depth - 1) + "|center(" + pick({"5", "8", "1"}) + ")";
  if (name == "format") return "'%s-%s'|format(" + text(0) + ", " + number(0) + ")";
  // What is undefined has a reversed object, which prints with its address.
  if (name == "reverse") return "(" + text(depth - 1) + ")|string|reverse";
  return "(" + (one_in(4) ? expression(depth - 1) : text(depth - 1)) + ")|" + name;
}

std::string TemplateGenerator::number(std::size_t depth) {
  if (depth == 0) return pick({"count", "1", "2", "ratio", "map.k", "-3", "0", "2.5", "numbers[0]"});
  switch (below(7)) {
    case 0:
    case 1:
      note("arithmetic");
      return "(" + number(depth - 1) + pick({" + ", " - ", " * ", " / ", " // ", " % "}) + number(depth - 1) + ")";
    case 2:
      return expression(depth - 1) + "|" + use({"length", "length"});
    case 3:
      return "(" + (one_in(3) ? text(0) : number(depth - 1)) + ")|" + use({"int", "float", "round", "abs"});
    case 4:
      return "numbers|" + use({"sum", "max", "min", "first", "last"});
    case 5:
      return "(" + number(depth - 1) + ")|" + use({"round"}) + pick({"(1)", "(2, 'floor')", "(0, 'ceil')", ""});
    default:
      return pick({"1.50", "1e3", "0x1F", "10 ** 2", "-count", "ratio * 2", "7 // 2", "true + 1"});
  }
}

std::string TemplateGenerator::boolean(std::size_t depth) {
  if (depth == 0) return pick({"flag", "true", "false", "count", "name", "words", "missing", "nothing"});
  switch (below(8)) {
    case 0:
      note("and");
      return boolean(depth - 1) + " and " + boolean(depth - 1);
    case 1:
      note("or");
      return boolean(depth - 1) + " or " + boolean(depth - 1);
    case 2:
      note("not");
      return "not " + boolean(depth - 1);
    case 3: {
      note("in");
      std::string const operation = one_in(2) ? " in " : " not in ";
      if (operation == " not in ") note("not in");
      return one_in(2) ? text(0) + operation + text(0) : expression(0) + operation + list(0);
    }
    case 4:
      note("comparison");
      return number(depth - 1) + pick({" < ", " <= ", " > ", " >= ", " == ", " != "}) + number(depth - 1);
    case 5:
      note("comparison");
      return expression(depth - 1) + pick({" == ", " != "}) + expression(depth - 1);
    default:
      return test(depth);
  }
}

std::string TemplateGenerator::list(std::size_t depth) {
  if (depth == 0) return pick({"numbers", "words", "users", "[1, 2, 3]", "range(3)", "map", "('x', 'y')", "[]"});
  if (one_in(3)) return list(0);
  return "(" + list_filter(depth) + ")";
}

std::string TemplateGenerator::list_filter(std::size_t depth) {
  std::string const name = use({"list", "sort", "reverse", "map", "select", "selectattr", "unique", "batch", "slice",
                                "items", "groupby", "dictsort", "reject", "concatenated lists", "sliced list"});
  if (name == "list") return list(depth - 1) + "|list";
  if (name == "sort") return pick({"numbers", "words", "users|map(attribute='age')"}) + "|sort" + pick({"", "(true)"});
  if (name == "reverse") return list(depth - 1) + "|reverse|list";
  if (name == "map") {
    return pick({"users|map(attribute='name')", "words|map('upper')", "numbers|map('string')",
                 "users|map(attribute='zz', default='?')", "words|map('length')"}) +
           "|list";
  }
  if (name == "select") return pick({"numbers|select('odd')", "words|select", "numbers|select('gt', 1)"}) + "|list";
  if (name == "reject") return pick({"numbers|reject('odd')", "words|reject"}) + "|list";
  if (name == "selectattr") {
    return pick({"users|selectattr('ok')", "users|selectattr('age', 'gt', 30)", "users|rejectattr('ok')"}) + "|list";
  }
  if (name == "unique") return pick({"numbers", "words"}) + "|unique|list";
  if (name == "batch") return pick({"numbers", "words"}) + "|batch(2, 'f')|list";
  if (name == "slice") return pick({"numbers", "words"}) + "|slice(2)|list";
  if (name == "items") return pick({"map.items()|list", "map|items|list", "map.keys()|list", "map.values()|list"});
  if (name == "groupby") return "users|groupby('ok')|list";
  if (name == "dictsort") return "map|dictsort";
  if (name == "concatenated lists") return pick({"numbers + words", "[1] * 2 + numbers", "words + []"});
  return pick({"numbers[1:]", "words[::-1]", "users[:1]", "range(6)|list|batch(4)|first"});
}

std::string TemplateGenerator::mapping() {
  note("mapping");
  return pick({"map", "map.nested", "users[0]", "{'a': 1, 'b': [2]}", "dict(a=1)", "map.get('k')", "map.get('q', 'd')",
               "{1: 'x', 'y': none}"});
}

std::string TemplateGenerator::loop_member() {
  if (loop_names_.empty()) return text(0);
  if (one_in(3)) return loop_names_[below(loop_names_.size())];
  note("loop");
  return "loop." + pick({"index", "index0", "first", "last", "length", "revindex", "revindex0", "previtem", "nextitem",
                         "cycle('a', 'b')", "changed(count)", "depth"});
}

}  // namespace prompty_tests
