#pragma once

#include <functional>
#include <optional>
#include <string>

#include "harness/mutants/rules.hpp"

namespace conformance::mutants {

/// A call of an openapi tool through `dispatch`, served by the handler that came with the runtime.
struct DocumentCall {
  Json tool;
  Json document;
  std::string name;  ///< of the function that is called
  Json arguments;    ///< an object
  std::string folder;

  bool operator==(DocumentCall const&) const = default;
};

/// Changes such a call before the reference carries it out. What it returns is the answer instead, if anything.
using ChangeDocumentCall = std::function<std::optional<Reply>(DocumentCall& call)>;

/// Applies the change to calls whose document is a JSON file beside the prompt; everything else is left alone.
[[nodiscard]] Rule changed_document_call(ChangeDocumentCall change);

/// An operation of a document.
struct DocumentOperation {
  std::string path;
  std::string method;
  Json operation;
};

}  // namespace conformance::mutants
