#pragma once

#include "harness/judge/clauses/clause_registry.hpp"

namespace conformance {

/// Two sections with a clause of every sort: P1.1-* is file-format, P1.2-* is openai-chat. A-001 has a reading for each
/// profile and one for neither, of those without strict, A-002 does not gate and has no reading of its own for live.
/// P3-* are ours, P3-04 an extension.
inline ClauseRegistry sample_registry() {
  return ClauseRegistry(parse_page("## §1.1 Files\nClass: file-format\n"
                                   "- **P1.1-01** MUST — Files are read.\n"
                                   "- **P1.1-02** SHOULD — Files are read fast.\n"
                                   "- **P1.1-03** MAY — Files are kept.\n"
                                   "- **P1.1-04** MUST · contested A-001 — Blanks count.\n"
                                   "- **P1.1-05** MUST NOT · contested A-002 — Dashes close.\n"
                                   "- **P1.1-06** MUST · native — One cache.\n"
                                   "- **P1.1-07** MUST · unobservable: invisible — Nothing leaks.\n"
                                   "## §1.2 Chat\nClass: openai-chat\n"
                                   "- **P1.2-01** MUST — Messages are sent.\n"
                                   "- **P1.2-02** MUST NOT — Parts are lost.\n"
                                   "## §3 Loading\nClass: file-format\nGroup: ours\n"
                                   "- **P3-01** MUST — Files are found.\n"
                                   "- **P3-02** SHOULD — Files are near.\n"
                                   "- **P3-03** MUST · native — Files call.\n"
                                   "- **P3-04** MUST · extension — Files are new.\n",
                                   "spec/01.md"),
                        parse_decisions("## A-001 — Blanks\nReadings:\n"
                                        "- **literal** · as-written — a\n"
                                        "- **modern** · live — b\n"
                                        "- **third** · without strict — c\n"
                                        "## A-002 — Dashes\nGating: no\nReadings:\n"
                                        "- **exact** · as-written — d\n"
                                        "- **loose** — e\n",
                                        "spec/decisions.md"));
}

}  // namespace conformance
