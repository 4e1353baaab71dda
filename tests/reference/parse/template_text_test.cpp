#include "prompty/parse/template_text.hpp"

#include <gtest/gtest.h>

namespace prompty::template_text_test {
namespace {

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

TEST(TemplateText, IsCutAtItsTags) {
  EXPECT_EQ(shown(""), "");
  EXPECT_EQ(shown("a { b } c"), "a { b } c");
  EXPECT_EQ(shown("a{{ x }}b{% if y %}c{# z #}d"), "a<{{ x }}>b({% if y %})c({# z #})d");
  EXPECT_EQ(shown("{{x}}{{y}}"), "<{{x}}><{{y}}>");
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

TEST(TemplateText, TakesRawTextAsItIs) {
  EXPECT_EQ(shown("{% raw %}{{ x }}{% if %}{% endraw %}{{y}}"), "({% raw %}){{ x }}{% if %}({% endraw %})<{{y}}>");
  EXPECT_EQ(shown("{%- raw -%} a {%- endraw -%} b"), "({%- raw -%})a({%- endraw -%})b");
  EXPECT_EQ(shown("{% raw %}{{ x }}"), "({% raw %})<{{ x }}>");
}

TEST(TemplateText, LosesTheBlanksThatATagRemoves) {
  EXPECT_EQ(shown("a \n {%- if x -%} \n b"), "a({%- if x -%})b");
  EXPECT_EQ(shown("a \n {{- x -}} \n b"), "a<{{- x -}}>b");
  EXPECT_EQ(shown("a \n {#- x -#} \n b"), "a({#- x -#})b");
  EXPECT_EQ(shown("a \n{# c #}{%- if x %}b"), "a \n({# c #})({%- if x %})b");
  EXPECT_EQ(shown("a {%+ if x +%} b"), "a ({%+ if x +%}) b");
}

TEST(TemplateText, KnowsTheTagsOfMustache) {
  EXPECT_EQ(shown("{{#s}}a{{/s}}{{^s}}b{{/s}}{{! it's }}{{{x}}}{{&y}}"),
            "({{#s}})a({{/s}})({{^s}})b({{/s}})({{! it's }})<{{{x}}}><{{&y}}>");
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
}  // namespace prompty::template_text_test
