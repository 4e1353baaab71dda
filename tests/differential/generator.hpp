#pragma once

#include <cstddef>
#include <initializer_list>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "prompty/core/json.hpp"

namespace prompty_tests {

/// One generated template, its inputs, and what it is made of.
struct GeneratedTemplate {
  std::string source;
  prompty::Json inputs;
  std::set<std::string> constructs = {};
  std::size_t nesting = 0;  ///< levels of if, for, with, filter, macro and set blocks
};

/// Makes random templates that are mostly well formed and whose values mostly go together, so that most of them render.
/// Nothing that prints differently on purpose is printed (spec/decisions.md, A-201 and A-202).
/// The same seed gives the same templates.
class TemplateGenerator {
 public:
  explicit TemplateGenerator(unsigned seed) : random_(seed) {}

  [[nodiscard]] GeneratedTemplate next();

 private:
  std::string body(std::size_t depth);
  std::string statement(std::size_t depth);
  std::string if_block(std::size_t depth);
  std::string for_block(std::size_t depth);
  std::string set_statement(std::size_t depth);
  std::string with_block(std::size_t depth);
  std::string filter_block(std::size_t depth);
  std::string macro(std::size_t depth);
  std::string namespace_sum();
  std::string recursive_loop(std::size_t depth);
  std::string call_block(std::size_t depth);
  std::string changed_container();
  std::string raw_text();
  std::string comment();
  std::string output();
  std::string data();
  std::string tag(std::string const& inside);
  std::string inside(std::size_t depth);

  std::string expression(std::size_t depth);
  std::string text(std::size_t depth);
  std::string number(std::size_t depth);
  std::string boolean(std::size_t depth);
  std::string list(std::size_t depth);
  std::string mapping();
  std::string text_filter(std::size_t depth);
  std::string list_filter(std::size_t depth);
  std::string loop_member();
  std::string literal_text();
  std::string text_method(std::size_t depth);
  std::string list_method(std::size_t depth);
  std::string map_method(std::size_t depth);
  std::string function_call(std::size_t depth);
  std::string percent_format(std::size_t depth);
  std::string brace_format(std::size_t depth);
  std::string slice(std::size_t depth);
  std::string element(std::size_t depth);
  std::string mixed_operation(std::size_t depth);
  std::string test(std::size_t depth);
  std::string filter_of_any_value(std::size_t depth);
  /// Arguments of a call: mostly those given, now and then one of another type, one too few or one too many.
  std::string arguments(std::vector<std::string> given);

  prompty::Json inputs();
  std::size_t below(std::size_t limit);
  bool one_in(std::size_t count) { return below(count) == 0; }
  std::string pick(std::initializer_list<std::string_view> choices);
  /// Picks a construct and notes that it is used.
  std::string use(std::initializer_list<std::string_view> choices);
  void note(std::string_view construct) { made_.constructs.emplace(construct); }

  std::mt19937 random_;
  GeneratedTemplate made_;
  std::vector<std::string> loop_names_;
  std::vector<std::string> text_names_;
  std::size_t level_ = 0;
};

}  // namespace prompty_tests
