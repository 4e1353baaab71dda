#include "prompty/parse/pre_render.hpp"

#include <gtest/gtest.h>

namespace prompty::pre_render_test {
namespace {

std::string tagged(std::string_view text) {
  return pre_render::tag_markers(text, "f00d");
}

TEST(Tagging, GoesToEachMarker) {
  EXPECT_EQ(tagged("system:\nA\n  # User :\r\nB"), "system[nonce=f00d]:\nA\n  # User[nonce=f00d] :\r\nB");
  EXPECT_EQ(tagged("user[a=b]:"), "user[nonce=f00d,a=b]:");
  EXPECT_EQ(tagged("assistant[nonce=abc123]:"), "assistant[nonce=f00d,nonce=abc123]:");
  EXPECT_EQ(tagged("\xEF\xBB\xBFuser:\nA"), "\xEF\xBB\xBFuser[nonce=f00d]:\nA");
}

TEST(Tagging, LeavesOtherText) {
  for (char const* const text : {"", "Hello", "user: hi", "The user:\nx", "user[]:", "{{ user: }}"}) {
    EXPECT_EQ(tagged(text), text);
  }
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
            "{% if x %}system[nonce=f00d]:{% else %}user[nonce=f00d,a=b]:{% endif %}");
  EXPECT_EQ(tagged("# {% if x %}system{% else %}user{% endif %} :"),
            "# {% if x %}system[nonce=f00d]{% else %}user[nonce=f00d]{% endif %} :");
  for (char const* const text : {"{% set role %}user{% endset %}", "{% if x %}user:{% endif %} {{ y }}:",
                                 "{% if x %}a user{% endif %}:", "system:user:"}) {
    EXPECT_EQ(tagged(text), text);
  }
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

TEST(Tagging, ComesBeforeValuesThatAnInputFills) {
  EXPECT_EQ(tagged("user[name={{ n }}]:"), "user[nonce=f00d,name={{ n }}]:");
  EXPECT_EQ(tagged("user[name=\"{{ n }}\", b=1]:"), "user[nonce=f00d,name=\"{{ n }}\", b=1]:");
}

TEST(RolesFromInputs, AreFoundAtTheirColons) {
  EXPECT_EQ(
      pre_render::roles_from_inputs("a\n{% for m in h %}\n# {{ m.role }} :\r\n{{ m.content }}\n{% endfor %}{{r}}:"),
      (std::vector<std::size_t>{34, 70}));
  for (char const* const text : {"user:", "{{ a }}: b", "b {{ a }}:", "{{ a }}", ":", "{{ a }}{{ b }}:"}) {
    EXPECT_TRUE(pre_render::roles_from_inputs(text).empty()) << text;
  }
}

TEST(Untagging, RemovesWhatIsLeftOfATag) {
  EXPECT_EQ(pre_render::without_tags("Hi user[nonce=f00d]: x USER[NONCE=F00D]: y", "f00d"), "Hi user: x USER: y");
  EXPECT_EQ(pre_render::without_tags("user[nonce=f00d,a=b]: x", "f00d"), "user[a=b]: x");
  EXPECT_EQ(pre_render::without_tags("(nonce=f00d)", "f00d"), "()");
  EXPECT_EQ(pre_render::without_tags("nonce=f00", "f00d"), "nonce=f00");
  EXPECT_EQ(pre_render::without_tags("[nonce=f00d", "f00d"), "[");
}

}  // namespace
}  // namespace prompty::pre_render_test
