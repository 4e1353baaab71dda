# Run by CPack on what it has installed, before it makes a package of it: what Debian's policy asks for beyond `cmake --install`.
file(GLOB_RECURSE libraries "${CPACK_TEMPORARY_DIRECTORY}/*.a")
foreach(library IN LISTS libraries)
  execute_process(COMMAND strip --strip-debug --remove-section=.comment --remove-section=.note "${library}" COMMAND_ERROR_IS_FATAL ANY)
endforeach()

set(documentation "${CPACK_TEMPORARY_DIRECTORY}/usr/share/doc/${CPACK_PACKAGE_NAME}")
# Of the moment of packaging, or of SOURCE_DATE_EPOCH.
string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE "${documentation}/changelog" "${CPACK_PACKAGE_NAME} (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * Version ${CPACK_PACKAGE_VERSION}.

 -- ${CPACK_PACKAGE_CONTACT}  ${now}
")
file(GLOB pages "${CPACK_TEMPORARY_DIRECTORY}/usr/share/man/man1/*.1")
execute_process(COMMAND gzip -9nf "${documentation}/changelog" ${pages} COMMAND_ERROR_IS_FATAL ANY)
