#include "harness/jq/jq_program.hpp"

#include <fmt/core.h>

extern "C" {
#include <jq.h>
}

namespace conformance {
namespace jq_program {
namespace {

std::string choice(std::vector<std::string> const& filters, std::size_t begin, std::size_t end, std::size_t first) {
  if (begin == end) return ".";
  if (end - begin == 1) return fmt::format("(\n{}\n)", filters[begin]);
  std::size_t const middle = begin + (end - begin) / 2;
  return fmt::format("if $which < {} then {} else {} end", first + middle, choice(filters, begin, middle, first),
                     choice(filters, middle, end, first));
}

void note(void* told, jv message) {
  jv const text = jq_format_error(message);
  std::string& lines = *static_cast<std::string*>(told);
  lines += jv_string_value(text);
  lines += '\n';
  jv_free(text);
}

}  // namespace
}  // namespace jq_program

std::string choice_of_filters(std::vector<std::string> const& filters, std::size_t first) {
  return jq_program::choice(filters, 0, filters.size(), first);
}

void JqProgram::Closing::operator()(jq_state* state) const {
  jq_teardown(&state);
}

JqProgram::JqProgram(std::string const& text) : state_(jq_init()) {
  if (!state_) throw std::bad_alloc();
  std::string told;
  jq_set_error_cb(state_.get(), jq_program::note, &told);
  if (jq_compile(state_.get(), text.c_str()) == 0) throw JqSyntaxError(told);
  jq_set_error_cb(state_.get(), nullptr, nullptr);
}

jv JqProgram::run(jv input) {
  jq_start(state_.get(), input, 0);
  return jq_next(state_.get());
}

}  // namespace conformance
