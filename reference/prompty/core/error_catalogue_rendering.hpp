#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "prompty/core/error.hpp"
#include "prompty/core/place.hpp"

namespace prompty::errors {

/// Each carries the place, which lies in the template.
[[nodiscard]] ValueError template_syntax(Place place, std::string_view reason);
[[nodiscard]] ValueError template_failed(Place place, std::string_view reason);
[[nodiscard]] ValueError undefined_template_variable(Place place, std::string_view name);
[[nodiscard]] ValueError unknown_undefined_setting(std::string_view found);

}  // namespace prompty::errors

/// What is wrong with a template or its values, for the errors above.
namespace prompty::errors::reason {

// Syntax
[[nodiscard]] std::string unexpected_character(std::string_view character);
[[nodiscard]] std::string not_a_name(std::string_view found);
[[nodiscard]] std::string wrong_bracket(std::string_view found, std::string_view expected);
[[nodiscard]] std::string expected(std::string_view what, std::string_view found);
[[nodiscard]] std::string template_nested_too_deeply(std::size_t limit);
[[nodiscard]] std::string template_too_large(std::size_t limit);
[[nodiscard]] std::string misplaced_argument();
[[nodiscard]] std::string chained_tests();
[[nodiscard]] std::string cannot_assign(std::string_view name);
[[nodiscard]] std::string tag_not_closed(std::string_view tag);
[[nodiscard]] std::string tag_needs_files(std::string_view tag);
[[nodiscard]] std::string unknown_tag(std::string_view tag, std::string_view open, std::string_view closing);
[[nodiscard]] std::string call_expected();
[[nodiscard]] std::string parameter_without_default(std::string_view name);
[[nodiscard]] std::string caller_without_default();
[[nodiscard]] std::string unknown_filter(std::string_view name);
[[nodiscard]] std::string unknown_test(std::string_view name);

[[nodiscard]] std::string mustache_not_closed(std::string_view closing);
[[nodiscard]] std::string mustache_tag_refused(std::string_view tag);
[[nodiscard]] std::string mustache_too_large(std::size_t limit);
[[nodiscard]] std::string section_not_closed(std::string_view name);
[[nodiscard]] std::string section_not_open(std::string_view name);

// Limits
[[nodiscard]] std::string too_many_steps(std::size_t limit);
[[nodiscard]] std::string too_much_memory(std::size_t limit);
[[nodiscard]] std::string output_too_large(std::size_t limit);
[[nodiscard]] std::string nested_too_deeply();
[[nodiscard]] std::string calls_too_deep();

// Numbers and operators
[[nodiscard]] std::string number_too_large();
[[nodiscard]] std::string not_finite(std::string_view number);
[[nodiscard]] std::string complex_number();
[[nodiscard]] std::string division_by_zero();
[[nodiscard]] std::string unsupported_operands(std::string_view symbol, std::string_view left, std::string_view right);
[[nodiscard]] std::string unsupported_operand(std::string_view symbol, std::string_view operand);
[[nodiscard]] std::string no_order(std::string_view symbol, std::string_view left, std::string_view right);
[[nodiscard]] std::string not_an_integer(std::string_view type);
[[nodiscard]] std::string not_a_number(std::string_view type);
[[nodiscard]] std::string rounding_method();
[[nodiscard]] std::string range_step_zero();
[[nodiscard]] std::string cannot_sum_texts();

// Texts and formats
[[nodiscard]] std::string not_a_text(std::string_view function, std::string_view type);
[[nodiscard]] std::string text_contains_only_text(std::string_view type);
[[nodiscard]] std::string empty_separator();
[[nodiscard]] std::string part_not_found();
[[nodiscard]] std::string fill_not_one_character();
[[nodiscard]] std::string only_texts_are_joined(std::string_view type);
[[nodiscard]] std::string bad_format();
[[nodiscard]] std::string unknown_format(std::string_view format, std::string_view type);
[[nodiscard]] std::string places_by_position();
[[nodiscard]] std::string no_character(std::int64_t code_point);
[[nodiscard]] std::string no_character_key();
[[nodiscard]] std::string tables_of_two_lengths();
[[nodiscard]] std::string incomplete_format();
[[nodiscard]] std::string too_few_values();
[[nodiscard]] std::string values_left_over();
[[nodiscard]] std::string format_needs_mapping();
[[nodiscard]] std::string format_needs_number(std::string_view format, std::string_view type);
[[nodiscard]] std::string format_arguments();
[[nodiscard]] std::string truncate_too_short();
[[nodiscard]] std::string wrap_width();
[[nodiscard]] std::string attribute_name(std::string_view name);

// Lists and mappings
[[nodiscard]] std::string not_iterable(std::string_view type);
[[nodiscard]] std::string not_reversible(std::string_view type);
[[nodiscard]] std::string no_length(std::string_view type);
[[nodiscard]] std::string holds_nothing(std::string_view type);
[[nodiscard]] std::string not_a_key(std::string_view type);
[[nodiscard]] std::string key_not_found(std::string_view key);
[[nodiscard]] std::string element_not_found();
[[nodiscard]] std::string index_out_of_range();
[[nodiscard]] std::string mapping_changed_while_iterated();
[[nodiscard]] std::string input_cannot_change();
[[nodiscard]] std::string not_a_pair(std::size_t size);
[[nodiscard]] std::string needs_mapping(std::string_view function, std::string_view type);
[[nodiscard]] std::string cannot_slice(std::string_view type);
[[nodiscard]] std::string slice_step_zero();
[[nodiscard]] std::string cannot_unpack(std::size_t wanted, std::size_t found);
[[nodiscard]] std::string dictsort_by();
[[nodiscard]] std::string no_json(std::string_view type);
[[nodiscard]] std::string no_json_key(std::string_view type);

// Calls
[[nodiscard]] std::string not_callable(std::string_view type);
[[nodiscard]] std::string too_many_arguments(std::string_view function, std::size_t most, std::size_t given);
[[nodiscard]] std::string unknown_argument(std::string_view function, std::string_view name);
[[nodiscard]] std::string argument_given_twice(std::string_view function, std::string_view name);
[[nodiscard]] std::string argument_missing(std::string_view function, std::string_view name);
[[nodiscard]] std::string nothing_to_cycle();
[[nodiscard]] std::string loop_not_recursive();
[[nodiscard]] std::string not_a_namespace(std::string_view name);
[[nodiscard]] std::string no_random();
[[nodiscard]] std::string no_urlize();

}  // namespace prompty::errors::reason
