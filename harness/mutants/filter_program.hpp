#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/jq/jq_program.hpp"
#include "harness/mutants/mutant_pages.hpp"

namespace conformance::mutants {

/// The filters of some mutants of one hook, compiled together when they are first needed: jq takes longer to compile
/// its own library than a hundred filters. From any thread.
class FilterProgram {
 public:
  /// Both must outlive it.
  FilterProgram(Hook const& hook, std::string const& words);

  /// The index under which that mutant's filter is to be selected.
  std::size_t add(WrittenMutant const& mutant);

  /// Runs the program on {"which": index, "operation", "params", "reply", "asked"}, which it takes; see JqProgram::run.
  /// Throws InputError naming the file and line of a filter that is no jq.
  [[nodiscard]] jv run(jv input) const;

 private:
  [[nodiscard]] JqProgram& of_this_thread() const;
  [[nodiscard]] std::string text_of(std::size_t first, std::size_t last) const;

  std::uint64_t number_;  ///< no two programs have the same
  Hook const& hook_;
  std::string const& words_;
  std::vector<WrittenMutant const*> mutants_;
};

}  // namespace conformance::mutants
