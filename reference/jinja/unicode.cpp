#include "jinja/unicode.hpp"

#include <fmt/core.h>
#include <unicode/bytestream.h>
#include <unicode/casemap.h>
#include <unicode/stringpiece.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <functional>

namespace jinja::unicode {
namespace {

constexpr char32_t replacement = 0xFFFD;

/// ICU's number of a code point that Unicode 14 assigns, as Python 3.11 has it; nothing for what came later.
std::optional<UChar32> assigned(char32_t code_point) {
  constexpr std::uint8_t newest = 14;
  UChar32 const known = static_cast<UChar32>(code_point);
  UVersionInfo age;
  u_charAge(known, age);
  return age[0] == 0 || age[0] > newest ? std::nullopt : std::optional(known);
}

bool has_type(UChar32 code_point, std::uint32_t mask) {
  return (U_GET_GC_MASK(code_point) & mask) != 0;
}

int numeric_type(UChar32 code_point) {
  return u_getIntPropertyValue(code_point, UCHAR_NUMERIC_TYPE);
}

bool is_space(UChar32 code_point) {
  UCharDirection const direction = u_charDirection(code_point);
  return direction == U_WHITE_SPACE_NEUTRAL || direction == U_BLOCK_SEPARATOR || direction == U_SEGMENT_SEPARATOR ||
         has_type(code_point, U_GC_ZS_MASK);
}

enum class Case { unchanged, upper, lower, title, fold };

char ascii_in_case(char character, Case to) {
  bool const is_lower = character >= 'a' && character <= 'z';
  bool const is_upper = character >= 'A' && character <= 'Z';
  bool const to_lower = to == Case::lower || to == Case::fold;
  bool const to_upper = to == Case::upper || to == Case::title;
  if (to_lower && is_upper) return static_cast<char>(character + 32);
  return to_upper && is_lower ? static_cast<char>(character - 32) : character;
}

void append_mapped(std::string& result, std::string_view character, Case to) {
  constexpr std::uint32_t alone = U_TITLECASE_WHOLE_STRING | U_TITLECASE_NO_BREAK_ADJUSTMENT;
  icu::StringByteSink<std::string> sink(&result);
  icu::StringPiece const source(character.data(), static_cast<std::int32_t>(character.size()));
  UErrorCode status = U_ZERO_ERROR;
  if (to == Case::upper) icu::CaseMap::utf8ToUpper("", 0, source, sink, nullptr, status);
  if (to == Case::lower) icu::CaseMap::utf8ToLower("", 0, source, sink, nullptr, status);
  if (to == Case::title) icu::CaseMap::utf8ToTitle("", alone, nullptr, source, sink, nullptr, status);
  if (to == Case::fold) icu::CaseMap::utf8Fold(0, source, sink, nullptr, status);
}

constexpr char32_t capital_sigma = 0x3A3;

// A sigma at the end of a word has its own form: a cased letter before it and none after, but for what is ignorable.
bool is_final_sigma(std::string_view text, std::size_t at) {
  std::size_t before = at;
  bool follows_letter = false;
  while (before > 0) {
    --before;
    while (before > 0 && U8_IS_TRAIL(text[before])) --before;
    char32_t const code_point = decode(text, before);
    if (has(Property::ignorable, code_point)) continue;
    follows_letter = has(Property::cased, code_point);
    break;
  }
  if (!follows_letter) return false;
  std::size_t const after = find_character(text, at + character_length(text, at),
                                           [](char32_t character) { return !has(Property::ignorable, character); });
  return after == text.size() || !has(Property::cased, decode(text, after));
}

// `to_case` says the case of each character, given where it is.
template <class ToCase>
std::string in_case(std::string_view text, ToCase to_case) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); at += character_length(text, at)) {
    std::string_view const character = text.substr(at, character_length(text, at));
    char32_t const code_point = decode(text, at);
    Case const to = to_case(at);
    if (character.size() == 1) {
      // A byte that belongs to no character has no case either.
      result += ascii_in_case(character.front(), to);
    } else if (to == Case::unchanged || !assigned(code_point)) {
      result += character;
    } else if (to == Case::lower && code_point == capital_sigma && is_final_sigma(text, at)) {
      append(result, 0x3C2);
    } else {
      append_mapped(result, character, to);
    }
  }
  return result;
}

std::string all_in_case(std::string_view text, Case to) {
  if (!is_ascii(text)) return in_case(text, [to](std::size_t) { return to; });
  std::string result(text);
  for (char& character : result) character = ascii_in_case(character, to);
  return result;
}

/// The names that characters have beside their own in NameAliases.txt of Unicode 14, without variation selectors:
/// NAME=code point in hexadecimal, each closed by a semicolon.
constexpr std::string_view aliases =
    ";ACK=6;ACKNOWLEDGE=6;ALERT=7;ALM=61C;APC=9F;APPLICATION PROGRAM COMMAND=9F;BACKSPACE=8;BEL=7;BOM=FEFF;BPH=82;"
    "BREAK PERMITTED HERE=82;BS=8;BYTE ORDER MARK=FEFF;BYZANTINE MUSICAL SYMBOL FTHORA SKLIRON CHROMA VASIS=1D0C5;"
    "CAN=18;CANCEL=18;CANCEL CHARACTER=94;CARRIAGE RETURN=D;CCH=94;CGJ=34F;CHARACTER TABULATION=9;"
    "CHARACTER TABULATION SET=88;CHARACTER TABULATION WITH JUSTIFICATION=89;CONTROL SEQUENCE INTRODUCER=9B;CR=D;CSI=9B;"
    "CUNEIFORM SIGN NU11 OVER NU11 BUR OVER BUR=122D5;CUNEIFORM SIGN NU11 TENU=122D4;DATA LINK ESCAPE=10;DC1=11;DC2=12;"
    "DC3=13;DC4=14;DCS=90;DEL=7F;DELETE=7F;DEVICE CONTROL FOUR=14;DEVICE CONTROL ONE=11;DEVICE CONTROL STRING=90;"
    "DEVICE CONTROL THREE=13;DEVICE CONTROL TWO=12;DLE=10;END OF GUARDED AREA=97;END OF LINE=A;END OF MEDIUM=19;"
    "END OF PROTECTED AREA=97;END OF SELECTED AREA=87;END OF TEXT=3;END OF TRANSMISSION=4;END OF TRANSMISSION BLOCK=17;"
    "ENQ=5;ENQUIRY=5;EOL=A;EOM=19;EOT=4;EPA=97;ESA=87;ESC=1B;ESCAPE=1B;ETB=17;ETX=3;FF=C;FILE SEPARATOR=1C;FORM FEED=C;"
    "FS=1C;FSI=2068;FVS1=180B;FVS2=180C;FVS3=180D;FVS4=180F;GROUP SEPARATOR=1D;GS=1D;"
    "HANGUL JONGSEONG SSANGYESIEUNG=11EE;HANGUL JONGSEONG YESIEUNG-KHIEUKH=11EF;HANGUL JONGSEONG YESIEUNG-KIYEOK=11EC;"
    "HANGUL JONGSEONG YESIEUNG-SSANGKIYEOK=11ED;HENTAIGANA LETTER E-1=1B001;HIGH OCTET PRESET=81;HOP=81;"
    "HORIZONTAL TABULATION=9;HORIZONTAL TABULATION SET=88;HORIZONTAL TABULATION WITH JUSTIFICATION=89;HT=9;HTJ=89;"
    "HTS=88;IND=84;INDEX=84;INFORMATION SEPARATOR FOUR=1C;INFORMATION SEPARATOR ONE=1F;INFORMATION SEPARATOR THREE=1D;"
    "INFORMATION SEPARATOR TWO=1E;KANNADA LETTER LLLA=CDE;LAO LETTER FO FAY=E9F;LAO LETTER FO FON=E9D;"
    "LAO LETTER LO=EA5;LAO LETTER RO=EA3;LATIN CAPITAL LETTER GHA=1A2;LATIN SMALL LETTER GHA=1A3;"
    "LEFTWARDS TRIANGLE-HEADED ARROW WITH DOUBLE VERTICAL STROKE=2B7A;LF=A;LINE FEED=A;LINE TABULATION=B;"
    "LINE TABULATION SET=8A;LOCKING-SHIFT ONE=E;LOCKING-SHIFT ZERO=F;LRE=202A;LRI=2066;LRM=200E;LRO=202D;"
    "MEDEFAIDRIN CAPITAL LETTER H=16E56;MEDEFAIDRIN CAPITAL LETTER NG=16E57;MEDEFAIDRIN SMALL LETTER H=16E76;"
    "MEDEFAIDRIN SMALL LETTER NG=16E77;MESSAGE WAITING=95;MICR DASH SYMBOL=2449;MICR ON US SYMBOL=2448;MMSP=205F;"
    "MVS=180E;MW=95;MYANMAR LETTER KHAMTI LLA=AA6E;NAK=15;NBH=83;NBSP=A0;NEGATIVE ACKNOWLEDGE=15;NEL=85;NEW LINE=A;"
    "NEXT LINE=85;NL=A;NNBSP=202F;NO BREAK HERE=83;NUL=0;NULL=0;OPERATING SYSTEM COMMAND=9D;OSC=9D;PAD=80;"
    "PADDING CHARACTER=80;PARTIAL LINE BACKWARD=8C;PARTIAL LINE DOWN=8B;PARTIAL LINE FORWARD=8B;PARTIAL LINE UP=8C;"
    "PDF=202C;PDI=2069;PLD=8B;PLU=8C;PM=9E;PRESENTATION FORM FOR VERTICAL RIGHT WHITE LENTICULAR BRACKET=FE18;"
    "PRIVACY MESSAGE=9E;PRIVATE USE ONE=91;PRIVATE USE TWO=92;PRIVATE USE-1=91;PRIVATE USE-2=92;PU1=91;PU2=92;"
    "RECORD SEPARATOR=1E;REVERSE INDEX=8D;REVERSE LINE FEED=8D;RI=8D;"
    "RIGHTWARDS TRIANGLE-HEADED ARROW WITH DOUBLE VERTICAL STROKE=2B7C;RLE=202B;RLI=2067;RLM=200F;RLO=202E;RS=1E;"
    "SCI=9A;SET TRANSMIT STATE=93;SGC=99;SHIFT IN=F;SHIFT OUT=E;SHY=AD;SI=F;SINGLE CHARACTER INTRODUCER=9A;"
    "SINGLE GRAPHIC CHARACTER INTRODUCER=99;SINGLE SHIFT THREE=8F;SINGLE SHIFT TWO=8E;SINGLE-SHIFT-2=8E;"
    "SINGLE-SHIFT-3=8F;SO=E;SOH=1;SOS=98;SP=20;SPA=96;SS2=8E;SS3=8F;SSA=86;ST=9C;START OF GUARDED AREA=96;"
    "START OF HEADING=1;START OF PROTECTED AREA=96;START OF SELECTED AREA=86;START OF STRING=98;START OF TEXT=2;"
    "STRING TERMINATOR=9C;STS=93;STX=2;SUB=1A;SUBSTITUTE=1A;SYN=16;SYNCHRONOUS IDLE=16;"
    "SYRIAC SUBLINEAR COLON SKEWED LEFT=709;TAB=9;TIBETAN MARK BKA- SHOG GI MGO RGYAN=FD0;UNIT SEPARATOR=1F;US=1F;"
    "VERTICAL TABULATION=B;VERTICAL TABULATION SET=8A;VT=B;VTS=8A;WEIERSTRASS ELLIPTIC FUNCTION=2118;WJ=2060;"
    "YI SYLLABLE ITERATION MARK=A015;ZWJ=200D;ZWNBSP=FEFF;ZWNJ=200C;ZWSP=200B;";

std::optional<char32_t> character_with_alias(std::string_view name) {
  std::string const entry = fmt::format(";{}=", name);
  std::size_t const at = aliases.find(entry);
  if (at == std::string_view::npos) return std::nullopt;
  std::uint32_t code_point = 0;
  std::from_chars(aliases.data() + at + entry.size(), aliases.data() + aliases.size(), code_point, 16);
  return code_point;
}

// VS1 to VS16 and VS17 to VS256 lie in two blocks.
std::optional<char32_t> variation_selector(std::string_view name) {
  if (!name.starts_with("VS") || name.size() < 3 || name[2] == '0') return std::nullopt;
  std::uint32_t number = 0;
  auto const [end, error] = std::from_chars(name.data() + 2, name.data() + name.size(), number);
  bool const is_number = error == std::errc{} && end == name.data() + name.size();
  if (!is_number || number > 256) return std::nullopt;
  return number <= 16 ? 0xFE00 + number - 1 : 0xE0100 + number - 17;
}

}  // namespace

std::size_t character_length(std::string_view text, std::size_t at) {
  std::size_t const expected = 1 + U8_COUNT_TRAIL_BYTES(text[at]);
  for (std::size_t ahead = at + 1; ahead < at + expected; ++ahead) {
    if (ahead >= text.size() || !U8_IS_TRAIL(text[ahead])) return 1;
  }
  return expected;
}

char32_t decode(std::string_view text, std::size_t at) {
  if (U8_IS_SINGLE(text[at])) return static_cast<unsigned char>(text[at]);
  if (character_length(text, at) == 1) return replacement;
  char32_t code_point = 0;
  U8_NEXT_UNSAFE(text.data(), at, code_point);
  return code_point;
}

void append(std::string& text, char32_t code_point) {
  std::array<char, U8_MAX_LENGTH> bytes{};
  std::size_t size = 0;
  U8_APPEND_UNSAFE(bytes, size, static_cast<std::uint32_t>(code_point));
  text.append(bytes.data(), size);
}

std::string escape_of(char32_t code_point) {
  std::uint32_t const number = code_point;
  if (number < 0x100) return fmt::format("\\x{:02x}", number);
  return number < 0x10000 ? fmt::format("\\u{:04x}", number) : fmt::format("\\U{:08x}", number);
}

std::size_t last_character(std::string_view text) {
  std::size_t at = text.size() - 1;
  while (at > 0 && text.size() - at < 4 && U8_IS_TRAIL(text[at])) --at;
  return at;
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

std::size_t length(std::string_view text) {
  if (is_ascii(text)) return text.size();
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++count) at += character_length(text, at);
  return count;
}

std::size_t offset_of(std::string_view text, std::size_t index) {
  std::size_t at = 0;
  for (; index > 0 && at < text.size(); --index) at += character_length(text, at);
  return at;
}

bool has(Property property, char32_t code_point) {
  // In the order of Property.
  constexpr auto tests = std::to_array<bool (*)(UChar32)>({
      [](UChar32 known) { return has_type(known, U_GC_L_MASK); },
      [](UChar32 known) { return numeric_type(known) == U_NT_DECIMAL; },
      [](UChar32 known) { return numeric_type(known) == U_NT_DECIMAL || numeric_type(known) == U_NT_DIGIT; },
      [](UChar32 known) { return numeric_type(known) != U_NT_NONE; },
      is_space,
      [](UChar32 known) { return known == ' ' || !has_type(known, U_GC_C_MASK | U_GC_Z_MASK); },
      [](UChar32 known) { return u_hasBinaryProperty(known, UCHAR_LOWERCASE) != 0; },
      [](UChar32 known) { return u_hasBinaryProperty(known, UCHAR_UPPERCASE) != 0; },
      [](UChar32 known) { return u_hasBinaryProperty(known, UCHAR_CASED) != 0; },
      [](UChar32 known) { return known == '_' || has_type(known, U_GC_L_MASK) || numeric_type(known) != U_NT_NONE; },
      [](UChar32 known) { return u_hasBinaryProperty(known, UCHAR_CASE_IGNORABLE) != 0; },
  });
  std::optional<UChar32> const known = assigned(code_point);
  return known && tests.at(static_cast<std::size_t>(property))(*known);
}

bool all_have(Property property, std::string_view text) {
  auto const lacks = [property](char32_t code_point) { return !has(property, code_point); };
  return !text.empty() && find_character(text, 0, lacks) == text.size();
}

std::string upper(std::string_view text) {
  return all_in_case(text, Case::upper);
}

std::string lower(std::string_view text) {
  return all_in_case(text, Case::lower);
}

std::string case_fold(std::string_view text) {
  return all_in_case(text, Case::fold);
}

std::string swap_case(std::string_view text) {
  return in_case(text, [&](std::size_t at) {
    char32_t const code_point = decode(text, at);
    if (has(Property::upper, code_point)) return Case::lower;
    return has(Property::lower, code_point) ? Case::upper : Case::unchanged;
  });
}

std::string capitalize(std::string_view text) {
  return in_case(text, [](std::size_t at) { return at == 0 ? Case::title : Case::lower; });
}

std::string title(std::string_view text) {
  bool inside_word = false;
  return in_case(text, [&](std::size_t at) {
    Case const to = inside_word ? Case::lower : Case::title;
    inside_word = has(Property::cased, decode(text, at));
    return to;
  });
}

bool continues_identifier(char32_t code_point) {
  std::optional<UChar32> const known = assigned(code_point);
  return known && u_hasBinaryProperty(*known, UCHAR_XID_CONTINUE) != 0;
}

bool is_identifier(std::string_view text) {
  std::optional<UChar32> const first = text.empty() ? std::nullopt : assigned(decode(text, 0));
  bool const begins = first && (*first == '_' || u_hasBinaryProperty(*first, UCHAR_XID_START) != 0);
  return begins && find_character(text, 0, std::not_fn(continues_identifier)) == text.size();
}

// ICU knows the names proper, but no abbreviations and none of control characters.
std::optional<char32_t> character_named(std::string_view name) {
  constexpr std::size_t longest = 128;
  if (name.size() > longest || !is_ascii(name)) return std::nullopt;
  std::string const wanted = upper(name);
  if (std::optional<char32_t> const alias = character_with_alias(wanted)) return alias;
  if (std::optional<char32_t> const selector = variation_selector(wanted)) return selector;
  UErrorCode status = U_ZERO_ERROR;
  UChar32 const found = u_charFromName(U_UNICODE_CHAR_NAME, wanted.c_str(), &status);
  return U_SUCCESS(status) && assigned(static_cast<char32_t>(found)) ? std::optional<char32_t>(found) : std::nullopt;
}

int digit_value(char32_t code_point) {
  return has(Property::decimal, code_point) ? u_charDigitValue(static_cast<UChar32>(code_point)) : -1;
}

std::string_view strip(std::string_view text, Ends ends, std::optional<std::string_view> characters) {
  auto const goes = [&](std::string_view character) {
    if (!characters) return has(Property::space, decode(character, 0));
    std::string_view rest = *characters;
    while (!rest.empty() && rest.substr(0, character_length(rest, 0)) != character) {
      rest.remove_prefix(character_length(rest, 0));
    }
    return !rest.empty();
  };
  while (ends != Ends::right && !text.empty() && goes(text.substr(0, character_length(text, 0)))) {
    text.remove_prefix(character_length(text, 0));
  }
  while (ends != Ends::left && !text.empty() && goes(text.substr(last_character(text)))) {
    text = text.substr(0, last_character(text));
  }
  return text;
}

}  // namespace jinja::unicode
