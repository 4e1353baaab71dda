#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/vectors/vector.hpp"

namespace conformance {

/// The version of the vector format that this harness reads.
inline constexpr int schema_version = 1;

/// Parses JSON text. Throws InputError "file:line:column: what" on a syntax error, "file: what" on a member that occurs
/// twice, on a number that is too large, and on more levels of nesting than whoever walks a value may recurse.
[[nodiscard]] Json parse_json_file(std::string_view text, std::string const& file);

/// Files below vectors/fixtures/ that vectors may name: relative path to bytes.
using Fixtures = std::map<std::string, std::string>;

/// The vectors of one file. `topic` is its path below vectors/ without ".json"; the file has to state the same one.
/// Throws InputError naming file, vector and member on anything that the format does not allow, and on a fixture that
/// does not exist.
[[nodiscard]] std::vector<Vector> parse_vector_document(Json const& document, std::string const& file,
                                                        std::string const& topic, Fixtures const& fixtures = {});

/// The same for the text of the file.
[[nodiscard]] std::vector<Vector> parse_vector_file(std::string_view text, std::string const& file,
                                                    std::string const& topic, Fixtures const& fixtures = {});

}  // namespace conformance
