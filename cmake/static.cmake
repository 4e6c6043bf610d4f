# The static library, noslip_static. An archive shows the names of all its objects, and those of noslip
# are short: `fail`, `arena_init`. So the objects are linked into one, and what is hidden in the shared
# library becomes local to it. Sanitizers and fuzzers bring names of their own and are left alone, and
# so are systems without objcopy: there the archive has the objects as they are.

set(NOSLIP_LOCAL_NAMES OFF)
if(CMAKE_OBJCOPY AND NOT (APPLE OR NOSLIP_SANITIZE OR NOSLIP_SANITIZE_THREAD OR NOSLIP_FUZZ))
  set(NOSLIP_LOCAL_NAMES ON)
endif()

if(NOSLIP_LOCAL_NAMES)
  set(noslip_object ${CMAKE_BINARY_DIR}/noslip_all${CMAKE_C_OUTPUT_EXTENSION})
  add_custom_command(
    OUTPUT ${noslip_object}
    COMMAND ${CMAKE_C_COMPILER} -r -nostdlib -o ${noslip_object} $<TARGET_OBJECTS:noslip_objects>
    COMMAND ${CMAKE_OBJCOPY} --localize-hidden ${noslip_object}
    DEPENDS $<TARGET_OBJECTS:noslip_objects>
    COMMENT "Linking the objects of the static library" COMMAND_EXPAND_LISTS VERBATIM)
  set_source_files_properties(${noslip_object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
  add_library(noslip_static STATIC ${noslip_object})
  add_dependencies(noslip_static noslip_objects)  # makefiles know no rules of other targets
else()
  add_library(noslip_static STATIC $<TARGET_OBJECTS:noslip_objects>)
endif()
