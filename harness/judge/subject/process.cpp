#include "harness/judge/subject/process.hpp"

#include <fmt/core.h>

#include <utility>

#include "harness/judge/subject/json_rpc.hpp"

namespace conformance {
namespace {

bool separates(char character) {
  return character == ' ' || character == '\t' || character == '\n';
}

bool escapable_in_double_quotes(char character) {
  return character == '$' || character == '`' || character == '"' || character == '\\' || character == '\n';
}

class Splitter {
 public:
  explicit Splitter(std::string_view command) : command_(command) {}

  std::vector<std::string> split() {
    while (position_ < command_.size()) take_one();
    end_word();
    return std::move(words_);
  }

 private:
  void take_one() {
    char const character = command_[position_];
    if (separates(character)) {
      ++position_;
      return end_word();
    }
    if (character == '\'') return take_single_quotes();
    if (character == '"') return take_double_quotes();
    if (character == '\\') return take_escape();
    keep(character);
    ++position_;
  }

  void take_single_quotes() {
    std::size_t const closing = command_.find('\'', position_ + 1);
    if (closing == std::string_view::npos) throw open_quotation("single", position_);
    if (!word_) word_.emplace();
    word_->append(command_.substr(position_ + 1, closing - position_ - 1));
    position_ = closing + 1;
  }

  void take_double_quotes() {
    std::size_t const opening = position_++;
    if (!word_) word_.emplace();
    while (position_ < command_.size() && command_[position_] != '"') {
      bool const escapes = command_[position_] == '\\' && position_ + 1 < command_.size() &&
                           escapable_in_double_quotes(command_[position_ + 1]);
      if (escapes) {
        take_escape();
      } else {
        keep(command_[position_++]);
      }
    }
    if (position_ == command_.size()) throw open_quotation("double", opening);
    ++position_;
  }

  void take_escape() {
    if (position_ + 1 == command_.size()) {
      throw ShellWordsError("the command ends with a lone backslash; double it or remove it");
    }
    char const escaped = command_[position_ + 1];
    if (escaped != '\n') keep(escaped);
    position_ += 2;
  }

  void keep(char character) {
    if (!word_) word_.emplace();
    word_->push_back(character);
  }

  void end_word() {
    if (word_) words_.push_back(std::move(*word_));
    word_.reset();
  }

  static ShellWordsError open_quotation(std::string_view kind, std::size_t position) {
    return ShellWordsError(
        fmt::format("the {} quote at character {} of the command is never closed", kind, position + 1));
  }

  std::string_view command_;
  std::size_t position_ = 0;
  std::optional<std::string> word_;
  std::vector<std::string> words_;
};

constexpr std::chrono::milliseconds time_to_shut_down{2000};

std::string initialize_outcome_text(Reply const& reply) {
  switch (reply.status) {
    case Reply::Status::result:
      return "it answered initialize";
    case Reply::Status::error:
      return fmt::format("it answered initialize with the error {}", reply.value.value("message", ""));
    case Reply::Status::unsupported:
    case Reply::Status::unsupported_input:
      return "it does not implement initialize";
    case Reply::Status::timeout:
      // The most common reason, of which nothing else is seen.
      return fmt::format("on initialize: {}; is standard output flushed after each line?", reply.detail);
    case Reply::Status::crash:
    case Reply::Status::protocol_fault:
    case Reply::Status::not_asked:
      break;
  }
  return "on initialize: " + reply.detail;
}

}  // namespace

std::vector<std::string> split_shell_words(std::string_view command) {
  return Splitter(command).split();
}

ProcessSubject::ProcessSubject(std::string command, ProcessOptions options)
    : command_(std::move(command)), options_(std::move(options)), session_(start_session()) {
  capabilities_ = greet(*session_);
  gate_.emplace(capabilities_.max_in_flight);
}

ProcessSubject::~ProcessSubject() {
  static_cast<void>(end());
}

std::vector<std::string> ProcessSubject::end() {
  std::lock_guard const lock(mutex_);
  std::string const last = session_ && !session_->is_spent() ? session_->shut_down(time_to_shut_down) : "";
  session_.reset();
  std::vector<std::string> sentences;
  for (auto const& [ending, times] : endings_)
    sentences.push_back(fmt::format("the adapter {} while it was judged{}", ending,
                                    times == 1 ? "" : fmt::format(", {} times", times)));
  if (!last.empty()) sentences.push_back(fmt::format("on shutdown, the adapter {}", last));
  endings_.clear();
  return sentences;
}

Reply ProcessSubject::call(std::string const& operation, Json const& params) {
  return call_with_items(operation, params, {});
}

Reply ProcessSubject::call_with_items(std::string const& operation, Json const& params, ItemListener const& on_item) {
  return ask(operation, params, on_item, JsonLetters::plain);
}

Reply ProcessSubject::call_in_ascii(std::string const& operation, Json const& params, ItemListener const& on_item) {
  return ask(operation, params, on_item, JsonLetters::escaped);
}

Reply ProcessSubject::ask(std::string const& operation, Json const& params, ItemListener const& on_item,
                          JsonLetters letters) {
  RequestGate::Pass const pass = gate_->enter(concurrency_allowed_by(params));
  while (true) {
    std::shared_ptr<AdapterSession> session;
    try {
      session = usable_session();
    } catch (SubjectStartError const& error) {
      return reply_without_value(Reply::Status::not_asked, error.what());
    }
    std::optional<Reply> reply = session->ask(operation, params, options_.timeout, on_item, letters);
    if (session->is_spent()) forget(session);
    if (reply) return *std::move(reply);
  }
}

std::shared_ptr<AdapterSession> ProcessSubject::start_session() const {
  try {
    return std::make_shared<AdapterSession>(
        split_shell_words(command_),
        adapter_environment(scratch_.path(), options_.pass_environment, own_variable, options_.network.variables),
        SessionLimits{.max_line_bytes = options_.max_line_bytes,
                      .scratch = scratch_.path(),
                      .adapter = options_.limits,
                      .network = options_.network.entry()},
        options_.stop);
  } catch (ShellWordsError const& error) {
    throw start_error(error.what(), "");
  } catch (ChildStartError const& error) {
    throw start_error(error.what(), "");
  }
}

Capabilities ProcessSubject::greet(AdapterSession& session) const {
  Json const params =
      initialize_params(options_.suite_name, options_.suite_version, scratch_.path(), options_.editions);
  Reply const reply = session.ask("initialize", params, options_.start_timeout).value();
  if (reply.status != Reply::Status::result) throw start_error(initialize_outcome_text(reply), reply.stderr_excerpt);
  try {
    return capabilities_from(reply.value);
  } catch (SubjectStartError const& error) {
    throw start_error(error.what(), reply.stderr_excerpt);
  }
}

std::shared_ptr<AdapterSession> ProcessSubject::usable_session() {
  std::lock_guard const lock(mutex_);
  if (options_.stop.stop_requested()) throw SubjectStartError("the run was cut; the adapter is not started again");
  if (session_) return session_;
  if (restarts_ == options_.max_restarts) {
    throw SubjectStartError(
        fmt::format("the adapter was restarted {} times, which is the limit; it is not started again", restarts_));
  }
  ++restarts_;
  std::shared_ptr<AdapterSession> const fresh = start_session();
  std::string const differing = differing_member(greet(*fresh), capabilities_);
  if (!differing.empty())
    throw SubjectStartError(fmt::format(
        "the adapter was started again and declares other {} than at first; what it declares has to stay", differing));
  session_ = fresh;
  return session_;
}

void ProcessSubject::forget(std::shared_ptr<AdapterSession> const& session) {
  std::lock_guard const lock(mutex_);
  if (session_ != session) return;
  std::string const ending = session->ending();
  if (!ending.empty() && !options_.stop.stop_requested()) ++endings_[ending];
  session_.reset();
}

SubjectStartError ProcessSubject::start_error(std::string const& why, std::string const& errors) const {
  std::string const tail = errors.empty() ? "" : fmt::format("; its standard error ends with: {}", errors);
  return SubjectStartError(
      options_.secrets.masked(fmt::format("the adapter `{}` did not start: {}{}", command_, why, tail)));
}

}  // namespace conformance
