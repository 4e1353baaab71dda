#pragma once

#include <string>

#include "harness/proof/differential/fragments.hpp"
#include "harness/proof/differential/input.hpp"
#include "harness/proof/differential/schema_values.hpp"

namespace conformance::differential {

/// The value as YAML, in styles chosen at random: block and flow, plain and quoted texts. A text that is written plain
/// may mean another type to a reader, which is on purpose; what holds signs of YAML is always quoted or a block.
/// Ends with a line end unless the value is an empty object, which is "".
[[nodiscard]] std::string yaml_text(Dice& dice, Json const& value);

/// Whether an input has one thing about it that is wrong.
enum class Soundness { sound, broken };

/// A `load` of a prompt file: the members of an Agent as the protocol's schema has them, brought back into what people
/// write (shorthands, mappings of names, references, unknown members) and then into YAML of several styles. A broken
/// one has one value of the frontmatter or one place of the text wrong.
[[nodiscard]] Input load_of_prompt_file(Dice& dice, SchemaValues const& values, Common const& common,
                                        Soundness soundness);

}  // namespace conformance::differential
