#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "prompty/core/nonces.hpp"
#include "prompty/core/protocols.hpp"

namespace prompty {

/// A template whose markers carry the tag of `nonce`.
struct TaggedTemplate {
  std::string text;
  std::string nonce;

  bool operator==(TaggedTemplate const&) const = default;
};

/// Templates that were tagged already, so that one template keeps its nonce and a renderer can keep what it compiled of
/// it. Bounded: what does not fit any more is tagged anew with another nonce. For many threads at once.
class TaggedTemplates {
 public:
  /// What `parser` makes of `instructions` with a nonce of its own.
  [[nodiscard]] std::shared_ptr<TaggedTemplate const> get(std::string const& instructions,
                                                          std::shared_ptr<Parser const> const& parser,
                                                          NonceSource const& nonces) const;

  /// Forgets them all; what was handed out stays alive.
  void clear();

 private:
  struct Entry {
    std::shared_ptr<Parser const> parser;
    std::shared_ptr<TaggedTemplate const> tagged;
  };

  [[nodiscard]] std::shared_ptr<TaggedTemplate const> find(std::string const& instructions,
                                                           std::shared_ptr<Parser const> const& parser) const;
  [[nodiscard]] std::shared_ptr<TaggedTemplate const> keep(std::string const& instructions, Entry made) const;

  mutable std::mutex mutex_;
  mutable std::unordered_map<std::string, Entry> entries_;
  mutable std::size_t bytes_ = 0;
};

}  // namespace prompty
