#include "harness/proof/differential/fragments.hpp"

#include <nlohmann/json.hpp>

namespace conformance::differential {
namespace {

using Texts = std::vector<std::string>;

Texts const plain_texts = {"a",
                           "Hello",
                           "two words",
                           "",
                           "0",
                           "17",
                           "-0.5",
                           "true",
                           "No",
                           "null",
                           "~",
                           "1e3",
                           "0x1F",
                           "017",
                           "2024-01-01",
                           "größe",
                           "東京",
                           "e\u0301",
                           " padded ",
                           "a: b",
                           "# a",
                           "a\nb",
                           "a\n\n  b\n",
                           "'quoted'",
                           "\"q\"",
                           "\\n",
                           "\ttab",
                           "<b>&",
                           "1_000",
                           "12:30:45",
                           "\U0001F384 tree",
                           "{a}"};

Texts const file_pieces = {"---",        "---\n",   "+++",           "+++\n",  "----",   "--",
                           "\n",         "\n",      "\r\n",          "\r",     " ",      "\t",
                           "\f",         "\v",      "\u00A0",        "\uFEFF", "\u2028", "name: test\n",
                           "name: test", "Body",    "a: 1\n",        "# c\n",  "...\n",  "- - -\n",
                           "x---y",      "größe\n", "\n---\nBody\n", "\u0085"};

Texts const prompt_pieces = {"system:\n",
                             "user:\n",
                             "assistant:\n",
                             "# user:\n",
                             "  user:\n",
                             "USER:\n",
                             "user: Hi\n",
                             "tool:\n",
                             "developer:\n",
                             "user[a=1]:\n",
                             "user[a=\"x, y\"]:\n",
                             "user[a=b, c=d]:\n",
                             "user[]:\n",
                             "user[a]:\n",
                             "user [a=1]:\n",
                             "user\n",
                             "user:\r\n",
                             "user :\n",
                             "##user:\n",
                             "#user: \n",
                             "user[nonce=1]:\n",
                             "user[a=1, a=2]:\n",
                             "user[a=[b]]:\n",
                             "user[ä=1]:\n",
                             "\u00A0user:\n",
                             "\tuser:\t\n",
                             "Hello\n",
                             "Hello",
                             "\n",
                             "\r\n",
                             " \n",
                             "  indented\n",
                             "größe ",
                             "- item\n",
                             "\f\n",
                             "system:",
                             "user[a=1,]:\n",
                             "user[a= b ]:\n",
                             "user[a='b']:\n",
                             "userx:\n",
                             "\uFEFFuser:\n",
                             "\r"};

Texts const jinja_pieces = {"{{ a }}",
                            "{{a}}",
                            "{{ b }}",
                            "{{ city }}",
                            "{{ none_such }}",
                            "{{ a | upper }}",
                            "{{ a.b }}",
                            "{{ a[0] }}",
                            "{{ a | default('x') }}",
                            "{% if a %}yes{% else %}no{% endif %}",
                            "{% for x in b %}{{ x }},{% endfor %}",
                            "{% for x in b %}{{ loop.index }}{{ x }}{% if not loop.last %};{% endif %}{% endfor %}",
                            "{%- if b -%} b {%- endif -%}",
                            "{# note #}",
                            "{% set c = a %}{{ c }}",
                            "{{ a ~ b }}",
                            "{{ a == b }}",
                            "{{ a is defined }}",
                            "{{ b | length }}",
                            "{{ a | tojson }}",
                            "{{ \"user:\" }}",
                            "{% raw %}{{ a }}{% endraw %}",
                            "{% if a == 1 %}\none\n{% endif %}\n"};

Texts const mustache_pieces = {"{{a}}",
                               "{{{a}}}",
                               "{{&a}}",
                               "{{ b }}",
                               "{{city}}",
                               "{{a.b}}",
                               "{{none_such}}",
                               "{{#a}}x{{/a}}",
                               "{{^a}}y{{/a}}",
                               "{{#b}}{{.}},{{/b}}",
                               "{{! note }}",
                               "{{#b}}\n- {{.}}\n{{/b}}\n",
                               "  {{! alone }}\n",
                               "{{#a}}{{b}}{{/a}}"};

Texts const odd_pieces = {"-",  "---", ":", "\n",     "\r", "\t",     " ", "\"",  "'",  "[",      "]", "{", "}",
                          "{{", "%}",  "#", "\uFEFF", "$",  "${env:", ",", "&a ", "*a", "!!str ", "|", ">", "@"};

std::string joined(Dice& dice, Texts const& pieces, std::size_t most) {
  std::string text;
  for (std::size_t count = 1 + dice.below(most); count > 0; --count) text += dice.pick(pieces);
  return text;
}

void collect_containers(Json& value, std::vector<Json*>& found) {
  if (!value.is_structured() || value.empty()) return;
  found.push_back(&value);
  for (Json& member : value) collect_containers(member, found);
}

Json of_another_type(Dice& dice, Json const& value) {
  for (int tries = 0; tries < 20; ++tries) {
    Json other = some_value(dice, 1);
    if (other.type() != value.type()) return other;
  }
  return nullptr;
}

void break_member(Dice& dice, Json& object) {
  Json::iterator member = object.begin();
  std::advance(member, dice.below(object.size()));
  Json const value = *member;
  switch (dice.below(5)) {
    case 0:
      object.erase(member);
      return;
    case 1:
      *member = nullptr;
      return;
    case 2:
      object[dice.pick(invented_names())] = value;
      return;
    default:
      *member = of_another_type(dice, value);
  }
}

void break_element(Dice& dice, Json& list) {
  std::size_t const at = dice.below(list.size());
  switch (dice.below(4)) {
    case 0:
      list.erase(at);
      return;
    case 1:
      list.push_back(Json(list[at]));
      return;
    default:
      list[at] = of_another_type(dice, list[at]);
  }
}

}  // namespace

std::vector<std::string> const& invented_names() {
  static std::vector<std::string> const names = {"a", "b", "city", "größe", "first_name", "x-y", "A"};
  return names;
}

std::string some_text(Dice& dice) {
  return dice.pick(plain_texts);
}

Json some_value(Dice& dice, int depth) {
  std::size_t const kinds = depth > 0 ? 10 : 8;
  switch (dice.below(kinds)) {
    case 0:
      return nullptr;
    case 1:
      return dice.one_in(2);
    case 2:
      return dice.below(100);
    case 3:
      return dice.pick(std::vector<Json>{-1, 0, 0.5, -2.25, 1.0, 1e21, 123456789012345678, 1e-7});
    case 8: {
      Json list = Json::array();
      for (std::size_t count = dice.below(4); count > 0; --count) list.push_back(some_value(dice, depth - 1));
      return list;
    }
    case 9: {
      Json object = Json::object();
      for (std::size_t count = dice.below(4); count > 0; --count)
        object[dice.pick(invented_names())] = some_value(dice, depth - 1);
      return object;
    }
    default:
      return some_text(dice);
  }
}

std::string file_text(Dice& dice) {
  std::string const opening = dice.one_in(3) ? "" : "---\nname: test\n";
  return opening + joined(dice, file_pieces, 9);
}

std::string prompt_text(Dice& dice) {
  return joined(dice, prompt_pieces, 8);
}

std::string template_text(Dice& dice, std::string const& engine) {
  Texts const& pieces = engine == "mustache" ? mustache_pieces : jinja_pieces;
  std::string text = dice.one_in(2) ? "system:\n" : "";
  for (std::size_t count = 1 + dice.below(5); count > 0; --count) {
    if (dice.one_in(4)) text += dice.one_in(2) ? "\n\nuser:\n" : joined(dice, prompt_pieces, 1);
    text += dice.one_in(3) ? some_text(dice) : dice.pick(pieces);
    if (dice.one_in(3)) text += dice.one_in(2) ? "\n" : " ";
  }
  return text;
}

std::string broken_text(Dice& dice, std::string text) {
  std::vector<std::size_t> const places = places_between_characters(text);
  std::size_t const at = dice.below(places.size());
  switch (dice.below(3)) {
    case 0:
      return text.insert(places[at], dice.pick(odd_pieces));
    case 1:
      return at + 1 < places.size() ? text.erase(places[at], places[at + 1] - places[at]) : text + "\n";
    default:
      return text.substr(0, places[at]) + text.substr(places[at / 2]);
  }
}

std::vector<std::size_t> places_between_characters(std::string const& text) {
  std::vector<std::size_t> places;
  for (std::size_t at = 0; at < text.size(); ++at) {
    bool const continues = (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
    if (!continues) places.push_back(at);
  }
  places.push_back(text.size());
  return places;
}

Json broken_value(Dice& dice, Json value) {
  std::vector<Json*> containers;
  collect_containers(value, containers);
  if (containers.empty()) return of_another_type(dice, value);
  Json& chosen = *dice.pick(containers);
  if (chosen.is_object()) {
    break_member(dice, chosen);
  } else {
    break_element(dice, chosen);
  }
  return value;
}

}  // namespace conformance::differential
