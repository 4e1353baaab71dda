#include "harness/judge/deviations/proxy.hpp"

#include <httplib.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <sstream>
#include <thread>
#include <utility>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/subject/in_flight.hpp"
#include "harness/judge/subject/posix.hpp"
#include "mock-provider/matching/bounded_json.hpp"

namespace conformance::deviations {
namespace {

std::string const chunk_prefix = "data: ";

struct PassedAnswer {
  int status = 0;  ///< 0 when none came
  httplib::Headers headers = {};
  std::string bytes = {};
  bool is_broken = false;
};

/// Headers of one connection (hop-by-hop), which are not passed on.
bool is_of_the_connection(std::string const& name) {
  static std::set<std::string, httplib::detail::ci> const names = {"Connection",  "Content-Length",    "Host",
                                                                   "Keep-Alive",  "Transfer-Encoding", "REMOTE_ADDR",
                                                                   "REMOTE_PORT", "LOCAL_ADDR",        "LOCAL_PORT"};
  return names.contains(name);
}

httplib::Headers passed_on(httplib::Headers const& headers) {
  httplib::Headers kept;
  for (auto const& [name, value] : headers) {
    if (!is_of_the_connection(name)) kept.emplace(name, value);
  }
  return kept;
}

/// Where the host of an endpoint ends and its path begins.
std::size_t path_start_of(std::string const& endpoint) {
  std::size_t const scheme = endpoint.find("://");
  std::size_t const slash = scheme == std::string::npos ? scheme : endpoint.find('/', scheme + 3);
  return slash == std::string::npos ? endpoint.size() : slash;
}

std::string changed_json(std::string const& text, std::function<void(Json& value)> const& change) {
  if (!change) return text;
  Json value = json_in(text);
  if (value.is_discarded()) return text;
  Json const before = value;
  change(value);
  return value == before ? text : value.dump();
}

using Change = std::function<void(Json& value)>;

/// A streamed answer with its chunks changed.
std::string changed_stream(std::string const& bytes, Change const& change) {
  std::istringstream lines(bytes);
  std::string changed;
  for (std::string line; std::getline(lines, line);) {
    bool const is_chunk = line.starts_with(chunk_prefix);
    changed += is_chunk ? chunk_prefix + changed_json(line.substr(chunk_prefix.size()), change) : line;
    if (!lines.eof()) changed += "\n";
  }
  return changed;
}

std::string changed_answer(std::string const& bytes, Change const& change) {
  if (!change) return bytes;
  return bytes.starts_with(chunk_prefix) || bytes.starts_with("event: ") ? changed_stream(bytes, change)
                                                                         : changed_json(bytes, change);
}

/// One call of the reference while the proxy stands between it and the provider.
class ProxiedCall {
 public:
  ProxiedCall(std::string origin, ProxyHooks const& hooks) : origin_(std::move(origin)), hooks_(hooks) {}

  void pass_on(httplib::Request const& request, std::string const& target, httplib::Response& response) {
    std::shared_lock const under_way(requests_);
    hand_back(answer_to(request, target), response);
  }

  /// Once the reference has its answer, or has given up, nobody waits for what the provider still owes. No hook is
  /// called any more when this returns.
  void end() {
    {
      std::scoped_lock const lock(mutex_);
      is_over_ = true;
      for (httplib::Client* const client : open_) client->stop();
    }
    std::unique_lock const none_under_way(requests_);
  }

 private:
  PassedAnswer answer_to(httplib::Request const& request, std::string const& target) {
    if (is_over_ || (hooks_.is_closed && hooks_.is_closed())) return {.status = 400};
    std::string const body = changed_json(request.body, hooks_.change_request);
    PassedAnswer answer = send(request, target, body);
    while (hooks_.retries && hooks_.retries(answer.is_broken ? 0 : answer.status, answer.bytes)) {
      if (hooks_.on_answer) hooks_.on_answer(answer.bytes, answer.is_broken);
      answer = send(request, target, body);
    }
    if (hooks_.on_answer) hooks_.on_answer(answer.bytes, answer.is_broken);
    if (answer.status >= 200 && answer.status < 300) answer.bytes = changed_answer(answer.bytes, hooks_.change_answer);
    return answer;
  }

  /// A request that waits for the provider.
  class OpenRequest {
   public:
    OpenRequest(ProxiedCall& call, httplib::Client& client) : call_(call), client_(client) {
      std::scoped_lock const lock(call_.mutex_);
      call_.open_.insert(&client_);
    }
    ~OpenRequest() {
      std::scoped_lock const lock(call_.mutex_);
      call_.open_.erase(&client_);
    }
    OpenRequest(OpenRequest const&) = delete;
    OpenRequest& operator=(OpenRequest const&) = delete;

   private:
    ProxiedCall& call_;
    httplib::Client& client_;
  };

  [[nodiscard]] PassedAnswer send(httplib::Request const& request, std::string const& target, std::string const& body) {
    httplib::Client client(origin_);
    client.set_url_encode(false);
    client.set_tcp_nodelay(true);
    PassedAnswer answer;
    OpenRequest const open(*this, client);
    if (is_over_) return {.is_broken = true};
    httplib::Request passed;
    passed.method = "POST";
    passed.path = target;
    passed.headers = passed_on(request.headers);
    passed.body = body;
    passed.response_handler = [&](httplib::Response const& response) {
      answer.status = response.status;
      answer.headers = passed_on(response.headers);
      return true;
    };
    passed.content_receiver = [&](char const* data, std::size_t length, std::size_t, std::size_t) {
      answer.bytes.append(data, length);
      return true;
    };
    answer.is_broken = !client.send(passed);
    return answer;
  }

  static void hand_back(PassedAnswer const& answer, httplib::Response& response) {
    response.status = answer.status == 0 ? 200 : answer.status;
    httplib::Headers::const_iterator const type = answer.headers.find("Content-Type");
    std::string const content_type = type == answer.headers.end() ? "application/json" : type->second;
    for (auto const& [name, value] : answer.headers) {
      if (name != type->first) response.headers.emplace(name, value);
    }
    if (!answer.is_broken) {
      response.set_content(answer.bytes, content_type);
      return;
    }
    response.set_chunked_content_provider(content_type,
                                          [bytes = answer.bytes](std::size_t offset, httplib::DataSink& sink) {
                                            if (offset == 0 && !bytes.empty()) sink.write(bytes.data(), bytes.size());
                                            return false;
                                          });
  }

  std::string origin_;
  ProxyHooks const& hooks_;
  std::mutex mutex_;
  std::set<httplib::Client*> open_;  ///< under the mutex
  std::atomic<bool> is_over_ = false;
  std::shared_mutex requests_;  ///< shared by those under way
};

/// A thread for each connection: a request may wait for another that comes through the same proxy, so that any fixed
/// number of threads could be too small.
class ThreadPerConnection : public httplib::TaskQueue {
 public:
  void enqueue(std::function<void()> task) override {
    std::scoped_lock const lock(mutex_);
    ++running_;
    std::thread([this, task = std::move(task)] {
      task();
      std::scoped_lock const ending(mutex_);
      --running_;
      ended_.notify_all();
    }).detach();
  }
  void shutdown() override {
    std::unique_lock lock(mutex_);
    ended_.wait(lock, [this] { return running_ == 0; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable ended_;
  int running_ = 0;  ///< under the mutex
};

/// The server between the reference and the provider, one for the whole process: a port for each call would be found
/// more and more slowly, since the system keeps each for a minute after its last connection. A call is known by the
/// first segment of its paths, so that what an abandoned call still sends never meets the hooks of another.
class Proxy {
 public:
  static Proxy& instance() {
    static Proxy proxy;
    return proxy;
  }

  /// Being in front of the provider for one call. When it is destroyed, none of the call's requests is under way.
  class Registration {
   public:
    Registration(Proxy& proxy, std::string const& origin, ProxyHooks const& hooks)
        : proxy_(proxy), call_(std::make_shared<ProxiedCall>(origin, hooks)), name_(proxy.add(call_)) {}
    ~Registration() {
      proxy_.remove(name_);
      call_->end();
    }
    Registration(Registration const&) = delete;
    Registration& operator=(Registration const&) = delete;

    [[nodiscard]] std::string origin() const {
      return "http://127.0.0.1:" + std::to_string(proxy_.port_) + "/" + name_;
    }

   private:
    Proxy& proxy_;
    std::shared_ptr<ProxiedCall> call_;
    std::string name_;
  };

 private:
  Proxy() {
    server_.Post(R"(/(call-\d+)(/.*)?)", [this](httplib::Request const& request, httplib::Response& response) {
      // Hooks may ask the reference, which has not finished the call that sends this.
      WithinRequest const within;
      std::string const name = request.matches[1];
      if (std::shared_ptr<ProxiedCall> const call = find(name)) {
        call->pass_on(request, request.target.substr(name.size() + 1), response);
      } else {
        response.status = 400;
      }
    });
    server_.set_keep_alive_max_count(1);
    server_.new_task_queue = [] { return new ThreadPerConnection; };
    server_.set_tcp_nodelay(true);
    port_ = server_.bind_to_any_port("127.0.0.1");
    if (port_ <= 0) throw HarnessError("no port is free between the reference and the provider");
    thread_ = std::thread([this] {
      // As are the threads that it starts.
      block_signals_in_this_thread();
      server_.listen_after_bind();
    });
  }
  ~Proxy() {
    // Clients may connect before it takes them, but a server that does not run yet cannot be stopped.
    while (!server_.is_running()) std::this_thread::sleep_for(std::chrono::microseconds(50));
    server_.stop();
    thread_.join();
  }

  [[nodiscard]] std::string add(std::shared_ptr<ProxiedCall> call) {
    std::scoped_lock const lock(mutex_);
    std::string name = "call-" + std::to_string(++last_);
    calls_[name] = std::move(call);
    return name;
  }

  void remove(std::string const& name) {
    std::scoped_lock const lock(mutex_);
    calls_.erase(name);
  }

  [[nodiscard]] std::shared_ptr<ProxiedCall> find(std::string const& name) {
    std::scoped_lock const lock(mutex_);
    auto const found = calls_.find(name);
    return found == calls_.end() ? nullptr : found->second;
  }

  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<ProxiedCall>> calls_;  ///< under the mutex
  long last_ = 0;                                              ///< under the mutex
  httplib::Server server_;
  int port_ = 0;
  std::thread thread_;
};

Json* endpoint_in(Json& params) {
  if (member(params, "endpoint").is_string()) return &params["endpoint"];
  Json const& connection = member(member(member(params, "agent"), "model"), "connection");
  return member(connection, "endpoint").is_string() ? &params["agent"]["model"]["connection"]["endpoint"] : nullptr;
}

std::string text_in_chunk(Json const& chunk) {
  Json const& choices = member(chunk, "choices");
  if (choices.is_array() && !choices.empty()) {
    Json const& content = member(member(choices.front(), "delta"), "content");
    return content.is_string() ? content.get<std::string>() : "";
  }
  if (member(chunk, "type") == "response.output_text.delta" && member(chunk, "delta").is_string())
    return chunk["delta"].get<std::string>();
  Json const& text = member(member(chunk, "delta"), "text");
  return text.is_string() ? text.get<std::string>() : "";
}

/// Calls `visit` with the arguments of each call in a request, an answer, a conversation or an event: every text that
/// is a member named `arguments`, at any depth.
void for_each_arguments(Json& value, std::function<void(Json& arguments)> const& visit) {
  if (value.is_object() && member(value, "arguments").is_string()) visit(value["arguments"]);
  if (!value.is_structured()) return;
  for (Json& inner : value) for_each_arguments(inner, visit);
}

}  // namespace

bool sends_request(std::string const& operation, Json const& params) {
  bool const is_sent = operation == "run" || operation == "execute" || operation == "turn";
  return is_sent && member(params, "stream") != true;
}

Reply call_through_proxy(ProxyHooks const& hooks, std::string const& operation, Json const& params,
                         AskReference const& reference) {
  Json changed = params;
  Json* const endpoint = endpoint_in(changed);
  if (endpoint == nullptr) return reference(operation, params);
  std::string const given = endpoint->get<std::string>();
  std::size_t const path_start = path_start_of(given);
  Proxy::Registration const registered(Proxy::instance(), given.substr(0, path_start), hooks);
  *endpoint = registered.origin() + given.substr(path_start);
  return reference(operation, changed);
}

bool has_role(Json const& message, std::string const& role) {
  return member(message, "role") == role;
}

std::vector<std::string> pieces_in(std::string const& bytes) {
  std::vector<std::string> pieces;
  std::istringstream lines(bytes);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(chunk_prefix)) continue;
    std::string const chunk = line.substr(chunk_prefix.size());
    std::string const text = text_in_chunk(json_in(chunk));
    if (!text.empty()) pieces.push_back(text);
  }
  return pieces;
}

Reply call_with_other_arguments(std::function<std::optional<std::string>(std::string const& arguments)> const& change,
                                std::string const& operation, Json const& params, AskReference const& reference) {
  std::map<std::string, Json> written;
  auto const put_back = [&](Json& arguments) {
    auto const found = written.find(arguments.get<std::string>());
    if (found != written.end()) arguments = found->second;
  };
  auto const replace = [&](Json& arguments) {
    std::optional<std::string> const other = change(arguments.get<std::string>());
    if (!other) return;
    written[*other] = arguments;
    arguments = *other;
  };
  ProxyHooks const hooks{.change_request = [&](Json& body) { for_each_arguments(body, put_back); },
                         .change_answer = [&](Json& answer) { for_each_arguments(answer, replace); }};
  Reply reply = call_through_proxy(hooks, operation, params, reference);
  for_each_arguments(reply.value, put_back);
  return reply;
}

}  // namespace conformance::deviations
