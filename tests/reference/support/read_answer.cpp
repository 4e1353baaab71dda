#include "reference/support/read_answer.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "prompty/core/json_text.hpp"
#include "prompty/prompty.hpp"

namespace prompty_tests {
namespace answer_reading {
namespace {

using prompty::Json;

/// Answers with the same bytes to every request.
class CannedTransport final : public prompty::Transport {
 public:
  CannedTransport(SampleAnswer const& answer, std::vector<std::size_t> const& cuts) : answer_(answer), cuts_(cuts) {}

  [[nodiscard]] prompty::HttpResponse send(prompty::HttpRequest const&) const override {
    return {.status = 200, .headers = {{"Content-Type", "application/json"}}, .body = answer_.body};
  }

  [[nodiscard]] prompty::StreamedResponse stream(prompty::HttpRequest const&) const override {
    return {.status = 200,
            .headers = {{"Content-Type", "text/event-stream"}},
            .body = [this, at = std::size_t{0}, cut = cuts_.begin()]() mutable -> std::optional<std::string> {
              if (at >= answer_.body.size()) return std::nullopt;
              while (cut != cuts_.end() && *cut <= at) ++cut;
              std::size_t const end = cut == cuts_.end() ? answer_.body.size() : std::min(*cut, answer_.body.size());
              std::size_t const start = std::exchange(at, end);
              return answer_.body.substr(start, end - start);
            }};
  }

 private:
  SampleAnswer const& answer_;
  std::vector<std::size_t> const& cuts_;
};

prompty::PromptyAgent agent_for(SampleAnswer const& answer) {
  prompty::PromptyAgent agent;
  agent.model = prompty::Model{.id = "m",
                               .provider = answer.provider,
                               .api_type = answer.api_type,
                               .connection = prompty::AnonymousConnection{.endpoint = "http://a"}};
  return agent;
}

void read_stream(prompty::PromptyAgent const& agent, std::vector<prompty::Message> const& messages,
                 prompty::Runtime const& runtime, ReadAnswer& read) {
  prompty::ItemStream items = prompty::run_stream(agent, messages, runtime);
  while (std::optional<prompty::StreamItem> const item = items.next()) {
    read.items += prompty::json_text::dump(prompty::stream_item_to_json(*item)) + '\n';
  }
  read.outcome = prompty::json_text::dump(prompty::outcome_to_json(prompty::whole_outcome(items)));
}

}  // namespace
}  // namespace answer_reading

ReadAnswer read_by_run(SampleAnswer const& answer, std::vector<std::size_t> const& cuts) {
  prompty::PromptyAgent const agent = answer_reading::agent_for(answer);
  std::vector<prompty::Message> const messages = {{.role = "user", .content = {prompty::TextPart{.value = "Hi"}}}};
  std::unique_ptr<prompty::Runtime> const runtime =
      prompty::make_runtime(std::make_shared<answer_reading::CannedTransport const>(answer, cuts));
  ReadAnswer read;
  try {
    if (answer.is_stream) {
      answer_reading::read_stream(agent, messages, *runtime, read);
    } else {
      read.outcome = prompty::json_text::dump(prompty::outcome_to_json(prompty::run(agent, messages, *runtime)));
    }
  } catch (prompty::Error const& error) {
    read.error_kind = error.kind();
  }
  return read;
}

}  // namespace prompty_tests
