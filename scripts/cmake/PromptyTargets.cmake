# prompty_library(NAME FOLDER <dir> [LINK <public targets>] [PRIVATE <private targets>])
# One library from all sources of one folder (not of its subfolders unless RECURSE is given; main.cpp is left to the programs).
function(prompty_library name)
  cmake_parse_arguments(arg "RECURSE" "FOLDER" "LINK;PRIVATE" ${ARGN})
  if(arg_RECURSE)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${arg_FOLDER}/*.cpp")
  else()
    file(GLOB sources CONFIGURE_DEPENDS "${arg_FOLDER}/*.cpp")
  endif()
  list(FILTER sources EXCLUDE REGEX "main\\.cpp$")
  add_library(${name} STATIC ${sources})
  target_link_libraries(${name} PUBLIC ${arg_LINK} PRIVATE $<BUILD_INTERFACE:prompty_build_flags> ${arg_PRIVATE})
endfunction()

# prompty_program(NAME SOURCES … LINK …): a program that ends up in the program folder.
function(prompty_program name)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE prompty_build_flags ${arg_LINK})
endfunction()

# prompty_quick_to_compile(TARGET…): compiled without optimisation in every build but the release: tests, and command lines, whose
# library of templates costs more time to optimise than it ever runs.
function(prompty_quick_to_compile)
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE $<$<NOT:$<CONFIG:Release>>:-O0>)
  endforeach()
endfunction()

# prompty_link_first(TARGET LIBRARY…): links these static libraries before the objects of TARGET. When several objects hold the
# same function of a template, the linker takes the first: without this the unoptimised one of a command line or of a test would
# run wherever the optimised library calls it. A release is optimised everywhere.
function(prompty_link_first target)
  foreach(library IN LISTS ARGN)
    target_link_options(${target} PRIVATE
      $<$<NOT:$<CONFIG:Release>>:LINKER:--whole-archive,$<TARGET_FILE:${library}>,--no-whole-archive>)
  endforeach()
endfunction()
