#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace bench {

/// Finds the end of one HTTP answer in its bytes, as they arrive. Takes 200 only.
class AnswerScanner {
 public:
  /// Whether the answer is complete with these bytes. Throws std::runtime_error for another status.
  [[nodiscard]] bool is_complete_with(std::string_view bytes);

 private:
  void read_head();

  std::string head_;  ///< until its end
  std::string tail_;  ///< the last bytes of a body in chunks
  bool has_head_ = false;
  bool is_chunked_ = false;
  std::size_t missing_ = 0;  ///< of a body of known length
};

}  // namespace bench
