#pragma once

#include <unordered_map>

#include "prompty/core/host.hpp"
#include "prompty/protocols/protocols.hpp"
#include "prompty/registry/registry.hpp"

namespace prompty {

/// The components that the pipeline finds by key when it needs one (§11.3); a host can replace them then (P11.3-01).
struct Invokers {
  Registry<Renderer> renderers;
  Registry<Parser> parsers;
  Registry<Executor> executors;
  Registry<Processor> processors;
};

/// The renderer under `key`, never null (P11.3-02). Throws InvokerError naming component and key (P11.3-07).
[[nodiscard]] std::shared_ptr<Renderer const> get_renderer(Invokers const& invokers, std::string_view key);
/// The parser under `key` (P11.3-03). Throws as `get_renderer`.
[[nodiscard]] std::shared_ptr<Parser const> get_parser(Invokers const& invokers, std::string_view key);
/// The executor under `key` (P11.3-04). Throws as `get_renderer`.
[[nodiscard]] std::shared_ptr<Executor const> get_executor(Invokers const& invokers, std::string_view key);
/// The processor under `key` (P11.3-05). Throws as `get_renderer`.
[[nodiscard]] std::shared_ptr<Processor const> get_processor(Invokers const& invokers, std::string_view key);

/// The executor for the agent's provider, never null (P11.3-10). Throws InvokerError where there is none (P11.3-07).
[[nodiscard]] std::shared_ptr<Executor const> executor_for(PromptyAgent const& agent, Invokers const& invokers);
/// The processor for the agent's provider (P11.3-11). Throws as `executor_for`.
[[nodiscard]] std::shared_ptr<Processor const> processor_for(PromptyAgent const& agent, Invokers const& invokers);

/// A template whose markers carry the tag of `nonce`.
struct TaggedTemplate {
  std::string text;
  std::string nonce;

  bool operator==(TaggedTemplate const&) const = default;
};

/// A cache of tagged templates: a template keeps its nonce, so that a renderer can keep its compiled form. It is
/// bounded; what no longer fits is tagged again with another nonce. For many threads at once.
class TaggedTemplates {
 public:
  /// `instructions` as `parser` tags them with a nonce of their own.
  [[nodiscard]] std::shared_ptr<TaggedTemplate const> get(std::string const& instructions,
                                                          std::shared_ptr<Parser const> const& parser,
                                                          NonceSource const& nonces) const;

  /// Empties the cache; what was handed out stays alive.
  void clear();

 private:
  struct Entry {
    std::shared_ptr<Parser const> parser;
    std::shared_ptr<TaggedTemplate const> tagged;
  };

  [[nodiscard]] std::shared_ptr<TaggedTemplate const> keep(std::string const& instructions, Entry made) const;

  mutable std::mutex mutex_;
  mutable std::unordered_map<std::string, Entry> entries_;
  mutable std::size_t bytes_ = 0;
};

}  // namespace prompty
