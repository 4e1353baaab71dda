// What generated templates do with values of any type: methods, formats, slices, mixed operators, tests.
#include "differential/generator.hpp"

namespace prompty_tests {
namespace {

std::string joined(std::vector<std::string> const& parts) {
  std::string result;
  for (std::string const& part : parts) result += (result.empty() ? "" : ", ") + part;
  return result;
}

}  // namespace

std::string TemplateGenerator::arguments(std::vector<std::string> given) {
  if (one_in(30)) given.emplace_back(pick({"1", "'a'", "none", "*numbers", "zz=1", "**{}"}));
  if (!given.empty() && one_in(30)) given.pop_back();
  if (!given.empty() && one_in(15)) given.back() = expression(0);
  return "(" + joined(given) + ")";
}

std::string TemplateGenerator::text_method(std::size_t depth) {
  note("method");
  std::string const of = one_in(3) ? "(" + text(depth - 1) + ")." : text(0) + ".";
  std::string const part = pick({"'a'", "' '", "'o'", "''", "'an'", "name", "','"});
  std::string const place = pick({"0", "1", "-1", "3", "count", "99", "none"});
  std::string const width = pick({"0", "3", "9", "count", "-1"});
  std::string const most = pick({"0", "1", "-1", "2"});
  switch (below(12)) {
    case 0:
      return of + use({"upper", "lower", "title", "capitalize", "swapcase", "casefold"}) + arguments({});
    case 1:
      return of + use({"strip", "lstrip", "rstrip"}) + (one_in(2) ? arguments({}) : arguments({part}));
    case 2:
      return of + use({"split", "rsplit"}) + pick({"()", "(none, 1)", "(maxsplit=1)", "(' ', " + most + ")"});
    case 3:
      return of + use({"partition", "rpartition", "removeprefix", "removesuffix"}) + arguments({part});
    case 4:
      return of + use({"find", "rfind", "index", "rindex", "count"}) +
             (one_in(2) ? arguments({part}) : arguments({part, place, place}));
    case 5:
      return of + use({"startswith", "endswith"}) +
             (one_in(2) ? arguments({part}) : arguments({"('a', 'b', '')", place}));
    case 6:
      return of + use({"center", "ljust", "rjust"}) + (one_in(2) ? arguments({width}) : arguments({width, "'*'"}));
    case 7:
      return of +
             use({"isalpha", "isdigit", "isalnum", "isspace", "isupper", "islower", "istitle", "isascii", "isnumeric",
                  "isdecimal", "isidentifier", "isprintable"}) +
             arguments({});
    case 8:
      return of + use({"expandtabs", "zfill"}) + arguments({width});
    case 9:
      return of + use({"translate"}) +
             arguments({pick({"{97: 'x', 98: none, 99: 100}", "words", "map", "''.maketrans('ab', 'xy')"})});
    case 10:
      return of + (one_in(2) ? "replace" + arguments({part, "'é'", most}) : "splitlines" + pick({"()", "(true)"}));
    default:
      return of + "join" + arguments({list(depth - 1)});
  }
}

std::string TemplateGenerator::list_method(std::size_t depth) {
  note("list method");
  std::string const listed = list(depth - 1);
  std::string const of = "(" + listed + ").";
  // A list that grows while a loop goes over it never ends.
  std::string const of_copy = "((" + listed + ")|list).";
  std::string const value = expression(0);
  std::string const place = pick({"0", "1", "-1", "5", "count"});
  switch (below(6)) {
    case 0:
      return of + use({"count", "index"}) + arguments({value});
    case 1:
      return of + "index" + arguments({value, place, place});
    case 2:
      return of + "pop" + (one_in(2) ? arguments({}) : arguments({place}));
    case 3:
      return of_copy + use({"append", "remove", "extend"}) + arguments({value});
    case 4:
      return of_copy + "insert" + arguments({place, value});
    default:
      return of + use({"copy", "reverse", "sort", "clear"}) + "()";
  }
}

std::string TemplateGenerator::map_method(std::size_t depth) {
  note("map method");
  std::string const of = "(" + mapping() + ").";
  // One that gets itself as a value cannot be printed here.
  std::string const of_copy = of + "copy().";
  std::string const key = pick({"'a'", "'k'", "'zz'", "1", "none", "name", "[]"});
  switch (below(5)) {
    case 0:
      return of + "get" + (one_in(2) ? arguments({key}) : arguments({key, expression(depth - 1)}));
    case 1:
      return of_copy + use({"pop", "setdefault"}) + arguments({key, expression(0)});
    case 2:
      return of + "update" + arguments({mapping()});
    case 3:
      return of + "fromkeys" + arguments({list(0)});
    default:
      // Views are turned into lists, since what they have of sets is not there.
      return of + pick({"items()|list", "keys()|list", "values()|list", "copy()", "popitem()"});
  }
}

std::string TemplateGenerator::function_call(std::size_t depth) {
  note("function");
  std::string const step = pick({"1", "-1", "2", "0", "3"});
  switch (below(4)) {
    case 0:
      return "range" + arguments({number(0), pick({"0", "5", "count", "-3"}), step});
    case 1:
      return "dict" + arguments({pick({"map", "[['a', 1]]", "{}", "words"})});
    case 2:
      return "cycler" + arguments({expression(depth - 1), "2"}) + ".next()";
    default:
      return "namespace(a=" + expression(depth - 1) + ").a";
  }
}

std::string TemplateGenerator::percent_format(std::size_t depth) {
  note("percent format");
  std::string const type = pick({"s", "d", "f", "r", "x", "e", "g", "c", "o", "X", "E", "G", "i", "u", "a", "%"});
  std::string const place = "%" + pick({"", "", "-", "0", "+", " ", "#", "-0"}) + pick({"", "", "5", "8", "12"}) +
                            pick({"", "", ".0", ".2", ".3", "."}) + type;
  if (one_in(5)) return "'%(k)s " + pick({"%(k)s", "%%", "%s"}) + "' % " + mapping();
  if (one_in(4)) return "'" + place + "|%s'|format" + arguments({expression(depth - 1), text(0)});
  return "'" + place + "' % (" + (one_in(3) ? text(0) : number(depth - 1)) + (one_in(8) ? "" : ",") + ")";
}

std::string TemplateGenerator::brace_format(std::size_t depth) {
  note("brace format");
  if (one_in(3)) {
    return pick({"'{} {}'", "'{0}{1}{0}'", "'{0[0]}'", "'{a!r:>5}'", "'{:{}}'", "'{{}}{}'", "'{!s:^9}'", "'{!a}'"}) +
           ".format" + arguments({expression(depth - 1), pick({"5", "name", "count"}), "a=word"});
  }
  if (one_in(5)) return "'{k} {nested[x]:.2f}'.format_map(" + mapping() + ")";
  std::string const place = pick({"", "", ">", "<", "^", "=", "*^", "é<", "0>"}) + pick({"", "", "+", "-", " "}) +
                            pick({"", "", "#"}) + pick({"", "", "0"}) + pick({"", "5", "10"}) +
                            pick({"", "", ",", "_"}) + pick({"", "", ".2", ".0", ".5"}) +
                            pick({"", "", "d", "f", "s", "x", "b", "o", "e", "g", "n", "%", "c", "X"});
  return "'{:" + place + "}'.format(" + (one_in(3) ? text(0) : number(depth - 1)) + ")";
}

std::string TemplateGenerator::slice(std::size_t depth) {
  note("slice");
  auto const bound = [this] { return pick({"", "", "1", "-1", "2", "0", "none", "count", "100", "-100", "true"}); };
  std::string const of = pick({"name", "words", "numbers", "range(6)", "'abcdé'", "mixed", "(1, 'b', none)"});
  std::string const parts = bound() + ":" + bound() + (one_in(3) ? ":" + bound() : "");
  return (one_in(3) ? "(" + list(depth - 1) + ")" : of) + "[" + parts + "]";
}

std::string TemplateGenerator::element(std::size_t depth) {
  note("element");
  return "(" + expression(depth - 1) + ")" +
         pick({"[0]", "[-1]", "['a']", "['k']", ".a", ".0", "[true]", "[none]", "[1.0]", "[[1]]", "[(1, 2)]", "[name]",
               "[0, 1]", "[]", ".zz|default('d')", "[0]|default('d')"});
}

std::string TemplateGenerator::mixed_operation(std::size_t depth) {
  note("mixed operator");
  std::string const left = "(" + expression(depth - 1) + ")";
  std::string const right = "(" + expression(depth - 1) + ")";
  if (one_in(3)) return text(0) + " * " + pick({"2", "0", "-1", "count", "true", "1.5"});
  if (one_in(4)) return pick({"2", "10", "count", "flag", "0.5"}) + " ** " + pick({"2", "3", "0", "-1", "flag"});
  if (one_in(3)) return left + pick({" < ", " <= ", " > ", " >= ", " in ", " not in "}) + right;
  return left + pick({" + ", " - ", " * ", " / ", " // ", " % ", " ~ ", " == ", " != ", " and ", " or "}) + right;
}

std::string TemplateGenerator::test(std::size_t depth) {
  note("test");
  return "(" + expression(depth - 1) + ")" + pick({" is ", " is ", " is not "}) +
         pick({"defined",   "none",    "string",      "number",        "mapping",        "sequence", "iterable",
               "undefined", "boolean", "integer",     "float",         "sameas none",    "eq 1",     "lower",
               "upper",     "odd",     "even",        "divisibleby 2", "divisibleby(3)", "ne 'a'",   "gt 1",
               "lt(5)",     "ge 2",    "in [1, 'a']", "in words",      "escaped",        "true",     "false",
               "callable",  "filter",  "test",        "sameas(name)",  "equalto 'x'",    "in map"});
}

std::string TemplateGenerator::filter_of_any_value(std::size_t depth) {
  std::string const of = "(" + expression(depth - 1) + ")|";
  switch (below(8)) {
    case 0:
      return of + use({"string", "list", "length", "first", "last", "e", "safe", "forceescape", "pprint", "wordcount"});
    case 1:
      return of + use({"int", "float", "abs", "round", "filesizeformat"}) + pick({"", "", "(1)", "(base=16)"});
    case 2:
      return of + use({"sort", "unique|list", "min", "max", "sum"}) + pick({"", "", "(1)"});
    case 3:
      return of + use({"map", "select", "reject"}) +
             pick({"('upper')", "('string')", "('odd')", "", "(attribute='a')", "('int')"}) + "|list";
    case 4:
      return of + "sort(attribute=" + pick({"0", "'name'", "'age,name'", "'zz'"}) + ", case_sensitive=flag)";
    case 5:
      return of + "groupby(" + pick({"'ok'", "0", "'zz', default=1"}) + ")|list";
    case 6:
      return of + "join(" + pick({"'-'", "name", "'', 'name'", "', ', attribute=0"}) + ")";
    default:
      return of +
             use({"urlencode", "xmlattr", "dictsort", "items|list", "batch(2)|list", "slice(2)|list", "reverse|list"});
  }
}

}  // namespace prompty_tests
