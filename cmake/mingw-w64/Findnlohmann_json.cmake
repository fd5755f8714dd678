include(${CMAKE_CURRENT_LIST_DIR}/headers_of.cmake)
headers_of(nlohmann_json nlohmann_json::nlohmann_json nlohmann)
