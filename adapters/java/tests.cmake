# What the tests of the Java adapters share. All say why and are skipped (77) where there is no JDK.
include_guard(GLOBAL)

add_test(NAME "adapter: java, build"
         COMMAND ${CMAKE_CURRENT_LIST_DIR}/build ${PROJECT_BINARY_DIR}/adapters tests)
set_tests_properties("adapter: java, build" PROPERTIES FIXTURES_SETUP java_adapters SKIP_RETURN_CODE 77 TIMEOUT 300)

# add_java_test(NAME PLATFORM EXTRA_CLASSES CLASS ARGUMENT..)
function(add_java_test name platform extra class)
  add_test(NAME "adapter: ${platform}, ${name}"
           COMMAND ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/test/run ${PROJECT_BINARY_DIR}/adapters ${platform} "${extra}"
                   ${class} ${ARGN})
  set_tests_properties("adapter: ${platform}, ${name}" PROPERTIES
                       FIXTURES_REQUIRED java_adapters SKIP_RETURN_CODE 77 TIMEOUT 300)
endfunction()
