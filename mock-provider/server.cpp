#include "mock-provider/server.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "mock-provider/provider.hpp"

namespace mock_provider {
namespace {

std::string host_in_url(std::string const& host) {
  return host.find(':') == std::string::npos ? host : '[' + host + ']';
}

/// Who has started the mock on a name reaches it under that name.
AdmittedCallers admitted_by(ServerOptions const& options) {
  AdmittedCallers admitted = options.admitted;
  admitted.hosts.push_back(options.host);
  return admitted;
}

}  // namespace

class Server::Implementation {
 public:
  explicit Implementation(ServerOptions const& options)
      : scheme(options.tls ? "https" : "http"),
        host(options.host),
        admitted(admitted_by(options)),
        provider(options.check,
                 {.entries = options.journal_capacity,
                  .bytes = options.journal_bytes,
                  .answer_bytes = options.journal_answer_bytes,
                  .secrets = options.secrets},
                 options.recording ? std::make_unique<Recorder>(*options.recording) : nullptr, options.api_keys,
                 scheme),
        listener(
            {.host = options.host,
             .port = options.port,
             .bound = options.bound,
             .limits = {.head_bytes = options.max_header_bytes, .body_bytes = options.max_request_bytes},
             .patience = {.silence = options.idle, .total = options.deadline},
             .connections = options.max_connections,
             .tls = options.tls},
            {.answer = [this](Request request) { return answer_to(std::move(request)); },
             .abandoned = [this](Answer const& answer,
                                 http::Delivery const& delivery) { provider.note_abort(answer, delivery.body_bytes); },
             .refuse = [this](http::Refusal refusal) { return answer_to_unread(std::move(refusal)); },
             .is_urgent = begins_admin_request}) {}
  Implementation(Implementation const&) = delete;
  Implementation& operator=(Implementation const&) = delete;
  // The listener waits for those who wait for another server.
  ~Implementation() { provider.stop_recording(); }

  [[nodiscard]] Answer answer_to(Request request) {
    std::optional<std::string> const objection = caller_check::objection(request.headers, admitted);
    if (objection) return provider.refuse(std::move(request), *objection);
    std::optional<std::string> const origin = cross_origin::reader(request.headers, admitted);
    if (!origin) return provider.respond(std::move(request));
    bool const is_question = cross_origin::is_preflight(request);
    Answer answer = is_question ? cross_origin::preflight(request) : provider.respond(std::move(request));
    cross_origin::let_read(answer, *origin);
    return answer;
  }

  [[nodiscard]] Answer answer_to_unread(http::Refusal refusal) {
    std::optional<std::string> const origin = cross_origin::reader(refusal.request.headers, admitted);
    Answer answer = provider.refuse_unread(std::move(refusal));
    if (origin) cross_origin::let_read(answer, *origin);
    return answer;
  }

  std::string const scheme;
  std::string const host;
  AdmittedCallers const admitted;
  Provider provider;
  HttpListener listener;
};

Server::Server(ServerOptions const& options) : implementation_(std::make_unique<Implementation>(options)) {}

Server::~Server() = default;

int Server::port() const {
  return implementation_->listener.port();
}

std::string Server::base_url() const {
  return fmt::format("{}://{}:{}", implementation_->scheme, host_in_url(implementation_->host), port());
}

void Server::put_scenario(std::string const& name, Json const& scenario) {
  implementation_->provider.put_scenario(name, scenario);
}

void Server::let_out(std::string const& scenario, std::size_t frames) {
  std::shared_ptr<Player> const player = implementation_->provider.scenarios().find(scenario);
  if (player != nullptr) player->gate()->let_out(frames);
}

void Server::note_items(std::string const& scenario, std::size_t items) {
  std::shared_ptr<Player> const player = implementation_->provider.scenarios().find(scenario);
  if (player != nullptr) player->gate()->note_items(items);
}

std::string Server::late(std::string const& scenario) const {
  std::shared_ptr<Player> const player = implementation_->provider.scenarios().find(scenario);
  return player == nullptr ? "" : player->gate()->late();
}

void Server::remove_scenario(std::string const& name) {
  implementation_->provider.remove_scenario(name);
}

std::vector<JournalEntry> Server::requests(std::string const& scenario) const {
  std::vector<JournalEntry> result;
  for (std::shared_ptr<JournalEntry const> const& entry : implementation_->provider.journal().of_scenario(scenario)) {
    result.push_back(*entry);
  }
  return result;
}

void Server::forget_requests(std::string const& scenario) {
  implementation_->provider.forget_requests(scenario);
}

std::uint64_t Server::dropped_requests() const {
  return implementation_->provider.journal().dropped();
}

std::vector<UnplayedStep> Server::unplayed(std::string const& scenario) const {
  std::shared_ptr<Player> const player = implementation_->provider.scenarios().find(scenario);
  return player == nullptr ? std::vector<UnplayedStep>() : player->unplayed();
}

std::vector<UnplayedStep> Server::unplayed() const {
  std::vector<UnplayedStep> result;
  for (auto const& [name, player] : implementation_->provider.scenarios().all()) {
    std::vector<UnplayedStep> const steps = player->unplayed();
    result.insert(result.end(), steps.begin(), steps.end());
  }
  return result;
}

RecordingCounts Server::recording() const {
  return implementation_->provider.recording();
}

void Server::close_admin() {
  implementation_->provider.close_admin();
}

void Server::stop() {
  implementation_->provider.stop_recording();
  implementation_->listener.stop();
}

}  // namespace mock_provider
