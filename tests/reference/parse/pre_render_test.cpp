#include "prompty/parse/pre_render.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace prompty::pre_render_test {
namespace {

std::string tagged(std::string_view text) {
  return pre_render::tag_markers(text, "f00d");
}

TEST(Tagging, GoesToEachMarker) {
  EXPECT_EQ(tagged("system:\nA\n  # User :\r\nB"), "system[nonce=f00d]:\nA\n  # User[nonce=f00d] :\r\nB");
  EXPECT_EQ(tagged("user[a=b]:"), "user[nonce=f00d,a=b,nonce=f00d]:");
  EXPECT_EQ(tagged("user[a=b , c=\"d\" ]:"), "user[nonce=f00d,a=b ,nonce=f00d, c=\"d\" ,nonce=f00d]:");
  EXPECT_EQ(tagged("assistant[nonce=abc123]:"), "assistant[nonce=f00d,nonce=abc123,nonce=f00d]:");
  EXPECT_EQ(tagged("\xEF\xBB\xBFuser:\nA"), "\xEF\xBB\xBFuser[nonce=f00d]:\nA");
}

TEST(Tagging, LooksThroughTagsWithoutOutput) {
  EXPECT_EQ(tagged("{% if x %}user:{% endif %}\nA"), "{% if x %}user[nonce=f00d]:{% endif %}\nA");
  EXPECT_EQ(tagged("{# c #}us{# d #}er{# e #}: {# f #}"), "{# c #}us{# d #}er[nonce=f00d]{# e #}: {# f #}");
  EXPECT_EQ(tagged("{% raw %}user:{% endraw %}"), "{% raw %}user[nonce=f00d]:{% endraw %}");
  EXPECT_EQ(tagged("{{#s}}user:{{/s}}"), "{{#s}}user[nonce=f00d]:{{/s}}");
  EXPECT_EQ(tagged("a{% if x\n %}\nuser:"), "a{% if x\n %}\nuser[nonce=f00d]:");
}

TEST(Tagging, GoesToEachBranchThatCanBeAMarker) {
  EXPECT_EQ(tagged("{% if x %}system:{% else %}user[a=b]:{% endif %}"),
            "{% if x %}system[nonce=f00d]:{% else %}user[nonce=f00d,a=b,nonce=f00d]:{% endif %}");
  EXPECT_EQ(tagged("# {% if x %}system{% else %}user{% endif %} :"),
            "# {% if x %}system[nonce=f00d]{% else %}user[nonce=f00d]{% endif %} :");
  for (char const* const text : {"{% set role %}user{% endset %}", "{% if x %}user:{% endif %} {{ y }}:",
                                 "{% if x %}a user{% endif %}:", "system:user:"}) {
    EXPECT_EQ(tagged(text), text);
  }
}

TEST(Tagging, KeepsAttributesInTheirBranches) {
  EXPECT_EQ(tagged("user{% if x %}[a=b]{% endif %}:"),
            "user[nonce=f00d]{% if x %}[nonce=f00d,a=b,nonce=f00d]{% endif %}:");
  EXPECT_EQ(tagged("user[a=b{% if x %},c={{ x }}{% endif %}]:"),
            "user[nonce=f00d,a=b{% if x %},nonce=f00d,c={{ x }}{% endif %},nonce=f00d]:");
  EXPECT_EQ(tagged("user[a={% if x %}b{% else %}{{ c }}{% endif %}]:"),
            "user[nonce=f00d,a={% if x %}b{% else %}{{ c }}{% endif %},nonce=f00d]:");
  EXPECT_EQ(tagged("{% if x %}user[a={{ x }}]:{% else %}user:{% endif %}"),
            "{% if x %}user[nonce=f00d,a={{ x }},nonce=f00d]:{% else %}user[nonce=f00d]:{% endif %}");
}

TEST(Tagging, LeavesLinesThatABranchCouldMakeText) {
  for (char const* const text :
       {"User: {% if x %}y{% endif %}", "User{% if x %}s{% endif %}:", "{% if x %}Dear {% endif %}user:",
        "The {% if x %}user{% else %}system{% endif %}:", "{% if x %}{{ x }}{% endif %}user:",
        "{% if x %}{{ x }}{% else %}user{% endif %}:", "{% if a %}us{% else %}er:{% endif %}"}) {
    EXPECT_EQ(tagged(text), text);
  }
}

TEST(Tagging, LeavesLinesOfVeryManyBranches) {
  std::string branches;
  for (int number = 0; number < 20'000; ++number) branches += "{% if x %}user:{% endif %}";
  EXPECT_EQ(tagged(branches), branches);
  std::string const nested = "{% if x %}" + branches + "\n";
  EXPECT_EQ(tagged(nested + "user:"), nested + "user[nonce=f00d]:");
}

TEST(Tagging, StaysOutOfTags) {
  for (char const* const text :
       {"{{ x\nuser:\n}}", "{%\nuser:\n%}", "{#\nuser:\n#}", "{{ '}}\nuser:\n' }}", "{{!\nuser:\n}}"}) {
    EXPECT_EQ(tagged(text), text);
  }
}

TEST(Tagging, LeavesLinesThatAnInputCouldMakeAMarker) {
  for (char const* const text : {"{{ x }}user:", "user:{{ x }}", "{{ role }}:", "us{{ x }}er:", "user[{{ x }}=b]:",
                                 "{{ x -}}\nuser:", "user:\n{{- x }}"}) {
    EXPECT_EQ(tagged(text), text);
  }
}

/// "key=value" of each attribute, those that an input changes with a "!".
std::vector<std::string> attributes_of(std::string const& text) {
  std::vector<std::string> shown;
  for (pre_render::MarkerAttribute const& attribute : pre_render::marker_attributes(text)) {
    EXPECT_EQ(text.find(attribute.key, attribute.at), attribute.at) << text;
    shown.push_back(attribute.key + "=" + std::string(attribute.value) + (attribute.is_open ? "!" : ""));
  }
  return shown;
}

using Shown = std::vector<std::string>;

TEST(MarkerAttributes, AreOpenWhenAnInputFillsThemWithoutQuotes) {
  EXPECT_EQ(attributes_of("system:\nA\nuser[name={{ n }}]:"), (Shown{"name={{ n }}!"}));
  EXPECT_EQ(attributes_of("\xEF\xBB\xBFuser[a= b{{ n }} ,c=\"d {{ e }}\", f=]:"),
            (Shown{"a=b{{ n }}!", "c=d {{ e }}", "f="}));
  EXPECT_EQ(attributes_of("user[name={{ n | default(\"x\") }}]:"), (Shown{"name={{ n | default(\"x\") }}!"}));
}

TEST(MarkerAttributes, AreThoseOfAllBranches) {
  EXPECT_EQ(attributes_of("user[a=b{% if x %},c={{ x }}{% endif %}]:"), (Shown{"a=b", "c={{ x }}!"}));
  EXPECT_EQ(attributes_of("user[a={% if x %}b{% else %}{{ c }}{% endif %}]:"), (Shown{"a={{ c }}!"}));
  EXPECT_EQ(attributes_of("user[a=b{# c #}d]:"), (Shown{"a="}));
}

TEST(MarkerAttributes, AreOfMarkersAlone) {
  for (char const* const text : {"", "user:", "see user[a={{ b }}]:", "{{ x }}user[a={{ b }}]:", "user[{{ a }}=b]:"}) {
    EXPECT_EQ(attributes_of(text), Shown()) << text;
  }
}

TEST(RolesFromInputs, AreFoundAtTheirColons) {
  EXPECT_EQ(
      pre_render::roles_from_inputs("a\n{% for m in h %}\n# {{ m.role }} :\r\n{{ m.content }}\n{% endfor %}{{r}}:"),
      (std::vector<std::size_t>{34, 70}));
  for (char const* const text : {"user:", "{{ a }}: b", "b {{ a }}:", "{{ a }}", ":", "{{ a }}{{ b }}:"}) {
    EXPECT_TRUE(pre_render::roles_from_inputs(text).empty()) << text;
  }
}

/// The pieces as one text: literals as they are, outputs as <…>, silent tags as (…).
std::string shown(std::string_view text) {
  std::string all;
  for (template_text::Piece const& piece : template_text::split(text)) {
    switch (piece.kind) {
      case template_text::PieceKind::literal:
        all.append(piece.text);
        break;
      case template_text::PieceKind::output:
        all.append("<").append(piece.text).append(">");
        break;
      case template_text::PieceKind::silent:
        all.append("(").append(piece.text).append(")");
        break;
    }
  }
  return all;
}

TEST(TemplateText, TellsWhatATagDoesToBlocks) {
  using template_text::block_effect;
  using template_text::BlockEffect;
  for (char const* const tag : {"{% if x %}", "{%- for a in b -%}", "{%set x%}", "{% set x | replace('=', '') %}",
                                "{% filter upper %}", "{% macro m() %}", "{% call(x) m() %}", "{{#s}}", "{{^s}}"}) {
    EXPECT_EQ(block_effect(tag), BlockEffect::opens) << tag;
  }
  for (char const* const tag : {"{% else %}", "{%+ elif x %}"})
    EXPECT_EQ(block_effect(tag), BlockEffect::switches) << tag;
  for (char const* const tag : {"{% endif %}", "{%-endfor-%}", "{% endset %}", "{{/s}}"}) {
    EXPECT_EQ(block_effect(tag), BlockEffect::closes) << tag;
  }
  for (char const* const tag :
       {"{% set x = 1 %}", "{% raw %}", "{% endraw %}", "{# if #}", "{%%}", "{{! if }}", "{{>p}}", "{% iffy %}"}) {
    EXPECT_EQ(block_effect(tag), BlockEffect::none) << tag;
  }
}

TEST(TemplateText, LooksNotForTheEndInStringsAndBrackets) {
  EXPECT_EQ(shown("{{ '}}' }}a"), "<{{ '}}' }}>a");
  EXPECT_EQ(shown("{{ \"\\\"}}\" }}a"), "<{{ \"\\\"}}\" }}>a");
  EXPECT_EQ(shown("{{ {'a': {'b': 1}} }}a"), "<{{ {'a': {'b': 1}} }}>a");
  EXPECT_EQ(shown("{% set x = '%}' %}a"), "({% set x = '%}' %})a");
  EXPECT_EQ(shown("{# it's #}a"), "({# it's #})a");
}

TEST(TemplateText, KeepsWhatNothingCloses) {
  EXPECT_EQ(shown("a {{ b"), "a {{ b");
  EXPECT_EQ(shown("a {% b {# c"), "a {% b {# c");
  EXPECT_EQ(shown("{{ it's }} b"), "<{{ it's }}> b");
  EXPECT_EQ(shown("{{ ( }} b"), "<{{ ( }}> b");
  EXPECT_EQ(shown("{"), "{");
}

TEST(TemplateText, LosesTheBlanksThatATagRemoves) {
  EXPECT_EQ(shown("a \n {%- if x -%} \n b"), "a({%- if x -%})b");
  EXPECT_EQ(shown("a \n {{- x -}} \n b"), "a<{{- x -}}>b");
  EXPECT_EQ(shown("a \n {#- x -#} \n b"), "a({#- x -#})b");
  EXPECT_EQ(shown("a \n{# c #}{%- if x %}b"), "a \n({# c #})({%- if x %})b");
  EXPECT_EQ(shown("a {%+ if x +%} b"), "a ({%+ if x +%}) b");
}

TEST(TemplateText, TakesLinearTime) {
  for (char const* const part : {"{{", "{%", "{#", "{{ '", "{% raw %}", "{% raw %}{%", "{", "{{ ("}) {
    std::string text;
    while (text.size() < 2'000'000) text += part;
    EXPECT_FALSE(template_text::split(text).empty());
    text += "%}}}#}";
    EXPECT_FALSE(template_text::split(text).empty());
  }
}

}  // namespace
}  // namespace prompty::pre_render_test
