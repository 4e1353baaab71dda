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

TEST(Tagging, EnclosesValuesThatAnInputFills) {
  EXPECT_EQ(tagged("user[name={{ n }}]:"), "user[nonce=f00d,name={{ n }},nonce=f00d]:");
  EXPECT_EQ(tagged("user[name=\"{{ n }}\", b=1]:"), "user[nonce=f00d,name=\"{{ n }}\",nonce=f00d, b=1,nonce=f00d]:");
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

}  // namespace
}  // namespace prompty::pre_render_test
