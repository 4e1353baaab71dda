#pragma once

#include <fmt/core.h>

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

/// Reasons with places, long ones, and those that several parts throw; the others stand where they are thrown.
namespace jinja::reason {

/// A reason with places: called with what fills them, it gives the text.
template <class... Parts>
struct Wording {
  fmt::format_string<Parts const&...> text;

  [[nodiscard]] std::string operator()(Parts const&... parts) const { return fmt::format(text, parts...); }
};

// Syntax
inline constexpr Wording<std::string_view> unexpected_character{"unexpected '{}'"};
inline constexpr Wording<std::string_view> not_a_name{
    "'{}' is no name; names consist of letters, digits and underscores, and begin with no digit"};
inline constexpr Wording<std::string_view, std::string_view> wrong_bracket{
    "unexpected '{}'; the bracket opened last is closed by '{}'"};
inline constexpr Wording<std::string_view, std::string_view> expected{"expected {}, found {}"};
inline constexpr Wording<std::size_t> template_nested_too_deeply{
    "nested more than {} levels deep; use set to give inner parts a name"};
inline constexpr Wording<std::size_t> template_too_large{"more than {} parts; use a smaller template"};
inline constexpr char const misplaced_argument[] =
    "arguments without a name come first, then those with one, then *list and **mapping";
inline constexpr Wording<std::string_view> cannot_assign{"'{}' cannot be assigned to; choose another name"};
inline constexpr Wording<std::string_view> tag_not_closed{"the tag '{0}' is not closed; end it with end{0}"};
inline constexpr Wording<std::string_view> tag_needs_files{
    "the tag '{}' needs other templates, which prompts do not have; write the text itself"};
inline constexpr Wording<std::string_view> unknown_tag{"unknown tag '{}'"};
inline constexpr Wording<std::string_view, std::string_view, std::string_view> unknown_tag_inside{
    "unknown tag '{}'; the tag '{}' is still open and ends with {}"};
inline constexpr char const call_expected[] = "the tag 'call' needs the call of a macro, such as {% call name() %}";
inline constexpr Wording<std::string_view> parameter_without_default{
    "the parameter '{}' needs a default, since one before it has one"};
inline constexpr char const caller_without_default[] =
    "the parameter 'caller' needs a default; or leave it out, it is there without being named";
inline constexpr Wording<std::string_view> unknown_filter{"there is no filter named '{}'"};
inline constexpr Wording<std::string_view> unknown_test{"there is no test named '{}'"};

// Limits
inline constexpr Wording<std::size_t> too_many_steps{
    "the template takes more than {} steps; is there a loop that need not be?"};
inline constexpr Wording<std::size_t> too_much_memory{
    "the values of the template take more than {} bytes; make less of them"};
inline constexpr Wording<std::size_t> output_too_large{"the rendered text is larger than {} bytes; render less"};
inline constexpr char const nested_too_deeply[] = "a value is nested too deeply, or holds itself";
inline constexpr char const calls_too_deep[] = "macros or loops call themselves too often; end the recursion earlier";

// Numbers and operators
inline constexpr char const number_too_large[] = "a number is too large; whole numbers have 64 bits here";
inline constexpr Wording<std::string_view> not_finite{"{} cannot become a whole number"};
inline constexpr char const division_by_zero[] = "division by zero";
inline constexpr Wording<std::string_view, std::string_view, std::string_view> unsupported_operands{
    "'{}' does not work with {} and {}"};
inline constexpr Wording<std::string_view, std::string_view> unsupported_operand{"'{}' does not work with {}"};
inline constexpr Wording<std::string_view, std::string_view, std::string_view> no_order{
    "'{}' cannot compare {} with {}"};
inline constexpr Wording<std::string_view> not_an_integer{"a whole number is needed, not {}"};
inline constexpr Wording<std::string_view> not_a_number{"a number is needed, not {}"};
inline constexpr char const rounding_method[] = "the method of round is common, ceil or floor";

// Texts and formats
inline constexpr Wording<std::string_view, std::string_view> not_a_text{"'{}' needs text, not {}"};
inline constexpr Wording<std::string_view> text_contains_only_text{"'in' asks a text for text, not for {}"};
inline constexpr Wording<std::string_view> only_texts_are_joined{
    "the method join takes texts only, not {}; the filter join takes anything"};
inline constexpr char const bad_format[] = "the format is not well formed; braces that mean themselves are doubled";
inline constexpr Wording<std::string_view, std::string_view> unknown_format{"the format '{}' does not work with {}"};
inline constexpr char const places_by_position[] =
    "format_map fills places that name a key, such as {name}; use format for {} and {0}";
inline constexpr Wording<std::int64_t> no_character{"{} is no code point of a character"};
inline constexpr char const no_character_key[] = "the keys for maketrans are single characters or their code points";
inline constexpr char const tables_of_two_lengths[] = "the first two texts for maketrans need the same length";
inline constexpr char const too_few_values[] = "the format has more places than there are values";
inline constexpr Wording<std::string_view, std::string_view> format_needs_number{"'%{}' needs a number, not {}"};
inline constexpr char const format_arguments[] = "the filter format takes values in order or by name, not both";
inline constexpr char const truncate_too_short[] =
    "truncate needs a length that has room for its end, and no negative leeway";
inline constexpr Wording<std::string_view> attribute_name{"{} cannot name an attribute"};

// Lists and mappings
inline constexpr Wording<std::string_view> not_iterable{"there is nothing to go through in {}"};
inline constexpr Wording<std::string_view> not_reversible{"{} has no last element; use the filter list first"};
inline constexpr Wording<std::string_view> no_length{"{} has no length"};
inline constexpr Wording<std::string_view> holds_nothing{"'in' needs a text, list or mapping on its right, not {}"};
inline constexpr Wording<std::string_view> not_a_key{"{} cannot be a key"};
inline constexpr Wording<std::string_view> key_not_found{"there is nothing under {}"};
inline constexpr char const mapping_changed_while_iterated[] =
    "the mapping changed while a loop went through it; loop over a copy";
inline constexpr char const input_cannot_change[] = "inputs cannot be changed; change a copy";
inline constexpr Wording<std::size_t> not_a_pair{"a pair of key and value is needed, not {} values"};
inline constexpr Wording<std::string_view, std::string_view> needs_mapping{"'{}' needs a mapping, not {}"};
inline constexpr Wording<std::string_view> cannot_slice{"{} has no parts to take"};
[[nodiscard]] inline std::string cannot_unpack(std::size_t wanted, std::size_t found) {
  return fmt::format("{} value{} cannot be given to {} name{}", found, found == 1 ? "" : "s", wanted,
                     wanted == 1 ? "" : "s");
}
inline constexpr Wording<std::string_view> no_json{"{} cannot be written as JSON"};
inline constexpr Wording<std::string_view> no_json_key{"{} cannot be a key in JSON"};

// Calls
inline constexpr Wording<std::string_view> not_callable{"{} cannot be called"};
inline constexpr Wording<std::string_view, std::size_t, std::size_t> too_many_arguments{
    "'{}' takes at most {} arguments, not {}"};
inline constexpr Wording<std::string_view, std::string_view> unknown_argument{"'{}' has no argument named '{}'"};
inline constexpr Wording<std::string_view, std::string_view> argument_given_twice{"'{}' gets its argument '{}' twice"};
inline constexpr Wording<std::string_view, std::string_view> argument_missing{"'{}' needs its argument '{}'"};
inline constexpr char const nothing_to_cycle[] = "cycle needs at least one value";
inline constexpr Wording<std::string_view> not_a_namespace{
    "'{0}' is no namespace; begin with {{% set {0} = namespace() %}}"};
inline constexpr char const no_random[] = "a prompt must not differ from run to run: there is no randomness";
inline constexpr char const no_urlize[] = "there is no filter 'urlize' here: prompts are not HTML";

}  // namespace jinja::reason
