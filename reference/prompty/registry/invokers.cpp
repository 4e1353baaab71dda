#include "prompty/registry/invokers.hpp"

#include "prompty/core/errors.hpp"

namespace prompty {
namespace {

constexpr std::size_t max_tagged_templates = 512;
constexpr std::size_t max_tagged_bytes = 16U << 20U;

constexpr errors::Wording<InvokerError, std::string_view, std::string_view> not_registered{
    "No {} registered for key: {}", "P11.3-07"};
constexpr errors::Wording<InvokerError, std::string_view> provider_not_set{
    "No {} registered for key: (none); set model.provider, for example to openai", "P11.3-07"};

template <class Component>
std::shared_ptr<Component const> demand(Registry<Component> const& registry, std::string_view component,
                                        std::string_view key) {
  // P7.8-03: by the exact key; there are no aliases.
  std::shared_ptr<Component const> found = registry.find(key);
  // P12.2-01: the message names the component.
  if (found == nullptr) throw not_registered(component, key);
  return found;
}

std::string provider_of(PromptyAgent const& agent, std::string_view component) {
  // P2.4-04, P7.0-03, A-122: the provider alone decides, and there is no default.
  if (!agent.model || !agent.model->provider) throw provider_not_set(component);
  return *agent.model->provider;
}

}  // namespace

std::shared_ptr<Renderer const> get_renderer(Invokers const& invokers, std::string_view key) {
  return demand(invokers.renderers, "renderer", key);
}

std::shared_ptr<Parser const> get_parser(Invokers const& invokers, std::string_view key) {
  return demand(invokers.parsers, "parser", key);
}

std::shared_ptr<Executor const> get_executor(Invokers const& invokers, std::string_view key) {
  return demand(invokers.executors, "executor", key);
}

std::shared_ptr<Processor const> get_processor(Invokers const& invokers, std::string_view key) {
  return demand(invokers.processors, "processor", key);
}

std::shared_ptr<Executor const> executor_for(PromptyAgent const& agent, Invokers const& invokers) {
  return get_executor(invokers, provider_of(agent, "executor"));
}

std::shared_ptr<Processor const> processor_for(PromptyAgent const& agent, Invokers const& invokers) {
  return get_processor(invokers, provider_of(agent, "processor"));
}

std::shared_ptr<TaggedTemplate const> TaggedTemplates::get(std::string const& instructions,
                                                           std::shared_ptr<Parser const> const& parser,
                                                           NonceSource const& nonces) const {
  {
    std::unique_lock<std::mutex> const lock(mutex_);
    std::unordered_map<std::string, Entry>::const_iterator const known = entries_.find(instructions);
    if (known != entries_.end() && known->second.parser == parser) return known->second.tagged;
  }
  // The parser and the source of nonces may be the host's code, which must not run under the lock.
  std::string nonce = nonces();
  std::string text = parser->tag(instructions, nonce);
  std::shared_ptr<TaggedTemplate const> tagged =
      std::make_shared<TaggedTemplate const>(TaggedTemplate{.text = std::move(text), .nonce = std::move(nonce)});
  return keep(instructions, {.parser = parser, .tagged = std::move(tagged)});
}

std::shared_ptr<TaggedTemplate const> TaggedTemplates::keep(std::string const& instructions, Entry made) const {
  std::size_t const size = instructions.size() + made.tagged->text.size();
  if (size > max_tagged_bytes) return made.tagged;
  // Destroyed after the lock is released, since an entry may hold the last reference to a parser.
  std::unordered_map<std::string, Entry> removed;
  Entry replaced;
  std::unique_lock<std::mutex> const lock(mutex_);
  std::unordered_map<std::string, Entry>::iterator const found = entries_.find(instructions);
  if (found != entries_.end() && found->second.parser == made.parser) return found->second.tagged;
  if (found != entries_.end()) {
    bytes_ -= instructions.size() + found->second.tagged->text.size();
    replaced = std::move(found->second);
    entries_.erase(found);
  }
  if (entries_.size() >= max_tagged_templates || bytes_ + size > max_tagged_bytes) {
    removed.swap(entries_);
    bytes_ = 0;
  }
  bytes_ += size;
  return entries_.emplace(instructions, std::move(made)).first->second.tagged;
}

void TaggedTemplates::clear() {
  std::unordered_map<std::string, Entry> removed;
  std::unique_lock<std::mutex> const lock(mutex_);
  removed.swap(entries_);
  bytes_ = 0;
}

}  // namespace prompty
