#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "prompty/core/error.hpp"
#include "prompty/core/host.hpp"
#include "prompty/load/load.hpp"

namespace {

/// A folder with one file of each sort, for as long as the process lives.
class Folder {
 public:
  Folder() : path_(std::filesystem::temp_directory_path() / ("prompty-fuzz-" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(path_);
    write("data.json", R"({"a": ["${env:SET}", 1]})");
    write("data.yaml", "b: ${file:note.txt}\n");
    write("DATA.YML", "- 1\n- two\n");
    write("note.txt", "a note with ${env:SET}\n");
    write("cycle.json", R"(["${file:cycle.json}"])");
    write("broken.json", "{");
    write("bytes.bin", "\xff\xfe");
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(Folder const&) = delete;
  Folder& operator=(Folder const&) = delete;

  [[nodiscard]] std::string prompt() const { return (path_ / "fuzz.prompty").string(); }

 private:
  void write(char const* name, char const* content) const { std::ofstream(path_ / name, std::ios::binary) << content; }

  std::filesystem::path path_;
};

}  // namespace

// The bytes are a frontmatter whose references are resolved: an agent comes out, or one of the errors that load names.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  static Folder const folder;
  std::string const content = "---\n" + std::string(data, data + size) + "\n---\nbody";
  prompty::LoadOptions const options{.environment = prompty::fixed_environment({{"SET", "value"}, {"EMPTY", ""}})};
  try {
    static_cast<void>(prompty::load_text(content, folder.prompt(), options));
  } catch (prompty::ValueError const&) {
    return 0;
  } catch (prompty::FileNotFoundError const&) {
    return 0;
  } catch (prompty::RuntimeError const&) {
    return 0;
  }
  return 0;
}
