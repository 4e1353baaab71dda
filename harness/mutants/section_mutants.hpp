#pragma once

#include <vector>

#include "harness/mutants/mutant.hpp"

namespace conformance::mutants {

[[nodiscard]] std::vector<Mutant> file_structure_mutants();  ///< §2.1
[[nodiscard]] std::vector<Mutant> file_opening_mutants();    ///< §2.2: whether a file opens with frontmatter at all
[[nodiscard]] std::vector<Mutant> file_group_mutants();      ///< §2.2: what the two groups hold
[[nodiscard]] std::vector<Mutant> openai_message_mutants();  ///< §7.1.1
[[nodiscard]] std::vector<Mutant> openai_part_mutants();     ///< §7.1.2
[[nodiscard]] std::vector<Mutant> openai_request_mutants();  ///< §7.1.7
[[nodiscard]] std::vector<Mutant> chat_call_mutants();       ///< §8.1: choices and tool calls
[[nodiscard]] std::vector<Mutant> chat_content_mutants();    ///< §8.1: content

}  // namespace conformance::mutants
