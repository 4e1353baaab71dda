#include "harness/commands/transform_options.hpp"

#include <CLI/CLI.hpp>

namespace conformance {
namespace transform_options {
namespace {

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (Transform const transform : all_transforms()) names.emplace_back(transform_name(transform));
  return names;
}

}  // namespace
}  // namespace transform_options

void TransformOptions::add_to(CLI::App& command) {
  command.add_flag(
      "--transforms", all,
      "Play each vector again under the rewritings of its input that it declares, and each stream cut into "
      "other pieces; the verdict has to stay");
  command
      .add_option(
          "--transform", names,
          "Only this rewriting: crlf, bom, no-final-newline, key-order, unicode-escape or sse-split (repeatable)")
      ->check(CLI::IsMember(transform_options::all_names()));
}

std::set<Transform> TransformOptions::chosen() const {
  if (all) return {all_transforms().begin(), all_transforms().end()};
  std::set<Transform> chosen;
  for (std::string const& name : names) chosen.insert(*transform_named(name));
  return chosen;
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

}  // namespace conformance
