#include "prompty/render/renderers.hpp"

#include "prompty/render/errors.hpp"

namespace prompty {
namespace {

// P5.3-05: lines are counted in the file where there is one.
ValueError located(jinja::Error const& error, PromptyAgent const& agent) {
  jinja::Position const position = error.position();
  Place place = position.line == 0 ? Place{} : place_in_body(agent, position.line, position.column);
  return errors::template_error(error.kind(), error.reason(), std::move(place));
}

}  // namespace

std::shared_ptr<jinja::Template const> TemplateCache::get(std::string_view source) {
  std::unique_lock<std::mutex> lock(mutex_);
  if (auto const found = by_source_.find(source); found != by_source_.end()) {
    entries_.splice(entries_.begin(), entries_, found->second);
    return found->second->compiled;
  }
  lock.unlock();
  // Compiled outside of the lock: two threads may both do it once.
  std::shared_ptr<jinja::Template const> compiled =
      std::make_shared<jinja::Template const>(jinja::Template::compile(source));
  if (source.size() > max_bytes_) return compiled;
  lock.lock();
  if (by_source_.contains(source)) return compiled;
  entries_.push_front({.source = std::string(source), .compiled = compiled});
  by_source_.emplace(entries_.front().source, entries_.begin());
  bytes_ += source.size();
  while (entries_.size() > max_templates_ || bytes_ > max_bytes_) {
    bytes_ -= entries_.back().source.size();
    by_source_.erase(entries_.back().source);
    entries_.pop_back();
  }
  return compiled;
}

jinja::UndefinedRule undefined_rule_of(PromptyAgent const& agent) {
  Json const& settings = agent.prompt_template.format.settings;
  Json::const_iterator const undefined = settings.find("undefined");
  if (undefined == settings.end() || undefined->is_null() || *undefined == "empty") return jinja::UndefinedRule::empty;
  if (*undefined == "error") return jinja::UndefinedRule::error;
  throw errors::unknown_undefined_setting(describe_json(*undefined));
}

std::string JinjaRenderer::render(PromptyAgent const& agent, Json const& inputs) const {
  jinja::Options const options{.undefined = undefined_rule_of(agent)};
  try {
    return cache_.get(agent.instructions)->render(inputs, options);
  } catch (jinja::Error const& error) {
    throw located(error, agent);
  }
}

void check_jinja_template(PromptyAgent const& agent) {
  static_cast<void>(undefined_rule_of(agent));
  try {
    static_cast<void>(jinja::Template::compile(agent.instructions));
  } catch (jinja::Error const& error) {
    throw located(error, agent);
  }
}

std::vector<jinja::Variable> variables_of_jinja_template(PromptyAgent const& agent) {
  try {
    return jinja::Template::compile(agent.instructions).variables();
  } catch (jinja::Error const& error) {
    throw located(error, agent);
  }
}

}  // namespace prompty
