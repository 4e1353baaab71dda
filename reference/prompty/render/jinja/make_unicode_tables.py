"""Writes unicode_*_table.cpp beside this file from Python's own Unicode data."""
import pathlib
import re
import subprocess
import unicodedata

FOLDER = pathlib.Path(__file__).parent
ALL = [chr(code) for code in range(0x110000) if not 0xD800 <= code <= 0xDFFF]


def ranges(holds):
    found = []
    for character in ALL:
        if not holds(character):
            continue
        code = ord(character)
        if found and found[-1][1] == code - 1:
            found[-1][1] = code
        else:
            found.append([code, code])
    return found


def mappings(mapped):
    """Single mappings as arithmetic ranges, the others apart."""
    singles, specials = [], []
    for character in ALL:
        to = mapped(character)
        if to == character:
            continue
        if len(to) > 1:
            specials.append((ord(character), to))
        else:
            singles.append((ord(character), ord(to) - ord(character)))
    found = []
    for code, delta in singles:
        if found and found[-1][3] == delta:
            first, last, step, _ = found[-1]
            gap = code - last
            if gap in (1, 2) and (first == last or gap == step):
                found[-1] = (first, code, gap, delta)
                continue
        found.append((code, code, 1, delta))
    return found, specials


def property_table(name, rows):
    cells = ", ".join("{0x%X, 0x%X}" % (first, last) for first, last in rows)
    return ("std::span<CodeRange const> %s_ranges() {\n  static constexpr std::array<CodeRange, %d> table{{%s}};\n"
            "  return table;\n}\n" % (name, len(rows), cells))


def case_tables(name, mapped):
    singles, specials = mappings(mapped)
    cells = ", ".join("{0x%X, 0x%X, %d, %d}" % row for row in singles)
    text = ("std::span<CaseRange const> %s_mappings() {\n  static constexpr std::array<CaseRange, %d> table{{%s}};\n"
            "  return table;\n}\n\n" % (name, len(singles), cells))
    cells = ", ".join('{0x%X, "%s"}' % (code, "".join("\\x%02X" % byte for byte in to.encode())) for code, to in specials)
    return text + ("std::span<SpecialCase const> %s_specials() {\n"
                   "  static constexpr std::array<SpecialCase, %d> table{{%s}};\n  return table;\n}\n"
                   % (name, len(specials), cells))


def alias_table():
    """The names that characters have beside their own. Perl has the same version of Unicode and lists them; VS1 to VS256 follow a rule."""
    listed = subprocess.run(["perl", "-e", 'print do "unicore/Name.pl"'], check=True, capture_output=True, text=True).stdout
    aliases = []
    for code, name in re.findall(r"^([0-9A-F]{4,6})\n([^\n]+)\n", listed, re.M):
        character = chr(int(code, 16))
        if unicodedata.name(character, "") == name or re.fullmatch(r"VS\d+", name) or not is_name_of(name, character):
            continue
        aliases.append((name, ord(character)))
    cells = ", ".join('{"%s", 0x%X}' % alias for alias in sorted(aliases))
    return ("std::span<CharacterAlias const> character_aliases() {\n"
            "  static constexpr std::array<CharacterAlias, %d> table{{%s}};\n  return table;\n}\n" % (len(aliases), cells))


def is_name_of(name, character):
    try:
        return unicodedata.lookup(name) == character
    except KeyError:
        return False


def write(name, parts):
    path = FOLDER / ("unicode_%s_table.cpp" % name)
    path.write_text('#include "prompty/render/jinja/unicode_tables.hpp"\n\n#include <array>\n\n'
                    "namespace prompty::jinja::unicode {\n\n" + "\n".join(parts) + "\n}  // namespace prompty::jinja::unicode\n")
    subprocess.run(["clang-format", "-i", str(path)], check=True)


def is_ignorable(character):
    """What a final sigma looks across: see the definition of Final_Sigma."""
    return "A" + character + "\u03a3" != "A" and (unicodedata.category(character) in ("Mn", "Me", "Cf", "Lm", "Sk")
                                                  or character in "'.:\u00b7\u0387\u055f\u05f4\u2018\u2019\u2024\u2027\ufe13\ufe52\ufe55\uff07\uff0e\uff1a")


write("alphabetic", [property_table("alphabetic", ranges(str.isalpha))])
write("printable", [property_table("printable", ranges(str.isprintable))])
write("number", [property_table("decimal", ranges(str.isdecimal)), property_table("digit", ranges(str.isdigit)),
                 property_table("numeric", ranges(str.isnumeric)), property_table("space", ranges(str.isspace))])
write("letter_case", [property_table("lower", ranges(str.islower)), property_table("upper", ranges(str.isupper)),
                      property_table("title", ranges(lambda c: unicodedata.category(c) == "Lt"))])
write("ignorable", [property_table("ignorable", ranges(is_ignorable))])
write("upper", [case_tables("upper", str.upper)])
write("lower", [case_tables("lower", str.lower)])
write("title", [case_tables("title", str.title)])
write("fold", [case_tables("fold", str.casefold)])
write("alias", [alias_table()])
