#include <fmt/core.h>

#include "prompty/core/error_catalogue_rendering.hpp"

namespace prompty::errors::reason {

std::string unexpected_character(std::string_view character) {
  return fmt::format("unexpected '{}'", character);
}

std::string not_a_name(std::string_view found) {
  return fmt::format("'{}' is no name; names consist of letters, digits and underscores, and begin with no digit",
                     found);
}

std::string wrong_bracket(std::string_view found, std::string_view expected) {
  return fmt::format("unexpected '{}'; the bracket opened last is closed by '{}'", found, expected);
}

std::string expected(std::string_view what, std::string_view found) {
  return fmt::format("expected {}, found {}", what, found);
}

std::string template_nested_too_deeply(std::size_t limit) {
  return fmt::format("nested more than {} levels deep; use set to give inner parts a name", limit);
}

std::string template_too_large(std::size_t limit) {
  return fmt::format("more than {} parts; use a smaller template", limit);
}

std::string misplaced_argument() {
  return "arguments without a name come first, then those with one, then *list and **mapping";
}

std::string chained_tests() {
  return "a test cannot follow a test; join them with 'and'";
}

std::string cannot_assign(std::string_view name) {
  return fmt::format("'{}' cannot be assigned to; choose another name", name);
}

std::string tag_not_closed(std::string_view tag) {
  return fmt::format("the tag '{0}' is not closed; end it with end{0}", tag);
}

std::string tag_needs_files(std::string_view tag) {
  return fmt::format("the tag '{}' needs other templates, which prompts do not have; write the text itself", tag);
}

std::string unknown_tag(std::string_view tag, std::string_view open, std::string_view closing) {
  if (open.empty()) return fmt::format("unknown tag '{}'", tag);
  return fmt::format("unknown tag '{}'; the tag '{}' is still open and ends with {}", tag, open, closing);
}

std::string call_expected() {
  return "the tag 'call' needs the call of a macro, such as {% call name() %}";
}

std::string parameter_without_default(std::string_view name) {
  return fmt::format("the parameter '{}' needs a default, since one before it has one", name);
}

std::string caller_without_default() {
  return "the parameter 'caller' needs a default; or leave it out, it is there without being named";
}

std::string unknown_filter(std::string_view name) {
  return fmt::format("there is no filter named '{}'", name);
}

std::string unknown_test(std::string_view name) {
  return fmt::format("there is no test named '{}'", name);
}

std::string mustache_not_closed(std::string_view closing) {
  return fmt::format("the tag is not closed; end it with {}", closing);
}

std::string mustache_tag_refused(std::string_view tag) {
  return fmt::format("the tag '{}' is a partial or a change of delimiters, which prompts do not have", tag);
}

std::string mustache_too_large(std::size_t limit) {
  return fmt::format("a Mustache template of more than {} bytes; use Jinja2 for it", limit);
}

std::string section_not_closed(std::string_view name) {
  return fmt::format("the section '{0}' is not closed where it should be; end it with {{{{/{0}}}}}", name);
}

std::string section_not_open(std::string_view name) {
  return fmt::format("'{{{{/{0}}}}}' closes a section that is not open", name);
}

std::string too_many_steps(std::size_t limit) {
  return fmt::format("the template takes more than {} steps; is there a loop that need not be?", limit);
}

std::string too_much_memory(std::size_t limit) {
  return fmt::format("the values of the template take more than {} bytes; make less of them", limit);
}

std::string output_too_large(std::size_t limit) {
  return fmt::format("the rendered text is larger than {} bytes; render less", limit);
}

std::string nested_too_deeply() {
  return "a value is nested too deeply, or holds itself";
}

std::string calls_too_deep() {
  return "macros or loops call themselves too often; end the recursion earlier";
}

std::string number_too_large() {
  return "a number is too large; whole numbers have 64 bits here";
}

std::string not_finite(std::string_view number) {
  return fmt::format("{} cannot become a whole number", number);
}

std::string complex_number() {
  return "a negative number has no real power of that kind";
}

std::string division_by_zero() {
  return "division by zero";
}

std::string unsupported_operands(std::string_view symbol, std::string_view left, std::string_view right) {
  return fmt::format("'{}' does not work with {} and {}", symbol, left, right);
}

std::string unsupported_operand(std::string_view symbol, std::string_view operand) {
  return fmt::format("'{}' does not work with {}", symbol, operand);
}

std::string no_order(std::string_view symbol, std::string_view left, std::string_view right) {
  return fmt::format("'{}' cannot compare {} with {}", symbol, left, right);
}

std::string not_an_integer(std::string_view type) {
  return fmt::format("a whole number is needed, not {}", type);
}

std::string not_a_number(std::string_view type) {
  return fmt::format("a number is needed, not {}", type);
}

std::string rounding_method() {
  return "the method of round is common, ceil or floor";
}

std::string range_step_zero() {
  return "the step of range must not be zero";
}

std::string cannot_sum_texts() {
  return "sum adds numbers; use join for texts";
}

std::string not_a_text(std::string_view function, std::string_view type) {
  return fmt::format("'{}' needs text, not {}", function, type);
}

std::string text_contains_only_text(std::string_view type) {
  return fmt::format("'in' asks a text for text, not for {}", type);
}

std::string empty_separator() {
  return "the separator must not be empty";
}

std::string part_not_found() {
  return "the part is not in the text; find gives -1 instead of this error";
}

std::string fill_not_one_character() {
  return "the text to fill with must be one character";
}

std::string only_texts_are_joined(std::string_view type) {
  return fmt::format("the method join takes texts only, not {}; the filter join takes anything", type);
}

std::string bad_format() {
  return "the format is not well formed; braces that mean themselves are doubled";
}

std::string unknown_format(std::string_view format, std::string_view type) {
  return fmt::format("the format '{}' does not work with {}", format, type);
}

std::string places_by_position() {
  return "format_map fills places that name a key, such as {name}; use format for {} and {0}";
}

std::string no_character(std::int64_t code_point) {
  return fmt::format("{} is no code point of a character", code_point);
}

std::string no_character_key() {
  return "the keys for maketrans are single characters or their code points";
}

std::string tables_of_two_lengths() {
  return "the first two texts for maketrans need the same length";
}

std::string incomplete_format() {
  return "the format ends after '%'; a percent sign that means itself is doubled";
}

std::string too_few_values() {
  return "the format has more places than there are values";
}

std::string values_left_over() {
  return "there are more values than the format has places";
}

std::string format_needs_mapping() {
  return "a format with names needs a mapping";
}

std::string format_needs_number(std::string_view format, std::string_view type) {
  return fmt::format("'%{}' needs a number, not {}", format, type);
}

std::string format_arguments() {
  return "the filter format takes values in order or by name, not both";
}

std::string truncate_too_short() {
  return "truncate needs a length that has room for its end, and no negative leeway";
}

std::string wrap_width() {
  return "the width of wordwrap must be positive";
}

std::string attribute_name(std::string_view name) {
  return fmt::format("{} cannot name an attribute", name);
}

std::string not_iterable(std::string_view type) {
  return fmt::format("there is nothing to go through in {}", type);
}

std::string not_reversible(std::string_view type) {
  return fmt::format("{} has no last element; use the filter list first", type);
}

std::string no_length(std::string_view type) {
  return fmt::format("{} has no length", type);
}

std::string holds_nothing(std::string_view type) {
  return fmt::format("'in' needs a text, list or mapping on its right, not {}", type);
}

std::string not_a_key(std::string_view type) {
  return fmt::format("{} cannot be a key", type);
}

std::string key_not_found(std::string_view key) {
  return fmt::format("there is nothing under {}", key);
}

std::string element_not_found() {
  return "the list does not hold that value";
}

std::string index_out_of_range() {
  return "the list has no element there";
}

std::string mapping_changed_while_iterated() {
  return "the mapping changed while a loop went through it; loop over a copy";
}

std::string input_cannot_change() {
  return "inputs cannot be changed; change a copy";
}

std::string not_a_pair(std::size_t size) {
  return fmt::format("a pair of key and value is needed, not {} values", size);
}

std::string needs_mapping(std::string_view function, std::string_view type) {
  return fmt::format("'{}' needs a mapping, not {}", function, type);
}

std::string cannot_slice(std::string_view type) {
  return fmt::format("{} has no parts to take", type);
}

std::string slice_step_zero() {
  return "the step of a slice must not be zero";
}

std::string cannot_unpack(std::size_t wanted, std::size_t found) {
  return fmt::format("{} value{} cannot be given to {} name{}", found, found == 1 ? "" : "s", wanted,
                     wanted == 1 ? "" : "s");
}

std::string dictsort_by() {
  return "dictsort sorts by \"key\" or by \"value\"";
}

std::string no_json(std::string_view type) {
  return fmt::format("{} cannot be written as JSON", type);
}

std::string no_json_key(std::string_view type) {
  return fmt::format("{} cannot be a key in JSON", type);
}

std::string not_callable(std::string_view type) {
  return fmt::format("{} cannot be called", type);
}

std::string too_many_arguments(std::string_view function, std::size_t most, std::size_t given) {
  return fmt::format("'{}' takes at most {} arguments, not {}", function, most, given);
}

std::string unknown_argument(std::string_view function, std::string_view name) {
  return fmt::format("'{}' has no argument named '{}'", function, name);
}

std::string argument_given_twice(std::string_view function, std::string_view name) {
  return fmt::format("'{}' gets its argument '{}' twice", function, name);
}

std::string argument_missing(std::string_view function, std::string_view name) {
  return fmt::format("'{}' needs its argument '{}'", function, name);
}

std::string nothing_to_cycle() {
  return "cycle needs at least one value";
}

std::string loop_not_recursive() {
  return "only a loop marked 'recursive' can be called";
}

std::string not_a_namespace(std::string_view name) {
  return fmt::format("'{0}' is no namespace; begin with {{% set {0} = namespace() %}}", name);
}

std::string no_random() {
  return "a prompt must not differ from run to run: there is no randomness";
}

std::string no_urlize() {
  return "there is no filter 'urlize' here: prompts are not HTML";
}

}  // namespace prompty::errors::reason
