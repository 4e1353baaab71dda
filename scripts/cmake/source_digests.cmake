# Run by prompty_source_digests (PromptySourceDigests.cmake) with ROOT, MUTANTS, READINGS and OUTPUT.
cmake_minimum_required(VERSION 3.25)

# Comments that have a line of their own decide nothing. In a file with raw strings such a line may stand in one.
function(digest_of digest_variable)
  set(digested "")
  foreach(path IN LISTS ARGN)
    file(READ "${ROOT}/${path}" text)
    string(FIND "${text}" "R\"" raw)
    if(raw EQUAL -1)
      string(REGEX REPLACE "\n[ \t]*//[^\n]*" "" text "\n${text}")
    endif()
    string(SHA256 digest "${text}")
    string(APPEND digested "${path} ${digest}\n")
  endforeach()
  string(SHA256 digest "${digested}")
  set(${digest_variable} "${digest}" PARENT_SCOPE)
endfunction()

# The headers that a file includes of the harness and of what it shares with the mock provider.
function(included_by path included_variable)
  file(STRINGS "${ROOT}/${path}" lines REGEX "^#include \"(harness|mock-provider/(matching|values))/")
  list(TRANSFORM lines REPLACE "^#include \"([^\"]+)\".*" "\\1")
  set(${included_variable} "${lines}" PARENT_SCOPE)
endfunction()

# The digest of what these headers lead to. A header stands for the source of its name, and a folder for the sources in it that have no
# header of their name.
function(judging_digest_of digest_variable)
  set(open ${ARGN})
  set(judging "")
  set(folders "")
  while(open)
    list(POP_FRONT open path)
    if(path IN_LIST judging OR NOT EXISTS "${ROOT}/${path}")
      continue()
    endif()
    list(APPEND judging "${path}")
    included_by("${path}" included)
    string(REGEX REPLACE "\\.hpp$" ".cpp" source "${path}")
    list(APPEND open ${included} "${source}")
    get_filename_component(folder "${path}" DIRECTORY)
    if(NOT folder IN_LIST folders)
      list(APPEND folders "${folder}")
      file(GLOB beside RELATIVE "${ROOT}" "${ROOT}/${folder}/*.cpp")
      list(FILTER beside EXCLUDE REGEX "/main\\.cpp$")
      foreach(source IN LISTS beside)
        string(REGEX REPLACE "\\.cpp$" ".hpp" header "${source}")
        if(NOT EXISTS "${ROOT}/${header}")
          list(APPEND open "${source}")
        endif()
      endforeach()
    endif()
  endwhile()
  list(SORT judging)
  digest_of(digest ${judging})
  set(${digest_variable} "${digest}" PARENT_SCOPE)
endfunction()

set(answering "")
foreach(folder reference/adapter reference/jinja reference/prompty mock-provider)
  file(GLOB_RECURSE sources RELATIVE "${ROOT}" "${ROOT}/${folder}/*.cpp" "${ROOT}/${folder}/*.hpp")
  list(APPEND answering ${sources})
endforeach()
list(SORT answering)

digest_of(answering_digest ${answering})
judging_digest_of(mutants_digest ${MUTANTS})
judging_digest_of(readings_digest ${MUTANTS} ${READINGS})
file(CONFIGURE OUTPUT "${OUTPUT}" @ONLY CONTENT [[
#include "harness/proof/kept/program_digests.hpp"

namespace conformance {

ProgramDigests const& program_digests(KeptKind kind) {
  static ProgramDigests const mutants{.judging = "@mutants_digest@", .answering = "@answering_digest@"};
  static ProgramDigests const readings{.judging = "@readings_digest@", .answering = "@answering_digest@"};
  return kind == KeptKind::mutants ? mutants : readings;
}

}  // namespace conformance
]])
