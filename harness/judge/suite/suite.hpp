#pragma once

#include "harness/judge/clauses/clause_registry.hpp"
#include "harness/judge/files/file_tree.hpp"
#include "harness/judge/variations/carried_page.hpp"
#include "harness/judge/variations/crossing_page.hpp"
#include "harness/judge/vectors/corpus.hpp"

namespace conformance {

/// What implementations are judged by: pages and the vectors that cite them.
struct Suite {
  ClauseRegistry registry;
  Corpus corpus;                ///< its digest is that of the suite
  CarriedPage carried = {};     ///< what `run --transforms` puts in the places of values that are handed on
  CrossingPage crossings = {};  ///< what it puts beside what vectors give
  std::string mutants = "";     ///< digest of the mutants, by which failures are traced to clauses
};

/// "sha256:…" over the files in `mutants/` below the folder of the pages.
[[nodiscard]] std::string mutants_digest(FileTree const& spec);

/// "sha256:…" over the corpus and over what of the pages decides a verdict: of each clause id, level, group, class,
/// exemption, contested points and editions; of each decision the readings, who takes them, in which editions, and
/// whether they gate; the pages of carried values and of crossings; the mutants, given by their digest.
[[nodiscard]] std::string suite_digest(ClauseRegistry const& registry, Corpus const& corpus, CarriedPage const& carried,
                                       CrossingPage const& crossings, std::string const& mutants);

/// The suite by which one edition is judged: its clauses and readings, and the vectors all of whose clauses it has,
/// with the expectations of its readings and without the features that its extensions are not judged by any more. The
/// digest is another one where that is not the whole suite. Throws InputError for an edition that there is not.
[[nodiscard]] Suite suite_of_edition(Suite suite, std::string const& edition);

/// The suite without our extensions, which are judged of whoever includes them alone: none of their clauses, no vector
/// that cites one. The digest stays, since a run says which groups it judged.
[[nodiscard]] Suite without_extensions(Suite suite);

/// Reads pages and vectors, of all editions. Throws InputError on what either refuses, and for a vector that cites a
/// clause which is on no page: pages and vectors are not of one suite then.
[[nodiscard]] Suite read_suite(DataFolders const& folders);

}  // namespace conformance
