#pragma once

#include <string>

#include "harness/jq/jq_values.hpp"
#include "harness/subject/subject.hpp"

namespace conformance::mutants {

/// A call on its way through jq: the request, the reply of the reference, and what filters have read of files.
class JqCall {
 public:
  /// `reply` may be missing; it is a result or an error otherwise.
  JqCall(Json const& params, Reply const* reply);
  ~JqCall();
  JqCall(JqCall const&) = delete;
  JqCall& operator=(JqCall const&) = delete;

  // Each gives a value that the caller owns.
  [[nodiscard]] jv params() const { return jv_copy(params_); }
  [[nodiscard]] jv reply() const { return jv_copy(reply_); }  ///< {"result" or "error", "items"?}; null without one
  [[nodiscard]] jv asked() const { return jv_copy(asked_); }  ///< a list of {"question", "reply"}

  [[nodiscard]] JqValues& values() { return values_; }
  /// A reply as filters see it.
  [[nodiscard]] jv reply_to_jq(Reply const& reply);
  /// Keeps what the filters of all mutants get; takes what it is given.
  void keep_answer(jv answered);

 private:
  JqValues values_;
  jv params_;
  jv reply_;
  jv asked_;
};

}  // namespace conformance::mutants
