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
[[nodiscard]] std::vector<Mutant> tracing_mutants();                ///< §3.1, §3.3 and §3.4
[[nodiscard]] std::vector<Mutant> trace_secret_mutants();           ///< §3.2
[[nodiscard]] std::vector<Mutant> loading_mutants();                ///< §4.1
[[nodiscard]] std::vector<Mutant> loading_type_mutants();           ///< §4.2
[[nodiscard]] std::vector<Mutant> openai_part_mutants();            ///< §7.1.2
[[nodiscard]] std::vector<Mutant> openai_request_mutants();         ///< §7.1.7
[[nodiscard]] std::vector<Mutant> wire_habit_mutants();             ///< §7.1 to §7.5: habits of other languages
[[nodiscard]] std::vector<Mutant> anthropic_system_mutants();       ///< §7.5: system messages and order
[[nodiscard]] std::vector<Mutant> anthropic_message_mutants();      ///< §7.5: messages and parts
[[nodiscard]] std::vector<Mutant> anthropic_option_mutants();       ///< §7.5: options
[[nodiscard]] std::vector<Mutant> anthropic_tool_mutants();         ///< §7.5: model, tools and outputs
[[nodiscard]] std::vector<Mutant> option_name_mutants();            ///< §7.6
[[nodiscard]] std::vector<Mutant> wire_format_mutants();            ///< §7.0
[[nodiscard]] std::vector<Mutant> openai_tool_mutants();            ///< §7.1.3: definitions, stripping, strict
[[nodiscard]] std::vector<Mutant> openai_tool_kind_mutants();       ///< §7.1.3: kinds and the list
[[nodiscard]] std::vector<Mutant> openai_schema_mutants();          ///< §7.1.4
[[nodiscard]] std::vector<Mutant> openai_option_mutants();          ///< §7.1.5
[[nodiscard]] std::vector<Mutant> execute_span_mutants();           ///< §7.1.8, and the spans of §7.2 and §8.0
[[nodiscard]] std::vector<Mutant> openai_output_mutants();          ///< §7.1.6 and §7.7
[[nodiscard]] std::vector<Mutant> openai_embedding_mutants();       ///< §7.2
[[nodiscard]] std::vector<Mutant> openai_image_mutants();           ///< §7.3
[[nodiscard]] std::vector<Mutant> openai_responses_mutants();       ///< §7.4 and §7.4.1: items
[[nodiscard]] std::vector<Mutant> responses_call_mutants();         ///< §7.4.1: calls and metadata
[[nodiscard]] std::vector<Mutant> responses_setting_mutants();      ///< §7.4.1: tools and outputs
[[nodiscard]] std::vector<Mutant> provider_header_mutants();        ///< §7.8 and §7.9: headers
[[nodiscard]] std::vector<Mutant> provider_request_mutants();       ///< §7.9: Azure and connections
[[nodiscard]] std::vector<Mutant> provider_answer_mutants();        ///< §7.9: what comes back
[[nodiscard]] std::vector<Mutant> embedding_answer_mutants();       ///< §8.2
[[nodiscard]] std::vector<Mutant> image_answer_mutants();           ///< §8.3
[[nodiscard]] std::vector<Mutant> response_answer_mutants();        ///< §8.4
[[nodiscard]] std::vector<Mutant> chat_call_mutants();              ///< §8.1: choices and tool calls
[[nodiscard]] std::vector<Mutant> chat_content_mutants();           ///< §8.1: content
[[nodiscard]] std::vector<Mutant> anthropic_answer_mutants();       ///< §8.5
[[nodiscard]] std::vector<Mutant> processing_mutants();             ///< §8.0
[[nodiscard]] std::vector<Mutant> stream_text_mutants();            ///< §8.6: text
[[nodiscard]] std::vector<Mutant> stream_call_mutants();            ///< §8.6: tool calls
[[nodiscard]] std::vector<Mutant> stream_refusal_mutants();         ///< §8.6: refusals
[[nodiscard]] std::vector<Mutant> tool_call_mutants();              ///< §8.7
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
[[nodiscard]] std::vector<Mutant> event_stream_mutants();           ///< §10.1
[[nodiscard]] std::vector<Mutant> broken_run_mutants();             ///< §10.1: runs whose stream breaks off or is held
[[nodiscard]] std::vector<Mutant> response_event_mutants();         ///< §10.2
[[nodiscard]] std::vector<Mutant> message_event_mutants();          ///< §10.3
[[nodiscard]] std::vector<Mutant> registry_mutants();               ///< §11.1, and the registries of §11.2
[[nodiscard]] std::vector<Mutant> dispatch_mutants();               ///< §11.2: dispatch; §2.9.1 and §8.7: arguments
[[nodiscard]] std::vector<Mutant> mcp_tool_mutants();               ///< §11.2: tools of kind mcp
[[nodiscard]] std::vector<Mutant> openapi_call_mutants();           ///< §11.2: calls of web APIs
[[nodiscard]] std::vector<Mutant> prompty_tool_mutants();           ///< §2.9.2
[[nodiscard]] std::vector<Mutant> component_mutants();              ///< §11.3: look-up and keys; §7.8
[[nodiscard]] std::vector<Mutant> interface_mutants();              ///< §11.3: what is there; §11.3.1
[[nodiscard]] std::vector<Mutant> custom_tool_mutants();            ///< §7.1.3: custom tools
[[nodiscard]] std::vector<Mutant> input_mutants();                  ///< §12
[[nodiscard]] std::vector<Mutant> child_turn_mutants();             ///< §2.9.2, as far as turns show it
[[nodiscard]] std::vector<Mutant> turn_round_mutants();             ///< §9.1 and §9.2
[[nodiscard]] std::vector<Mutant> turn_argument_mutants();          ///< §9.3
[[nodiscard]] std::vector<Mutant> turn_request_mutants();           ///< §9.4 to §9.7
[[nodiscard]] std::vector<Mutant> turn_extension_mutants();         ///< §13.1 to §13.3
[[nodiscard]] std::vector<Mutant> turn_bound_mutants();             ///< §13.4 to §13.6
[[nodiscard]] std::vector<Mutant> contract_sending_mutants();       ///< M0 to M3.1: the list, own members, speakers
[[nodiscard]] std::vector<Mutant> contract_turn_mutants();          ///< M3.2 to M4.1: turns and results that are sent
[[nodiscard]] std::vector<Mutant> contract_answer_mutants();        ///< M1 to M6: answers that are stored
[[nodiscard]] std::vector<Mutant> contract_reasoning_mutants();     ///< M6 and M6.1: reasoning that is sent
[[nodiscard]] std::vector<Mutant> contract_argument_mutants();      ///< M3.2.1: arguments of tools
[[nodiscard]] std::vector<Mutant> contract_result_mutants();        ///< M3.3, M4 and M7: results and their pairing
[[nodiscard]] std::vector<Mutant> contract_batch_mutants();         ///< M5: the gate, and how calls are carried out
[[nodiscard]] std::vector<Mutant> contract_conversation_mutants();  ///< M0 to M7: turns, runs and sessions

}  // namespace conformance::mutants
