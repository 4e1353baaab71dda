#include "adapter/registered_doubles.hpp"

#include <fmt/core.h>

#include <set>
#include <utility>
#include <vector>

#include "adapter/params.hpp"

namespace prompty::adapter {
namespace registered_doubles {
namespace {

using Calls = std::shared_ptr<CalledDoubles>;

class RendererDouble final : public Renderer {
 public:
  RendererDouble(std::string key, std::string answer, Calls called)
      : key_(std::move(key)), answer_(std::move(answer)), called_(std::move(called)) {}

  [[nodiscard]] std::string render(PromptyAgent const& agent, Json const& inputs) const override {
    called_->add("renderer", key_, Json{{"agent", agent_codec::to_json(agent)}, {"inputs", inputs}});
    return answer_;
  }

 private:
  std::string key_;
  std::string answer_;
  Calls called_;
};

class ParserDouble final : public Parser {
 public:
  ParserDouble(std::string key, std::vector<Message> answer, Calls called)
      : key_(std::move(key)), answer_(std::move(answer)), called_(std::move(called)) {}

  [[nodiscard]] std::vector<Message> parse(PromptyAgent const& agent, std::string const& rendered) const override {
    called_->add("parser", key_, Json{{"agent", agent_codec::to_json(agent)}, {"rendered", rendered}});
    return answer_;
  }

 private:
  std::string key_;
  std::vector<Message> answer_;
  Calls called_;
};

class ExecutorDouble final : public Executor {
 public:
  ExecutorDouble(std::string key, Json answer, Calls called)
      : key_(std::move(key)), answer_(std::move(answer)), called_(std::move(called)) {}

  [[nodiscard]] Json execute(PromptyAgent const& agent, std::vector<Message> const& messages) const override {
    called_->add("executor", key_,
                 Json{{"agent", agent_codec::to_json(agent)}, {"messages", message_codec::write(messages)}});
    return answer_;
  }

 private:
  std::string key_;
  Json answer_;
  Calls called_;
};

class ProcessorDouble final : public Processor {
 public:
  ProcessorDouble(std::string key, Outcome answer, Calls called)
      : key_(std::move(key)), answer_(std::move(answer)), called_(std::move(called)) {}

  [[nodiscard]] Outcome process(PromptyAgent const& agent, Json const& response) const override {
    called_->add("processor", key_, Json{{"agent", agent_codec::to_json(agent)}, {"response", response}});
    return answer_;
  }

 private:
  std::string key_;
  Outcome answer_;
  Calls called_;
};

std::vector<Message> read_messages(Json const& answer) {
  if (!answer.is_array()) throw InvalidParams{"the answer of a registered parser must be a list of messages"};
  return message_codec::read(answer, "messages");
}

/// The outcomes that a canned processor may have: text and JSON.
Outcome read_outcome(Json const& answer) {
  std::string const type = demand_text(answer, "type");
  if (type == "text") return Text{demand_text(answer, "value")};
  if (type == "json") return StructuredValue{demand(answer, "value")};
  throw InvalidParams{fmt::format("the answer of a registered processor must be of type text or json, not '{}'", type)};
}

void demand_component(std::string const& components) {
  static std::set<std::string> const all = {"renderers", "parsers", "executors", "processors"};
  if (all.contains(components)) return;
  throw InvalidParams{
      fmt::format("params.register.{} is no component; there are connections, renderers, parsers, "
                  "executors and processors",
                  components)};
}

void register_double(std::string const& components, std::string const& key, Json const& answer, Calls const& called,
                     Invokers& invokers) {
  if (components == "renderers") {
    if (!answer.is_string()) throw InvalidParams{"the answer of a registered renderer must be a string"};
    invokers.renderers.add(key, std::make_shared<RendererDouble>(key, answer.get<std::string>(), called));
  } else if (components == "parsers") {
    invokers.parsers.add(key, std::make_shared<ParserDouble>(key, read_messages(answer), called));
  } else if (components == "executors") {
    invokers.executors.add(key, std::make_shared<ExecutorDouble>(key, answer, called));
  } else {
    invokers.processors.add(key, std::make_shared<ProcessorDouble>(key, read_outcome(answer), called));
  }
}

}  // namespace
}  // namespace registered_doubles

void CalledDoubles::add(std::string const& component, std::string const& key, Json received) {
  std::scoped_lock const lock(mutex_);
  calls_.push_back(Json{{"component", component}, {"key", key}, {"received", std::move(received)}});
}

Json CalledDoubles::list() const {
  std::scoped_lock const lock(mutex_);
  return calls_;
}

bool registers_components(Json const& params) {
  Json const registered = params.value("register", Json::object());
  if (!registered.is_object()) throw InvalidParams{"params.register must be an object"};
  return registered.size() > registered.count("connections");
}

void register_doubles(Json const& params, std::shared_ptr<CalledDoubles> const& called, Invokers& invokers) {
  Json const registered = params.value("register", Json::object());
  for (auto const& [components, answers] : registered.items()) {
    if (components == "connections") continue;
    registered_doubles::demand_component(components);
    if (!answers.is_object()) {
      throw InvalidParams{fmt::format("params.register.{} must map keys to answers", components)};
    }
    for (auto const& [key, answer] : answers.items()) {
      registered_doubles::register_double(components, key, answer, called, invokers);
    }
  }
}

}  // namespace prompty::adapter
