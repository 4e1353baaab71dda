#pragma once

#include "harness/differential/dice.hpp"
#include "harness/differential/input.hpp"
#include "harness/differential/schema_values.hpp"

namespace conformance::differential {

/// Whether an input has one thing about it that is wrong.
enum class Soundness { sound, broken };

/// A `load` of a prompt file: the members of an Agent as the protocol's schema has them, brought back into what people
/// write (shorthands, mappings of names, references, unknown members) and then into YAML of several styles. A broken
/// one has one value of the frontmatter or one place of the text wrong.
[[nodiscard]] Input load_of_prompt_file(Dice& dice, SchemaValues const& values, Common const& common,
                                        Soundness soundness);

}  // namespace conformance::differential
