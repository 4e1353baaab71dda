#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>

#include "cli/interrupts.hpp"
#include "prompty/core/secrets.hpp"

namespace prompty::cli {

/// Who writes to standard input.
enum class Typist : std::uint8_t { nobody_or_a_program, a_person };

/// What a command has around it.
struct Console {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  Interrupts& interrupts;
  /// Where it is a person, standard input is a terminal, and `in` is not used.
  Typist typist = Typist::nobody_or_a_program;
  /// What `err` does not show (`MaskedOutput`). Commands add to it. Never null.
  std::shared_ptr<Secrets> secrets = std::make_shared<Secrets>();
};

}  // namespace prompty::cli
