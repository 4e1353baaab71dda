#pragma once

#include <cstddef>
#include <string>

namespace conformance::judging_bench {

/// What plays the vectors, and how.
enum class Playing {
  null_subject,    ///< a linked-in subject that answers null at once: what the harness itself costs
  direct,          ///< the linked-in reference, each vector once
  silent_adapter,  ///< a process that answers null at once: what the harness and its pipes cost
  adapter,         ///< the reference as a process, each vector once
  every_way        ///< as `prompty-conformance run` plays the reference, with a JSON Lines report
};

struct Amount {
  std::size_t vectors = 0;         ///< at least so many, after one run that does not count
  std::size_t copies_at_once = 1;  ///< copies of the corpus that are played in one run
};

/// What came of playing vectors.
struct Measurement {
  std::size_t rounds = 0;  ///< of the corpus
  std::size_t vectors = 0;
  std::size_t passed = 0;
  double seconds = 0;     ///< of playing and reporting; reading and copying vectors is not in it
  double peak_bytes = 0;  ///< of this process, all in all
};

/// Plays vectors in this process: the corpus, again and again under new ids. All results are kept, as a run keeps them
/// for its reports. Throws std::runtime_error when the reference does not pass every vector, since then something else
/// is measured.
[[nodiscard]] Measurement measure(Playing playing, Amount amount);

/// The same in a process of its own: the program `self` is started with `--measure`.
[[nodiscard]] Measurement measure_apart(std::string const& self, Playing playing, Amount amount);

/// What `self --measure WORDS…` does: prints what was measured for `measure_apart`.
void print_measurement(std::string const& playing, std::string const& vectors, std::string const& copies_at_once);

}  // namespace conformance::judging_bench
