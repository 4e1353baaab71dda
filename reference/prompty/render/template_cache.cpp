#include "prompty/render/template_cache.hpp"

#include <utility>

namespace prompty {

std::shared_ptr<jinja::Template const> TemplateCache::get(std::string_view source, jinja::Locate const& locate) {
  if (std::shared_ptr<jinja::Template const> known = find(source)) return known;
  // Compiled outside of the lock: two threads may both do it once.
  std::shared_ptr<jinja::Template const> compiled =
      std::make_shared<jinja::Template const>(jinja::Template::compile(source, locate));
  if (source.size() <= most_bytes_) keep(source, compiled);
  return compiled;
}

std::shared_ptr<jinja::Template const> TemplateCache::find(std::string_view source) {
  std::lock_guard<std::mutex> const lock(mutex_);
  auto const found = by_source_.find(source);
  if (found == by_source_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, found->second);
  return found->second->compiled;
}

void TemplateCache::keep(std::string_view source, std::shared_ptr<jinja::Template const> compiled) {
  std::lock_guard<std::mutex> const lock(mutex_);
  if (by_source_.contains(source)) return;
  entries_.push_front({.source = std::string(source), .compiled = std::move(compiled)});
  by_source_.emplace(entries_.front().source, entries_.begin());
  bytes_ += source.size();
  while (entries_.size() > most_templates_ || bytes_ > most_bytes_) {
    bytes_ -= entries_.back().source.size();
    by_source_.erase(entries_.back().source);
    entries_.pop_back();
  }
}

}  // namespace prompty
