#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace prompty::jinja {

/// Something in a template cannot be done; the evaluator adds the place and makes a ValueError of it.
class Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The text is no template; `offset` is where in it.
class SyntaxFailure : public Failure {
 public:
  SyntaxFailure(std::string const& reason, std::size_t where) : Failure(reason), offset(where) {}
  std::size_t const offset;
};

/// A variable without a value was used where one is needed; `what()` names it.
class UndefinedFailure : public Failure {
 public:
  using Failure::Failure;
};

}  // namespace prompty::jinja
