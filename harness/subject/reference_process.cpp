#include "harness/subject/reference_process.hpp"

#include "harness/report/run_info.hpp"

namespace conformance {

std::string reference_process_command(std::filesystem::path const& program) {
  std::filesystem::path const beside = program.parent_path() / "prompty-reference-adapter";
  if (std::filesystem::is_regular_file(beside)) return shell_quoted(beside.string());
  return shell_quoted(program.string()) + " reference-adapter";
}

}  // namespace conformance
