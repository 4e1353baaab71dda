# prompty_embed(TARGET NAMESPACE <namespace> HEADER <its header> FILES <name=path …>): adds a source to the target that defines
# `std::string_view const name` with the text of each file, as the header declares them.
function(prompty_embed target)
  cmake_parse_arguments(arg "" "NAMESPACE;HEADER" "FILES" ${ARGN})
  set(source "#include \"${arg_HEADER}\"\n\nnamespace ${arg_NAMESPACE} {\n\n")
  foreach(entry IN LISTS arg_FILES)
    string(REGEX MATCH "^([^=]+)=(.+)$" ignored "${entry}")
    set(name "${CMAKE_MATCH_1}")
    set(path "${CMAKE_MATCH_2}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${path}")
    file(READ "${path}" text)
    string(APPEND source "std::string_view const ${name} = R\"~~~(${text})~~~\";\n\n")
  endforeach()
  string(APPEND source "}\n")
  set(output "${CMAKE_CURRENT_BINARY_DIR}/embedded/${target}.cpp")
  # Written only when it changes.
  file(CONFIGURE OUTPUT "${output}" CONTENT "@source@" @ONLY)
  target_sources(${target} PRIVATE "${output}")
endfunction()

# prompty_embed_tree(TARGET NAMESPACE <namespace> HEADER <its header> ROOT <folder> FOLDERS <folders below it …>): adds a source to
# the target that defines `std::span<EmbeddedFile const> embedded_files()` over all files of the folders, as the header declares it.
# The assembler takes their bytes in, so that megabytes cost the compiler nothing; an edited file compiles this source anew, an
# added or deleted one configures anew.
function(prompty_embed_tree target)
  cmake_parse_arguments(arg "" "NAMESPACE;HEADER;ROOT" "FOLDERS" ${ARGN})
  list(TRANSFORM arg_FOLDERS PREPEND "${arg_ROOT}/")
  list(TRANSFORM arg_FOLDERS APPEND "/*")
  file(GLOB_RECURSE paths LIST_DIRECTORIES false CONFIGURE_DEPENDS ${arg_FOLDERS})
  list(SORT paths)
  set(bytes "")
  set(ends "")
  set(names "")
  set(count 0)
  foreach(path IN LISTS paths)
    file(RELATIVE_PATH name "${arg_ROOT}" "${path}")
    string(APPEND bytes "  .incbin \"${path}\"\n.Lprompty_embedded_end_${count}:\n")
    string(APPEND ends "  .quad .Lprompty_embedded_end_${count} - prompty_embedded_bytes\n")
    string(APPEND names "    \"${name}\",\n")
    math(EXPR count "${count} + 1")
  endforeach()
  set(output "${CMAKE_CURRENT_BINARY_DIR}/embedded/${target}_tree.cpp")
  # Written only when it changes.
  file(CONFIGURE OUTPUT "${output}" @ONLY CONTENT [[
#include "@arg_HEADER@"

#include <array>
#include <cstddef>
#include <cstdint>

extern "C" {
extern char const prompty_embedded_bytes[];
extern std::uint64_t const prompty_embedded_ends[];
}

asm(R"~~~(
  .pushsection .rodata
  .hidden prompty_embedded_bytes
  .globl prompty_embedded_bytes
prompty_embedded_bytes:
@bytes@
  .balign 8
  .hidden prompty_embedded_ends
  .globl prompty_embedded_ends
prompty_embedded_ends:
@ends@
  .popsection
)~~~");

namespace @arg_NAMESPACE@ {
namespace {

constexpr std::size_t file_count = @count@;

constexpr std::array<char const*, file_count> names = {
@names@};

std::array<EmbeddedFile, file_count> all_files() {
  std::array<EmbeddedFile, file_count> files{};
  std::uint64_t begin = 0;
  for (std::size_t index = 0; index < file_count; ++index) {
    std::uint64_t const end = prompty_embedded_ends[index];
    files[index] = {.path = names[index], .bytes = {prompty_embedded_bytes + begin, end - begin}};
    begin = end;
  }
  return files;
}

}  // namespace

std::span<EmbeddedFile const> embedded_files() {
  static std::array<EmbeddedFile, file_count> const files = all_files();
  return files;
}

}
]])
  # The names of all files make a text of which clang says that compilers need not take it.
  set_source_files_properties("${output}" PROPERTIES OBJECT_DEPENDS "${paths}" SKIP_UNITY_BUILD_INCLUSION ON
    COMPILE_OPTIONS -Wno-overlength-strings)
  target_sources(${target} PRIVATE "${output}")
endfunction()
