#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>

#include "prompty/core/describe.hpp"
#include "prompty/core/message.hpp"

namespace prompty {

/// Whether messages may quote the line at the place of an error.
enum class Quoting : std::uint8_t { allowed, withheld };

/// What `what()` says, in parts, for callers that show the place in a way of their own.
struct Explanation {
  /// The property that is wrong, such as "model.options.seed"; "" when no property is.
  std::string property_path = {};
  /// What is wrong, without the place.
  std::string problem = {};
  /// How to fix it; "" when `problem` says it.
  std::string hint = {};
  /// Withheld where any line may be a secret, whatever it looks like.
  Quoting quoting = Quoting::allowed;
};

/// The root of everything that this library throws. `what()` is one sentence: what is wrong, where, and how to fix it.
/// The library builds its errors in the `errors` files of its folders; components of users throw the leaves directly.
class Error : public std::runtime_error {
 public:
  /// The name that the specification gives to this kind of error, such as "ValueError".
  [[nodiscard]] std::string_view kind() const noexcept { return kind_; }

  /// The id of the clause that demands the error, such as "P2.2-11"; "" when no clause does.
  [[nodiscard]] std::string_view clause() const noexcept { return clause_; }

  /// Where in a file or template it is wrong; line 0 when no line is known. `what()` says it too.
  [[nodiscard]] Place const& place() const noexcept { return place_; }
  /// Sets the place; `what()` stays as it is.
  void set_place(Place place) { place_ = std::move(place); }

  /// Unless it was set, its `problem` is the whole of `what()`.
  [[nodiscard]] Explanation const& explanation() const noexcept { return explanation_; }
  /// Sets the parts; `what()` stays as it is.
  void set_explanation(Explanation explanation) { explanation_ = std::move(explanation); }

  /// The messages up to where a turn stopped; null when no turn had begun.
  [[nodiscard]] std::shared_ptr<std::vector<Message> const> const& conversation() const noexcept {
    return conversation_;
  }
  /// Attaches the messages; called where a turn ends in this error.
  void set_conversation(std::vector<Message> messages);

 protected:
  /// `kind` and `clause` must be string literals: only views of them are kept.
  Error(std::string_view kind, std::string const& message, std::string_view clause)
      : std::runtime_error(message), kind_(kind), clause_(clause), explanation_{.problem = message} {}

 private:
  std::string_view kind_;
  std::string_view clause_;
  Place place_;
  Explanation explanation_;
  std::shared_ptr<std::vector<Message> const> conversation_;
};

/// The base of an error that consists of a message and a clause; `Kind::name` is the name of its kind.
template <class Kind>
class ErrorOfKind : public Error {
 public:
  /// `message` is what `what()` says; `clause` is a string literal, see `Error::clause`.
  explicit ErrorOfKind(std::string const& message, std::string_view clause = "") : Error(Kind::name, message, clause) {}
};

/// A file, a value or a response is not what it has to be.
struct ValueError : ErrorOfKind<ValueError> {
  using ErrorOfKind::ErrorOfKind;
  static constexpr std::string_view name = "ValueError";
};

/// A file that was named does not exist.
struct FileNotFoundError : ErrorOfKind<FileNotFoundError> {
  using ErrorOfKind::ErrorOfKind;
  static constexpr std::string_view name = "FileNotFoundError";
};

/// No component is registered for a key.
struct InvokerError : ErrorOfKind<InvokerError> {
  using ErrorOfKind::ErrorOfKind;
  static constexpr std::string_view name = "InvokerError";
};

/// The specification has it, this library or component does not.
struct NotImplementedError : ErrorOfKind<NotImplementedError> {
  using ErrorOfKind::ErrorOfKind;
  static constexpr std::string_view name = "NotImplementedError";
};

/// No complete answer arrived: the connection was refused, reset, not trusted, cut short, or timed out.
struct ConnectionError : ErrorOfKind<ConnectionError> {
  using ErrorOfKind::ErrorOfKind;
  static constexpr std::string_view name = "ConnectionError";
};

/// An answer exceeded a limit of the transport. It is not retried: that would cost as much again.
struct AnswerLimitError : ConnectionError {
  using ConnectionError::ConnectionError;
};

/// The provider answered with an error status.
class ExecuteError : public Error {
 public:
  /// `status` is the HTTP status; `clause` is a string literal, see `Error::clause`.
  ExecuteError(std::string const& message, int status, std::string request_id, std::string_view clause = "")
      : Error("ExecuteError", message, clause), status_(status), request_id_(std::move(request_id)) {}

  /// The HTTP status of the answer.
  [[nodiscard]] int status() const noexcept { return status_; }

  /// The id by which the provider knows the request; "" when it gave none.
  [[nodiscard]] std::string const& request_id() const noexcept { return request_id_; }

  /// How long to wait before a retry; nothing when the provider does not say.
  [[nodiscard]] std::optional<std::chrono::milliseconds> const& retry_after() const noexcept { return retry_after_; }
  /// Sets the wait that the provider names.
  void set_retry_after(std::chrono::milliseconds duration) { retry_after_ = duration; }

 private:
  int status_;
  std::string request_id_;
  std::optional<std::chrono::milliseconds> retry_after_;
};

/// The machine failed, not the values.
struct RuntimeError : ErrorOfKind<RuntimeError> {
  using ErrorOfKind::ErrorOfKind;
  static constexpr std::string_view name = "RuntimeError";
};

/// The caller cancelled the work.
struct CancelledError : ErrorOfKind<CancelledError> {
  using ErrorOfKind::ErrorOfKind;
  static constexpr std::string_view name = "CancelledError";
};

/// A guardrail denied the request, the answer or a tool call.
struct GuardrailError : ErrorOfKind<GuardrailError> {
  using ErrorOfKind::ErrorOfKind;
  static constexpr std::string_view name = "GuardrailError";
};

}  // namespace prompty
