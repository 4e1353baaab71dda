#pragma once

#include <vector>

#include "harness/mutants/mutant.hpp"

namespace conformance::mutants {

[[nodiscard]] std::vector<Mutant> file_structure_mutants();   ///< §2.1
[[nodiscard]] std::vector<Mutant> file_opening_mutants();     ///< §2.2: whether a file opens with frontmatter at all
[[nodiscard]] std::vector<Mutant> file_group_mutants();       ///< §2.2: what the two groups hold
[[nodiscard]] std::vector<Mutant> property_mutants();         ///< §2.3
[[nodiscard]] std::vector<Mutant> model_mutants();            ///< §2.4
[[nodiscard]] std::vector<Mutant> connection_mutants();       ///< §2.5
[[nodiscard]] std::vector<Mutant> option_mutants();           ///< §2.6
[[nodiscard]] std::vector<Mutant> schema_property_mutants();  ///< §2.7: fields of a property
[[nodiscard]] std::vector<Mutant> property_kind_mutants();    ///< §2.7: kinds
[[nodiscard]] std::vector<Mutant> property_shorthand_mutants();     ///< §2.7: the short form
[[nodiscard]] std::vector<Mutant> template_mutants();               ///< §2.8
[[nodiscard]] std::vector<Mutant> tool_mutants();                   ///< §2.9
[[nodiscard]] std::vector<Mutant> binding_mutants();                ///< §2.9.1
[[nodiscard]] std::vector<Mutant> loading_mutants();                ///< §4.1
[[nodiscard]] std::vector<Mutant> loading_type_mutants();           ///< §4.2
[[nodiscard]] std::vector<Mutant> openai_message_mutants();         ///< §7.1.1
[[nodiscard]] std::vector<Mutant> openai_part_mutants();            ///< §7.1.2
[[nodiscard]] std::vector<Mutant> openai_request_mutants();         ///< §7.1.7
[[nodiscard]] std::vector<Mutant> chat_call_mutants();              ///< §8.1: choices and tool calls
[[nodiscard]] std::vector<Mutant> chat_content_mutants();           ///< §8.1: content
[[nodiscard]] std::vector<Mutant> role_marker_mutants();            ///< §2.10: messages and the words
[[nodiscard]] std::vector<Mutant> role_marker_line_mutants();       ///< §2.10: the line and its attributes
[[nodiscard]] std::vector<Mutant> role_marker_content_mutants();    ///< §2.10: the content, and what stands above
[[nodiscard]] std::vector<Mutant> reference_environment_mutants();  ///< §2.11: variables
[[nodiscard]] std::vector<Mutant> reference_file_mutants();         ///< §2.11: files
[[nodiscard]] std::vector<Mutant> reference_scope_mutants();        ///< §2.11: where references are looked for
[[nodiscard]] std::vector<Mutant> reference_detail_mutants();       ///< §4.11
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
[[nodiscard]] std::vector<Mutant> input_mutants();                  ///< §12

}  // namespace conformance::mutants
