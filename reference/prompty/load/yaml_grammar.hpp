#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "prompty/load/errors.hpp"
#include "prompty/load/yaml_events.hpp"
#include "prompty/load/yaml_value.hpp"

/// What the grammar of YAML 1.2.2 forbids and the parser lets pass. Each function that refuses throws ValueError, with
/// the place.
namespace prompty::yaml {

/// Throws errors about a YAML text at their place in the file.
struct Reporter {
  std::string_view text;
  Source const& source;

  [[noreturn]] void fail(std::size_t at, std::string_view reason) const {
    throw errors::invalid_yaml(source.subject, place_at(text, at, source), reason);
  }
};

/// How far lines are indented at least.
struct Margin {
  std::size_t indentation = 0;
  bool is_in_brackets = false;
};

/// Whether nothing is written of the value.
[[nodiscard]] bool is_missing(Event const& event);

/// How many bytes of its line stand before the byte at `at`, behind a byte order mark if there is one.
[[nodiscard]] std::size_t column_of(std::string_view text, std::size_t at);

/// A list or mapping without brackets, at `at`, stands as far right as its indentation says, which no tab can tell.
void refuse_tab_before(Reporter const& reporter, std::size_t at);

/// Where a line of a scalar below its first has something left of the margin.
[[nodiscard]] std::optional<std::size_t> line_left_of(std::string_view whole, Event const& scalar, Margin margin);

/// Lines stand further right than the key or dash that they belong to.
void refuse_left_of(Reporter const& reporter, std::optional<std::size_t> left, Margin margin);

/// So does what begins a line: an anchor or tag, or the value behind them.
void refuse_start_left_of(Reporter const& reporter, Event const& value, Margin margin);

/// An indicator begins a text only with something behind it that cannot end one.
void refuse_lone_indicator(Reporter const& reporter, Event const& plain, Margin margin);

/// A key that a question mark announces is a value as others are. One that none does has to be found in one line of
/// limited length. `end_before` is where the value before it ends.
void refuse_unfit_key(Reporter const& reporter, std::size_t end_before, Event const& key, Margin margin);

/// Behind what announces a block of text the line ends, but for a comment.
void refuse_block_header(Reporter const& reporter, Event const& block);

/// A directive belongs to a document that three dashes below it begin: without them there is none at the start.
void refuse_directive(Reporter const& reporter);

/// libfyaml 0.7.12 frees the key twice where, with such a key, a tab stands between a colon and the indicator of
/// another value. YAML allows none there but before a block of text.
void refuse_tab_behind_colon(Reporter const& reporter);

}  // namespace prompty::yaml
