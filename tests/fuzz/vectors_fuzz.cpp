#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/support/bundle.hpp"
#include "fuzz/support/demand.hpp"
#include "fuzz/support/json_mutator.hpp"
#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/schema_check.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/replay/due_ways.hpp"
#include "harness/judge/replay/replay.hpp"
#include "harness/judge/replay/varied.hpp"
#include "harness/judge/run/baseline.hpp"
#include "harness/judge/run/trial.hpp"
#include "harness/judge/subject/readable_text.hpp"
#include "harness/judge/suite/suite.hpp"
#include "harness/judge/variations/transform.hpp"
#include "harness/judge/vectors/canonical_json.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"

namespace {

using namespace conformance;
using prompty_fuzz::demand;
using prompty_fuzz::Part;

std::string const vector_schema = prompty_tests::repository() + "/vectors/schema/vectors.schema.json";

/// A file that is written in the one way stays as it is; what its schema has against it are sentences.
void check_document(Json const& document) {
  std::string const written = canonical_json(document);
  demand(canonical_json(parse_json_file(written, "canonical.json")) == written);
  // The patterns of the schema are matched by a recursion for each character.
  constexpr std::size_t most_bytes = 1'500;
  if (written.size() > most_bytes) return;
  static SchemaCheck const schema(parse_json_file(read_file(vector_schema), vector_schema));
  for (std::string const& problem : schema.problems(document)) demand(!problem.empty());
}

/// What a run asks of a vector before it plays it.
void check_vector(Vector const& vector) {
  Capabilities declared{.name = "fuzzed", .operations = {"load", "run", "process"}, .providers = {"openai"}};
  declared.features.insert(vector.requires_.features.begin(), vector.requires_.features.end());
  DueWays const due = due_ways(vector, declared);
  demand(due.ways.empty() != due.reason.empty());
  demand(needs_of(vector) == needs_of(vector));
  static_cast<void>(loads_as_split(vector));
  static_cast<void>(demanded_places(vector));
  static_cast<void>(vector.expects_error());
  for (Transform const transform : all_transforms()) {
    std::optional<Vector> const changed = transformed(vector, transform);
    demand(!changed || changed->id == vector.id);
  }
  static VariationsByTransform const plain = plain_variations({all_transforms().begin(), all_transforms().end()});
  static_cast<void>(due_variations(vector, {Way::direct, Way::http}, plain));
}

/// Bytes as one file of each sort.
void check_alone(std::string const& bytes) {
  try {
    Json const document = parse_json_file(bytes, "fuzzed.json");
    check_document(document);
    for (Vector const& vector : parse_vector_document(document, "fuzzed.json", "fuzzed")) check_vector(vector);
  } catch (InputError const&) {
  }
  try {
    static_cast<void>(parse_page(bytes, "fuzzed.md"));
  } catch (InputError const&) {
  }
  try {
    static_cast<void>(parse_decisions(bytes, "decisions.md"));
  } catch (InputError const&) {
  }
}

std::vector<EmbeddedFile> files_of(std::vector<Part> const& parts) {
  std::vector<EmbeddedFile> files;
  for (Part const& part : parts) files.push_back({.path = part.name, .bytes = part.text});
  return files;
}

/// A list that can be read is read in the same way once it was written anew.
void check_known_failures(std::string const& text, Corpus const& corpus) {
  static prompty_tests::TemporaryFolder const folder;
  std::string const path = folder.write("known.yaml", text);
  std::vector<KnownFailure> known;
  try {
    static_cast<void>(read_known_flaky(path, corpus));
  } catch (InputError const&) {
  }
  try {
    known = read_known_failures(path, corpus);
  } catch (InputError const&) {
    return;
  }
  static_cast<void>(folder.write("known.yaml", known_failures_yaml(known)));
  // Bytes that are no UTF-8 cannot be written.
  if (valid_utf8(text) == text) demand(read_known_failures(path, corpus) == known);
}

/// Parts as the files of a suite.
void check_suite(std::vector<Part> const& parts) {
  std::vector<EmbeddedFile> const files = files_of(parts);
  DataFolders const folders{.vectors = {files, "vectors"},
                            .spec = {files, "spec"},
                            .schemas = {files, "vectors/schema"},
                            .reference = {files, "reference"}};
  Corpus corpus;
  try {
    Suite const suite = read_suite(folders);
    demand(suite_digest(suite.registry, read_corpus(folders.vectors), suite.carried, suite.crossings, suite.mutants) ==
           suite.corpus.digest);
    for (Vector const& vector : suite.corpus.vectors) {
      check_vector(vector);
      demand(suite.corpus.find(vector.id) != nullptr);
    }
    corpus = suite.corpus;
  } catch (InputError const&) {
  }
  for (Part const& part : parts) {
    if (part.name == "known") check_known_failures(part.text, corpus);
  }
}

}  // namespace

std::string_view prompty_fuzz::words() {
  return "$schema schemaVersion topic vectors id clauses why operation given expect value error readings requests "
         "items "
         "spans kind message messageContains partial steps files fixture base64 cwd env provider mcp requires features "
         "providers apiTypes connectionKinds twin transforms gating malformed respond hold afterItems fault text "
         "chunks "
         "body json split load render parse prepare build_request process process_stream execute run turn dispatch "
         "lookup registry agent model template format instructions connection tools register options profile path "
         "rendered response stream trace crlf bom no-final-newline key-order unicode-escape sse-split openai chat "
         "jinja2 mustache ValueError $absent $optional $subset $match $type name call names kinds component key do "
         "P1.1-01 a.prompty AP8= turnOptions cancelAfter";
}

// The files of a suite, each behind a line "%% vectors/…json", "%% vectors/fixtures/…" or "%% spec/….md", and a list of
// known failures behind "%% known"; without such lines a vector file, a page and the decisions at once. All is read, or
// refused with an InputError, and whatever a run reads of a vector can be read.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string const input(data, data + size);
  std::vector<Part> const parts = prompty_fuzz::parts_of(input);
  if (parts.empty()) {
    check_alone(input);
  } else {
    check_suite(parts);
  }
  return 0;
}
