#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace jinja {

/// What the parts of the engine throw: `what()` is the reason. Template makes an Error of it.
class Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The text is no template; `offset` is where in it.
class SyntaxFailure : public Failure {
 public:
  SyntaxFailure(std::string const& reason, std::size_t where) : Failure(reason), offset(where) {}
  std::size_t const offset;
};

/// A variable without a value was used where one is needed; `what()` names it.
class UndefinedFailure : public Failure {
 public:
  using Failure::Failure;
};

}  // namespace jinja

/// The reasons.
namespace jinja::reason {

// Syntax
[[nodiscard]] std::string unexpected_character(std::string_view character);
[[nodiscard]] std::string not_a_name(std::string_view found);
[[nodiscard]] std::string wrong_bracket(std::string_view found, std::string_view expected);
[[nodiscard]] std::string expected(std::string_view what, std::string_view found);
[[nodiscard]] std::string template_nested_too_deeply(std::size_t limit);
[[nodiscard]] std::string template_too_large(std::size_t limit);
inline constexpr char const misplaced_argument[] =
    "arguments without a name come first, then those with one, then *list and **mapping";
inline constexpr char const chained_tests[] = "a test cannot follow a test; join them with 'and'";
[[nodiscard]] std::string cannot_assign(std::string_view name);
[[nodiscard]] std::string tag_not_closed(std::string_view tag);
[[nodiscard]] std::string tag_needs_files(std::string_view tag);
[[nodiscard]] std::string unknown_tag(std::string_view tag, std::string_view open, std::string_view closing);
inline constexpr char const call_expected[] = "the tag 'call' needs the call of a macro, such as {% call name() %}";
[[nodiscard]] std::string parameter_without_default(std::string_view name);
inline constexpr char const caller_without_default[] =
    "the parameter 'caller' needs a default; or leave it out, it is there without being named";
[[nodiscard]] std::string unknown_filter(std::string_view name);
[[nodiscard]] std::string unknown_test(std::string_view name);

// Limits
[[nodiscard]] std::string too_many_steps(std::size_t limit);
[[nodiscard]] std::string too_much_memory(std::size_t limit);
[[nodiscard]] std::string output_too_large(std::size_t limit);
inline constexpr char const nested_too_deeply[] = "a value is nested too deeply, or holds itself";
inline constexpr char const calls_too_deep[] = "macros or loops call themselves too often; end the recursion earlier";

// Numbers and operators
inline constexpr char const number_too_large[] = "a number is too large; whole numbers have 64 bits here";
[[nodiscard]] std::string not_finite(std::string_view number);
inline constexpr char const complex_number[] = "a negative number has no real power of that kind";
inline constexpr char const division_by_zero[] = "division by zero";
[[nodiscard]] std::string unsupported_operands(std::string_view symbol, std::string_view left, std::string_view right);
[[nodiscard]] std::string unsupported_operand(std::string_view symbol, std::string_view operand);
[[nodiscard]] std::string no_order(std::string_view symbol, std::string_view left, std::string_view right);
[[nodiscard]] std::string not_an_integer(std::string_view type);
[[nodiscard]] std::string not_a_number(std::string_view type);
inline constexpr char const rounding_method[] = "the method of round is common, ceil or floor";
inline constexpr char const range_step_zero[] = "the step of range must not be zero";
inline constexpr char const cannot_sum_texts[] = "sum adds numbers; use join for texts";

// Texts and formats
[[nodiscard]] std::string not_a_text(std::string_view function, std::string_view type);
[[nodiscard]] std::string text_contains_only_text(std::string_view type);
inline constexpr char const empty_separator[] = "the separator must not be empty";
inline constexpr char const part_not_found[] = "the part is not in the text; find gives -1 instead of this error";
inline constexpr char const fill_not_one_character[] = "the text to fill with must be one character";
[[nodiscard]] std::string only_texts_are_joined(std::string_view type);
inline constexpr char const bad_format[] = "the format is not well formed; braces that mean themselves are doubled";
[[nodiscard]] std::string unknown_format(std::string_view format, std::string_view type);
inline constexpr char const places_by_position[] =
    "format_map fills places that name a key, such as {name}; use format for {} and {0}";
[[nodiscard]] std::string no_character(std::int64_t code_point);
inline constexpr char const no_character_key[] = "the keys for maketrans are single characters or their code points";
inline constexpr char const tables_of_two_lengths[] = "the first two texts for maketrans need the same length";
inline constexpr char const incomplete_format[] =
    "the format ends after '%'; a percent sign that means itself is doubled";
inline constexpr char const too_few_values[] = "the format has more places than there are values";
inline constexpr char const values_left_over[] = "there are more values than the format has places";
inline constexpr char const format_needs_mapping[] = "a format with names needs a mapping";
[[nodiscard]] std::string format_needs_number(std::string_view format, std::string_view type);
inline constexpr char const format_arguments[] = "the filter format takes values in order or by name, not both";
inline constexpr char const truncate_too_short[] =
    "truncate needs a length that has room for its end, and no negative leeway";
inline constexpr char const wrap_width[] = "the width of wordwrap must be positive";
[[nodiscard]] std::string attribute_name(std::string_view name);

// Lists and mappings
[[nodiscard]] std::string not_iterable(std::string_view type);
[[nodiscard]] std::string not_reversible(std::string_view type);
[[nodiscard]] std::string no_length(std::string_view type);
[[nodiscard]] std::string holds_nothing(std::string_view type);
[[nodiscard]] std::string not_a_key(std::string_view type);
[[nodiscard]] std::string key_not_found(std::string_view key);
inline constexpr char const element_not_found[] = "the list does not hold that value";
inline constexpr char const index_out_of_range[] = "the list has no element there";
inline constexpr char const mapping_changed_while_iterated[] =
    "the mapping changed while a loop went through it; loop over a copy";
inline constexpr char const input_cannot_change[] = "inputs cannot be changed; change a copy";
[[nodiscard]] std::string not_a_pair(std::size_t size);
[[nodiscard]] std::string needs_mapping(std::string_view function, std::string_view type);
[[nodiscard]] std::string cannot_slice(std::string_view type);
inline constexpr char const slice_step_zero[] = "the step of a slice must not be zero";
[[nodiscard]] std::string cannot_unpack(std::size_t wanted, std::size_t found);
inline constexpr char const dictsort_by[] = "dictsort sorts by \"key\" or by \"value\"";
[[nodiscard]] std::string no_json(std::string_view type);
[[nodiscard]] std::string no_json_key(std::string_view type);

// Calls
[[nodiscard]] std::string not_callable(std::string_view type);
[[nodiscard]] std::string too_many_arguments(std::string_view function, std::size_t most, std::size_t given);
[[nodiscard]] std::string unknown_argument(std::string_view function, std::string_view name);
[[nodiscard]] std::string argument_given_twice(std::string_view function, std::string_view name);
[[nodiscard]] std::string argument_missing(std::string_view function, std::string_view name);
inline constexpr char const nothing_to_cycle[] = "cycle needs at least one value";
inline constexpr char const loop_not_recursive[] = "only a loop marked 'recursive' can be called";
[[nodiscard]] std::string not_a_namespace(std::string_view name);
inline constexpr char const no_random[] = "a prompt must not differ from run to run: there is no randomness";
inline constexpr char const no_urlize[] = "there is no filter 'urlize' here: prompts are not HTML";

}  // namespace jinja::reason
