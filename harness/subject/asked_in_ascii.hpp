#pragma once

#include <string>

#include "harness/subject/subject.hpp"

namespace conformance {

/// What else a subject is that gets JSON text, not values.
class ReadsText {
 public:
  virtual ~ReadsText() = default;
  /// As `Subject::call_and_hear`, with an escape in the text for every character beyond ASCII.
  [[nodiscard]] virtual Reply call_in_ascii(std::string const& operation, Json const& params, HearItem const& hear) = 0;
};

/// Asks in text that is all ASCII; a subject that reads none gets its requests as usual.
[[nodiscard]] inline Reply ask_in_ascii(Subject& subject, std::string const& operation, Json const& params,
                                        HearItem const& hear) {
  ReadsText* const reader = dynamic_cast<ReadsText*>(&subject);
  if (reader == nullptr) return subject.call_and_hear(operation, params, hear);
  return reader->call_in_ascii(operation, params, hear);
}

/// A subject that gets every request in ASCII.
class AskedInAscii final : public Subject {
 public:
  /// `inner` must outlive this one.
  explicit AskedInAscii(Subject& inner) : inner_(inner) {}

  [[nodiscard]] Capabilities const& capabilities() const override { return inner_.capabilities(); }
  [[nodiscard]] Reply call(std::string const& operation, Json const& params) override {
    return ask_in_ascii(inner_, operation, params, {});
  }
  [[nodiscard]] Reply call_and_hear(std::string const& operation, Json const& params, HearItem const& hear) override {
    return ask_in_ascii(inner_, operation, params, hear);
  }
  [[nodiscard]] std::string scratch() const override { return inner_.scratch(); }

 private:
  Subject& inner_;
};

}  // namespace conformance
