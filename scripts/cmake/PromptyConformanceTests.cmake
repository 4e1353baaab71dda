# prompty_add_conformance_tests(NAME <name> COMMAND <word>… [EACH topic|vector]
#                               [PROFILE <profile>] [LEVEL <level>] [REQUIRE <class>…] [FILTER <glob>…]
#                               [KNOWN_FAILURES <file>] [TIMEOUT <seconds>] [ARGUMENTS <word>…])
#
# Judges the adapter that the command starts, where a target stands for its program, as tests of CTest:
#   <name>.run      the suite runs, once, whenever any of the others is wanted; they show what it wrote
#   <name>.<topic>  each topic of which the adapter declares anything; with EACH vector each such vector, <name>.<topic>/<id>
#   <name>.verdict  fails when the whole is not conformant, which is where REQUIRE counts
# A topic or vector
#   passes    when nothing failed, or only as the list of known failures says
#   fails     with the text that `prompty-conformance run` shows, and when it was not played as the adapter had declared
#   is skipped  when its failure does not decide
# CTest starts the adapter to find out what it declares.
#
# PROFILE, LEVEL, REQUIRE, FILTER, KNOWN_FAILURES and TIMEOUT (of one request) are options of `run`; ARGUMENTS are further ones,
# such as --html FILE. The reports are in <name>-conformance below the current build folder, from
# where the adapter is started, too.
function(prompty_add_conformance_tests)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;EACH;KNOWN_FAILURES;PROFILE;LEVEL;TIMEOUT" "COMMAND;REQUIRE;FILTER;ARGUMENTS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "prompty_add_conformance_tests: '${arg_UNPARSED_ARGUMENTS}' belongs to no keyword; there are NAME, COMMAND, "
                        "EACH, PROFILE, LEVEL, REQUIRE, FILTER, KNOWN_FAILURES, TIMEOUT and ARGUMENTS")
  endif()
  foreach(needed NAME COMMAND)
    if(NOT arg_${needed})
      message(FATAL_ERROR "prompty_add_conformance_tests: say ${needed}, as in NAME mine COMMAND python3 \${CMAKE_CURRENT_SOURCE_DIR}/adapter.py")
    endif()
  endforeach()
  if(NOT DEFINED arg_EACH)
    set(arg_EACH topic)
  elseif(NOT arg_EACH MATCHES "^(topic|vector)$")
    message(FATAL_ERROR "prompty_add_conformance_tests: EACH is topic or vector, not '${arg_EACH}'")
  endif()
  if(arg_REQUIRE AND arg_FILTER)
    message(FATAL_ERROR "prompty_add_conformance_tests: REQUIRE needs all vectors, so it goes not with FILTER")
  endif()

  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${arg_NAME}-conformance")
  set(report "${folder}/report.jsonl")
  prompty_quoted_command(subject ${arg_COMMAND})
  set(run "${prompty_CONFORMANCE_PROGRAM}" run --subject "${subject}" --jsonl "${report}" --results "${folder}/results"
    ${arg_ARGUMENTS})
  if(arg_EACH STREQUAL "vector")
    list(APPEND run --results-of vectors)
  endif()
  foreach(glob IN LISTS arg_FILTER)
    list(APPEND run --filter "${glob}")
  endforeach()
  foreach(class IN LISTS arg_REQUIRE)
    list(APPEND run --require "${class}")
  endforeach()
  foreach(option PROFILE LEVEL TIMEOUT)
    if(DEFINED arg_${option})
      string(TOLOWER "--${option}" spelled)
      list(APPEND run ${spelled} "${arg_${option}}")
    endif()
  endforeach()
  if(DEFINED arg_KNOWN_FAILURES)
    file(REAL_PATH "${arg_KNOWN_FAILURES}" list BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
    list(APPEND run --known-failures "${list}")
  endif()

  add_test(NAME ${arg_NAME}.run
    COMMAND "${CMAKE_COMMAND}" -P "${prompty_CONFORMANCE_SCRIPTS}/PromptyJudge.cmake" -- ${run})
  set_tests_properties(${arg_NAME}.run PROPERTIES FIXTURES_SETUP ${arg_NAME}.judged LABELS conformance TIMEOUT 3600)
  add_test(NAME ${arg_NAME}.verdict COMMAND "${prompty_CONFORMANCE_PROGRAM}" verdict "${report}")
  set_tests_properties(${arg_NAME}.verdict PROPERTIES FIXTURES_REQUIRED ${arg_NAME}.judged LABELS conformance)

  # What is tested depends on what the adapter declares and on the vectors of the installed suite, so CTest asks for it rather
  # than the configuration. Where one build folder holds several configurations, each has programs of its own.
  set(configured "")
  set(asked "${folder}/tests.cmake")
  if(CMAKE_CONFIGURATION_TYPES)
    set(configured "-$<CONFIG>")
    set(asked "${folder}/tests-\${CTEST_CONFIGURATION_TYPE}.cmake")
  endif()
  set(words "")
  foreach(word IN LISTS run)
    string(APPEND words " [==[${word}]==]")
  endforeach()
  file(GENERATE OUTPUT "${folder}/tests${configured}.cmake" CONTENT "set(prompty_tests [==[${arg_NAME}]==])
set(prompty_each ${arg_EACH})
set(prompty_folder [==[${folder}]==])
set(prompty_run${words})
include([==[${prompty_CONFORMANCE_SCRIPTS}/PromptyDiscoverVectors.cmake]==])
")
  file(CONFIGURE OUTPUT "${folder}/discover.cmake" CONTENT "include(\"${asked}\")\n" @ONLY)
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${folder}/discover.cmake")
endfunction()

# prompty_quoted_command(<variable> <word>…): the words as one that `run --subject` takes apart again.
function(prompty_quoted_command variable)
  set(words "")
  foreach(word IN LISTS ARGN)
    if(NOT words AND TARGET "${word}")
      set(word "$<TARGET_FILE:${word}>")
    endif()
    if(NOT word MATCHES "^[A-Za-z0-9_./:=+-]+$")
      string(REPLACE "'" "'\\''" word "${word}")
      set(word "'${word}'")
    endif()
    list(APPEND words "${word}")
  endforeach()
  list(JOIN words " " command)
  set(${variable} "${command}" PARENT_SCOPE)
endfunction()
