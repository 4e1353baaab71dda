#pragma once

#include <cstdint>
#include <functional>

#include "cli/interrupts.hpp"
#include "prompty/core/cancellation.hpp"

namespace prompty::cli {

enum class Ending : std::uint8_t { done, interrupted };

/// Does `work` on another thread until it ends or an interrupt comes, which is left to be taken; throws what the work
/// throws. On an interrupt `cancellation` is requested, and work that does not end within a second is left behind: it
/// must own, or share, all that it uses.
[[nodiscard]] Ending do_interruptibly(std::function<void()> work, Cancellation const& cancellation,
                                      Interrupts& interrupts);

}  // namespace prompty::cli
