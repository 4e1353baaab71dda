# Read by CTest: asks the adapter what it declares, and adds a test for each topic, or each vector, of that. A test shows a text
# of the run; that the file is missing, or tells of fewer vectors than were planned, fails it.
set(prompty_plan "${prompty_folder}/plan.txt")
file(REMOVE "${prompty_plan}")
cmake_path(GET prompty_folder PARENT_PATH prompty_from)
execute_process(COMMAND ${prompty_run} --plan "${prompty_plan}" WORKING_DIRECTORY "${prompty_from}" OUTPUT_QUIET ERROR_QUIET)
if(NOT EXISTS "${prompty_plan}")
  # It fails again, and CTest shows why.
  add_test("${prompty_tests}.plan" ${prompty_run} --plan "${prompty_plan}")
  return()
endif()

function(prompty_add_result name passes)
  add_test("${prompty_tests}.${name}" cat "${prompty_folder}/results/${name}.txt")
  set_tests_properties("${prompty_tests}.${name}" PROPERTIES FIXTURES_REQUIRED ${prompty_tests}.judged LABELS conformance
    PASS_REGULAR_EXPRESSION "${passes}" SKIP_REGULAR_EXPRESSION "^does not count")
endfunction()

file(STRINGS "${prompty_plan}" prompty_vectors)
if(prompty_each STREQUAL "vector")
  foreach(prompty_vector IN LISTS prompty_vectors)
    prompty_add_result("${prompty_vector}" "^(pass|known-failure) ")
  endforeach()
else()
  # The vectors of a topic need not follow each other.
  set(prompty_topics "")
  foreach(prompty_vector IN LISTS prompty_vectors)
    cmake_path(GET prompty_vector PARENT_PATH prompty_topic)
    if(NOT DEFINED prompty_count_${prompty_topic})
      list(APPEND prompty_topics "${prompty_topic}")
      set(prompty_count_${prompty_topic} 0)
    endif()
    math(EXPR prompty_count_${prompty_topic} "${prompty_count_${prompty_topic}} + 1")
  endforeach()
  foreach(prompty_topic IN LISTS prompty_topics)
    prompty_add_result("${prompty_topic}" "^pass [^ ]+ ${prompty_count_${prompty_topic}} vectors played")
    unset(prompty_count_${prompty_topic})
  endforeach()
endif()
