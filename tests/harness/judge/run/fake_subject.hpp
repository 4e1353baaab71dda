#pragma once

#include <functional>
#include <mutex>
#include <vector>

#include "harness/judge/subject/scratch_folder.hpp"
#include "harness/judge/subject/subject.hpp"

namespace conformance {

/// An implementation made of one function. Remembers what it was asked.
class FakeSubject final : public Subject {
 public:
  using Answer = std::function<Reply(std::string const& operation, Json const& params)>;
  struct Call {
    std::string operation;
    Json params;
  };

  FakeSubject(std::set<std::string> operations, Answer answer) : answer_(std::move(answer)) {
    declared.name = "fake";
    declared.version = "0.0.1";
    declared.language = "C++";
    declared.operations = std::move(operations);
  }

  [[nodiscard]] Capabilities const& capabilities() const override { return declared; }
  [[nodiscard]] std::string scratch() const override { return scratch_.path(); }
  [[nodiscard]] Reply call(std::string const& operation, Json const& params) override {
    {
      std::scoped_lock const lock(mutex_);
      calls_.push_back({.operation = operation, .params = params});
    }
    return answer_(operation, params);
  }

  [[nodiscard]] std::vector<Call> calls() const {
    std::scoped_lock const lock(mutex_);
    return calls_;
  }

  Capabilities declared;  ///< may be changed before it is used

 private:
  ScratchFolder const scratch_;
  Answer const answer_;
  mutable std::mutex mutex_;
  std::vector<Call> calls_;
};

inline Reply result_reply(Json const& value) {
  return {.status = Reply::Status::result, .value = value, .detail = "", .stderr_excerpt = ""};
}

inline Reply error_reply(std::string const& kind) {
  return {.status = Reply::Status::error,
          .value = {{"kind", kind}, {"message", "refused"}},
          .detail = "",
          .stderr_excerpt = ""};
}

inline Reply ended_reply(Reply::Status status) {
  return {.status = status, .value = nullptr, .detail = "it ended", .stderr_excerpt = "last words"};
}

/// A subject that gives the same answer to everything.
inline FakeSubject::Answer always(Reply const& reply) {
  return [reply](std::string const&, Json const&) { return reply; };
}

}  // namespace conformance
