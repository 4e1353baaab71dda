# cmake -D PROGRAM=… -D NAME=… -D TESTS=… -P discover_suites.cmake: lists the suites of a test program and writes the CTest
# file TESTS, in which each of them is a test: a process for each test would cost more than most of the tests.
execute_process(COMMAND "${PROGRAM}" --gtest_list_tests OUTPUT_VARIABLE listed COMMAND_ERROR_IS_FATAL ANY TIMEOUT 60)
string(REPLACE ";" " " listed "\n${listed}")
string(REGEX MATCHALL "\n[A-Za-z0-9_/]+\\." suites "${listed}")
if(NOT suites)
  message(FATAL_ERROR "${PROGRAM} lists no tests")
endif()

set(written "")
foreach(suite IN LISTS suites)
  string(STRIP "${suite}" suite)
  string(REGEX REPLACE "\\.$" "" suite "${suite}")
  string(APPEND written "add_test([=[${NAME}.${suite}]=] [=[${PROGRAM}]=] [=[--gtest_filter=${suite}.*]=])\n")
  set(labels "")
  # What starts so is for the thread sanitizer, too; behind a slash stands the suite of what has parameters.
  if(suite MATCHES "(^|/)(Http|Threads|Registry)")
    string(TOLOWER "${CMAKE_MATCH_2}" label)
    set(labels " LABELS ${label}")
  endif()
  string(APPEND written "set_tests_properties([=[${NAME}.${suite}]=] PROPERTIES TIMEOUT 1200${labels})\n")
endforeach()
file(WRITE "${TESTS}" "${written}")
