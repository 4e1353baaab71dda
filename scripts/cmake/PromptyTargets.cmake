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
  prompty_use_precompiled(${name} prompty_precompiled)
endfunction()

# prompty_program(NAME SOURCES … LINK …): a program that ends up in the program folder.
function(prompty_program name)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE prompty_build_flags ${arg_LINK})
  prompty_use_precompiled(${name} prompty_precompiled)
endfunction()

# prompty_batch(TARGET FOLDER…): the sources of TARGET below these folders are compiled as one where CMAKE_UNITY_BUILD is on;
# `.` stands for all that are in no batch yet. What every compilation repeats, headers and the templates of the JSON library, costs
# more than most sources themselves: small folders share a batch, and a large one is a batch, so that a change in it stays cheap.
function(prompty_batch target)
  set(batch ${ARGN})
  string(MAKE_C_IDENTIFIER "${batch}" name)
  get_target_property(sources ${target} SOURCES)
  set(found FALSE)
  foreach(source IN LISTS sources)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" OUTPUT_VARIABLE path)
    get_source_file_property(taken "${source}" UNITY_GROUP)
    foreach(folder IN LISTS batch)
      string(FIND "${path}" "${folder}/" position)
      if(NOT taken AND (position EQUAL 0 OR (folder STREQUAL "." AND NOT path MATCHES "^\\.\\./")))
        set_source_files_properties("${source}" PROPERTIES UNITY_GROUP ${name})
        set(found TRUE)
        break()
      endif()
    endforeach()
  endforeach()
  if(NOT found)
    message(FATAL_ERROR "prompty_batch: ${target} has no source below '${ARGN}' that is in no batch yet")
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
endfunction()

# Headers that most sources include, parsed once: a second less for each compilation. Only for g++, the compiler of the everyday
# build: with clang, which builds the sanitizers and clang-tidy's commands, a source sees no more than it includes.
set(prompty_common_headers
  <algorithm> <array> <charconv> <chrono> <cstdint> <deque> <filesystem> <fstream> <functional> <map> <memory> <mutex> <optional> <set>
  <span> <sstream> <stdexcept> <string> <string_view> <thread> <utility> <variant> <vector>
  <fmt/core.h> <fmt/format.h> <nlohmann/json.hpp>)
# Some packages want -pthread of what links them; programs are compiled as libraries are.
set(prompty_precompiled_options -pthread -fPIC)

# prompty_precompile(NAME [HEADERS …] [LINK …]): precompiles these headers, and the common ones, as NAME for prompty_use_precompiled.
function(prompty_precompile name)
  cmake_parse_arguments(arg "" "" "HEADERS;LINK" ${ARGN})
  set(source "${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp")
  file(CONFIGURE OUTPUT "${source}" CONTENT "// A precompiled header belongs to a target, and a target has a source.\n")
  add_library(${name} OBJECT "${source}")
  target_link_libraries(${name} PRIVATE prompty_build_flags fmt::fmt nlohmann_json::nlohmann_json ${arg_LINK})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_precompile_headers(${name} PRIVATE ${prompty_common_headers} ${arg_HEADERS})
    target_compile_options(${name} PRIVATE ${prompty_precompiled_options})
  endif()
endfunction()

# prompty_use_precompiled(TARGET NAME): g++ refuses a header that was precompiled with other options of code or other macros.
function(prompty_use_precompiled target name)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_link_libraries(${target} PRIVATE fmt::fmt)
    target_compile_options(${target} PRIVATE ${prompty_precompiled_options})
    target_precompile_headers(${target} REUSE_FROM ${name})
  endif()
endfunction()

prompty_precompile(prompty_precompiled)

# prompty_quick_to_compile(TARGET…): compiled without optimisation in every build but the release. For tests only: code that is
# not optimised is compiled faster, but there is so much more of it that most libraries gain nothing.
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
