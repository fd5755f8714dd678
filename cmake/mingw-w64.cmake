# Windows programs from Linux: mingw-w64 in its variant with POSIX threads (the other has no std::thread in GCC 12;
# only Debian has both). Everything is linked statically: an .exe needs nothing but what every Windows has.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
find_program(SPARRING_MINGW NAMES x86_64-w64-mingw32-g++-posix x86_64-w64-mingw32-g++ REQUIRED)
set(CMAKE_CXX_COMPILER ${SPARRING_MINGW})
# The search recurses on its thread's stack: as much of it as Linux gives (Windows: 2 MB).
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static -s -Wl,--stack,8388608")

set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# Find modules of libraries that come as headers.
list(PREPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR}/mingw-w64)
