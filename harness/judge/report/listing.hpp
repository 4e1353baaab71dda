#pragma once

#include <vector>

#include "harness/judge/clauses/clause_registry.hpp"
#include "harness/judge/deviations/deviation.hpp"
#include "harness/judge/files/file_tree.hpp"
#include "harness/judge/suite/suite.hpp"
#include "harness/judge/vectors/corpus.hpp"

namespace conformance {

/// The first members of a listing of a corpus: schemaVersion, suiteVersion, corpusDigest.
[[nodiscard]] Json listing_head(Corpus const& corpus);

/// One vector: id, topic, file, clauses, why, operations, digest (`content_of`), gating, readings (the names of those
/// that it expects something of).
[[nodiscard]] Json vector_entry(Vector const& vector);

/// One clause with its marks, the ids of its vectors and of its mutants. `unobservable` is the reason, or null.
[[nodiscard]] Json clause_entry(Clause const& clause, Corpus const& corpus, std::vector<Deviation> const& mutants);

/// One decision with its readings and the profiles that take them.
[[nodiscard]] Json decision_entry(Decision const& decision);

/// The whole suite as one document for a runner of one's own, as vectors/schema/export.schema.json says: clauses and
/// decisions, vectors as they are written (member `source`) with what a runner would have to find out (level, group,
/// needs, accepted readings, by edition where these differ, params), what its options may name, what answers may leave
/// out, fixtures, the cases of the matching language by the name of their file, and the schemas. `vectors` and
/// `schemas` are the folders of which the corpus was read and of the schemas. Throws InputError for a matching or
/// schema file that is not JSON.
[[nodiscard]] Json export_document(Suite const& suite, std::vector<Deviation> const& mutants, FileTree const& vectors,
                                   FileTree const& schemas);

}  // namespace conformance
