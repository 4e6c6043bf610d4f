# Manual pages and files for editors, made from the lists of the tool by noslip_pages, which is a part
# of the build and not installed. They are in share/ of the build. Where what is built cannot be run,
# there are none.

set(noslip_date 2026-11-16)  # of the manual pages

add_executable(noslip_pages)
add_subdirectory(src/pages)
target_compile_definitions(noslip_pages PRIVATE NOSLIP_DATE="${noslip_date}")
target_link_libraries(noslip_pages PRIVATE noslip_tool noslip_objects)

set(noslip_share ${CMAKE_BINARY_DIR}/share)
set(noslip_has_pages ON)
if(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
  set(noslip_has_pages OFF)
  set_target_properties(noslip_pages PROPERTIES EXCLUDE_FROM_ALL ON)
  return()
endif()

foreach(folder man/man1 man/man3 man/man5 vim/syntax vscode/syntaxes)
  file(MAKE_DIRECTORY ${noslip_share}/${folder})
endforeach()
file(GLOB noslip_page_sources CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/include/*.h ${PROJECT_SOURCE_DIR}/include/noslip/*.h
  ${PROJECT_SOURCE_DIR}/share/*/*.in ${PROJECT_SOURCE_DIR}/share/*/*/*.in)
add_custom_command(
  OUTPUT ${noslip_share}/made
  COMMAND noslip_pages ${PROJECT_SOURCE_DIR} ${noslip_share}
  COMMAND ${CMAKE_COMMAND} -E touch ${noslip_share}/made
  DEPENDS noslip_pages ${PROJECT_SOURCE_DIR}/docs/language.md ${PROJECT_SOURCE_DIR}/docs/c-api.md
          ${noslip_page_sources}
  COMMENT "Making manual pages and files for editors" VERBATIM)
add_custom_target(noslip_share ALL DEPENDS ${noslip_share}/made)
