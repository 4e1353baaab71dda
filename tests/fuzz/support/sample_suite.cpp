#include "fuzz/support/sample_suite.hpp"

namespace prompty_fuzz {
namespace {

constexpr char const* page = R"(## §1.1 Files
Class: file-format
- **P1.1-01** MUST — Files are read.
- **P1.1-02** SHOULD — Files are read fast.
- **P1.1-03** MUST · contested A-001 — Blanks count.
- **P1.1-04** MUST · unobservable: invisible — Nothing leaks.
## §1.2 Chat
Class: openai-chat
- **P1.2-01** MUST NOT — Parts are lost.
## §3 Loading
Class: file-format
Group: ours
- **P3-01** MUST — Files are found.
)";

constexpr char const* decisions = R"(## A-001 — Blanks
Readings:
- **literal** · as-written — a
- **modern** · live only — b
- **third** — c
)";

constexpr char const* vectors = R"({"schemaVersion": 1, "topic": "sample", "vectors": [
  {"id": "value", "clauses": ["P1.1-01"], "why": "it shows", "operation": "split", "given": {"text": "x"},
   "expect": {"value": {"frontmatter": null, "body": "x"}}},
  {"id": "error", "clauses": ["P1.1-01", "P3-01"], "why": "it shows", "operation": "load", "given": {"path": "a"},
   "expect": {"error": {"kind": "ValueError", "message": {"$match": "a .*"}, "messageContains": "name",
                        "partial": {"items": [1]}}}},
  {"id": "stream", "clauses": ["P1.2-01"], "why": "it shows", "operation": "process_stream", "given": {"chunks": []},
   "expect": {"value": {"$subset": {"text": {"$trimEnd": "ab"}, "refusal": {"$absent": true}}},
              "items": ["a", {"k": {"$json": {"a": [1, {"$type": "string"}]}}}],
              "spans": [{"name": "execute", "attributes": {"$subset": {"a": 1}}}]}},
  {"id": "readings", "clauses": ["P1.1-03"], "why": "it shows", "operation": "parse", "given": {"rendered": "x"},
   "expect": {"readings": {"literal": {"value": [{"role": "user", "content": []}]}, "modern": {"error": {}}}}},
  {"id": "order", "clauses": ["P1.1-02"], "why": "it shows", "operation": "prepare", "given": {}, "gating": false,
   "expect": {"value": {"$unordered": [{"$oneOf": [1, 2]}, {"$literal": {"$a": 1}}, {"$nonEmpty": true}]}}},
  {"id": "ours", "clauses": ["P3-01"], "why": "it shows", "operation": "load", "given": {"path": "b"},
   "expect": {"value": {"name": "b", "metadata": {"$optional": {}}, "inputs": [{"name": "c"}, {"name": "d"}]}}}
]})";

}  // namespace

conformance::ClauseRegistry const& sample_registry() {
  static conformance::ClauseRegistry const registry(conformance::parse_page(page, "spec/fuzzed.md"),
                                                    conformance::parse_decisions(decisions, "spec/decisions.md"));
  return registry;
}

conformance::Corpus const& sample_corpus() {
  static conformance::Corpus const corpus{
      .vectors = conformance::parse_vector_file(vectors, "vectors/sample.json", "sample"),
      .fixtures = {},
      .digest = "sha256:fuzzed"};
  return corpus;
}

}  // namespace prompty_fuzz
