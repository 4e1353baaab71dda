#include "prompty/registry/tagged_templates.hpp"

#include <utility>

namespace prompty {
namespace tagging {
namespace {

constexpr std::size_t most_entries = 512;
constexpr std::size_t most_bytes = 16U << 20U;

}  // namespace
}  // namespace tagging

std::shared_ptr<TaggedTemplate const> TaggedTemplates::get(std::string const& instructions,
                                                           std::shared_ptr<Parser const> const& parser,
                                                           NonceSource const& nonces) const {
  if (std::shared_ptr<TaggedTemplate const> known = find(instructions, parser)) return known;
  // Parser and nonces are code of others: none of it runs under the lock.
  std::string nonce = nonces();
  std::string text = parser->tag(instructions, nonce);
  std::shared_ptr<TaggedTemplate const> tagged =
      std::make_shared<TaggedTemplate const>(TaggedTemplate{.text = std::move(text), .nonce = std::move(nonce)});
  return keep(instructions, {.parser = parser, .tagged = std::move(tagged)});
}

std::shared_ptr<TaggedTemplate const> TaggedTemplates::find(std::string const& instructions,
                                                            std::shared_ptr<Parser const> const& parser) const {
  std::unique_lock<std::mutex> const lock(mutex_);
  std::unordered_map<std::string, Entry>::const_iterator const found = entries_.find(instructions);
  if (found == entries_.end() || found->second.parser != parser) return nullptr;
  return found->second.tagged;
}

std::shared_ptr<TaggedTemplate const> TaggedTemplates::keep(std::string const& instructions, Entry made) const {
  std::size_t const size = instructions.size() + made.tagged->text.size();
  if (size > tagging::most_bytes) return made.tagged;
  // What goes is destroyed after the lock is gone: a parser may be the last thing that an entry holds.
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
  if (entries_.size() >= tagging::most_entries || bytes_ + size > tagging::most_bytes) {
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
