# prompty_add_conformance_tests(NAME <name> COMMAND <word>…
#                               [PROFILE <profile>] [LEVEL <level>] [REQUIRE <class>…] [FILTER <glob>…]
#                               [KNOWN_FAILURES <file>] [TIMEOUT <seconds>] [ARGUMENTS <word>…])
#
# Shows each vector as a CTest test <name>.<vector> about the adapter that the command starts; a target stands for its program.
# The suite runs once, in the test <name>.run, whenever any of them is wanted; the others look into its report:
#   passed   the vector passed, or failed as the list of known failures says
#   failed   with the text that `prompty-conformance run` shows for it
#   skipped  the adapter does not offer what it needs, or its failure does not decide
# <name>.verdict fails when the whole is not conformant, which is where REQUIRE counts.
#
# PROFILE, LEVEL, REQUIRE, FILTER, KNOWN_FAILURES and TIMEOUT (of one request) are options of `run`; ARGUMENTS are further ones,
# such as --html FILE. The reports are in <name>-conformance below the current build folder, from
# where the adapter is started, too.
function(prompty_add_conformance_tests)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;KNOWN_FAILURES;PROFILE;LEVEL;TIMEOUT" "COMMAND;REQUIRE;FILTER;ARGUMENTS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "prompty_add_conformance_tests: '${arg_UNPARSED_ARGUMENTS}' belongs to no keyword; there are NAME, COMMAND, "
                        "PROFILE, LEVEL, REQUIRE, FILTER, KNOWN_FAILURES, TIMEOUT and ARGUMENTS")
  endif()
  foreach(needed NAME COMMAND)
    if(NOT arg_${needed})
      message(FATAL_ERROR "prompty_add_conformance_tests: say ${needed}, as in NAME mine COMMAND python3 \${CMAKE_CURRENT_SOURCE_DIR}/adapter.py")
    endif()
  endforeach()

  if(arg_REQUIRE AND arg_FILTER)
    message(FATAL_ERROR "prompty_add_conformance_tests: REQUIRE needs all vectors, so it goes not with FILTER")
  endif()

  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${arg_NAME}-conformance")
  set(report "${folder}/report.jsonl")
  set(options --jsonl "${report}" ${arg_ARGUMENTS})
  foreach(option PROFILE LEVEL TIMEOUT)
    if(DEFINED arg_${option})
      string(TOLOWER "--${option}" spelled)
      list(APPEND options ${spelled} "${arg_${option}}")
    endif()
  endforeach()
  if(DEFINED arg_KNOWN_FAILURES)
    file(REAL_PATH "${arg_KNOWN_FAILURES}" list BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
    list(APPEND options --known-failures "${list}")
  endif()
  foreach(class IN LISTS arg_REQUIRE)
    list(APPEND options --require "${class}")
  endforeach()
  set(extensions FALSE)
  if("extensions" IN_LIST arg_ARGUMENTS)
    set(extensions TRUE)
  endif()
  set(filters "")
  foreach(glob IN LISTS arg_FILTER)
    list(APPEND filters --filter "${glob}")
  endforeach()

  prompty_quoted_command(subject ${arg_COMMAND})
  add_test(NAME ${arg_NAME}.run
    COMMAND "${CMAKE_COMMAND}" -P "${prompty_CONFORMANCE_SCRIPTS}/PromptyJudge.cmake" --
            "${prompty_CONFORMANCE_PROGRAM}" run --subject "${subject}" ${filters} ${options})
  set_tests_properties(${arg_NAME}.run PROPERTIES FIXTURES_SETUP ${arg_NAME}.judged LABELS conformance TIMEOUT 3600)
  add_test(NAME ${arg_NAME}.verdict COMMAND "${prompty_CONFORMANCE_PROGRAM}" verdict "${report}")
  set_tests_properties(${arg_NAME}.verdict PROPERTIES FIXTURES_REQUIRED ${arg_NAME}.judged LABELS conformance)

  # Another version of the suite may have other vectors, so that CTest asks for them rather than the configuration.
  set(content "set(prompty_tests \"${arg_NAME}\")
set(prompty_folder \"${folder}\")
set(prompty_filters \"${filters}\")
set(prompty_extensions ${extensions})
set(prompty_program \"${prompty_CONFORMANCE_PROGRAM}\")
include(\"${prompty_CONFORMANCE_SCRIPTS}/PromptyDiscoverVectors.cmake\")
")
  file(CONFIGURE OUTPUT "${folder}/tests.cmake" CONTENT "@content@" @ONLY)
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${folder}/tests.cmake")
endfunction()

# prompty_quoted_command(<variable> <word>…): the words as one that `run --subject` takes apart again.
function(prompty_quoted_command variable)
  set(words "")
  foreach(word IN LISTS ARGN)
    if(NOT words AND TARGET "${word}")
      set(word "$<TARGET_FILE:${word}>")
    endif()
    string(REPLACE "'" "'\\''" word "${word}")
    list(APPEND words "'${word}'")
  endforeach()
  list(JOIN words " " command)
  set(${variable} "${command}" PARENT_SCOPE)
endfunction()
