# Fails if LIBRARY exports a symbol that does not begin with noslip_ (sanitizers bring their own).

execute_process(COMMAND ${NM} -D --defined-only ${LIBRARY}
                OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+" symbols "${symbols}")
foreach(symbol ${symbols})
  string(REGEX REPLACE "^.* " "" symbol "${symbol}")
  if(NOT symbol MATCHES "^noslip_|^_init$|^_fini$|^__(a|ub)san_|^__start_|^__stop_|^_edata$|^_end$|^__bss_start$")
    message(SEND_ERROR "${symbol} is exported")
  endif()
endforeach()
