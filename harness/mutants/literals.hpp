#pragma once

#include <set>
#include <string>
#include <vector>

namespace conformance {

/// A C++ source file as text; `name` only serves to say where something was found.
struct SourceText {
  std::string name;
  std::string text;
};

/// The value of a string literal, UTF-8, adjacent literals joined, and the line (from 1) on which it starts.
struct StringLiteral {
  std::string file;
  int line = 0;
  std::string value;
  bool operator==(StringLiteral const&) const = default;
};

/// The string literals of a source in order. Knows comments, character literals, digit separators, spliced lines,
/// escapes, encoding prefixes and raw strings; names in #include lines do not count. What is left open ends at the end
/// of the source.
[[nodiscard]] std::vector<StringLiteral> string_literals(SourceText const& source);

/// The string literals that are also literals of vectors and no word of the vocabulary: a mutant that knows the vectors
/// by heart. Texts without a letter or digit (blanks, delimiters, the empty text) belong to everybody.
[[nodiscard]] std::vector<StringLiteral> borrowed_literals(std::vector<SourceText> const& sources,
                                                           std::set<std::string> const& literals_of_vectors,
                                                           std::set<std::string> const& vocabulary);

}  // namespace conformance
