# prompty_source_digests(TARGET MUTANTS <headers …> READINGS <headers …>): adds a source to the target that defines
# `program_digests()` (harness/proof/kept/program_digests.hpp): a digest of the sources of what answers, which are the reference and
# the mock provider, and one each of the sources of the harness that play and judge mutants and readings: those that the headers, named
# from the root of the repository, lead to; readings need those of mutants as well. A changed source has them computed again, which
# takes no second.
function(prompty_source_digests target)
  cmake_parse_arguments(arg "" "" "MUTANTS;READINGS" ${ARGN})
  set(patterns "")
  foreach(folder reference harness mock-provider)
    list(APPEND patterns "${PROJECT_SOURCE_DIR}/${folder}/*.cpp" "${PROJECT_SOURCE_DIR}/${folder}/*.hpp")
  endforeach()
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${patterns})
  set(script "${PROJECT_SOURCE_DIR}/scripts/cmake/source_digests.cmake")
  set(output "${CMAKE_CURRENT_BINARY_DIR}/embedded/source_digests.cpp")
  add_custom_command(OUTPUT "${output}" VERBATIM DEPENDS ${sources} "${script}"
    COMMAND "${CMAKE_COMMAND}" -D "ROOT=${PROJECT_SOURCE_DIR}" -D "MUTANTS=${arg_MUTANTS}" -D "READINGS=${arg_READINGS}" -D "OUTPUT=${output}" -P "${script}")
  set_source_files_properties("${output}" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  target_sources(${target} PRIVATE "${output}")
endfunction()
