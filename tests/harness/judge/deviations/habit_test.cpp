#include "harness/judge/deviations/habit.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

namespace conformance::habit_test {
namespace {

Json changed_by(std::string const& name, Json const& value) {
  for (Habit const& habit : all_habits()) {
    if (habit.name == name) return habit.change(value);
  }
  ADD_FAILURE() << "there is no habit " << name;
  return nullptr;
}

TEST(Habits, HaveNamesOfTheirOwnAndSayWhatTheyDo) {
  std::set<std::string> names;
  for (Habit const& habit : all_habits()) {
    EXPECT_TRUE(names.insert(habit.name).second) << habit.name;
    EXPECT_TRUE(habit.breaks.ends_with('.')) << habit.name;
  }
}

TEST(Habits, LeaveAloneWhatTheyDoNotStrike) {
  for (Habit const& habit : all_habits()) {
    EXPECT_EQ(habit.change("plum"), "plum") << habit.name;
    EXPECT_EQ(habit.change(7), habit.name == "number-as-text" ? Json("7") : Json(7)) << habit.name;
  }
}

TEST(Habits, ChangeNothingThatTheyDoNotConcern) {
  Json const values = {" Yes\n",
                       "0x10",
                       "",
                       7,
                       -2.5,
                       5'000'000'000,
                       true,
                       false,
                       nullptr,
                       Json::array(),
                       Json::object(),
                       {1, "", 1, 0},
                       {{1}, {1}},
                       {{"constructor", 0}, {"b", nullptr}, {"a", " 1 "}}};
  for (Habit const& habit : all_habits()) {
    for (Json const& value : values) {
      if (habit.concerns(value)) continue;
      EXPECT_EQ(habit.change(value), value) << habit.name << " " << value;
    }
  }
}

TEST(Habits, ChangeTexts) {
  EXPECT_EQ(changed_by("trimmed", " \ta b\n"), "a b");
  EXPECT_EQ(changed_by("trimmed", "\u00a0a"), "\u00a0a");
  EXPECT_EQ(changed_by("trimmed-of-unicode", "\ufeff\u00a0a\u3000\u0085"), "a");
  EXPECT_EQ(changed_by("universal-newlines", "a\r\nb\rc\u2028"), "a\nb\nc\u2028");
  EXPECT_EQ(changed_by("all-line-ends", "a\r\nb\u2028c"), "a\nb\nc");
  EXPECT_EQ(changed_by("c-string", std::string("a\0b", 3)), "a");
  EXPECT_EQ(changed_by("controls-lost", "a\u001b\u0085b\n"), "ab\n");
  EXPECT_EQ(changed_by("invisible-lost", "a\u200bb"), "ab");
  EXPECT_EQ(changed_by("composed", "e\u0301\u212b"), "\u00e9\u00c5");
  EXPECT_EQ(changed_by("compatible", "\ufb01"), "fi");
  EXPECT_EQ(changed_by("first-plane", "a\U0001F680"), "a\ufffd");
  EXPECT_EQ(changed_by("ascii", "a\u00e9"), "a?");
  EXPECT_EQ(changed_by("case-blind", "Ab\u00c5"), "ab\u00c5");
  EXPECT_EQ(changed_by("cleaned", "a b.c"), "a_b_c");
  EXPECT_EQ(changed_by("cut-at-64", std::string(70, 'a')), std::string(64, 'a'));
  EXPECT_EQ(changed_by("respelt-json", "{\"a\": 1}"), "{\"a\":1}");
  EXPECT_EQ(changed_by("sorted-map", R"([{"b": 1, "a": 2}])"), R"([{"a":2,"b":1}])");
  EXPECT_EQ(changed_by("sorted-map", R"({"a": 1, "b": 2})"), R"({"a": 1, "b": 2})");
  EXPECT_EQ(changed_by("doubles", R"({"n": [9007199254740993, 1e2, 0.5]})"), R"({"n":[9007199254740992,100,0.5]})");
  EXPECT_EQ(changed_by("doubles", R"({"n": 7})"), R"({"n": 7})");
  EXPECT_EQ(changed_by("normalised-address", "HTTPS://A.b:443/c"), "https://a.b/c");
}

TEST(Habits, ChangeBlanksAndLengthsOfTexts) {
  EXPECT_EQ(changed_by("last-line-end-lost", "a\nb\n\n"), "a\nb\n");
  EXPECT_EQ(changed_by("blanks-collapsed", "a  b\tc d\r\n"), "a b c d ");
  EXPECT_EQ(changed_by("cut-at-a-kilobyte", std::string(1025, 'a')), std::string(1024, 'a'));
  EXPECT_EQ(changed_by("cut-at-a-kilobyte", std::string(1024, 'a')), std::string(1024, 'a'));
}

TEST(Habits, ReadSignsOfOtherLanguagesIntoTexts) {
  EXPECT_EQ(changed_by("escaped-markup", "a < b & c > d"), "a &lt; b &amp; c &gt; d");
  EXPECT_EQ(changed_by("entities-resolved", "&lt;a &amp; b"), "<a & b");
  EXPECT_EQ(changed_by("markup-lost", "<b>a</b> < c"), "a < c");
  EXPECT_EQ(changed_by("percent-decoded", "a%20b%2Fc%"), "a b/c%");
  EXPECT_EQ(changed_by("unescaped", R"(a\nb\t)"), "a\nb\\t");
  EXPECT_EQ(changed_by("backslashes-halved", R"(a\\b\c)"), R"(a\b\c)");
  EXPECT_EQ(changed_by("straight-quotes", "\u201ca\u201d \u2018b\u2019"), "\"a\" \u2018b\u2019");
  EXPECT_EQ(changed_by("quotes-lost", "\"a\""), "a");
  EXPECT_EQ(changed_by("quotes-lost", "\""), "\"");
  EXPECT_EQ(changed_by("rendered-again", "a{{ b }}c{% if d %}e{# f #}"), "ace");
  EXPECT_EQ(changed_by("variables-put-in", "a${b}c$1 $"), "ac $");
  EXPECT_EQ(changed_by("fences-lost", "```json\na\n```"), "a\n");
}

TEST(Habits, TakeTextsForOtherValues) {
  EXPECT_EQ(changed_by("parsed", "[1]"), Json::array({1}));
  EXPECT_EQ(changed_by("parsed", "null"), nullptr);
  EXPECT_EQ(changed_by("lenient-number", "0123"), 83);
  EXPECT_EQ(changed_by("null-word", "None"), nullptr);
  EXPECT_EQ(changed_by("truth-word", "yes"), true);
  EXPECT_EQ(changed_by("dated", "2024-02-29"), "2024-02-29T00:00:00");
  EXPECT_EQ(changed_by("inherited-name", "__proto__"), nullptr);
}

TEST(Habits, ChangeNumbersListsAndObjects) {
  EXPECT_EQ(changed_by("falsy-is-absent", {{"a", 0}, {"b", 1}, {"c", ""}}), (Json{{"b", 1}}));
  EXPECT_EQ(changed_by("null-is-absent", {{"a", nullptr}, {"b", 0}}), (Json{{"b", 0}}));
  EXPECT_EQ(changed_by("plain-object-as-map", {{"__proto__", 1}, {"b", 0}}), (Json{{"b", 0}}));
  EXPECT_EQ(changed_by("falsy-is-null", false), nullptr);
  EXPECT_EQ(changed_by("repetitions-lost", {1, 2, 1}), Json({1, 2}));
  EXPECT_EQ(changed_by("sorted-list", {2, 1}), Json({1, 2}));
  EXPECT_EQ(changed_by("reversed-list", {1, 2}), Json({2, 1}));
  EXPECT_EQ(changed_by("first-only", {1, 2}), Json::array({1}));
  EXPECT_EQ(changed_by("last-only", {1, 2}), Json::array({2}));
  EXPECT_EQ(changed_by("cut-at-ten", Json(std::vector<int>(11, 1))).size(), 10U);
  EXPECT_EQ(changed_by("falsy-elements-lost", {1, 0}), Json::array({1}));
  EXPECT_EQ(changed_by("list-of-one", Json::array({1})), 1);
  EXPECT_EQ(changed_by("32-bits", 4294967297), 1);
  EXPECT_EQ(changed_by("number-as-text", 2.5), "2.5");
  EXPECT_EQ(changed_by("number-as-text", true), "true");
  EXPECT_EQ(changed_by("single-precision", 0.1), 0.100000001490116119384765625);
  EXPECT_EQ(changed_by("single-precision", 0.5), 0.5);
  EXPECT_EQ(changed_by("six-digits", 0.12345678), 0.123457);
  EXPECT_EQ(changed_by("whole-numbers", 2.5), 2);
  EXPECT_EQ(changed_by("never-negative", -1), 0);
}

}  // namespace
}  // namespace conformance::habit_test
