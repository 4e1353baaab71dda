#pragma once

#include <vector>

#include "harness/mutants/mutant.hpp"

namespace conformance::mutants {

[[nodiscard]] std::vector<Mutant> provider_header_mutants();        ///< §7.8 and §7.9: headers
[[nodiscard]] std::vector<Mutant> provider_answer_mutants();        ///< §7.9: what comes back
[[nodiscard]] std::vector<Mutant> stream_text_mutants();            ///< §8.6: text
[[nodiscard]] std::vector<Mutant> role_marker_mutants();            ///< §2.10: messages and the words
[[nodiscard]] std::vector<Mutant> role_marker_line_mutants();       ///< §2.10: the line and its attributes
[[nodiscard]] std::vector<Mutant> role_marker_content_mutants();    ///< §2.10: the content, and what stands above
[[nodiscard]] std::vector<Mutant> rendering_input_mutants();        ///< §5.1
[[nodiscard]] std::vector<Mutant> rendering_output_mutants();       ///< §5.2: output and whitespace
[[nodiscard]] std::vector<Mutant> rendering_statement_mutants();    ///< §5.2: statements
[[nodiscard]] std::vector<Mutant> rendering_expression_mutants();   ///< §5.2: expressions and filters
[[nodiscard]] std::vector<Mutant> rendering_wall_mutants();         ///< §5.3 and §5.4
[[nodiscard]] std::vector<Mutant> rendering_mustache_mutants();     ///< §5.5
[[nodiscard]] std::vector<Mutant> parsing_marker_mutants();         ///< §6.1
[[nodiscard]] std::vector<Mutant> parsing_text_mutants();           ///< §6.2
[[nodiscard]] std::vector<Mutant> parsing_thread_mutants();         ///< §6.3: threads
[[nodiscard]] std::vector<Mutant> parsing_part_mutants();           ///< §6.3: images, files and audio
[[nodiscard]] std::vector<Mutant> parsing_strict_mutants();         ///< §6.4
[[nodiscard]] std::vector<Mutant> broken_run_mutants();             ///< §10.1: runs whose stream breaks off or is held
[[nodiscard]] std::vector<Mutant> openapi_call_mutants();           ///< §11.2: calls of web APIs
[[nodiscard]] std::vector<Mutant> prompty_tool_mutants();           ///< §2.9.2

}  // namespace conformance::mutants
