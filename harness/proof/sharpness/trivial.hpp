#pragma once

#include <memory>
#include <string>
#include <vector>

#include "harness/judge/subject/subject.hpp"

namespace conformance {

/// Subjects that understand nothing and yet answer every request, to show that no clause is passed by luck:
/// "accept-all" (the same well-formed minimal result for every input), "reject-all" (a ValueError), "echo" (the
/// params), "empty-object" ({}), "fixed" (one and the same text for everything) and "null". These declare every
/// operation, provider, API type and feature of the newest of the editions. "neighbour" gives the reference's answers,
/// each to the request after the one that it belongs to.
[[nodiscard]] std::vector<std::string> trivial_subject_names();

/// Throws SubjectStartError for any other name; the message lists the names.
[[nodiscard]] std::unique_ptr<Subject> make_trivial_subject(std::string const& name,
                                                            std::vector<std::string> const& editions = {first_edition});

}  // namespace conformance
