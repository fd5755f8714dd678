include(${CMAKE_CURRENT_LIST_DIR}/headers_of.cmake)
headers_of(tomlplusplus tomlplusplus::tomlplusplus toml++)
