#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/judge/clauses/clause_registry.hpp"
#include "harness/judge/files/file_tree.hpp"
#include "harness/proof/kept/kept_results.hpp"

namespace conformance {

/// Where a checkout keeps what deviations do to vectors: in `out/results/mutants.jsonl` what was played on this
/// machine, and in `tests/results/mutants.jsonl`, which is committed, what a fresh clone need not play; readings.jsonl
/// beside them likewise. Later editions have files of their own, such as `mutants-2026-08.jsonl`, and need not play
/// what an earlier one has played of a vector that is answered alike. Several processes may use them at once.
class ResultFiles {
 public:
  /// Of the folder in which the vectors and the pages stand beside each other, if it has a folder `out`; nothing is
  /// kept otherwise. `registry` has the clauses by whose vectors results are made.
  static std::optional<ResultFiles> of(DataFolders const& folders, KeptKind kind, ClauseRegistry const& registry);

  /// None of the files need exist. `earlier` are those of earlier editions, which are read only.
  ResultFiles(std::filesystem::path kept, std::filesystem::path committed,
              std::vector<std::filesystem::path> earlier = {});

  /// Adds what the files know and still holds. Returns a sentence for each of them that cannot be used.
  [[nodiscard]] std::vector<std::string> read_into(KeptResults& results) const;

  /// Writes what is known and what other processes have kept meanwhile, which is added to `results`; what is of no use
  /// any more is not in it. Returns "", or why that failed, in a sentence.
  [[nodiscard]] std::string keep(KeptResults& results) const;

  /// Writes the file that is committed. Throws InputError when something is not known, and when it cannot be written.
  void record(KeptResults const& results) const;

 private:
  std::filesystem::path kept_;
  std::filesystem::path committed_;
  std::vector<std::filesystem::path> earlier_;
};

}  // namespace conformance
