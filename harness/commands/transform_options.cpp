#include "harness/commands/transform_options.hpp"

#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <iterator>
#include <map>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/replay/varied.hpp"

namespace conformance {
namespace {

/// What is wanted of each transform that the options name, or of all of them.
std::map<Transform, VariationsWanted> wanted_by(TransformOptions const& options) {
  VariationsWanted const usual{.all = options.amount == "all", .seed = options.seed, .names = {}};
  std::map<Transform, VariationsWanted> wanted;
  for (std::string const& name : options.names) {
    std::optional<Variation> const variation = variation_named(name);
    if (!variation) {
      std::vector<std::string_view> known;
      for (Transform const transform : all_transforms()) known.push_back(transform_name(transform));
      throw InputError(
          fmt::format("--transform {}: there is no such transform; there are {}", name, fmt::join(known, ", ")));
    }
    VariationsWanted& of_transform = wanted.try_emplace(variation->transform, usual).first->second;
    if (!variation->name.empty()) of_transform.names.push_back(variation->name);
  }
  if (!options.names.empty() || options.amount.empty()) return wanted;
  for (Transform const transform : all_transforms()) wanted.emplace(transform, usual);
  return wanted;
}

std::vector<Vector const*> pointers_of(std::vector<Vector> const& vectors) {
  std::vector<Vector const*> pointers;
  for (Vector const& vector : vectors) pointers.push_back(&vector);
  return pointers;
}

}  // namespace

void TransformOptions::add_to(CLI::App& command) {
  command
      .add_option(
          "--transforms", amount,
          "Play each vector again under the rewritings of its input that it declares, each stream cut into "
          "other pieces (in three ways, or in all), with hostile values in the places of those that a runtime hands on "
          "as they are "
          "(four for each vector at most, or each of them once), and with what changes nothing beside its input (all "
          "at "
          "once and one alone, or each alone); the verdict has to stay")
      ->expected(0, 1)
      ->default_str("usual")
      ->check(CLI::IsMember({"usual", "all"}))
      ->option_text("[usual|all]");
  command.add_option(
      "--transform", names,
      "Only this rewriting: crlf, bom, no-final-newline, key-order, unicode-escape, sse-split, carried or crossed, or "
      "one of the last three by its name, as reports have it, such as carried/around/tabs, carried/instead/null#2 or "
      "crossed/chat-streams/null-refusal (repeatable)");
  command.add_option("--seed", seed, "Of the choice of hostile texts, crossings and cuts (default 1)")
      ->option_text("S");
}

VariationsByTransform TransformOptions::variations(Suite const& suite,
                                                   std::vector<Vector const*> const& vectors) const {
  VariationsByTransform made;
  for (auto const& [transform, wanted] : wanted_by(*this)) {
    if (transform == Transform::carried)
      made.emplace(transform, std::make_shared<CarriedValues const>(suite.carried, wanted, vectors));
    else if (transform == Transform::crossed)
      made.emplace(transform, std::make_shared<CrossedVectors const>(suite.crossings, wanted, &suite.registry));
    else
      made.merge(plain_variations({transform}, wanted));
  }
  return made;
}

std::unique_ptr<TraceFolder> trace_folder(std::string const& folder, RunInfo const& info) {
  if (folder.empty()) return nullptr;
  return std::make_unique<TraceFolder>(
      folder,
      Json{{"suiteVersion", suite_version()},
           {"corpusDigest", info.corpus_digest},
           {"subject",
            {{"name", info.subject.name}, {"version", info.subject.version}, {"language", info.subject.language}}},
           {"profile", profile_name(info.profile)},
           {"commandLine", info.command_line}});
}

GeneratedVectors::GeneratedVectors(Suite const& suite, GeneratedWanted const& wanted)
    : wanted_(wanted),
      carried_(suite.carried, {.all = wanted.all, .seed = wanted.seed, .names = {}}, pointers_of(suite.corpus.vectors)),
      crossed_(suite.crossings, {.all = wanted.all, .seed = wanted.seed, .names = {}}, &suite.registry) {}

std::vector<Vector> GeneratedVectors::of(Vector const& vector) const {
  if (choice_among(wanted_.share, vector.id, wanted_.seed) != 0) return {};
  std::vector<Vector> made = rewritten_vectors({vector}, carried_, wanted_.way);
  std::vector<Vector> crossed = rewritten_vectors({vector}, crossed_, wanted_.way);
  std::move(crossed.begin(), crossed.end(), std::back_inserter(made));
  return made;
}

}  // namespace conformance
