#include "prompty/render/jinja/session.hpp"

#include "prompty/core/error_catalogue_rendering.hpp"
#include "prompty/render/jinja/failure.hpp"

namespace prompty::jinja {

Counted::~Counted() {
  session_.give_back(bytes_);
}

void Counted::release() noexcept {
  if (--references_ == 0) session_.bury(this);
}

void Counted::account_for(std::size_t bytes) {
  if (bytes > bytes_) session_.hold(bytes - bytes_);
  if (bytes < bytes_) session_.give_back(bytes_ - bytes);
  bytes_ = bytes;
}

Session::Session(Options const& options, InputRule inputs)
    : options_(options), inputs_(inputs), steps_left_(options.limits.steps) {}

Session::~Session() {
  for (Shared<Counted> const& object : kept_) object->drop_values();
  kept_.clear();
}

void Session::check_room(std::size_t bytes) const {
  if (bytes > options_.limits.memory || held_ > options_.limits.memory - bytes) {
    throw Failure(errors::reason::too_much_memory(options_.limits.memory));
  }
}

void Session::hold(std::size_t bytes) {
  check_room(bytes);
  held_ += bytes;
}

void Session::keep(Counted& object) {
  kept_.emplace_back(&object);
}

void Session::bury(Counted* object) noexcept {
  graves_.push_back(object);
  if (burying_) return;
  burying_ = true;
  while (!graves_.empty()) {
    Counted* const next = graves_.back();
    graves_.pop_back();
    delete next;
  }
  burying_ = false;
}

void Session::fail_for_steps() const {
  throw Failure(errors::reason::too_many_steps(options_.limits.steps));
}

}  // namespace prompty::jinja
