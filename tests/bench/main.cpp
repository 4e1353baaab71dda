#include <fmt/core.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "bench/ratio_reporter.hpp"
#include "bench/samples.hpp"
#include "support/places.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

namespace {

void ratio(std::string const& what, double numerator, double denominator) {
  if (numerator <= 0 || denominator <= 0) return;
  fmt::print("{:<66}{:>8.2f}\n", what, numerator / denominator);
}

/// Jinja2's times for the same template and inputs.
nlohmann::json python_times() {
  prompty_tests::TemporaryFolder const folder;
  nlohmann::ordered_json const work{{"template", bench::typical_template()}, {"inputs", bench::typical_inputs()}};
  std::string const file = folder.write("case.json", work.dump());
  prompty_tests::ProgramResult const result = prompty_tests::run_program(
      {"/usr/bin/python3", prompty_tests::repository() + "/tests/bench/python_peer.py", file});
  if (result.exit_code != 0) {
    fmt::print(stderr, "bench: Jinja2 could not be timed: {}\n", result.err);
    return {{"compiled", 0}, {"uncompiled", 0}};
  }
  return nlohmann::json::parse(result.out);
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  bench::RatioReporter times;
  benchmark::RunSpecifiedBenchmarks(&times);
  nlohmann::json const python = python_times();

  fmt::print("\nRatios\n");
  ratio("load, to yaml-cpp's parse of the same frontmatter (aim: at most 0.5)", times.nanoseconds("load"),
        times.nanoseconds("yaml_cpp_parse"));
  ratio("compiled Jinja2, to our compiled render (aim: at least 5)", python["compiled"].get<double>(),
        times.nanoseconds("render_compiled"));
  ratio("Jinja2 with compiling, to ours with compiling", python["uncompiled"].get<double>(),
        times.nanoseconds("render_uncompiled"));
  ratio("prepare, to the compiled render in it", times.nanoseconds("prepare"), times.nanoseconds("render_compiled"));
  ratio("server-sent events, MB/s (aim: at least 300)", 1000.0 * bench::event_stream_bytes,
        times.nanoseconds("decode_events"));
  ratio("building and dumping a request, to dumping it (aim: at most 2.5)", times.nanoseconds("build_and_dump_request"),
        times.nanoseconds("dump_request"));
  ratio("an iteration of the agent loop beside its requests, in microseconds (aim: at most 50)",
        (times.nanoseconds("turn_of_ten_iterations") - times.nanoseconds("the_same_requests_without_a_loop")) / 10,
        1000);
  fmt::print("Ten times the size, in times as long (linear: 10)\n");
  ratio("  body of a file", times.nanoseconds("load_body/500000"), times.nanoseconds("load_body/50000"));
  ratio("  one YAML string", times.nanoseconds("load_long_string/200000"), times.nanoseconds("load_long_string/20000"));
  ratio("  many values of YAML", times.nanoseconds("load_values/7000"), times.nanoseconds("load_values/700"));
  ratio("  lines of markers", times.nanoseconds("parse_markers/100000"), times.nanoseconds("parse_markers/10000"));
  ratio("  attributes of a marker", times.nanoseconds("parse_attributes/5000"),
        times.nanoseconds("parse_attributes/500"));
  ratio("  turns of a loop", times.nanoseconds("render_loop/10000"), times.nanoseconds("render_loop/1000"));
}
