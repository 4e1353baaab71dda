# Read by CTest: adds a test for each vector, out of a list that is made anew when the program or the choice is another one.
set(prompty_list "${prompty_folder}/vectors.txt")
set(prompty_code 0)
if("${prompty_program}" IS_NEWER_THAN "${prompty_list}" OR "${prompty_folder}/tests.cmake" IS_NEWER_THAN "${prompty_list}")
  execute_process(COMMAND "${prompty_program}" list ${prompty_filters} OUTPUT_FILE "${prompty_list}" ERROR_QUIET RESULT_VARIABLE prompty_code)
endif()
if(NOT prompty_code EQUAL 0)
  file(REMOVE "${prompty_list}")
  # It fails again, and CTest shows why.
  add_test("${prompty_tests}.list" "${prompty_program}" list ${prompty_filters})
  return()
endif()

file(STRINGS "${prompty_list}" prompty_lines)
foreach(prompty_line IN LISTS prompty_lines)
  # Of our extensions nobody is judged who does not include them.
  if(prompty_line MATCHES " extension$" AND NOT prompty_extensions)
    continue()
  endif()
  string(REGEX MATCH "^[^ ]+" prompty_vector "${prompty_line}")
  add_test("${prompty_tests}.${prompty_vector}" "${prompty_program}" verdict "${prompty_folder}/report.jsonl" "${prompty_vector}")
  set_tests_properties("${prompty_tests}.${prompty_vector}" PROPERTIES FIXTURES_REQUIRED ${prompty_tests}.judged
    LABELS conformance SKIP_REGULAR_EXPRESSION "^(unsupported|does not count)")
endforeach()
