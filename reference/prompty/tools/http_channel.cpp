#include <algorithm>
#include <exception>
#include <thread>

#include "prompty/core/json_text.hpp"
#include "prompty/core/utf8.hpp"
#include "prompty/tools/mcp_client.hpp"
#include "prompty/typed/json_reader.hpp"

namespace prompty {
namespace {

constexpr std::size_t max_excerpt_bytes = 300;
constexpr std::chrono::seconds session_end_limit(2);
constexpr std::size_t max_incoming_requests = 1000;
// Until the rest of an answer is asked for; the usual one where the server names none.
constexpr std::chrono::milliseconds usual_delay(1'000);
constexpr std::chrono::milliseconds shortest_delay(20);
constexpr std::chrono::milliseconds longest_delay(60'000);

/// Of the body of an error: the message of a JSON-RPC error, or its start.
std::string excerpt(std::string const& body) {
  Json const parsed = json_text::parse(body).value_or(nullptr);
  Json const& message = member_of(member_of(parsed, "error"), "message");
  if (message.is_string()) return errors::said_by_server(message.get<std::string>());
  return std::string(utf8::beginning(body, max_excerpt_bytes));
}

std::vector<Json> messages_in(Json const& body) {
  return body.is_array() ? std::vector<Json>(body.begin(), body.end()) : std::vector<Json>{body};
}

class HttpChannel final : public McpChannel {
 public:
  HttpChannel(std::string name, HttpServer server, BearerSource bearer, std::shared_ptr<Transport const> transport,
              std::size_t max_bytes)
      : name_(std::move(name)),
        server_(std::move(server)),
        bearer_(std::move(bearer)),
        transport_(std::move(transport)),
        max_bytes_(max_bytes) {}

  ~HttpChannel() override {
    Session const last = session();
    if (last.id.empty()) return;
    try {
      RequestLimits const limits{.deadline = std::chrono::steady_clock::now() + session_end_limit};
      static_cast<void>(transport_->stream_within(request_of("DELETE", "", last), limits));
    } catch (std::exception const&) {
      // Not every server lets clients end a session; it expires there.
    }
  }
  HttpChannel(HttpChannel const&) = delete;
  HttpChannel& operator=(HttpChannel const&) = delete;

  json_rpc::Response send_request(Json const& request, RequestLimits const& limits) override {
    std::string const method = request.at("method").get<std::string>();
    bool const is_first = method == "initialize";
    Session const current = is_first ? Session{} : session();
    StreamedResponse answer = post(request, current, limits);
    check_status(answer, method, current);
    std::optional<json_rpc::Response> response;
    std::size_t incoming_requests = 0;
    auto const take = [&](Json const& message) {
      json_rpc::Message const read = json_rpc::read(message);
      if (json_rpc::Request const* const incoming = std::get_if<json_rpc::Request>(&read)) {
        // Each costs a request of ours.
        if (++incoming_requests > max_incoming_requests)
          throw errors::mcp_asks_too_much(name_, max_incoming_requests, method);
        StreamedResponse const ignored = post(json_rpc::reply_to(*incoming), session(), limits);
      }
      json_rpc::Response const* const found = std::get_if<json_rpc::Response>(&read);
      if (found == nullptr || found->id != request.at("id")) return false;
      response = *found;
      return true;
    };
    std::optional<Resumption> rest = read_messages(answer, method, take);
    while (!response && rest && !rest->last_id.empty()) {
      wait(rest->delay, limits);
      StreamedResponse more = transport_->stream_within(resuming_request(*rest, session()), limits);
      check_status(more, method, current);
      std::string const known = rest->last_id;
      rest = read_messages(more, method, take);
      if (rest && rest->last_id.empty()) rest->last_id = known;
    }
    if (!response) throw errors::mcp_answer_cut_short(name_, method);
    if (is_first) {
      std::unique_lock<std::mutex> const lock(mutex_);
      session_ = {.id = find_header(answer.headers, "mcp-session-id").value_or(""), .version = ""};
    }
    return *std::move(response);
  }

  void send_notification(Json const& notification, RequestLimits const& limits) override {
    Session const current = session();
    StreamedResponse answer = post(notification, current, limits);
    check_status(answer, notification.at("method").get<std::string>(), current);
  }

  void use_version(std::string const& version) override {
    std::unique_lock<std::mutex> const lock(mutex_);
    session_.version = version;
  }

 private:
  struct Session {
    std::string id;
    std::string version;
  };

  Session session() const {
    std::unique_lock<std::mutex> const lock(mutex_);
    return session_;
  }

  HttpRequest request_of(std::string method, std::string body, Session const& session) const {
    HttpRequest request{.method = std::move(method),
                        .url = server_.endpoint,
                        .headers = {{"Accept", "application/json, text/event-stream"}},
                        .body = std::move(body)};
    if (!request.body.empty()) request.headers.emplace_back("Content-Type", "application/json");
    if (!session.id.empty()) request.headers.emplace_back("Mcp-Session-Id", session.id);
    if (!session.version.empty()) request.headers.emplace_back("MCP-Protocol-Version", session.version);
    if (bearer_) request.headers.emplace_back("Authorization", "Bearer " + bearer_());
    request.headers.insert(request.headers.end(), server_.headers.begin(), server_.headers.end());
    return request;
  }

  StreamedResponse post(Json const& message, Session const& session, RequestLimits const& limits) const {
    return transport_->stream_within(request_of("POST", json_text::dump(message), session), limits);
  }

  /// Since version 2025-11-25 a server may end the stream of an answer before it has answered, and be asked for the
  /// rest of it later, behind the event of that id.
  struct Resumption {
    std::string last_id;
    std::chrono::milliseconds delay;
  };

  HttpRequest resuming_request(Resumption const& rest, Session const& session) const {
    HttpRequest request = request_of("GET", "", session);
    request.headers.front().second = "text/event-stream";
    request.headers.emplace_back("Last-Event-ID", rest.last_id);
    return request;
  }

  void wait(std::chrono::milliseconds delay, RequestLimits const& limits) const {
    std::chrono::steady_clock::time_point const until = std::chrono::steady_clock::now() + delay;
    std::chrono::steady_clock::time_point check;
    do {
      check = std::min(next_limit_check(limits, server_.endpoint), until);
      std::this_thread::sleep_until(check);
    } while (check < until);
  }

  /// Calls `sink` with each message of the answer until that returns true. What is left of a stream of events that
  /// ended before that; nothing otherwise.
  std::optional<Resumption> read_messages(StreamedResponse& answer, std::string const& method,
                                          std::function<bool(Json const&)> const& sink) const {
    if (!find_header(answer.headers, "content-type").value_or("").starts_with("text/event-stream")) {
      std::optional<Json> const body = json_text::parse(read_body(answer));
      if (!body) throw errors::mcp_answer_malformed(name_, method, "the body is not JSON");
      for (Json const& message : messages_in(*body)) {
        if (sink(message)) return std::nullopt;
      }
      return std::nullopt;
    }
    SseDecoder decoder(max_bytes_);
    while (std::optional<std::string> const block = answer.body()) {
      std::vector<Json> messages;
      try {
        decoder.feed(*block, [&messages](SseEvent const& event) {
          std::optional<Json> const body = json_text::parse(event.data);
          if (!body) return;
          for (Json& message : messages_in(*body)) messages.push_back(std::move(message));
        });
      } catch (ValueError const&) {
        throw errors::mcp_message_too_large(name_, max_bytes_);
      }
      for (Json const& message : messages) {
        if (sink(message)) return std::nullopt;
      }
    }
    std::chrono::milliseconds const delay = decoder.retry().value_or(usual_delay);
    return Resumption{.last_id = decoder.last_id(), .delay = std::clamp(delay, shortest_delay, longest_delay)};
  }

  void check_status(StreamedResponse& answer, std::string const& what, Session const& session) const {
    if (answer.status >= 200 && answer.status < 300) return;
    if (answer.status == 404 && !session.id.empty()) throw SessionLost(name_);
    throw errors::mcp_status(name_, what, answer.status, excerpt(read_body(answer)));
  }

  std::string read_body(StreamedResponse& answer) const {
    std::string text;
    while (std::optional<std::string> const block = answer.body()) {
      text += *block;
      if (text.size() > max_bytes_) throw errors::mcp_message_too_large(name_, max_bytes_);
    }
    return text;
  }

  std::string name_;
  HttpServer server_;
  BearerSource bearer_;
  std::shared_ptr<Transport const> transport_;
  std::size_t max_bytes_;
  mutable std::mutex mutex_;
  Session session_;
};

}  // namespace

std::unique_ptr<McpChannel> http_channel(std::string name, HttpServer server, BearerSource bearer,
                                         std::shared_ptr<Transport const> transport, std::size_t max_bytes) {
  return std::make_unique<HttpChannel>(std::move(name), std::move(server), std::move(bearer), std::move(transport),
                                       max_bytes);
}

}  // namespace prompty
