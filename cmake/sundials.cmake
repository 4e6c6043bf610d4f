# CVODE of SUNDIALS, for the method bdf: NOSLIP_HAVE_SUNDIALS, and the libraries in noslip_sundials.
# Version 6 in double precision; the library links it and has none of its text. Its own CMake package
# would ask for MPI and more that noslip does not use.

set(NOSLIP_HAVE_SUNDIALS OFF)
set(noslip_sundials "")
if(NOSLIP_SUNDIALS)
  include(CheckCSourceCompiles)
  find_path(NOSLIP_SUNDIALS_INCLUDE cvode/cvode.h)
  find_library(NOSLIP_SUNDIALS_CVODE sundials_cvode)
  find_library(NOSLIP_SUNDIALS_NVECTOR sundials_nvecserial)
  mark_as_advanced(NOSLIP_SUNDIALS_INCLUDE NOSLIP_SUNDIALS_CVODE NOSLIP_SUNDIALS_NVECTOR)
  if(NOSLIP_SUNDIALS_INCLUDE AND NOSLIP_SUNDIALS_CVODE AND NOSLIP_SUNDIALS_NVECTOR)
    set(CMAKE_REQUIRED_INCLUDES ${NOSLIP_SUNDIALS_INCLUDE})
    set(CMAKE_REQUIRED_LIBRARIES ${NOSLIP_SUNDIALS_CVODE} ${NOSLIP_SUNDIALS_NVECTOR} m)
    check_c_source_compiles("
      #include <cvode/cvode.h>
      #include <nvector/nvector_serial.h>
      #include <sunlinsol/sunlinsol_dense.h>
      #if !defined(SUNDIALS_DOUBLE_PRECISION) || SUNDIALS_VERSION_MAJOR != 6
      #error another SUNDIALS
      #endif
      int main(void) {
        SUNContext c;
        long n;
        N_Vector y = SUNContext_Create(0, &c) == 0 ? N_VNew_Serial(1, c) : 0;
        SUNLinearSolver s = SUNLinSol_Dense(y, SUNDenseMatrix(1, 1, c), c);
        return s != 0 && CVodeGetNumStepSolveFails(CVodeCreate(CV_BDF, c), &n);
      }" NOSLIP_SUNDIALS_SERVES)
    unset(CMAKE_REQUIRED_INCLUDES)
    unset(CMAKE_REQUIRED_LIBRARIES)
  endif()
  if(NOSLIP_SUNDIALS_SERVES)
    set(NOSLIP_HAVE_SUNDIALS ON)
    # by their names where the linker looks anyway: what is installed then names no path
    foreach(library ${NOSLIP_SUNDIALS_CVODE} ${NOSLIP_SUNDIALS_NVECTOR})
      cmake_path(GET library PARENT_PATH place)
      if(place IN_LIST CMAKE_C_IMPLICIT_LINK_DIRECTORIES)
        cmake_path(GET library STEM name)
        string(REGEX REPLACE "^lib" "" library "${name}")
      endif()
      list(APPEND noslip_sundials ${library})
    endforeach()
  endif()
endif()
message(STATUS "noslip: SUNDIALS ${NOSLIP_HAVE_SUNDIALS}")
