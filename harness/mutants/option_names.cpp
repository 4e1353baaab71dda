#include <fmt/core.h>

#include <array>
#include <string_view>
#include <utility>

#include "harness/mutants/anthropic_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::option_names {
namespace {

enum class Column { openai, anthropic };

/// A row of the table; a name that a provider does not have is empty.
struct Row {
  std::string_view clause;
  std::string_view option;
  std::string_view openai;
  std::string_view anthropic;
  std::string_view slug;

  [[nodiscard]] std::string name(Column column) const {
    return std::string(column == Column::openai ? openai : anthropic);
  }
};

constexpr std::array<Row, 8> table{{
    {"P7.6-02", "temperature", "temperature", "temperature", "temperature"},
    {"P7.6-03", "maxOutputTokens", "max_completion_tokens", "max_tokens", "output-limit"},
    {"P7.6-04", "topP", "top_p", "top_p", "nucleus"},
    {"P7.6-05", "topK", "", "top_k", "candidates"},
    {"P7.6-06", "frequencyPenalty", "frequency_penalty", "", "frequency-penalty"},
    {"P7.6-07", "presencePenalty", "presence_penalty", "", "presence-penalty"},
    {"P7.6-08", "stopSequences", "stop", "stop_sequences", "halting-texts"},
    {"P7.6-09", "seed", "seed", "", "seed"},
}};

Column other(Column column) {
  return column == Column::openai ? Column::anthropic : Column::openai;
}

std::string_view provider_of(Column column) {
  return column == Column::openai ? "OpenAI" : "Anthropic";
}

bool is_served(Json const& agent, Column column) {
  Json const& provider = member(member(agent, "model"), "provider");
  return provider == (column == Column::openai ? "openai" : "anthropic");
}

bool is_set(Json const& agent, Row const& row) {
  return !option_of(agent, std::string(row.option)).is_null();
}

/// Changes the bodies of requests to one of the providers.
Rule changed_request(Column column, std::function<void(Json& body, Json const& agent)> change) {
  return [column, change = std::move(change)](std::string const& operation, Json const& params,
                                              AskReference const& reference) {
    Reply reply = reference(operation, params);
    Json const& agent = member(params, "agent");
    bool const concerned = operation == "build_request" && is_served(agent, column);
    if (concerned && reply.status == Reply::Status::result) change(reply.value["body"], agent);
    return reply;
  };
}

/// Changes bodies for one of the providers in which the option is set.
Rule changed_cell(Row row, Column column, std::function<void(Json& body, Json const& value)> change) {
  return changed_request(column, [row, change = std::move(change)](Json& body, Json const& agent) {
    if (is_set(agent, row)) change(body, option_of(agent, std::string(row.option)));
  });
}

/// Sends every option under names of another column, where that has one.
void use_other_column(Json& body, Json const& agent, Column column) {
  for (Row const& row : table) {
    if (!is_set(agent, row)) continue;
    body.erase(row.name(column));
    std::string const name = row.name(other(column));
    if (!name.empty()) body[name] = option_of(agent, std::string(row.option));
  }
}

void use_own_names(Json& body, Json const& agent, Column column) {
  for (Row const& row : table) {
    if (!is_set(agent, row) || row.name(column).empty()) continue;
    body.erase(row.name(column));
    body[std::string(row.option)] = option_of(agent, std::string(row.option));
  }
}

bool has_unsupported(Json const& agent, Column column) {
  for (Row const& row : table) {
    if (row.name(column).empty() && is_set(agent, row)) return true;
  }
  return false;
}

void send_unsupported(Json& body, Json const& agent, Column column) {
  for (Row const& row : table) {
    if (row.name(column).empty() && is_set(agent, row))
      body[std::string(row.option)] = option_of(agent, std::string(row.option));
  }
}

void lose_all_options(Json& body, Json const& agent, Column column) {
  if (!has_unsupported(agent, column)) return;
  for (Row const& row : table) body.erase(row.name(column));
}

Rule changed_column(Column column, void (*change)(Json& body, Json const& agent, Column column)) {
  return changed_request(column, [=](Json& body, Json const& agent) { change(body, agent, column); });
}

Rule refused_unsupported(Column column, std::string kind) {
  return [column, kind = std::move(kind)](std::string const& operation, Json const& params,
                                          AskReference const& reference) {
    Json const& agent = member(params, "agent");
    bool const concerned = operation == "build_request" && is_served(agent, column) && has_unsupported(agent, column);
    return concerned ? raised(kind) : reference(operation, params);
  };
}

std::vector<Mutant> cell_mutants(Row const& row, Column column) {
  std::string const clause(row.clause);
  std::string const suffix = column == Column::openai ? "for-openai" : "for-anthropic";
  std::string const name = row.name(column);
  if (name.empty()) {
    std::string const foreign = row.name(other(column));
    return {{fmt::format("cell-{}-filled-{}", row.slug, suffix), clause,
             fmt::format("The option {} is sent to {} too.", row.option, provider_of(column)),
             changed_cell(row, column, [foreign](Json& body, Json const& value) { body[foreign] = value; })}};
  }
  return {
      {fmt::format("cell-{}-emptied-{}", row.slug, suffix), clause,
       fmt::format("The option {} is not sent to {}.", row.option, provider_of(column)),
       changed_cell(row, column, [name](Json& body, Json const&) { body.erase(name); })},
      {fmt::format("cell-{}-misnamed-{}", row.slug, suffix), clause,
       fmt::format("The option {} is sent to {} under a name with an S behind it.", row.option, provider_of(column)),
       changed_cell(row, column, [name](Json& body, Json const& value) {
         body.erase(name);
         body[name + "S"] = value;
       })}};
}

std::vector<Mutant> column_mutants(Column column) {
  std::string const suffix = column == Column::openai ? "for-openai" : "for-anthropic";
  std::string_view const provider = provider_of(column);
  return {
      {"other-column-" + suffix, "P7.6-01", fmt::format("Options have the names of the other column for {}.", provider),
       changed_column(column, use_other_column)},
      {"own-names-" + suffix, "P7.6-01", fmt::format("Options keep their names for {}.", provider),
       changed_column(column, use_own_names)},
      {"unsupported-sent-" + suffix, "P7.6-10", fmt::format("Options that {} does not have are sent.", provider),
       changed_column(column, send_unsupported)},
      {"unsupported-spoils-others-" + suffix, "P7.6-10",
       fmt::format("An option that {} does not have keeps all others back.", provider),
       changed_column(column, lose_all_options)},
      {"unsupported-refused-" + suffix, "P7.6-11",
       fmt::format("An option that {} does not have is an error of value.", provider),
       refused_unsupported(column, "ValueError")},
      {"unsupported-not-implemented-" + suffix, "P7.6-11",
       fmt::format("An option that {} does not have is an error of what is implemented.", provider),
       refused_unsupported(column, "NotImplementedError")},
  };
}

}  // namespace
}  // namespace conformance::mutants::option_names

namespace conformance::mutants {

std::vector<Mutant> option_name_mutants() {
  std::vector<Mutant> mutants;
  for (option_names::Column const column : {option_names::Column::openai, option_names::Column::anthropic}) {
    std::vector<Mutant> more = option_names::column_mutants(column);
    for (option_names::Row const& row : option_names::table) {
      std::vector<Mutant> const cells = option_names::cell_mutants(row, column);
      more.insert(more.end(), cells.begin(), cells.end());
    }
    mutants.insert(mutants.end(), more.begin(), more.end());
  }
  return mutants;
}

}  // namespace conformance::mutants
