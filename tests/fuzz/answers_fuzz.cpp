#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "reference/support/read_answer.hpp"

// A provider's answer to a run. The first byte says which provider and interface it is for and whether it is streamed,
// the second in pieces of how many bytes it comes. It is read, or refused with an error that answers may cause; nothing
// else escapes, and the pieces do not matter.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  if (size < 2) return 0;
  std::vector<prompty_tests::SampleAnswer> const& kinds = prompty_tests::sample_answers();
  prompty_tests::SampleAnswer answer = kinds[data[0] % kinds.size()];
  answer.body.assign(data + 2, data + size);
  prompty_tests::ReadAnswer const read = prompty_tests::read_by_run(answer);
  bool const is_known = read.error_kind.empty() || read.error_kind == "ValueError" ||
                        read.error_kind == "ExecuteError" || read.error_kind == "ConnectionError";
  if (!is_known || read.error_kind.empty() == read.outcome.empty()) std::abort();
  std::size_t const piece = 1 + data[1];
  std::vector<std::size_t> cuts;
  for (std::size_t at = piece; at < answer.body.size(); at += piece) cuts.push_back(at);
  if (!(prompty_tests::read_by_run(answer, cuts) == read)) std::abort();
  return 0;
}
