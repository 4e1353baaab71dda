#include <fmt/core.h>

#include <cmath>
#include <utility>

#include "harness/mutants/field_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::options {
namespace {

Keys option(std::string name) {
  return {"model", "options", std::move(name)};
}

/// Takes the option away where its value fits.
Rule lost_where(std::string name, std::function<bool(Json const& value)> predicate) {
  return changed_agent([name = std::move(name), predicate = std::move(predicate)](Json& agent, Json const&) {
    Json const& value = member_at(agent, option(name));
    if (!value.is_null() && predicate(value)) agent["model"]["options"].erase(name);
  });
}

Rule refused_where(std::string name, std::function<bool(Json const& value, Json const& model)> predicate) {
  return refused_frontmatter("ValueError",
                             [name = std::move(name), predicate = std::move(predicate)](Json const& frontmatter) {
                               Json const& value = member_at(frontmatter, option(name));
                               return !value.is_null() && predicate(value, member(frontmatter, "model"));
                             });
}

/// Also reads the option under another name, and only there.
Rule read_as(std::string name, std::string other) {
  return changed_frontmatter_tree([name = std::move(name), other = std::move(other)](Json& frontmatter) {
    if (member_at(frontmatter, option(name)).is_null()) return;
    Json& options = frontmatter["model"]["options"];
    copy_member(options, name, other);
    options.erase(name);
  });
}

Json magnitude(Json const& value) {
  if (value.is_number_integer()) return std::abs(value.get<std::int64_t>());
  return value.is_number() ? Json(std::abs(value.get<double>())) : value;
}

Json whole(Json const& value) {
  return value.is_number() ? Json(static_cast<std::int64_t>(value.get<double>())) : value;
}

Json sixteen_bits(Json const& value) {
  return value.is_number_integer() ? Json(value.get<std::int64_t>() & 0xFFFF) : value;
}

Json doubled(Json const& value) {
  return value.is_number() ? Json(value.get<double>() * 2 + 1) : value;
}

bool is_zero(Json const& value) {
  return value.is_number() && value.get<double>() == 0;
}

void swap_penalties(Json& agent, Json const&) {
  if (member_at(agent, {"model", "options"}).is_null()) return;
  Json& options = agent["model"]["options"];
  Json swapped = Json::object();
  for (auto const& [name, value] : options.items()) {
    if (name == "frequencyPenalty")
      swapped["presencePenalty"] = value;
    else if (name == "presencePenalty")
      swapped["frequencyPenalty"] = value;
    else
      swapped[name] = value;
  }
  options = std::move(swapped);
}

/// What goes wrong with any number among the options.
std::vector<Mutant> number_mutants(std::string const& clause, std::string const& name, std::string const& slug,
                                   std::string const& foreign_name) {
  return {
      {slug + "-lost", clause, fmt::format("The option {} is not read.", name), lost(option(name))},
      {slug + "-as-text", clause, fmt::format("The option {} becomes text.", name), altered(option(name), as_text)},
      {slug + "-changed", clause, fmt::format("The option {} gets another value.", name),
       altered(option(name), doubled)},
      {slug + "-foreign-name", clause, fmt::format("The option {} is read as {}.", name, foreign_name),
       read_as(name, foreign_name)},
  };
}

std::vector<Mutant> float_mutants() {
  return {
      {"temperature-zero-unset", "P2.6-01", "A temperature of zero counts as unset.",
       lost_where("temperature", is_zero)},
      {"temperature-whole", "P2.6-01", "A temperature loses its fraction.", altered(option("temperature"), whole)},
      {"temperature-integer-refused", "P2.6-01", "A temperature that is written as a whole number is refused.",
       refused_where("temperature", [](Json const& value, Json const&) { return value.is_number_integer(); })},
      {"top-p-zero-unset", "P2.6-03", "The option topP counts as unset when zero.", lost_where("topP", is_zero)},
      {"top-p-whole", "P2.6-03", "The option topP loses its fraction.", altered(option("topP"), whole)},
      {"top-p-integer-refused", "P2.6-03", "The option topP is refused as a whole number.",
       refused_where("topP", [](Json const& value, Json const&) { return value.is_number_integer(); })},
      {"frequency-penalty-positive", "P2.6-05", "The sign of a frequency penalty is lost.",
       altered(option("frequencyPenalty"), magnitude)},
      {"frequency-penalty-zero-unset", "P2.6-05", "A frequency penalty of zero counts as unset.",
       lost_where("frequencyPenalty", is_zero)},
      {"penalties-swapped", "P2.6-05", "Each penalty is stored under the name of the other.",
       changed_agent(swap_penalties)},
      {"presence-penalty-zero-unset", "P2.6-06", "A presence penalty of zero counts as unset.",
       lost_where("presencePenalty", is_zero)},
      {"presence-penalty-positive", "P2.6-06", "The sign of a presence penalty is lost.",
       altered(option("presencePenalty"), magnitude)},
      {"penalties-crossed", "P2.6-06", "The presence penalty and the frequency penalty change places.",
       changed_agent(swap_penalties)},
  };
}

std::vector<Mutant> integer_mutants() {
  return {
      {"max-output-tokens-zero-unset", "P2.6-02", "The option maxOutputTokens counts as unset when zero.",
       lost_where("maxOutputTokens", is_zero)},
      {"top-k-zero-unset", "P2.6-04", "The option topK counts as unset when zero.", lost_where("topK", is_zero)},
      {"max-output-tokens-sixteen-bits", "P2.6-02", "The option maxOutputTokens is kept in sixteen bits.",
       altered(option("maxOutputTokens"), sixteen_bits)},
      {"top-k-refused-for-openai", "P2.6-04", "The option topK is refused beside a provider that does not use it.",
       refused_where("topK", [](Json const&, Json const& model) { return member(model, "provider") == "openai"; })},
      {"top-k-without-provider-lost", "P2.6-04", "The option topK is dropped when no provider is named.",
       changed_agent([](Json& agent, Json const&) {
         bool const lonely = member_at(agent, {"model", "provider"}).is_null();
         if (lonely && !member_at(agent, {"model", "options"}).is_null()) agent["model"]["options"].erase("topK");
       })},
      {"seed-zero-unset", "P2.6-07", "A seed of zero counts as unset.", lost_where("seed", is_zero)},
  };
}

std::vector<Mutant> other_mutants() {
  return {
      {"stop-sequences-lost", "P2.6-08", "The stop sequences are not read.", lost(option("stopSequences"))},
      {"stop-sequences-joined", "P2.6-08", "The stop sequences become one string.",
       altered(option("stopSequences"),
               [](Json const& list) {
                 std::string joined;
                 for (Json const& stop : list) joined += stop.get<std::string>();
                 return Json(joined);
               })},
      {"stop-sequences-sorted", "P2.6-08", "The stop sequences are sorted.", altered(option("stopSequences"), sorted)},
      {"stop-sequences-backwards", "P2.6-08", "The stop sequences come in the opposite order.",
       altered(option("stopSequences"), backwards)},
      {"stop-sequences-first", "P2.6-08", "Of the stop sequences the first is kept.",
       altered(option("stopSequences"), first_only)},
      {"stop-sequences-single-refused", "P2.6-08", "A single stop sequence is no list any more.",
       altered(option("stopSequences"), [](Json const& list) { return list.size() == 1 ? list.front() : list; })},
      {"multiple-calls-lost", "P2.6-09", "The option allowMultipleToolCalls is not read.",
       lost(option("allowMultipleToolCalls"))},
      {"multiple-calls-false-unset", "P2.6-09", "The option allowMultipleToolCalls counts as unset when false.",
       lost_where("allowMultipleToolCalls", [](Json const& value) { return value == false; })},
      {"multiple-calls-opposite", "P2.6-09", "The option allowMultipleToolCalls is read the other way round.",
       altered(option("allowMultipleToolCalls"), [](Json const& value) { return value == false; })},
      {"multiple-calls-default", "P2.6-09", "The option allowMultipleToolCalls is true unless the file says otherwise.",
       made_up(option("allowMultipleToolCalls"), true)},
      {"additional-lost", "P2.6-10", "Additional options are not read.", lost(option("additionalProperties"))},
      {"additional-as-text", "P2.6-10", "The values of additional options become text.",
       altered(option("additionalProperties"),
               [](Json const& additional) {
                 Json texts = additional;
                 for (Json& value : texts) value = value.is_string() ? Json(value.dump()) : as_text(value);
                 return texts;
               })},
      {"additional-falsy-lost", "P2.6-10", "Additional options that count as false are not read.",
       altered(option("additionalProperties"),
               [](Json const& additional) {
                 Json kept = Json::object();
                 for (auto const& [name, value] : additional.items()) {
                   if (!is_zero(value) && value != false && value != "") kept[name] = value;
                 }
                 return kept;
               })},
      {"additional-lifted", "P2.6-10", "Additional options are put among the options themselves.",
       changed_agent([](Json& agent, Json const&) {
         if (member_at(agent, option("additionalProperties")).is_null()) return;
         Json& options = agent["model"]["options"];
         Json const additional = options["additionalProperties"];
         options.erase("additionalProperties");
         options.update(additional);
       })},
  };
}

}  // namespace
}  // namespace conformance::mutants::options

namespace conformance::mutants {

std::vector<Mutant> option_mutants() {
  std::vector<Mutant> mutants;
  for (std::vector<Mutant> const& more :
       {options::number_mutants("P2.6-01", "temperature", "temperature", "temp"),
        options::number_mutants("P2.6-02", "maxOutputTokens", "output-limit", "maxTokens"),
        options::number_mutants("P2.6-03", "topP", "nucleus", "top_p"),
        options::number_mutants("P2.6-04", "topK", "candidates", "top_k"),
        options::number_mutants("P2.6-05", "frequencyPenalty", "frequency-penalty", "frequency_penalty"),
        options::number_mutants("P2.6-06", "presencePenalty", "presence-penalty", "presence_penalty"),
        options::number_mutants("P2.6-07", "seed", "seed", "randomSeed"), options::float_mutants(),
        options::integer_mutants(), options::other_mutants()})
    mutants.insert(mutants.end(), more.begin(), more.end());
  return mutants;
}

}  // namespace conformance::mutants
