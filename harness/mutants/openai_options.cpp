#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "harness/mutants/field_rules.hpp"
#include "harness/mutants/rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::openai_options {
namespace {

struct Row {
  char const* clause;
  char const* option;
  char const* parameter;
};

constexpr std::array<Row, 7> table = {{{"P7.1.5-03", "temperature", "temperature"},
                                       {"P7.1.5-04", "maxOutputTokens", "max_completion_tokens"},
                                       {"P7.1.5-05", "topP", "top_p"},
                                       {"P7.1.5-06", "frequencyPenalty", "frequency_penalty"},
                                       {"P7.1.5-07", "presencePenalty", "presence_penalty"},
                                       {"P7.1.5-08", "stopSequences", "stop"},
                                       {"P7.1.5-09", "seed", "seed"}}};

Json const& options_of(Json const& agent) {
  return member(member(agent, "model"), "options");
}

Json const& additional_of(Json const& agent) {
  return member(options_of(agent), "additionalProperties");
}

bool is_set(Json const& agent, std::string const& option) {
  return !member(options_of(agent), option).is_null();
}

bool is_falsy(Json const& value) {
  return value == 0 || value == false || value == "" || (value.is_structured() && value.empty());
}

/// Does something for each row of the table.
Rule for_each_row(std::function<void(Json& body, Json const& agent, Row const& row)> change) {
  return changed_body([change = std::move(change)](Json& body, Json const& agent) {
    for (Row const& row : table) change(body, agent, row);
  });
}

/// Does something where the option was set.
Rule where_set(Row row, std::function<void(Json& body, Row const& row)> change) {
  return changed_body([row, change = std::move(change)](Json& body, Json const& agent) {
    if (is_set(agent, row.option) && body.contains(row.parameter)) change(body, row);
  });
}

/// Does something for each entry of additionalProperties that reached the body.
Rule for_each_additional(
    std::function<void(Json& body, std::string const& name, Json const& value, Json const& agent)> change) {
  return changed_body([change = std::move(change)](Json& body, Json const& agent) {
    if (!additional_of(agent).is_object()) return;
    for (auto const& [name, value] : additional_of(agent).items()) change(body, name, value, agent);
  });
}

/// The row of a parameter; nullptr when no option has that parameter.
Row const* row_of_parameter(std::string const& parameter) {
  auto const* const found =
      std::find_if(table.begin(), table.end(), [&](Row const& row) { return row.parameter == parameter; });
  return found == table.end() ? nullptr : &*found;
}

Row const* row_of_option(std::string const& option) {
  auto const* const found =
      std::find_if(table.begin(), table.end(), [&](Row const& row) { return row.option == option; });
  return found == table.end() ? nullptr : &*found;
}

/// Does something where an option and an additional one contend for a parameter.
Rule where_contended(std::function<void(Json& body, std::string const& name, Json const& value)> change) {
  return for_each_additional(
      [change = std::move(change)](Json& body, std::string const& name, Json const& value, Json const& agent) {
        Row const* const row = row_of_parameter(name);
        if (row != nullptr && is_set(agent, row->option)) change(body, name, value);
      });
}

/// Changes the value of a number, of each in a list, and of a text.
Json spoilt(Json const& value) {
  if (value.is_number()) return value.get<double>() / 2 + 1;
  if (value.is_array())
    return value.size() == 1 ? value.front() : Json(std::vector<Json>(value.rbegin(), value.rend()));
  return value;
}

void swap_members(Json& body, std::string const& left, std::string const& right) {
  Json const first = member(body, left);
  Json const second = member(body, right);
  body.erase(left);
  body.erase(right);
  if (!first.is_null()) body[right] = first;
  if (!second.is_null()) body[left] = second;
}

Reply refuse_without_options(std::string const& operation, Json const& params, AskReference const& reference) {
  bool const without = options_of(member(params, "agent")).empty();
  return operation == "build_request" && without ? raised("RuntimeError") : reference(operation, params);
}

std::vector<Mutant> row_mutants(Row const& row) {
  return {
      {fmt::format("{}-unsent", row.parameter), row.clause, fmt::format("The option {} is not sent.", row.option),
       where_set(row, [](Json& body, Row const& set) { body.erase(set.parameter); })},
      {fmt::format("{}-sent-as-text", row.parameter), row.clause,
       fmt::format("The option {} is sent as text.", row.option),
       where_set(row, [](Json& body, Row const& set) { body[set.parameter] = body[set.parameter].dump(); })},
      {fmt::format("{}-altered", row.parameter), row.clause, fmt::format("The option {} is sent changed.", row.option),
       where_set(row, [](Json& body, Row const& set) { body[set.parameter] = spoilt(body[set.parameter]); })},
  };
}

// Ids are kebab-case, parameters are not.
std::vector<Mutant> table_mutants() {
  std::vector<Mutant> mutants;
  for (Row const& row : table) {
    for (Mutant& mutant : row_mutants(row)) {
      std::replace(mutant.id.begin(), mutant.id.end(), '_', '-');
      mutants.push_back(std::move(mutant));
    }
  }
  return mutants;
}

std::vector<Mutant> name_mutants() {
  return {
      {"options-under-both-names", "P7.1.5-01", "Options are sent under the names of the file format as well.",
       for_each_row([](Json& body, Json const& agent, Row const& row) {
         if (is_set(agent, row.option)) body[row.option] = Json(options_of(agent)[row.option]);
       })},
      {"options-under-their-own-names", "P7.1.5-01", "Options are sent under the names of the file format only.",
       for_each_row([](Json& body, Json const& agent, Row const& row) {
         if (!is_set(agent, row.option)) return;
         body.erase(row.parameter);
         body[row.option] = Json(options_of(agent)[row.option]);
       })},
      {"missing-options-refused", "P7.1.5-02", "A model without options cannot be asked.", refuse_without_options},
      {"missing-options-made-up", "P7.1.5-02", "A model without options gets a temperature.",
       changed_body([](Json& body, Json const& agent) {
         if (options_of(agent).empty()) body["temperature"] = 1;
       })},
      {"temperature-at-most-one", "P7.1.5-03", "A temperature above one is sent as one.",
       where_set(table[0],
                 [](Json& body, Row const&) {
                   if (body["temperature"].is_number() && body["temperature"].get<double>() > 1)
                     body["temperature"] = 1;
                 })},
      {"frequency-penalty-as-presence", "P7.1.5-06", "The frequency penalty is sent as the presence penalty.",
       changed_body([](Json& body, Json const&) { swap_members(body, "frequency_penalty", "presence_penalty"); })},
      {"presence-penalty-as-frequency", "P7.1.5-07", "The presence penalty changes places with the other one.",
       changed_body([](Json& body, Json const&) { swap_members(body, "presence_penalty", "frequency_penalty"); })},
      {"stop-under-a-longer-name", "P7.1.5-08", "Stop sequences are sent under the name of another provider.",
       where_set(table[5],
                 [](Json& body, Row const&) {
                   body["stop_sequences"] = Json(body["stop"]);
                   body.erase("stop");
                 })},
      {"output-limit-under-the-old-name", "P7.1.5-10", "The limit of the output is sent under the old name.",
       where_set(table[1],
                 [](Json& body, Row const& row) {
                   body["max_tokens"] = Json(body[row.parameter]);
                   body.erase(row.parameter);
                 })},
      {"output-limit-under-old-and-new", "P7.1.5-10", "The limit of the output is sent under both names.",
       where_set(table[1], [](Json& body, Row const& row) { body["max_tokens"] = Json(body[row.parameter]); })},
  };
}

std::vector<Mutant> value_mutants() {
  return {
      {"falsy-options-unsent", "P7.1.5-11", "Options of value zero, and empty ones, are not sent.",
       for_each_row([](Json& body, Json const& agent, Row const& row) {
         if (is_set(agent, row.option) && is_falsy(member(body, row.parameter))) body.erase(row.parameter);
       })},
      {"unset-options-null", "P7.1.5-11", "Options that are not set are sent as null.",
       for_each_row([](Json& body, Json const&, Row const& row) {
         if (!body.contains(row.parameter)) body[row.parameter] = nullptr;
       })},
      {"null-entries-emptied", "P7.1.5-11", "An additional option that is null is sent as empty text.",
       for_each_additional([](Json& body, std::string const& name, Json const& value, Json const&) {
         if (value.is_null() && body.contains(name)) body[name] = "";
       })},
      {"candidates-sent", "P7.1.5-12", "The option topK is sent as another provider has it.",
       changed_body([](Json& body, Json const& agent) {
         if (is_set(agent, "topK")) body["top_k"] = Json(options_of(agent)["topK"]);
       })},
      {"unmapped-options-sent", "P7.1.5-12", "Options outside the table are sent under their own names.",
       changed_body([](Json& body, Json const& agent) {
         for (std::string const option : {"topK", "allowMultipleToolCalls"}) {
           if (is_set(agent, option)) body[option] = Json(options_of(agent)[option]);
         }
       })},
      {"additional-names-mapped", "P7.1.5-13", "Additional options that are called like options are renamed.",
       for_each_additional([](Json& body, std::string const& name, Json const& value, Json const&) {
         Row const* const row = row_of_option(name);
         if (row == nullptr || row->option == std::string(row->parameter) || !body.contains(name)) return;
         body.erase(name);
         body[row->parameter] = value;
       })},
      {"additional-values-as-text", "P7.1.5-13", "The values of additional options are sent as text.",
       for_each_additional([](Json& body, std::string const& name, Json const& value, Json const&) {
         if (body.contains(name) && body[name] == value) body[name] = as_text(value);
       })},
      {"additional-structures-lost", "P7.1.5-13", "Additional options that are objects are not sent.",
       for_each_additional([](Json& body, std::string const& name, Json const& value, Json const&) {
         if (value.is_object()) body.erase(name);
       })},
      {"additional-options-win", "P7.1.5-14", "An additional option replaces the option of the same parameter.",
       where_contended([](Json& body, std::string const& name, Json const& value) { body[name] = value; })},
      {"contended-options-lost", "P7.1.5-14", "Where an option and an additional one contend neither is sent.",
       where_contended([](Json& body, std::string const& name, Json const&) { body.erase(name); })},
      {"additional-options-beat-nothing", "P7.1.5-14", "An additional option replaces an option of value zero.",
       where_contended([](Json& body, std::string const& name, Json const& value) {
         if (is_falsy(member(body, name))) body[name] = value;
       })},
      {"additional-parameters-of-the-table-lost", "P7.1.5-14",
       "Additional options are not sent under the names of the table.",
       for_each_additional([](Json& body, std::string const& name, Json const&, Json const& agent) {
         Row const* const row = row_of_parameter(name);
         if (row != nullptr && !is_set(agent, row->option)) body.erase(name);
       })},
      {"container-sent-too", "P7.1.5-15", "The object around additional options is sent as well.",
       changed_body([](Json& body, Json const& agent) {
         if (options_of(agent).contains("additionalProperties")) body["additionalProperties"] = additional_of(agent);
       })},
  };
}

}  // namespace
}  // namespace conformance::mutants::openai_options

namespace conformance::mutants {

std::vector<Mutant> openai_option_mutants() {
  std::vector<Mutant> mutants = openai_options::table_mutants();
  for (std::vector<Mutant> const& more : {openai_options::name_mutants(), openai_options::value_mutants()})
    mutants.insert(mutants.end(), more.begin(), more.end());
  return mutants;
}

}  // namespace conformance::mutants
