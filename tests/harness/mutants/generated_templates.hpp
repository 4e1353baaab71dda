#pragma once

#include "tests/harness/mutants/generated_dice.hpp"

namespace conformance::generated {

/// Templates of both engines with inputs for them; one template after the other, so that each feature is met.
class Templates {
 public:
  explicit Templates(Dice& dice) : dice_(dice) {}

  [[nodiscard]] Input render() {
    bool const is_mustache = dice_.one_in(4);
    std::vector<std::string> const all = is_mustache ? mustache() : jinja();
    std::size_t& next = is_mustache ? next_mustache_ : next_jinja_;
    return request(is_mustache ? "mustache" : "jinja2", all[next++ % all.size()]);
  }

  [[nodiscard]] Input validate_inputs() {
    Input input{.operation = "validate_inputs",
                .params = {{"agent", {{"kind", "prompt"}, {"inputs", declarations()}, {"instructions", dice_.word()}}},
                           {"inputs", given()}}};
    if (dice_.one_in(4)) input.operation = "prepare";
    return input;
  }

 private:
  Input request(std::string const& engine, std::string const& text) {
    std::string const word = dice_.word();
    Json agent = {{"kind", "prompt"}, {"instructions", dice_.one_in(2) ? word + " " + text : text + " " + word}};
    agent["inputs"] = is_rich(text) ? rich_declarations() : plain_declarations();
    if (engine == "mustache" || dice_.one_in(3)) agent["template"]["format"]["kind"] = engine;
    if (dice_.one_in(40)) agent["template"]["format"]["kind"] = dice_.word();
    if (engine == "jinja2" && dice_.one_in(3))
      agent["template"]["format"]["undefined"] = dice_.pick<std::string>({"error", "empty"});
    if (agent.contains("template")) agent["template"]["parser"]["kind"] = "prompty";
    if (agent.contains("template") && !agent["template"]["format"].contains("kind"))
      agent["template"]["format"]["kind"] = engine;
    Json params = {{"agent", agent}, {"inputs", values()}};
    if (engine == "jinja2" && dice_.one_in(4)) params["undefined"] = "error";
    return {.operation = "render", .params = params};
  }

  static bool is_rich(std::string const& text) {
    for (std::string const name : {"history", "photo", "memo", "paper", "link"}) {
      if (text.find(name) != std::string::npos) return true;
    }
    return false;
  }

  Json plain_declarations() {
    Json list = Json::array();
    for (auto const& [name, kind] : std::map<std::string, std::string>{{"word", "string"},
                                                                       {"seven", "integer"},
                                                                       {"half", "float"},
                                                                       {"whole", "float"},
                                                                       {"yes", "boolean"},
                                                                       {"list", "array"},
                                                                       {"map", "object"}}) {
      Json property = {{"name", name}, {"kind", kind}};
      if (dice_.one_in(3)) property["required"] = true;
      if (dice_.one_in(3)) property["default"] = dice_.word();
      list.push_back(property);
    }
    return list;
  }

  static Json rich_declarations() {
    return Json::array({{{"name", "history"}, {"kind", "thread"}},
                        {{"name", "photo"}, {"kind", "image"}},
                        {{"name", "memo"}, {"kind", "audio"}},
                        {{"name", "paper"}, {"kind", "file"}},
                        {{"name", "link"}, {"kind", "string"}}});
  }

  Json values() {
    std::string const word = dice_.word();
    Json const part = {{"kind", "text"}, {"value", dice_.word()}};
    return {{"word", word},
            {"mixed", "Mc" + word + "  "},
            {"empty", ""},
            {"zero", 0},
            {"below", -1},
            {"seven", 7},
            {"half", 0.5},
            {"whole", 2.0},
            {"none", nullptr},
            {"yes", true},
            {"no", false},
            {"digits", "12345"},
            {"text_zero", "0"},
            {"list_zero", {0}},
            {"nothing", Json::array()},
            {"list", {dice_.word(), dice_.word(), dice_.word()}},
            {"numbers", {3, 1, 2}},
            {"map", {{"name", dice_.word()}, {"inner", {{"name", word}}}, {"content-type", word}}},
            {"name", "outer"},
            {"inner", "within"},
            {"key", "name"},
            {"guests", {{{"name", dice_.word()}}, {{"name", dice_.word()}}}},
            {"html", "<" + word + "> & \"b\""},
            {"trick", "{{ word }}"},
            {"link", "https://" + word + ".test/a"},
            {"history", Json::array({{{"role", "user"}, {"content", Json::array({part})}}})},
            {"photo", dice_.one_in(2) ? Json("https://" + word + ".test/b")
                                      : Json{{"kind", "image"}, {"value", "https://" + word + ".test/c"}}},
            {"memo", word},
            {"paper", "https://" + word + ".test/d"}};
  }

  static std::vector<std::string> jinja() {
    return {
        "{{word}} {{ word }} { word }",
        "{{ trick }}{{ html }}",
        "{{ map.name }}",
        "{{ map.inner.name }}",
        "{{ list[0] }}{{ list[-1] }}",
        R"({{ map["content-type"] }})",
        "{{ map[key] }}",
        "{{ yes }} {{ no }} ",
        "{{ none }} {{ whole }} {{ seven }} {{ half }} ",
        "{{ list }}{{ map }}",
        "{% if yes %}a{% elif no %}b{% else %}c{% endif %}",
        "{% if no %}a{% elif yes %}b{% else %}c{% endif %}",
        "{% if no %}a{% elif no %}b{% else %}c{% endif %}",
        "{% if empty %}a{% endif %}{% if zero %}b{% endif %}",
        "{% if text_zero %}a{% endif %}{% if below %}b{% endif %}{% if list_zero %}c{% endif %}",
        "{% for x in list %}{{ x }};{% endfor %}",
        "{% for k, v in map.items() %}{{ k }}={{ v }};{% endfor %}",
        "{% for x in nothing %}{{ x }}{% else %}none{% endfor %}",
        "{% for x in list %}a{% else %}none{% endfor %}",
        "{% for x in list %}{{ loop.index }}{{ loop.index0 }}{{ loop.length }}{% endfor %}",
        "{% for x in list %}{% if loop.first %}a{% endif %}{{ x }}{% if loop.last %}b{% endif %}{% endfor %}",
        "{% set x = seven %}{{ x }}{% set x = 8 %}{{ x }}",
        "a{# note #}b",
        " \n {{- word -}} \n ",
        "{%- if yes -%} a {%- endif -%} ",
        " {#- a -#} ",
        "a\n  {% if yes %}\nb\n{% endif %}\n",
        "  {{ word }}  ",
        "a\n",
        "{% if yes and no %}a{% endif %}",
        "{{ no or word }}",
        "{% if not yes %}a{% endif %}",
        "{% if \"a\" in word %}a{% else %}b{% endif %}",
        "{{ \"a\" in list }}",
        "{% if word not in list %}a{% endif %}",
        "{{ seven == 7 }}{{ seven != 7 }}",
        "{{ 2 < 3 }}{{ 3 <= 3 }}{{ 3 < 3 }}",
        "{{ 3 > 2 }}{{ 2 >= 2 }}",
        "{{ 2 + seven * 3 - 1 }}",
        "{{ (2 + 3) * seven }}",
        "{{ seven / 2 }} {{ seven // 2 }}",
        "{{ seven % 4 }}",
        "{{ word ~ seven ~ yes ~ 1 }}",
        R"({{ "a" if yes else "b" }})",
        R"({{ "a" if no else "b" }})",
        R"({{ "a" if no }})",
        "{{ word is defined }}{{ gone is undefined }}{{ gone is not defined }}",
        "{{ none is none }}{{ none is defined }}",
        "{{ word is string }}{{ seven is number }}",
        R"({{ gone | default("a") }})",
        R"({{ word | default("a") }})",
        R"({{ empty | default("a") }})",
        R"({{ empty | default("a", true) }})",
        "{{ word | upper }}{{ mixed | lower }}",
        "[{{ mixed | trim }}]",
        "[{{ mixed | trim | upper }}]",
        R"({{ list | join(", ") }})",
        "{{ list | join }}",
        "{{ list | length }}",
        R"({{ "papaya" | replace("a", "o") }})",
        R"({{ word | replace("a", "b") | replace("e", "f") | replace("o", "u") }})",
        "{{ \"ab cd\" | title }}{{ \"ab cd\" | capitalize }}",
        "{{ list | first }}{{ list | last }}",
        "{{ numbers | sort }}{{ numbers | reverse | list }}",
        "{{ word | list | join(\"-\") }}",
        "{{ digits | int + 1 }}",
        "{{ 3.14159 | round(2) }}",
        "{% for k, v in map | items %}{{ k }}{% endfor %}",
        "{{ list | tojson }}",
        "{% raw %}{{ word }}{% endraw %}",
        "{% macro m(x) %}<{{ x }}>{% endmacro %}{{ m(word) }}",
        "[{{ gone }}]",
        "[{{ map.gone }}]",
        "{% if gone %}a{% else %}b{% endif %}",
        "{% for x in gone %}{{ x }}{% endfor %}",
        "{{ map.gone.name }}",
        "{% if word %}a",
        "{{ word",
        "{{ 1 + }}",
        "\n\n{{ 1 + * }}\n",
        "\n\n{{ seven }}\n",
        "{{ word }}{% if gone is defined %}a{% endif %}",
        "{{ surely_gone }}",
        R"({% include "lost.txt" %})",
        R"({% set x = "lost.txt" %}ok)",
        " include a",
        "[{{ word.constructor }}]",
        "[{{ word.__class__ }}]",
        "[{{ word.upper.__globals__ }}]",
        "{% set m = {\"constructor\": 1} %}[{{ m.constructor }}]",
        "{% for i in range(1000000000000) %}{% endfor %}",
        "{% for i in range(3) %}{{ i }}{% endfor %}",
        R"({{ "ab" * 1000000000000 }})",
        R"({{ "ab" * 2 }})",
        "{% macro m(n) %}{{ m(n + 1) }}{% endmacro %}{{ m(0) }}",
        "{% macro m(n) %}{% if n < 2 %}{{ m(n + 1) }}{% endif %}{% endmacro %}{{ m(0) }}",
        "{{ history }}",
        "{{ photo }}",
        "{{ memo }}",
        "{{ paper }}",
        "{{ link }}",
        "{{ seven + 1 }}",
        "{{ digits ~ 1 }}",
        "user:\n{{ word }}\n# system[a=b]:\n",
    };
  }

  static std::vector<std::string> mustache() {
    return {"{{word}}",
            "[{{gone}}]",
            "{{html}}",
            "{{{html}}}",
            "{{#yes}}a{{/yes}}",
            "{{#no}}a{{/no}}",
            "{{#list}}<{{.}}>{{/list}}",
            "{{#guests}}<{{name}}>{{/guests}}",
            "{{#nothing}}a{{/nothing}}",
            "{{^nothing}}a{{/nothing}}",
            "{{^gone}}a{{/gone}}",
            "{{^list}}a{{/list}}",
            "a{{! note }}b",
            "a{{! note\nmore }}b"};
  }

  Json declarations() {
    Json list = Json::array();
    for (std::string const name : {"one", "two", "three", "four"}) {
      Json property = {{"name", name}, {"kind", dice_.pick<std::string>({"string", "integer", "boolean"})}};
      if (dice_.one_in(4)) property["required"] = true;
      if (dice_.one_in(3)) property["default"] = dice_.pick<Json>({dice_.word(), 0, "", 9, Json::array({2})});
      if (dice_.one_in(4)) property["example"] = dice_.word();
      if (dice_.one_in(4)) property["enumValues"] = Json::array({"zz", 5});
      list.push_back(property);
    }
    return list;
  }

  Json given() {
    Json given = Json::object();
    for (std::string const name : {"one", "two", "three", "four", "five"}) {
      if (!dice_.one_in(3)) given[name] = dice_.pick<Json>({dice_.word(), 6, 0, "", nullptr, false, true});
    }
    return dice_.one_in(6) ? Json::object() : given;
  }

  Dice& dice_;
  std::size_t next_jinja_ = 0;
  std::size_t next_mustache_ = 0;
};

}  // namespace conformance::generated
