#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "harness/judge/files/file_tree.hpp"
#include "harness/judge/vectors/vector.hpp"
#include "harness/judge/vectors/vector_file.hpp"

namespace conformance {

/// All vectors of a folder, in the order of their files and in them.
struct Corpus {
  std::vector<Vector> vectors;
  Fixtures fixtures;
  std::string digest;  ///< "sha256:…" over the paths and canonical texts of the vector files, and over the fixtures

  /// nullptr when there is none.
  [[nodiscard]] Vector const* find(std::string_view id) const;
};

/// Topics (path without ".json") to paths of the files of a folder on disk that hold their vectors; those below
/// schema/, fixtures/ and matching/ hold none. Throws InputError when the folder does not exist or holds none.
[[nodiscard]] std::map<std::string, std::filesystem::path> vector_files(std::filesystem::path const& folder);

/// The files of a fixtures folder; none when it does not exist.
[[nodiscard]] Fixtures read_fixtures(FileTree const& folder);

/// Reads every vector file and fixture. Throws InputError on what parse_vector_file refuses, an id that occurs twice,
/// and a twin that names no vector.
[[nodiscard]] Corpus read_corpus(FileTree const& folder);

/// Which names of members are words of the protocol, since vectors of several topics expect them. The others were
/// chosen by an input.
class ProtocolWords {
 public:
  explicit ProtocolWords(Corpus const& corpus);

  /// Whether a member of that name is meant by the protocol where it stands in what `above` names ("" for nothing).
  /// Below `arguments` and the like even a word of the protocol is a name that an input chose.
  [[nodiscard]] bool contain(std::string_view name, std::string_view above) const;

 private:
  std::set<std::string, std::less<>> words_;
};

}  // namespace conformance
