#include "jinja/reasons.hpp"

#include <fmt/core.h>

namespace jinja::reason {

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

std::string parameter_without_default(std::string_view name) {
  return fmt::format("the parameter '{}' needs a default, since one before it has one", name);
}

std::string unknown_filter(std::string_view name) {
  return fmt::format("there is no filter named '{}'", name);
}

std::string unknown_test(std::string_view name) {
  return fmt::format("there is no test named '{}'", name);
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

std::string not_finite(std::string_view number) {
  return fmt::format("{} cannot become a whole number", number);
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

std::string not_a_text(std::string_view function, std::string_view type) {
  return fmt::format("'{}' needs text, not {}", function, type);
}

std::string text_contains_only_text(std::string_view type) {
  return fmt::format("'in' asks a text for text, not for {}", type);
}

std::string only_texts_are_joined(std::string_view type) {
  return fmt::format("the method join takes texts only, not {}; the filter join takes anything", type);
}

std::string unknown_format(std::string_view format, std::string_view type) {
  return fmt::format("the format '{}' does not work with {}", format, type);
}

std::string no_character(std::int64_t code_point) {
  return fmt::format("{} is no code point of a character", code_point);
}

std::string format_needs_number(std::string_view format, std::string_view type) {
  return fmt::format("'%{}' needs a number, not {}", format, type);
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

std::string not_a_pair(std::size_t size) {
  return fmt::format("a pair of key and value is needed, not {} values", size);
}

std::string needs_mapping(std::string_view function, std::string_view type) {
  return fmt::format("'{}' needs a mapping, not {}", function, type);
}

std::string cannot_slice(std::string_view type) {
  return fmt::format("{} has no parts to take", type);
}

std::string cannot_unpack(std::size_t wanted, std::size_t found) {
  return fmt::format("{} value{} cannot be given to {} name{}", found, found == 1 ? "" : "s", wanted,
                     wanted == 1 ? "" : "s");
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

std::string not_a_namespace(std::string_view name) {
  return fmt::format("'{0}' is no namespace; begin with {{% set {0} = namespace() %}}", name);
}

}  // namespace jinja::reason
