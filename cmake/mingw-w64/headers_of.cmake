# headers_of(PACKAGE TARGET FOLDER): this machine's /usr/include/FOLDER as the imported TARGET, in an include path of
# its own: the rest of /usr/include belongs to another system.
include(FindPackageHandleStandardArgs)

macro(headers_of package target folder)
  find_path(${package}_HEADERS ${folder} PATHS /usr/include NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
  find_package_handle_standard_args(${package} REQUIRED_VARS ${package}_HEADERS)
  if(${package}_FOUND AND NOT TARGET ${target})
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/include)
    file(CREATE_LINK ${${package}_HEADERS}/${folder} ${PROJECT_BINARY_DIR}/include/${folder} SYMBOLIC)
    add_library(${target} INTERFACE IMPORTED)
    target_include_directories(${target} INTERFACE ${PROJECT_BINARY_DIR}/include)
  endif()
endmacro()
