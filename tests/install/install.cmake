# Installs BUILD, moves the tree, and builds and runs a program against it in three ways.

file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/first)
file(RENAME ${WORK}/first ${WORK}/moved)

# find_package: the shared and the static library
run(${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/user -DCMAKE_C_COMPILER=${CC}
    -DCMAKE_PREFIX_PATH=${WORK}/moved)
run(${CMAKE_COMMAND} --build ${WORK}/user)
run(${WORK}/user/user)
run(${WORK}/user/user_static)

# pkg-config
find_program(PKG_CONFIG pkg-config)
if(PKG_CONFIG)
  file(GLOB_RECURSE pc ${WORK}/moved/noslip.pc)
  get_filename_component(pkgconfig "${pc}" DIRECTORY)
  get_filename_component(libdir "${pkgconfig}" DIRECTORY)
  set(ENV{PKG_CONFIG_PATH} ${pkgconfig})
  execute_process(COMMAND ${PKG_CONFIG} --cflags --libs noslip OUTPUT_VARIABLE flags
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(flags UNIX_COMMAND "${flags}")
  run(${CC} ${SOURCE}/user.c -o ${WORK}/user_pc ${flags} -Wl,-rpath,${libdir})
  run(${WORK}/user_pc)
endif()
