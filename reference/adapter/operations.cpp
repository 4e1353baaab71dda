#include "adapter/operations.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "adapter/conversation_operations.hpp"
#include "adapter/dispatch_operation.hpp"
#include "adapter/params.hpp"
#include "adapter/registry_operations.hpp"
#include "adapter/turn_operation.hpp"

namespace prompty::adapter {
namespace {

using Variables = std::map<std::string, std::string>;

Json split(Json const& params, Runtime const&) {
  frontmatter::Halves const halves = frontmatter::split(demand_text(params, "text"));
  return Json{{"frontmatter", halves.block ? Json(halves.block->text) : Json(nullptr)}, {"body", halves.body}};
}

/// The environment of the request, which its owner may change later; without one that of the runtime.
Environment environment_of(std::shared_ptr<std::optional<Variables>> const& variables, Runtime const& runtime) {
  if (!*variables) return runtime.environment;
  return [variables](std::string const& name) -> std::optional<std::string> {
    Variables::const_iterator const found = (*variables)->find(name);
    if (found == (*variables)->end()) return std::nullopt;
    return found->second;
  };
}

Json load_agent(Json const& params, Runtime const& runtime) {
  std::shared_ptr<std::optional<Variables>> const variables =
      std::make_shared<std::optional<Variables>>(optional_variables(params, "env"));
  std::optional<Variables> after = optional_variables(params, "envAfter");
  std::filesystem::path const path =
      std::filesystem::path(optional_text(params, "cwd").value_or("")) / demand_text(params, "path");
  LoadOptions const options{.environment = environment_of(variables, runtime)};
  PromptyAgent const agent =
      variant_of(params) == Variant::synchronous ? load(path, options) : load_async(path, options).get();
  if (after) *variables = std::move(after);
  return agent_codec::to_json(agent);
}

Json completed_inputs(Json const& params, Runtime const&) {
  return validate_inputs(demand_agent(params), demand(params, "inputs"));
}

Json rendered_text(Json const& params, Runtime const& runtime) {
  PromptyAgent agent = demand_agent(params);
  if (std::optional<std::string> const undefined = optional_text(params, "undefined")) {
    if (undefined != "empty" && undefined != "error") {
      throw InvalidParams{fmt::format("params.undefined must be empty or error, not '{}'", *undefined)};
    }
    agent.prompt_template.format.settings["undefined"] = *undefined;
  }
  Json const& inputs = demand(params, "inputs");
  Rendered const rendered = variant_of(params) == Variant::synchronous ? render(agent, inputs, runtime)
                                                                       : render_async(agent, inputs, runtime).get();
  return Json{{"rendered", rendered.text}};
}

Json parsed_messages(Json const& params, Runtime const& runtime) {
  PromptyAgent const agent = params.contains("agent") ? demand_agent(params) : PromptyAgent{};
  Rendered const rendered{.text = demand_text(params, "rendered")};
  return message_codec::write(variant_of(params) == Variant::synchronous ? parse(agent, rendered, runtime)
                                                                         : parse_async(agent, rendered, runtime).get());
}

Json prepared_messages(Json const& params, Runtime const& runtime) {
  PromptyAgent const agent = demand_agent(params);
  Json const& inputs = demand(params, "inputs");
  return message_codec::write(variant_of(params) == Variant::synchronous ? prepare(agent, inputs, runtime)
                                                                         : prepare_async(agent, inputs, runtime).get());
}

Json shown_request(Json const& params, Runtime const& runtime) {
  ProviderRequest request = build_request(demand_equipped_agent(params), demand_messages(params), runtime);
  Json shown{{"method", request.method}, {"path", request.path}};
  for (auto const& [name, value] : request.headers) shown["headers"][name] = value;
  shown["body"] = std::move(request.body);
  return shown;
}

Json projected_tools(Json const& params, Runtime const& runtime) {
  return Json{{"tools", project_tools(demand_equipped_agent(params), runtime)}};
}

Json processed(Json const& params, Runtime const& runtime) {
  PromptyAgent const agent = demand_agent(params);
  Json const& response = demand(params, "response");
  return outcome_to_json(variant_of(params) == Variant::synchronous ? process(agent, response, runtime)
                                                                    : process_async(agent, response, runtime).get());
}

/// All items, delivered one by one, and what they come to.
Json delivered(ItemStream& items, Variant variant, ItemSink const& deliver) {
  Json list = Json::array();
  while (std::optional<StreamItem> const item =
             variant == Variant::synchronous ? items.next() : items.next_async().get()) {
    list.push_back(stream_item_to_json(*item));
    deliver(list.back());
  }
  Outcome const outcome = whole_outcome(items);
  return Json{{"items", std::move(list)}, {"outcome", outcome_to_json(outcome)}};
}

Json run_once(Json const& params, Runtime const& runtime, ItemSink const& deliver) {
  PromptyAgent const agent = demand_equipped_agent(params);
  std::vector<Message> const messages = demand_messages(params);
  if (is_asked_for(params, "stream")) {
    ItemStream items = run_stream(agent, messages, runtime);
    return delivered(items, variant_of(params), deliver);
  }
  return outcome_to_json(variant_of(params) == Variant::synchronous ? run(agent, messages, runtime)
                                                                    : run_async(agent, messages, runtime).get());
}

Json invoked(Json const& params, Runtime const& runtime, ItemSink const& deliver) {
  std::filesystem::path const path = demand_text(params, "path");
  Json const inputs = params.value("inputs", Json::object());
  if (is_asked_for(params, "stream")) {
    PromptyAgent const agent = load(path, {.environment = runtime.environment});
    ItemStream items = run_stream(agent, prepare(agent, inputs, runtime), runtime);
    return delivered(items, variant_of(params), deliver);
  }
  return outcome_to_json(variant_of(params) == Variant::synchronous ? invoke(path, inputs, runtime)
                                                                    : invoke_async(path, inputs, runtime).get());
}

Json executed(Json const& params, Runtime const& runtime) {
  PromptyAgent const agent = demand_equipped_agent(params);
  std::vector<Message> const messages = demand_messages(params);
  return variant_of(params) == Variant::synchronous ? execute(agent, messages, runtime)
                                                    : execute_async(agent, messages, runtime).get();
}

Json processed_stream(Json const& params, Runtime const& runtime, ItemSink const& deliver) {
  PromptyAgent const agent = demand_agent(params);
  Json const& chunks = demand(params, "chunks");
  if (!chunks.is_array()) throw InvalidParams{"params.chunks must be a list"};
  std::shared_ptr<PromptyStream> const arriving =
      std::make_shared<PromptyStream>(stream_of(std::vector<Json>(chunks.begin(), chunks.end())));
  ItemStream items = process_stream(agent, arriving, runtime);
  return delivered(items, variant_of(params), deliver);
}

template <Json (*perform)(Json const&, Runtime const&)>
Json checked(Json const& params, Runtime const& runtime, ItemSink const&) {
  demand_whole(params);
  return perform(params, runtime);
}

template <Json (*perform)(Json const&, Runtime&)>
Operation alone(std::string name) {
  return {.name = std::move(name), .perform = nullptr, .perform_alone = [](Json const& params, Runtime& own) {
            demand_whole(params);
            return perform(params, own);
          }};
}

}  // namespace

std::vector<Operation> const& operations() {
  static std::vector<Operation> const all = {{"split", checked<split>},
                                             {"load", checked<load_agent>},
                                             {"validate_inputs", checked<completed_inputs>},
                                             {"render", checked<rendered_text>},
                                             {"parse", checked<parsed_messages>},
                                             {"prepare", checked<prepared_messages>},
                                             {"build_request", checked<shown_request>},
                                             {"project_tools", checked<projected_tools>},
                                             {"process", checked<processed>, Spans::shown},
                                             {"process_stream", processed_stream, Spans::shown},
                                             {"execute", checked<executed>, Spans::shown},
                                             {"run", run_once, Spans::shown},
                                             {"invoke", invoked, Spans::shown},
                                             {"turn", turn_once, Spans::shown},
                                             alone<registry>("registry"),
                                             alone<dispatch_call>("dispatch"),
                                             alone<lookup>("lookup"),
                                             {"messages_to_wire", checked<messages_to_wire>},
                                             {"messages_from_wire", checked<messages_from_wire>},
                                             {"run_tools", checked<run_tools>},
                                             {"converse", converse}};
  return all;
}

}  // namespace prompty::adapter
