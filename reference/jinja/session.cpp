#include "jinja/session.hpp"

namespace jinja {

Counted::~Counted() {
  session_.give_back(bytes_);
}

void Counted::release() noexcept {
  if (--references_ == 0) session_.destroy(this);
}

void Counted::keep() {
  if (!std::exchange(is_kept_, true)) session_.keep(*this);
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

void Session::check_memory(std::size_t bytes) const {
  if (bytes > options_.limits.memory || held_ > options_.limits.memory - bytes) {
    throw Failure(reason::too_much_memory(options_.limits.memory));
  }
}

void Session::destroy(Counted* object) noexcept {
  to_destroy_.push_back(object);
  if (destroying_) return;
  destroying_ = true;
  while (!to_destroy_.empty()) {
    Counted* const next = to_destroy_.back();
    to_destroy_.pop_back();
    delete next;
  }
  destroying_ = false;
}

void Session::fail_for_steps() const {
  throw Failure(reason::too_many_steps(options_.limits.steps));
}

}  // namespace jinja
