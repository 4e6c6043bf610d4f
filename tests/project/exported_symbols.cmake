# Fails if LIBRARY exports a symbol that does not begin with noslip_ (sanitizers bring their own). OPTIONS
# are those of nm: -D for a shared library, -g for a static one.

execute_process(COMMAND ${NM} ${OPTIONS} --defined-only ${LIBRARY}
                OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+" symbols "${symbols}")
set(count 0)
foreach(symbol ${symbols})
  if(symbol MATCHES ":$")
    continue()  # the name of an object in an archive
  endif()
  string(REGEX REPLACE "^.* " "" symbol "${symbol}")
  if(symbol MATCHES "^noslip_")
    math(EXPR count "${count} + 1")
  elseif(NOT symbol MATCHES "^_init$|^_fini$|^__(a|ub)san_|^__start_|^__stop_|^_edata$|^_end$|^__bss_start$")
    message(SEND_ERROR "${symbol} is exported")
  endif()
endforeach()
if(count LESS 40)
  message(SEND_ERROR "only ${count} names of noslip are exported")
endif()
