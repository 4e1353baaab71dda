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
