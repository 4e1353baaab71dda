#include "harness/judge/subject/adapter_session.hpp"

#include <fmt/core.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <map>
#include <utility>
#include <variant>

#include "harness/judge/subject/readable_text.hpp"
#include "harness/judge/subject/scratch_folder.hpp"

namespace conformance {
namespace {

constexpr std::size_t longest_utf8_character = 4;

std::string_view without_cut_character(std::string_view bytes) {
  std::size_t skipped = 0;
  while (skipped < bytes.size() && skipped < longest_utf8_character - 1 &&
         (static_cast<unsigned char>(bytes[skipped]) & 0xC0U) == 0x80U) {
    ++skipped;
  }
  return bytes.substr(skipped);
}

using Children = std::map<pid_t, std::vector<pid_t>>;

void remember(ProcessEntry entry, void* children) {
  (*static_cast<Children*>(children))[entry.parent].push_back(entry.id);
}

constexpr std::size_t shown_error_bytes = 4096;
constexpr std::size_t bytes_per_read = 65536;
constexpr int most_reads_at_the_end = 64;
// A pipe that closes is mostly the first sign of an exit; waiting a moment lets the message tell the exit status.
constexpr std::chrono::milliseconds wait_for_exit_status{250};

Json const& shutdown_message() {
  static Json const message = {{"jsonrpc", "2.0"}, {"method", "shutdown"}};
  return message;
}

Pipe nonblocking_pipe() {
  Pipe pipe = make_pipe();
  set_nonblocking(pipe.read_end);
  set_nonblocking(pipe.write_end);
  return pipe;
}

pollfd watched(FileDescriptor const& descriptor, short events) {
  return {.fd = descriptor.number(), .events = events, .revents = 0};
}

}  // namespace

void OutputTail::append(std::string_view bytes) {
  std::lock_guard const lock(mutex_);
  written_ += bytes.size();
  kept_.append(bytes.substr(bytes.size() - std::min(bytes.size(), capacity_)));
  if (kept_.size() > 2 * capacity_) kept_.erase(0, kept_.size() - capacity_);
}

std::uint64_t OutputTail::written() const {
  std::lock_guard const lock(mutex_);
  return written_;
}

std::string OutputTail::since(std::uint64_t mark) const {
  std::lock_guard const lock(mutex_);
  std::uint64_t const fresh = written_ - std::min(mark, written_);
  std::size_t const shown = static_cast<std::size_t>(
      std::min({fresh, static_cast<std::uint64_t>(capacity_), static_cast<std::uint64_t>(kept_.size())}));
  std::string_view const end = std::string_view(kept_).substr(kept_.size() - shown);
  bool const cut = shown < fresh;
  return printable_text(cut ? without_cut_character(end) : end);
}

std::size_t processes_below(pid_t ancestor) {
  Children children;
  visit_processes(remember, &children);
  std::size_t count = 0;
  std::vector<pid_t> open = {ancestor};
  while (!open.empty()) {
    Children::node_type const found = children.extract(open.back());
    open.pop_back();
    if (found.empty()) continue;
    count += found.mapped().size();
    open.insert(open.end(), found.mapped().begin(), found.mapped().end());
  }
  return count;
}

AdapterWatch::AdapterWatch(pid_t keeper, std::string scratch, AdapterLimits limits)
    : keeper_(keeper), scratch_(std::move(scratch)), limits_(limits), next_look_(Clock::now() + interval) {}

std::optional<std::string> AdapterWatch::problem() {
  Clock::time_point const before = Clock::now();
  if (before < next_look_) return std::nullopt;
  std::optional<std::string> found = look();
  constexpr int share = 50;
  Clock::time_point const after = Clock::now();
  next_look_ = after + std::max<Clock::duration>(interval, share * (after - before));
  return found;
}

std::optional<std::string> AdapterWatch::look() const {
  std::size_t const processes = processes_below(keeper_);
  if (processes > limits_.max_processes) {
    return fmt::format("the adapter was ended: it had {} processes at once, allowed are {}", processes,
                       limits_.max_processes);
  }
  FolderSize const size = size_of_folder(scratch_, limits_.max_scratch_files);
  if (size.bytes > limits_.max_scratch_bytes) {
    return fmt::format("the adapter was ended: its scratch folder held {} bytes, allowed are {}", size.bytes,
                       limits_.max_scratch_bytes);
  }
  if (size.is_cut) {
    return fmt::format("the adapter was ended: its scratch folder held more than {} files, or folders {} deep",
                       limits_.max_scratch_files, deepest_scratch_folder);
  }
  return std::nullopt;
}

AdapterSession::AdapterSession(std::vector<std::string> const& words, std::vector<std::string> const& environment,
                               SessionLimits const& limits, std::stop_token const& stop)
    : child_(words, environment, {.max_file_bytes = limits.adapter.max_scratch_bytes, .network = limits.network}),
      wake_(nonblocking_pipe()),
      errors_(shown_error_bytes),
      watch_(child_.keeper(), limits.scratch, limits.adapter),
      lines_(limits.max_line_bytes),
      server_([this] { serve(); }),
      stopper_(stop, [this] {
        end(Reply::Status::crash, "the run was cut, and the adapter with it");
        wake();
      }) {}

AdapterSession::~AdapterSession() {
  {
    std::lock_guard const lock(mutex_);
    stopping_ = true;
  }
  wake();
  server_.join();
}

std::optional<Reply> AdapterSession::ask(std::string const& method, Json const& params, std::chrono::milliseconds limit,
                                         ItemListener const& on_item, JsonLetters letters) {
  std::string const params_text = params.dump(-1, ' ', letters == JsonLetters::escaped);
  std::optional<std::int64_t> const id = in_flight_.open(on_item);
  if (!id) {
    std::optional<Reply> ending = in_flight_.take_ending();
    if (!ending) return std::nullopt;
    ending->detail += " (before this request was sent)";
    ending->stderr_excerpt = errors_.since(0);
    return ending;
  }
  std::uint64_t const mark = errors_.written();
  send(fmt::format(R"({{"jsonrpc":"2.0","id":{},"method":{},"params":{}}})", *id, Json(method).dump(), params_text));
  Reply reply = in_flight_.wait(*id, limit);
  reply.stderr_excerpt = errors_.since(mark);
  return reply;
}

std::string AdapterSession::shut_down(std::chrono::milliseconds grace) {
  std::uint64_t const mark = errors_.written();
  send(shutdown_message().dump());
  std::unique_lock lock(mutex_);
  closes_input_ = true;
  lock.unlock();
  wake();
  lock.lock();
  bool const has_ended = ended_.wait_for(lock, grace, [this] { return over_; });
  lock.unlock();
  if (!has_ended) return fmt::format("did not end within {} s and was killed", grace.count() / 1000);
  std::string ending = this->ending();
  if (ending.empty() || ending == clean_ending) return "";
  std::string const errors = errors_.since(mark);
  return errors.empty() ? ending : fmt::format("{}; its standard error says: {}", ending, errors);
}

std::string AdapterSession::ending() const {
  std::lock_guard const lock(mutex_);
  return ending_;
}

void AdapterSession::send(std::string_view line) {
  Transfer transfer = Transfer::none;
  {
    std::lock_guard const lock(mutex_);
    queued_.append(line).push_back('\n');
    transfer = write_queued();
  }
  // Only what the pipe does not take at once is left to the serving thread, which need not wake otherwise.
  if (transfer != Transfer::some) wake();
}

Transfer AdapterSession::write_queued() {
  while (sent_ < queued_.size()) {
    if (!child_.input().is_open()) return Transfer::over;
    Transfer const transfer = write_some(child_.input(), queued_, sent_);
    if (transfer != Transfer::some) return transfer;
  }
  queued_.clear();
  sent_ = 0;
  return Transfer::some;
}

void AdapterSession::wake() const {
  // A full pipe already wakes the thread; a byte more or less does not matter.
  [[maybe_unused]] ssize_t const written = ::write(wake_.write_end.number(), "!", 1);
}

bool AdapterSession::is_stopping() const {
  std::lock_guard const lock(mutex_);
  return stopping_ || over_;
}

void AdapterSession::serve() {
  block_signals_in_this_thread();
  try {
    while (!is_stopping()) serve_once();
  } catch (std::exception const& error) {
    end(Reply::Status::protocol_fault,
        fmt::format("the harness could not take in what the adapter wrote: {}", error.what()));
  }
  child_.kill_all();
}

void AdapterSession::serve_once() {
  Readable const readable = wait_for_events();
  if (readable.output) {
    take_output();
  } else if (readable.errors) {
    take_errors();
  }
  send_queued();
  if (readable.ending || pipe_closed_at_) notice_ending();
  if (std::optional<std::string> const problem = watch_.problem()) end(Reply::Status::crash, *problem);
}

AdapterSession::Readable AdapterSession::wait_for_events() {
  FileDescriptor const closed;
  std::unique_lock lock(mutex_);
  bool const has_something_to_send = sent_ < queued_.size();
  pollfd events[] = {
      watched(wake_.read_end, POLLIN),
      watched(child_.end_notice(), POLLIN),
      watched(child_.errors(), POLLIN),
      watched(child_.output(), POLLIN),
      watched(has_something_to_send ? child_.input() : closed, POLLOUT),
  };
  lock.unlock();
  std::chrono::milliseconds const limit = pipe_closed_at_ ? wait_for_exit_status : AdapterWatch::interval;
  ::poll(events, std::size(events), static_cast<int>(limit.count()));
  std::string ignored;
  if (events[0].revents != 0) static_cast<void>(read_some(wake_.read_end, bytes_per_read, ignored));
  return {.ending = events[1].revents != 0, .errors = events[2].revents != 0, .output = events[3].revents != 0};
}

void AdapterSession::send_queued() {
  std::lock_guard const lock(mutex_);
  if (!child_.input().is_open()) return;
  Transfer const transfer = write_queued();
  if (transfer == Transfer::none) return;
  if (transfer == Transfer::over) {
    if (!pipe_closed_at_) pipe_closed_at_ = Clock::now();
    closed_pipe_ = "standard input";
  }
  if (transfer == Transfer::over || closes_input_) child_.input().close();
}

void AdapterSession::take_errors() {
  if (!child_.errors().is_open()) return;
  std::string bytes;
  Transfer const transfer = read_some(child_.errors(), bytes_per_read, bytes);
  errors_.append(bytes);
  if (transfer == Transfer::over) child_.errors().close();
}

void AdapterSession::take_output() {
  if (!child_.output().is_open()) return;
  std::string bytes;
  Transfer const transfer = read_some(child_.output(), bytes_per_read, bytes);
  // What was written to standard error before this answer belongs to its excerpt.
  take_errors();
  lines_.feed(bytes);
  take_lines();
  if (transfer != Transfer::over) return;
  child_.output().close();
  if (!pipe_closed_at_) pipe_closed_at_ = Clock::now();
  closed_pipe_ = "standard output";
}

void AdapterSession::take_lines() {
  while (std::optional<std::string> const line = lines_.next_line()) {
    take_line(*line);
    if (is_stopping()) return;
  }
  if (lines_.overlong()) end(Reply::Status::protocol_fault, "an answer line is longer than the harness accepts");
}

void AdapterSession::take_line(std::string_view line) {
  std::variant<AnswerMessage, ItemNotification, UnreadableLine> decoded = decode_answer_line(line);
  if (UnreadableLine const* const unreadable = std::get_if<UnreadableLine>(&decoded)) {
    return end(Reply::Status::protocol_fault, unreadable->problem);
  }
  if (ItemNotification const* const delivered = std::get_if<ItemNotification>(&decoded)) {
    return take_item(*delivered);
  }
  AnswerMessage* const answer = std::get_if<AnswerMessage>(&decoded);
  InFlight::Settlement const settlement =
      in_flight_.settle(answer->id, reply_from_response(std::move(answer->message), answer->id));
  if (settlement != InFlight::Settlement::unknown) return;
  end(Reply::Status::protocol_fault,
      fmt::format("an answer carries the id {}, which no request is waiting for", answer->id));
}

void AdapterSession::take_item(ItemNotification const& delivered) {
  InFlight::Settlement const settlement = in_flight_.deliver(delivered.id, delivered.item, delivered.bytes);
  if (settlement == InFlight::Settlement::unknown) {
    end(Reply::Status::protocol_fault,
        fmt::format("an item carries the id {}, which no request is waiting for", delivered.id));
  }
  if (settlement == InFlight::Settlement::too_much) {
    end(Reply::Status::protocol_fault,
        fmt::format("the items of the request {} are more than the harness accepts", delivered.id));
  }
}

void AdapterSession::notice_ending() {
  if (is_stopping()) return;
  std::string const ending = child_.ending();
  if (!ending.empty()) {
    {
      std::lock_guard const lock(mutex_);
      ending_ = ending;
    }
    // A grandchild may hold the pipes open, so their end is not waited for: what the adapter wrote is in them now.
    for (int reads = 0; reads < most_reads_at_the_end && !is_stopping(); ++reads) {
      take_errors();
      take_output();
    }
    std::string const unfinished =
        lines_.unfinished_bytes() == 0 ? "" : fmt::format(", {} bytes into a line", lines_.unfinished_bytes());
    return end(Reply::Status::crash, fmt::format("the adapter {} without an answer{}", ending, unfinished));
  }
  bool const has_waited = pipe_closed_at_ && Clock::now() - *pipe_closed_at_ >= wait_for_exit_status;
  if (!has_waited) return;
  end(Reply::Status::crash, fmt::format("the adapter closed its {} without an answer, but did not exit", closed_pipe_));
}

void AdapterSession::end(Reply::Status status, std::string detail) {
  in_flight_.close(reply_without_value(status, std::move(detail)));
  {
    std::lock_guard const lock(mutex_);
    over_ = true;
  }
  ended_.notify_all();
}

}  // namespace conformance
