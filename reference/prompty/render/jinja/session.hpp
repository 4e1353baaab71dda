#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "prompty/render/jinja/counted.hpp"

namespace prompty::jinja {

/// What one rendering may use up. Memory and output are in bytes.
struct Limits {
  std::size_t steps = 5'000'000;
  std::size_t depth = 200;
  std::size_t output = std::size_t{64} << 20U;
  std::size_t memory = std::size_t{96} << 20U;
};

/// What a variable without a value does: print nothing, or fail wherever its value is used.
enum class UndefinedRule { empty, error };

/// Whether inputs are used where they lie, or copied because the template changes lists or mappings.
enum class InputRule { borrow, copy };

struct Options {
  UndefinedRule undefined = UndefinedRule::empty;
  Limits limits = {};
};

/// The state of one rendering that all of its values share: what is left of the limits, and who owns what.
class Session {
 public:
  Session(Options const& options, InputRule inputs);
  ~Session();
  Session(Session const&) = delete;
  Session& operator=(Session const&) = delete;

  [[nodiscard]] UndefinedRule undefined_rule() const noexcept { return options_.undefined; }
  [[nodiscard]] InputRule input_rule() const noexcept { return inputs_; }
  [[nodiscard]] Limits const& limits() const noexcept { return options_.limits; }

  /// Takes `count` steps off what is left. Throws Failure when that is not enough (P5.4-03).
  void spend(std::size_t count = 1) {
    if (count > steps_left_) fail_for_steps();
    steps_left_ -= count;
  }

  /// Throws Failure when fewer than `count` steps are left.
  void check_steps(std::size_t count) const {
    if (count > steps_left_) fail_for_steps();
  }

  /// Takes steps for handling `bytes` bytes of text character by character. What takes longer for each names a multiple
  /// of the bytes that are there.
  void spend_for_text(std::size_t bytes) { spend(1 + bytes / 64); }

  /// Takes steps for comparing, hashing or copying `bytes` bytes, many of which are handled at once.
  void spend_for_bytes(std::size_t bytes) { spend(bytes / 256); }

  /// Throws Failure when a text of `bytes` bytes (or that much else) would not fit into memory beside the rest.
  void check_room(std::size_t bytes) const;
  void hold(std::size_t bytes);
  void give_back(std::size_t bytes) noexcept { held_ -= bytes; }

  /// Keeps what could be part of a cycle until the end, and takes its values from it then.
  void keep(Counted& object);

  /// Deletes an object, and those that it was the last to hold, without recursion.
  void bury(Counted* object) noexcept;

  /// The part of the template that is evaluated now: names what is undefined in messages.
  [[nodiscard]] std::string_view current_text() const noexcept { return current_text_; }
  void set_current_text(std::string_view text) noexcept { current_text_ = text; }

 private:
  [[noreturn]] void fail_for_steps() const;

  Options options_;
  InputRule inputs_;
  std::size_t steps_left_;
  std::size_t held_ = 0;
  std::string_view current_text_;
  std::vector<Shared<Counted>> kept_;
  std::vector<Counted*> graves_;
  bool burying_ = false;
};

}  // namespace prompty::jinja
