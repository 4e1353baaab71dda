#include "jinja/unicode.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string_view>

namespace jinja {
namespace unicode_test {
namespace {

TEST(JinjaUnicode, CountsCodePoints) {
  EXPECT_EQ(unicode::length("añ日😀"), 4U);
  EXPECT_EQ(unicode::length("a\xFF\xC3"), 3U);
  EXPECT_EQ(unicode::offset_of("añ日😀", 2), 3U);
  EXPECT_EQ(unicode::offset_of("ab", 9), 2U);
}

TEST(JinjaUnicode, DecodesWhatItAppends) {
  for (char32_t const code_point : {U'a', U'ñ', U'日', U'😀'}) {
    std::string text;
    unicode::append(text, code_point);
    EXPECT_EQ(unicode::decode(text, 0), code_point);
  }
  EXPECT_EQ(unicode::decode("\xFF", 0), 0xFFFDU);
}

TEST(JinjaUnicode, MapsCases) {
  EXPECT_EQ(unicode::upper("straße ñ ŉ"), "STRASSE Ñ ʼN");
  EXPECT_EQ(unicode::lower("ÀÉ ПРИВЕТ İ"), "àé привет i̇");
  EXPECT_EQ(unicode::title("ǆ they're ß"), "ǅ They'Re Ss");
  EXPECT_EQ(unicode::capitalize("éCOLE"), "École");
  EXPECT_EQ(unicode::swap_case("aBß"), "AbSS");
}

TEST(JinjaUnicode, GivesTheLastSigmaOfAWordItsOwnForm) {
  EXPECT_EQ(unicode::lower("ΑΣ ΑΣΑ Σ Α.Σ"), "ας ασα σ α.ς");
}

TEST(JinjaUnicode, KnowsProperties) {
  EXPECT_TRUE(unicode::all_have(unicode::Property::alphabetic, "añ日"));
  EXPECT_FALSE(unicode::all_have(unicode::Property::alphabetic, ""));
  EXPECT_TRUE(unicode::has(unicode::Property::space, 0x3000));
  EXPECT_FALSE(unicode::has(unicode::Property::printable, 0x200B));
  EXPECT_TRUE(unicode::has(unicode::Property::numeric, U'½'));
  EXPECT_EQ(unicode::digit_value(U'٣'), 3);
  EXPECT_EQ(unicode::digit_value(U'x'), -1);
}

TEST(JinjaUnicode, FoldsCase) {
  EXPECT_EQ(unicode::case_fold("Straße ΣΑΣ ﬁ ABC"), "strasse σασ fi abc");
}

TEST(JinjaUnicode, FindsCharactersByName) {
  EXPECT_EQ(unicode::character_named("BULLET"), U'•');
  EXPECT_EQ(unicode::character_named("latin small letter e with acute"), U'é');
  EXPECT_EQ(unicode::character_named("CJK UNIFIED IDEOGRAPH-65E5"), U'日');
  EXPECT_EQ(unicode::character_named("LINE FEED"), U'\n');
  EXPECT_EQ(unicode::character_named("VS16"), char32_t{0xFE0F});
  EXPECT_EQ(unicode::character_named("VS256"), char32_t{0xE01EF});
  for (std::string_view const name :
       {"", "VS0", "ACK=6", ";ACK", "6", "VS257", "NO SUCH CHARACTER", "BULLÉT", "BULLET "}) {
    EXPECT_EQ(unicode::character_named(name), std::nullopt) << name;
  }
}

TEST(JinjaUnicode, KnowsIdentifiers) {
  EXPECT_TRUE(unicode::is_identifier("_é1"));
  for (std::string_view const text : {"", "1a", "a b", "½", "a-b"}) EXPECT_FALSE(unicode::is_identifier(text)) << text;
}

TEST(JinjaUnicode, StripsBlanksOfEveryKind) {
  EXPECT_EQ(unicode::strip("\t\u00A0 a b \u3000\n"), "a b");
  EXPECT_EQ(unicode::strip(" \n "), "");
}

TEST(JinjaUnicode, LeavesTitleCaseLettersWhenCasesAreSwapped) {
  EXPECT_EQ(unicode::swap_case("ǅ ᾈ"), "ǅ ᾈ");
}

TEST(JinjaUnicode, KnowsNothingNewerThanUnicode14) {
  constexpr char32_t kannada_sign_of_unicode_15 = 0x0CF3;
  EXPECT_FALSE(unicode::continues_identifier(kannada_sign_of_unicode_15));
  EXPECT_FALSE(unicode::has(unicode::Property::printable, kannada_sign_of_unicode_15));
  EXPECT_EQ(unicode::character_named("KANNADA SIGN COMBINING ANUSVARA ABOVE RIGHT"), std::nullopt);
}

TEST(JinjaUnicode, KeepsBytesThatBelongToNoCharacter) {
  EXPECT_EQ(unicode::upper("a\xFF\xC3é"), "A\xFF\xC3É");
}

}  // namespace
}  // namespace unicode_test
}  // namespace jinja
