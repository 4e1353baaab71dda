#pragma once

#include <csignal>

namespace prompty {

/// While it lives, writing to a connection that the other side has closed is an error for this thread instead of a
/// signal that ends the process. Neither the process's handler nor other threads are touched.
class BrokenPipeSilencer {
 public:
  BrokenPipeSilencer();
  ~BrokenPipeSilencer();
  BrokenPipeSilencer(BrokenPipeSilencer const&) = delete;
  BrokenPipeSilencer& operator=(BrokenPipeSilencer const&) = delete;

 private:
  sigset_t previous_mask_;
  bool pending_before_;
};

}  // namespace prompty
