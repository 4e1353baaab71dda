#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "prompty/render/jinja/template.hpp"

namespace prompty {

/// Compiled templates by their text, those used last; shared between threads.
class TemplateCache {
 public:
  /// Keeps at most `most_templates` with together at most `most_bytes` of text.
  TemplateCache(std::size_t most_templates, std::size_t most_bytes)
      : most_templates_(most_templates), most_bytes_(most_bytes) {}

  /// The template for `source`, compiled now unless it is known. Throws what Template::compile throws.
  [[nodiscard]] std::shared_ptr<jinja::Template const> get(std::string_view source, jinja::Locate const& locate);

 private:
  struct Entry {
    std::string source;
    std::shared_ptr<jinja::Template const> compiled;
  };

  [[nodiscard]] std::shared_ptr<jinja::Template const> find(std::string_view source);
  void keep(std::string_view source, std::shared_ptr<jinja::Template const> compiled);

  std::size_t const most_templates_;
  std::size_t const most_bytes_;
  std::mutex mutex_;
  std::list<Entry> entries_;  // used last first
  std::unordered_map<std::string_view, std::list<Entry>::iterator> by_source_;
  std::size_t bytes_ = 0;
};

}  // namespace prompty
