#pragma once

#include <filesystem>
#include <future>

#include "prompty/core/agent.hpp"
#include "prompty/core/edition.hpp"
#include "prompty/core/host.hpp"
#include "prompty/secrets/secrets.hpp"

namespace prompty {

/// What loading may use besides the file itself.
struct LoadOptions {
  /// Where `${env:…}` looks. P4.1-09: loading reads no .env file; a program that has read one hands it in here.
  Environment environment = process_environment();
  /// Folders besides that of the prompt which `${file:…}` may read from, with all that is below them.
  std::vector<std::filesystem::path> allowed_roots = {};
  /// Takes what the file and its references give under the name of a secret; may be null.
  std::shared_ptr<Secrets> secrets = nullptr;
  /// The edition of the specification by which the file is read.
  Edition edition = default_edition;
};

/// The agent in the .prompty file at `path` (absolute, or relative to the working directory); its body becomes
/// `instructions`, unchanged, and its references have been replaced. `origin` holds the absolute path.
/// Throws FileNotFoundError when the file or one that it refers to does not exist; ValueError, with its place, when the
/// file is not UTF-8 or too large, when its frontmatter is not closed, is not YAML, is not a mapping or holds a value
/// of a wrong type, when an environment variable is not set, and when a file referred to is malformed, lies outside the
/// folders allowed or refers back to itself; RuntimeError when a file cannot be read.
[[nodiscard]] PromptyAgent load(std::filesystem::path const& path, LoadOptions const& options = {});

/// As `load`, for content that is already in memory; `name` is the path that the content would have as a file: errors
/// name it, and files that the content refers to are looked for beside it.
[[nodiscard]] PromptyAgent load_text(std::string_view content, std::string const& name = "prompt.prompty",
                                     LoadOptions const& options = {});

/// As `load`, on another thread.
[[nodiscard]] std::future<PromptyAgent> load_async(std::filesystem::path path, LoadOptions options = {});

/// A file in two halves: its properties and its body (§2.2).
namespace frontmatter {

/// The properties of a file. `text` has no blanks at its ends; `raw` is the same with them, and its first character is
/// at `line` and `column` of the file (both from 1), so that errors in it can be placed, and at `offset`, in bytes.
struct Block {
  std::string text;
  std::string raw;
  std::size_t line = 1;
  std::size_t column = 1;
  std::size_t offset = 0;

  bool operator==(Block const&) const = default;
};

/// The halves of a file, of which no `block` means no frontmatter; the body begins at `body_line` and `body_column`.
struct Halves {
  std::optional<Block> block = std::nullopt;
  std::string body;
  std::size_t body_line = 1;
  std::size_t body_column = 1;

  bool operator==(Halves const&) const = default;
};

/// Splits the content of a .prompty file (UTF-8) as the reference expression of §2.2 matched at its start (P2.2-01), in
/// linear time. Blanks are space, tab and the line and page breaks of ASCII. A byte order mark is dropped and counts as
/// no column. Throws ValueError when a block is never closed (P2.2-11) or nothing follows its end (P2.2-20).
[[nodiscard]] Halves split(std::string_view content);

}  // namespace frontmatter

}  // namespace prompty
