#include "harness/mutants/filter_program.hpp"

#include <fmt/core.h>

#include <atomic>
#include <map>

#include "harness/input_error.hpp"

namespace conformance::mutants::filter_program {
namespace {

constexpr std::string_view placeholder = "CHANGE";

std::string with_filled_in(std::string text, std::string const& change) {
  for (std::size_t at = text.find(placeholder); at != std::string::npos;
       at = text.find(placeholder, at + change.size()))
    text.replace(at, placeholder.size(), change);
  return text;
}

std::string_view beginning_of(HookInput input) {
  return input == HookInput::reply ? "$reply" : "$params";
}

std::uint64_t next_number() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

}  // namespace
}  // namespace conformance::mutants::filter_program

namespace conformance::mutants {

FilterProgram::FilterProgram(Hook const& hook, std::string const& words)
    : number_(filter_program::next_number()), hook_(hook), words_(words) {}

std::size_t FilterProgram::add(WrittenMutant const& mutant) {
  mutants_.push_back(&mutant);
  return mutants_.size() - 1;
}

std::string FilterProgram::text_of(std::size_t first, std::size_t last) const {
  std::vector<std::string> filters;
  for (std::size_t index = first; index < last; ++index) filters.push_back(mutants_[index]->filter);
  std::string const change = fmt::format("(\n{}\n{})", hook_.words, choice_of_filters(filters, first));
  return fmt::format(". as {{$which, $operation, $params, $reply, $asked}} |\n{}\n{}\n{} | ({})", words_,
                     hook_.page_words, filter_program::beginning_of(hook_.input),
                     filter_program::with_filled_in(hook_.program, change));
}

JqProgram& FilterProgram::of_this_thread() const {
  // By number: another program may come to stand where one was.
  thread_local std::map<std::uint64_t, JqProgram> compiled;
  auto const known = compiled.find(number_);
  if (known != compiled.end()) return known->second;
  try {
    return compiled.emplace(number_, JqProgram(text_of(0, mutants_.size()))).first->second;
  } catch (JqSyntaxError const& error) {
    for (std::size_t index = 0; index < mutants_.size(); ++index) {
      try {
        JqProgram const alone(text_of(index, index + 1));
      } catch (JqSyntaxError const& told) {
        throw InputError(fmt::format("{}:{}: the filter of {} is no jq: {}", mutants_[index]->file,
                                     mutants_[index]->line, mutants_[index]->name, told.what()));
      }
    }
    throw InputError(fmt::format("mutants/hooks: the program of the hook {} is no jq: {}", hook_.name, error.what()));
  }
}

jv FilterProgram::run(jv input) const {
  return of_this_thread().run(input);
}

}  // namespace conformance::mutants
